// Dialogues of the manual, played by the real engine: it plays the caller's acts and returns all words.

import { parse, stringify } from "yaml";
import { runFlowTests } from "../../src/flow/author/testing/flow-tests.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import type { DialogueLine } from "../../src/manual/fences.ts";
import type { SaidValue } from "../../src/manual/spoken-examples.ts";
import type { Dialogue } from "./examples-of.ts";

/** Time of every dialogue: a Friday. */
const now = "2026-11-20T12:00";

export function findingsOf(flow: string): readonly string[] {
  return loadFlow(flow)
    .problems.filter(({ severity }) => severity !== "info")
    .map(({ code, message, line }) => `${code} at ${line}: ${message}`);
}

/** Plays a dialogue; returns one entry for each turn, as `agent: …`; a failure of the script is the last entry. */
export function playedDialogue(flow: string, { given, lines }: Dialogue): readonly string[] {
  const script = stepsOf(lines);
  const keys = parse(`{${given}}`) as Record<string, unknown>;
  const test = { name: "dialogue", now, ...keys, script: script.length > 0 ? script : [{ not_says: "ⁿ" }] };
  const own = flow.split(/^tests:/m)[0] ?? flow;
  const text = `${own}\n${stringify({ tests: [test] })}`;
  const loaded = loadFlow(text);
  if (loaded.program === undefined || loaded.tests === undefined) return findingsOf(text);
  const { program, tests } = loaded;
  const [result] = runFlowTests(text, { program, tests }).tests;
  const failure = result?.failure === undefined ? [] : [`failure: ${result.failure.message}`];
  return [...joined(result?.transcript ?? []), ...failure];
}

/** Lines of a dialogue that are heard; lines of the model's text are not, except for its result. */
export const heardLines = ({ lines }: Dialogue): readonly string[] =>
  lines.filter(({ from }) => from !== "model").map(({ from, text }) => `${from}: ${text}`);

function stepsOf(lines: readonly DialogueLine[]): readonly Record<string, unknown>[] {
  return lines.flatMap(({ from, text }, at) => {
    if (from !== "caller") return [];
    const next = lines[at + 1];
    const model = next?.from === "model" ? { llm: parse(next.text) as unknown } : {};
    return [{ ...stepOf(text), ...model }];
  });
}

function stepOf(text: string): Record<string, unknown> {
  const [, keys] = /^\[keys (\S+)\]$/.exec(text) ?? [];
  if (keys !== undefined) return { dtmf: keys };
  const [, event, data] = /^\[event (\S+)(?: (.*))?\]$/.exec(text) ?? [];
  if (event !== undefined)
    return { event: { [event]: data === undefined ? null : (JSON.parse(data) as unknown) } };
  switch (text) {
    case "[is silent]":
      return { silence: true };
    case "[hangs up]":
      return { hangup: true };
    case "[the transfer is answered]":
      return { transfer: "ok" };
    case "[the transfer rings in vain]":
      return { transfer: "no_answer" };
    case "[the transfer is not answered]":
      return { transfer: "failed" };
    default:
      return { user: text };
  }
}

/** Joins consecutive lines of one speaker. */
function joined(lines: readonly DialogueLine[]): readonly string[] {
  const all: { from: string; text: string }[] = [];
  for (const { from, text } of lines) {
    const last = all.at(-1);
    if (last?.from === from && from === "agent") last.text += ` ${text}`;
    else all.push({ from, text });
  }
  return all.map(({ from, text }) => `${from}: ${text}`);
}

/** Actual reading of a phrase if it differs from the manual's. A read-back is answered with yes. */
export function phraseMisread({ keys, said, value }: SaidValue): string | undefined {
  const variables = { it: { ...(parse(`{${keys}}`) as object), ask: "Please?" } };
  const nodes = { which: { ask: "it", next: "bye" }, bye: { say: "Goodbye.", end: "done" } };
  const head = { voice_flow: 1, id: "phrase", language: "en", start: "which", defaults: { give_up: "bye" } };
  const at = (script: readonly object[]): string | undefined => {
    const text = stringify({ ...head, variables, nodes, tests: [{ name: "phrase", now, script }] });
    const { program, tests } = loadFlow(text);
    if (program === undefined || tests === undefined) return findingsOf(text).join();
    const failure = runFlowTests(text, { program, tests }).tests[0]?.failure;
    return failure === undefined ? undefined : `${failure.message} ${failure.got ?? ""}`;
  };
  const heard = at([{ user: said }, { expect: { it: value } }]);
  return heard === undefined ? undefined : at([{ user: said }, { user: "yes" }, { expect: { it: value } }]);
}
