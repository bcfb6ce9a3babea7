// Flow files of a command: each knows the others, so that flows that call each other are checked together.

import { type Knowledge, type LoadedFlow, loadFlow } from "../flow/language/load-flow.ts";
import { readSource, sourceBytesMax } from "../flow/language/source/source-reader.ts";
import { assetPath } from "../base/asset.ts";
import { operatorAllows } from "../base/outbound-allow.ts";
import { configOrSay } from "./command-config.ts";

export interface FlowFile {
  readonly path: string;
  readonly text: string;
  readonly loaded: LoadedFlow;
}

/** Undefined when a file cannot be read or the environment is wrong; that has then been printed. */
export async function readFlowFiles(
  paths: readonly string[],
  more: Pick<Knowledge, "knowsWord"> = {},
): Promise<readonly FlowFile[] | undefined> {
  const config = configOrSay();
  if (config === undefined) return undefined;
  const texts: { readonly path: string; readonly text: string }[] = [];
  for (const path of paths) {
    const text = (await textOf(Bun.file(path))) ?? (await builtIn(path));
    if (text === undefined) {
      const orName = nameOnly.test(path) ? ", and no built-in flow of that name" : "";
      console.error(`There is no file ${path} that can be read${orName}.`);
      return undefined;
    }
    texts.push({ path, text });
  }
  const byId = new Map(texts.flatMap(({ text }) => idOf(text)));
  return texts.map(({ path, text }) => ({
    path,
    text,
    loaded: loadFlow(text, {
      resolveFlow: (id) => byId.get(id),
      hasOtherFlows: true,
      outboundAllowed: operatorAllows(config.outboundAllow),
      ...more,
    }),
  }));
}

/** What is larger than a flow may be is refused by the reader; more than that of it is not needed. */
async function textOf(file: Bun.BunFile): Promise<string | undefined> {
  try {
    return await file.slice(0, sourceBytesMax + 1).text();
  } catch {
    return undefined;
  }
}

const nameOnly = /^[\w-]+$/;

/** The text of a flow that comes with the program, by its name; undefined for any other. */
async function builtIn(name: string): Promise<string | undefined> {
  return nameOnly.test(name) ? await textOf(Bun.file(assetPath("flows", `${name}.flow.yaml`))) : undefined;
}

function idOf(text: string): readonly (readonly [id: string, text: string])[] {
  const id = readSource(text).value?.get("id");
  return typeof id === "string" ? [[id, text]] : [];
}

/** `file:line:column: severity CODE message (hint)`, as editors and terminals make links of. */
export function problemLines({ path, loaded: { problems } }: FlowFile): readonly string[] {
  return problems.map(({ line, column, severity, code, message, hint }) => {
    const way = hint === undefined ? "" : ` (${hint})`;
    return `${path}:${line}:${column}: ${severity} ${code} ${message}${way}`;
  });
}

export function hasErrors({ loaded: { problems } }: FlowFile): boolean {
  return problems.some(({ severity }) => severity === "error");
}
