// Setup values: parses the texts typed into the setup into values that the flow accepts. Pure.

import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import { edit } from "../../../src/flow/author/edit/operation.ts";
import { valueOfData } from "../../../src/flow/value/json-value.ts";
import type { Program, VariableType } from "../../../src/flow/language/program.ts";
import { wordsFor } from "../../../src/flow/language/type-conformity.ts";
import { contextProblems } from "../../../src/flow/engine/run/prefill.ts";
import { type Value, valueMap } from "../../../src/flow/value/value.ts";

/** Typed texts by name. */
export type WrittenFields = Readonly<Record<string, string>>;

/** The typed text; empty when there is none. Names come from flows and may be `constructor`, hence `hasOwn`. */
export function writtenValue(written: WrittenFields, name: string): string {
  return (Object.hasOwn(written, name) ? written[name] : undefined) ?? "";
}

export interface GivenValues {
  readonly context: Readonly<Record<string, unknown>>;
  /** Undefined when the real tools answer. */
  readonly mocks?: Readonly<Record<string, unknown>>;
}

/** Reason why a typed value was refused, as a sentence. */
export interface SetupError {
  readonly wrong: string;
}

interface Values {
  readonly values: Readonly<Record<string, unknown>>;
}

interface Answers extends Values {
  /** Names without an answer in their place. */
  readonly unset: readonly string[];
}

interface Answering {
  readonly outside: readonly string[];
  /** Answers among them without words. */
  readonly examples: readonly string[];
}

/** Parses the typed answers of tools and called flows. An empty one becomes a network error. */
export function answersBy(mocks: WrittenFields, { outside, examples }: Answering): Answers | SetupError {
  const values: [string, unknown][] = [];
  const unset: string[] = [];
  for (const name of outside) {
    const words = writtenValue(mocks, name).trim();
    if (words === "" && examples.includes(name)) continue;
    const answer = words === "" ? { error: "network" } : jsonOf(words);
    if (answer === undefined)
      return { wrong: `The answer of ${name} is not JSON. Write it as {"key": "value"}.` };
    if (words === "") unset.push(name);
    values.push([name, answer]);
  }
  return { values: Object.fromEntries(values), unset };
}

/**
 * Names without a variable are left out. `startedAtMs` (Unix epoch) is needed because ranges may depend on the day.
 */
export function contextFor(
  program: Program,
  context: WrittenFields,
  startedAtMs: number,
): Values | SetupError {
  const values: [string, Value][] = [];
  for (const { name, type } of program.variables.values()) {
    const words = writtenValue(context, name).trim();
    if (words === "") continue;
    const value = valueOfData(inJson.has(type.kind) ? jsonOf(words) : words);
    if (value === undefined) return unfit(name, `must be ${wordsFor(type)}.`);
    values.push([name, value]);
  }
  const [problem] = contextProblems(program, { ...facts, startedAtMs, context: valueMap(values) });
  return problem === undefined
    ? { values: Object.fromEntries(values) }
    : unfit(problem.key, problem.detail.replace("Must", "must"));
}

function unfit(name: string, why: string): SetupError {
  return { wrong: `The context ${name} ${why}` };
}

/** Session facts of a tried conversation. */
const facts = {
  id: "try",
  channel: "text",
  direction: "inbound",
  metadata: valueMap([]),
  hasModel: false,
  usesExamples: true,
} as const;

/** Kinds of variables whose values are typed as JSON. */
const inJson: ReadonlySet<VariableType["kind"]> = new Set([
  "number",
  "money",
  "duration",
  "amount",
  "boolean",
  "list",
  "object",
  "audio",
]);

/**
 * Writes the context into the flow as the examples of its inputs, which calls without a context use. Undefined when
 * an edit is refused.
 */
export function withExamples(text: string, context: GivenValues["context"]): string | undefined {
  let document: FlowDocument = { text, layout: {} };
  for (const [name, value] of Object.entries(context)) {
    for (const [key, given] of [
      ["input", true],
      ["example", value],
    ] as const) {
      const edited = edit(document, { op: "set", pointer: `/variables/${name}/${key}`, value: given });
      if ("refused" in edited) return undefined;
      document = edited.document;
    }
  }
  return document.text;
}

/** Undefined for invalid JSON. */
function jsonOf(words: string): unknown {
  try {
    return JSON.parse(words) as unknown;
  } catch {
    return undefined;
  }
}
