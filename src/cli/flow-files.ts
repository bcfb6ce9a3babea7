// Flow files of a command: each knows the others, so that flows that call each other are checked together.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { didYouMean } from "../base/closest-word.ts";
import { ownSourceKind } from "../flow/knowledge/own-source.ts";
import { type Knowledge, type LoadedFlow, loadFlow, type ReadSource } from "../flow/language/load-flow.ts";
import { isSoundAddress } from "../flow/value/sound-name.ts";
import { readSource, sourceBytesMax } from "../flow/language/source/source-reader.ts";
import { assetPath } from "../base/asset.ts";
import { diagnosticLine } from "../base/fault.ts";
import { type AllowRule, operatorAllows } from "../base/outbound/outbound-allow.ts";
import type { Config } from "../config.ts";
import { voices } from "../speech/speech-message.ts";
import { languageHeard } from "../providers/embedded-hearing.ts";
import { configOrSay } from "./command-config.ts";
import { passagesBeside } from "./knowledge-files.ts";
import { soundBeside } from "./file-beside.ts";
import { invocation } from "./invocation.ts";
import { missingFileSentence } from "./mistakes/missing-file.ts";

export interface FlowFile {
  readonly path: string;
  readonly text: string;
  readonly loaded: LoadedFlow;
}

/** Undefined, with the problem printed, if a file cannot be read or the environment is wrong. */
export async function readFlowFiles(
  paths: readonly string[],
  more: KnownMore = {},
): Promise<readonly FlowFile[] | undefined> {
  const texts: FlowText[] = [];
  for (const path of paths) {
    const text = (await textOf(Bun.file(path))) ?? (await builtIn(path));
    if (text === undefined) {
      console.error(await missing(path));
      return undefined;
    }
    texts.push({ path, text });
  }
  return loadFlowTexts(texts, more);
}

interface FlowText {
  readonly path: string;
  readonly text: string;
}

/** Undefined, with the problem printed, if the environment is wrong. */
export function loadFlowTexts(
  texts: readonly FlowText[],
  more: KnownMore = {},
): readonly FlowFile[] | undefined {
  const config = configOrSay();
  if (config === undefined) return undefined;
  const load = flowLoader(texts, { allow: config.outboundAllow, ...more });
  return texts.map(({ path, text }) => ({ path, text, loaded: load(text) }));
}

type KnownEngines = Pick<Knowledge, "hearsOnly" | "voices">;

/** Facts about the environment's recogniser and voice for checks. */
export function heardHere(config: Config): KnownEngines {
  const hearsOnly = languageHeard(config);
  const isEmbedded = config.speech.on && config.providers.tts === undefined;
  return { ...(hearsOnly !== undefined && { hearsOnly }), ...(isEmbedded && { voices }) };
}

export interface KnownMore extends KnownEngines {
  /** Fetched pages by address. */
  readonly pages?: ReadonlyMap<string, ReadSource>;
  /** False: the flow comes from elsewhere, and the files beside it are not here. */
  readonly hasFiles?: boolean;
}

interface Loading extends KnownMore {
  /** Folder of flows that are none of the texts. */
  readonly folder?: string;
  /** Allowed targets of tools besides public addresses. */
  readonly allow: readonly AllowRule[];
}

/** Loads a flow that may call those of `texts`. */
export function flowLoader(
  texts: readonly FlowText[],
  { allow, pages, hasFiles = true, folder = ".", ...more }: Loading,
): (text: string) => LoadedFlow {
  const byId = new Map(texts.flatMap(({ text }) => idOf(text)));
  const folders = new Map(texts.flatMap(({ path, text }) => idOf(text).map(([id]) => [id, dirname(path)])));
  // The checker asks, and then the compiler.
  const files = new Map<string, ReadSource>();
  const fileOf = (at: string, name: string): ReadSource | undefined =>
    hasFiles ? files.getOrInsertComputed(join(at, name), () => passagesBeside(at, name)) : undefined;
  return (text) =>
    loadFlow(text, {
      resolveFlow: (id) => byId.get(id),
      hasOtherFlows: true,
      readSource: (id, name) =>
        ownSourceKind(name) === "page" ? pages?.get(name) : fileOf(folders.get(id) ?? folder, name),
      soundProblem: (id, sound) =>
        hasFiles && !isSoundAddress(sound) ? soundBeside(folders.get(id) ?? folder, sound) : undefined,
      outboundAllowed: operatorAllows(allow),
      ...more,
    });
}

/** The reader refuses a text beyond the limit; the rest of it is not needed. */
/** One byte more than a source may have at most; undefined if it cannot be read. */
export async function textOf(file: Bun.BunFile): Promise<string | undefined> {
  try {
    return await file.slice(0, sourceBytesMax + 1).text();
  } catch {
    return undefined;
  }
}

const nameOnly = /^[\w-]+$/;

/** Text of a flow that comes with the program, by name; undefined for any other. */
async function builtIn(name: string): Promise<string | undefined> {
  return nameOnly.test(name) ? await textOf(Bun.file(assetPath("flows", `${name}.flow.yaml`))) : undefined;
}

/** "Flow not found", with a suggestion or the available flows. */
async function missing(path: string): Promise<string> {
  if (existsSync(path) || !nameOnly.test(path)) return missingFileSentence(path, ".yaml");
  const none = `There is no readable file ${path}`;
  if (path.startsWith("flow_"))
    return `${none}. To call a flow on a server: ${invocation} talk --say TEXT --program ${path} --key API_KEY`;
  const names = [...(await import("../calls/built-in-programs.ts")).builtInPrograms.keys()];
  const others = didYouMean(path, names) ?? `there are ${names.join(", ")}.`;
  return `${none}, and no built-in flow of that name: ${others}`;
}

function idOf(text: string): readonly (readonly [id: string, text: string])[] {
  const id = readSource(text).value?.get("id");
  return typeof id === "string" ? [[id, text]] : [];
}

/** `file:line:column: severity CODE message (hint)`, as editors and terminals make links of. */
export function problemLines({ path, loaded: { problems } }: FlowFile): readonly string[] {
  return problems.map((problem) => `${path}:${diagnosticLine(problem)}`);
}

export function hasErrors({ loaded: { problems } }: FlowFile): boolean {
  return problems.some(({ severity }) => severity === "error");
}
