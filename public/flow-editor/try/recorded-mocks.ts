// Recorded mocks: reconstructs the answers of tools and called flows from the values that the flow saved, because
// messages of a call do not contain them. Pure.

import { mockOf, withoutRepetition } from "../../../src/flow/author/testing/written-mocks.ts";
import type { Expr } from "../../../src/flow/language/expression/ast.ts";
import type { Assignment, Program } from "../../../src/flow/language/program.ts";
import type { ConversationEvent } from "./conversation-event.ts";
import { hasFailed, type Visit } from "./node-visits.ts";

export interface RecordedMocks {
  /** Mocks by tool name or called flow's id, as written in a test. */
  readonly mocks: Readonly<Record<string, unknown>>;
  /** Sentences for the author about guessed parts. */
  readonly notes: readonly string[];
}

type JsonObject = { [key: string]: unknown };

/** One answer for each visit of a tool or called flow, in order. */
export function recordedMocksOf(program: Program, visits: readonly Visit[]): RecordedMocks {
  const answers = new Map<string, unknown[]>();
  const notes = new Set<string>();
  for (const visit of visits) {
    const { act } = visit;
    if (act?.type !== "tool" && act?.type !== "call") continue;
    const name = act.type === "tool" ? act.tool : act.flow;
    const answer = answerOf(program, { visit, save: act.save }, (note) => notes.add(`${name}: ${note}`));
    const outcome =
      act.type === "call" && isJsonObject(answer) && !("error" in answer) ? { outcome: "ok" } : {};
    if ("outcome" in outcome)
      notes.add(`${name}: the record does not show how the called flow ended. "ok" is a guess.`);
    const list = answers.get(name) ?? [];
    list.push(isJsonObject(answer) ? { ...outcome, ...answer } : answer);
    answers.set(name, list);
  }
  return {
    mocks: Object.fromEntries([...answers].map(([name, list]) => [name, withoutRepetition(list)])),
    notes: [...notes],
  };
}

/** The given mocks that the conversation used. */
export function usedMocks(
  given: Readonly<Record<string, unknown>>,
  log: readonly ConversationEvent[],
  visits: readonly Visit[],
): Readonly<Record<string, unknown>> {
  const tools = log.flatMap((one) => (one.what === "called" ? [one.tool] : []));
  const flows = visits.flatMap(({ act }) => (act?.type === "call" ? [act.flow] : []));
  const used = new Set([...tools, ...flows]);
  return Object.fromEntries(Object.entries(given).filter(([name]) => used.has(name)));
}

/** Answers of example services: they are known word for word, and the test must not depend on them. */
export function exampleMocks(log: readonly ConversationEvent[]): Readonly<Record<string, unknown>> {
  const answers = new Map<string, unknown[]>();
  for (const one of log) {
    if (one.what !== "answered" || one.isExample === undefined) continue;
    const failed = one.status === undefined ? { error: one.answer } : { status: one.status };
    answers.set(one.tool, [...(answers.get(one.tool) ?? []), one.ok ? mockOf(one.answer) : failed]);
  }
  return Object.fromEntries([...answers].map(([name, list]) => [name, withoutRepetition(list)]));
}

function answerOf(
  program: Program,
  { visit, save }: { readonly visit: Visit; readonly save: readonly Assignment[] },
  note: (words: string) => void,
): unknown {
  const failed = hasFailed(visit);
  if (failed === true) {
    note("it failed, and the record does not show why. network is a guess.");
    return { error: "network" };
  }
  if (failed === undefined)
    note("the record does not show its result. Write its answer, or {error: network}.");
  let body: unknown = {};
  for (const { variable, value: expr } of save) {
    const value = visit.values.get(variable) ?? null;
    if (program.variables.get(variable)?.sensitive === true && value !== null)
      note(`${variable} is sensitive and not in the record. Write a value for it.`);
    const path = pathIn(expr);
    if (path === undefined)
      note(`the record does not show the source of ${variable}. Write it into the answer.`);
    else body = withValueAt(body, path, value);
  }
  return mockOf(body);
}

/**
 * The path of an expression within the result: `result.table.id` is ["table", "id"], and `x ?? y` counts as x.
 * Undefined for any other expression.
 */
function pathIn(expr: Expr): readonly string[] | undefined {
  if (expr.type === "name") return expr.name === "result" ? [] : undefined;
  if (expr.type === "binary" && expr.operator === "??") return pathIn(expr.left);
  if (expr.type !== "field") return undefined;
  const above = pathIn(expr.of);
  return above === undefined ? undefined : [...above, expr.name];
}

function withValueAt(body: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner: JsonObject = isJsonObject(body) ? body : {};
  return { ...inner, [key]: withValueAt(inner[key], rest, value) };
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
