// Built-in programs: the flows shipped with the product, compiled, by name. Each is read on first use.

import { deserialize, serialize } from "bun:jsc";
import { readdirSync, readFileSync } from "node:fs";
import { assetPath } from "../base/asset.ts";
import type { Program } from "../flow/language/program.ts";

/** Form for pages. */
export interface ListedFlow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Programs that may be called by name. */
export type Programs = Pick<ReadonlyMap<string, Program>, "get" | "has" | "keys">;

const suffix = ".flow.yaml";
const compiledSuffix = ".program";
const first = "welcome";

const read = new Map<string, Program>();
let orderedIds: readonly string[] | undefined;
let listed: readonly ListedFlow[] | undefined;

/** The self-explaining one comes first in every list. */
function names(): readonly string[] {
  if (orderedIds !== undefined) return orderedIds;
  const files = readdirSync(assetPath("flows")).filter((file) => file.endsWith(suffix));
  const ids = files.map((file) => file.slice(0, -suffix.length)).toSorted();
  return (orderedIds = [first, ...ids.filter((id) => id !== first)]);
}

export const builtInPrograms: Programs = {
  has: (name) => names().includes(name),
  keys: () => names().values(),
  /** Throws for a built-in flow that cannot run: a bug of ours. */
  get(name) {
    if (!names().includes(name)) return undefined;
    const program = read.get(name) ?? inPlace(name, load(name));
    read.set(name, program);
    return program;
  },
};

/** The welcome flow tells this machine's time: callers of a first try sit beside it. */
function inPlace(name: string, program: Program): Program {
  return name === first ? { ...program, timezone: machineZone() } : program;
}

/** TZ of the environment, else the machine's. */
const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Read from their first lines alone. */
export function listBuiltIn(): readonly ListedFlow[] {
  return (listed ??= names().map((id) => {
    const text = textOf(id);
    const line = (key: string): string => new RegExp(`^${key}: (.+)$`, "m").exec(text)?.[1] ?? "";
    return { id, name: line("name"), description: line("description") };
  }));
}

/** Text of a built-in flow; undefined for any other name. */
export function builtInText(name: string): string | undefined {
  return builtInPrograms.has(name) ? textOf(name) : undefined;
}

const textOf = (name: string): string => readFileSync(assetPath("flows", `${name}${suffix}`), "utf8");

/** An executable has them compiled, which takes a hundredth of the time and no compiler. */
const load: (name: string) => Program = Bun.isStandaloneExecutable
  ? (name) => deserialize(readFileSync(assetPath("programs", `${name}${compiledSuffix}`))) as Program
  : await compiler();

async function compiler(): Promise<(name: string) => Program> {
  const { loadFlow } = await import("../flow/language/load-flow.ts");
  return (name) => {
    const { program, problems } = loadFlow(textOf(name));
    if (program !== undefined) return program;
    throw new Error(`${name} cannot run: ${problems.map((it) => it.message).join("; ")}`);
  };
}

/** Files of an executable by name. */
export function compiledFiles(): ReadonlyMap<string, Uint8Array> {
  return new Map(names().map((name) => [name + compiledSuffix, new Uint8Array(serialize(load(name)))]));
}
