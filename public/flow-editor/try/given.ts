// What a person writes into the setup of a conversation, as values that the flow takes. Pure.

import type { FlowDocument } from "../../../src/flow/edit/document.ts";
import { edit } from "../../../src/flow/edit/operation.ts";
import { valueOfData } from "../../../src/flow/json-value.ts";
import type { Program, VariableType } from "../../../src/flow/program.ts";
import { fitsVariable } from "../../../src/flow/run/conform.ts";

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

export function answersBy(mocks: Written, outside: readonly string[]): Values | Wrong {
  const values: [string, unknown][] = [];
  for (const name of outside) {
    const words = writtenAs(mocks, name).trim();
    const answer = words === "" ? { error: "network" } : jsonOf(words);
    if (answer === undefined)
      return { wrong: `The answer of ${name} is no JSON. Write it as {"key": "value"}.` };
    values.push([name, answer]);
  }
  return { values: Object.fromEntries(values) };
}

/** What a flow does not ask for is left out. */
export function contextFor(program: Program, context: Written): Values | Wrong {
  const values: [string, unknown][] = [];
  for (const { name, type, input } of program.variables.values()) {
    const words = writtenAs(context, name).trim();
    if (!input || words === "") continue;
    const value = valueOfData(inJson.has(type.kind) ? jsonOf(words) : words);
    const ids = type.kind === "choice" && "options" in type ? type.options.map(({ id }) => id) : [];
    if (value === undefined || !fitsVariable(value, type, ids))
      return { wrong: `What the caller brings along as ${name} must be ${kindOf(type)}.` };
    values.push([name, value]);
  }
  return { values: Object.fromEntries(values) };
}

/** Kinds whose values are not texts. */
const inJson: ReadonlySet<VariableType["kind"]> = new Set([
  "number",
  "money",
  "boolean",
  "list",
  "object",
  "audio",
]);

function kindOf(type: VariableType): string {
  if (type.kind === "choice" && "options" in type)
    return `one of ${type.options.map(({ id }) => id).join(", ")}`;
  return examples[type.kind] ?? `a ${type.kind}`;
}

/** In words, with how it is written where that is not obvious. */
const examples: Readonly<Partial<Record<VariableType["kind"], string>>> = {
  boolean: "true or false",
  date: "a date, such as 2026-11-21",
  time: "a time, such as 19:30",
  digits: "digits, as many as the flow says",
  email: "an email address",
  money: "an amount, such as 12.5",
  phone: "a phone number with its country, such as +33140123456",
  list: 'a list in JSON, such as ["one", "two"]',
  object: 'an object in JSON, such as {"key": "value"}',
};

/**
 * The text with what the caller brings along as its examples: calls that are not begun with a context take those.
 * Undefined: that can not be written.
 */
export function withExamples(text: string, context: Given["context"]): string | undefined {
  let document: FlowDocument = { text, layout: {} };
  for (const [name, value] of Object.entries(context)) {
    const edited = edit(document, { op: "set", pointer: `/variables/${name}/example`, value });
    if ("refused" in edited) return undefined;
    document = edited.document;
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
