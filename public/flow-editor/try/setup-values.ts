// What a person writes into the setup of a conversation, as values that the flow takes. Pure.

import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import { edit } from "../../../src/flow/author/edit/operation.ts";
import { valueOfData } from "../../../src/flow/value/json-value.ts";
import type { Program, VariableType } from "../../../src/flow/language/program.ts";
import { wordsFor } from "../../../src/flow/language/type-conformity.ts";
import { contextProblems } from "../../../src/flow/engine/run/prefill.ts";
import { type Value, valueMap } from "../../../src/flow/value/value.ts";

/** By name. */
export type Written = Readonly<Record<string, string>>;

/** Empty where nothing is written; names come from flows, and `constructor` is a good one. */
export function writtenAs(written: Written, name: string): string {
  return (Object.hasOwn(written, name) ? written[name] : undefined) ?? "";
}

export interface Given {
  readonly context: Readonly<Record<string, unknown>>;
  /** Undefined where the real ones answer. */
  readonly mocks?: Readonly<Record<string, unknown>>;
}

/** Why it can not be taken. */
export interface Wrong {
  readonly wrong: string;
}

interface Values {
  readonly values: Readonly<Record<string, unknown>>;
}

interface Answering {
  readonly outside: readonly string[];
  /** Of these, what is answered without words. */
  readonly examples: readonly string[];
}

export function answersBy(mocks: Written, { outside, examples }: Answering): Values | Wrong {
  const values: [string, unknown][] = [];
  for (const name of outside) {
    const words = writtenAs(mocks, name).trim();
    if (words === "" && examples.includes(name)) continue;
    const answer = words === "" ? { error: "network" } : jsonOf(words);
    if (answer === undefined)
      return { wrong: `The answer of ${name} is no JSON. Write it as {"key": "value"}.` };
    values.push([name, answer]);
  }
  return { values: Object.fromEntries(values) };
}

/** What names no variable is left out. `startedAtMs`: ranges may depend on the day. */
export function contextFor(program: Program, context: Written, startedAtMs: number): Values | Wrong {
  const values: [string, Value][] = [];
  for (const { name, type } of program.variables.values()) {
    const words = writtenAs(context, name).trim();
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

function unfit(name: string, why: string): Wrong {
  return { wrong: `What the caller brings along as ${name} ${why}` };
}

/** Of a conversation that is tried. */
const facts = {
  id: "try",
  channel: "text",
  direction: "inbound",
  metadata: valueMap([]),
  hasModel: false,
  usesExamples: true,
} as const;

/** Kinds whose values are not texts. */
const inJson: ReadonlySet<VariableType["kind"]> = new Set([
  "number",
  "money",
  "boolean",
  "list",
  "object",
  "audio",
]);

/**
 * The text with what the caller brings along as its examples: calls that are not begun with a context take those of
 * inputs.
 * Undefined: that can not be written.
 */
export function withExamples(text: string, context: Given["context"]): string | undefined {
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

/** Undefined for what is no JSON. */
function jsonOf(words: string): unknown {
  try {
    return JSON.parse(words) as unknown;
  } catch {
    return undefined;
  }
}
