// Evaluation scope of these tests: a few variables, a fixed Friday noon, and a speaker that records its calls.

import type { Expr, Template } from "../../../../src/flow/language/expression/ast.ts";
import { parseExpression } from "../../../../src/flow/language/expression/parser.ts";
import type { EvaluationScope, SpokenAs } from "../../../../src/flow/language/expression/evaluation-scope.ts";
import { parseTemplate } from "../../../../src/flow/language/expression/template-parser.ts";
import type { Speaker } from "../../../../src/flow/locale/speaker.ts";
import { timeInZone, zonedTimeOf } from "../../../../src/flow/value/zoned-time.ts";
import { type Value, valueMap } from "../../../../src/flow/value/value.ts";

const markingSpeaker: Speaker = {
  boolean: (value) => `boolean:${value}`,
  number: (value) => `number:${value}`,
  ordinal: (value) => `ordinal:${value}`,
  money: (value, currency) => `money:${value} ${currency}`,
  date: (value, today) => `date:${value} seen on ${today}`,
  time: (value) => `time:${value}`,
  measure: (value, unit) => `measure:${value} ${unit}`,
  range: ({ from, to }) => `range:${from} ${to}`,
  digits: (value) => `digits:${value}`,
  phone: (value) => `phone:${value}`,
  spell: (value) => `spell:${value}`,
  email: (value) => `email:${value}`,
  list: (items, word) => items.join(` ${word} `),
};

/** Converts plain objects to maps of the flow, at any depth. */
export function value(data: unknown): Value {
  if (Array.isArray(data)) return data.map(value);
  if (typeof data === "object" && data !== null) {
    return valueMap(Object.entries(data).map(([key, each]) => [key, value(each)] as const));
  }
  return typeof data === "string" || typeof data === "number" || typeof data === "boolean" ? data : null;
}

/** Friday, 20 November 2026, half past twelve in Paris. */
const fridayMs = Date.UTC(2026, 10, 20, 11, 30);

const day = [{ fromMinute: 9 * 60, toMinute: 17 * 60 }];
const hours = new Map([
  ["office", { week: new Map([5, 1].map((weekday) => [weekday, day])), days: new Map([["12-25", []]]) }],
]);

export function scopeWith(
  values: Readonly<Record<string, unknown>>,
  kinds: Readonly<Record<string, SpokenAs>> = {},
): EvaluationScope {
  const known = new Map(Object.entries(values).map(([name, each]) => [name, value(each)]));
  const spoken = new Map(Object.entries(kinds));
  return {
    get: (name) => known.get(name),
    kindOf: (name) => spoken.get(name),
    moment: zonedTimeOf(fridayMs, "Europe/Paris"),
    momentIn: (timezone) => timeInZone(fridayMs, timezone),
    hours,
    speaker: markingSpeaker,
  };
}

export function expr(text: string): Expr {
  const { tree, problem } = parseExpression(text);
  if (tree === undefined) throw new Error(`${text}: ${problem.message}`);
  return tree;
}

export function template(text: string): Template {
  const { tree, problem } = parseTemplate(text);
  if (tree === undefined) throw new Error(`${text}: ${problem.message}`);
  return tree;
}
