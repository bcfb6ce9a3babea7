// Contracts of flows: figures of calls, broken terms, and a change that is reported once.

import { expect, test } from "bun:test";
import { type MeasuredCall, nothingMeasured, standingsOf } from "../../../src/flow/value/contract-terms.ts";
import {
  type ContractWindow,
  contractStep,
  emptyWindow,
  heldEnding,
  readWindow,
  windowText,
} from "../../../src/flow/value/contract-window.ts";
import { CallMeasure } from "../../../src/voice/flow/call-measure.ts";
import type { CallEvent, FlowNotice } from "../../../src/voice/call-event.ts";

const call = (change: Partial<MeasuredCall> = {}): MeasuredCall => ({ ...nothingMeasured, ...change });
const calls = (count: number, change: Partial<MeasuredCall> = {}): MeasuredCall[] =>
  Array.from({ length: count }, () => call(change));

const noticed = (what: FlowNotice): CallEvent => ({ type: "flow-noticed", what, atMs: 0 });

test("a call's measure takes answers, stops, read-backs, tools and ends when its events report them", () => {
  const measure = new CallMeasure();
  const events: readonly CallEvent[] = [
    { type: "user-words", text: "four", final: true, rejected: false, atMs: 1 },
    { type: "latency", latency: { turn: 1, audioMs: 640.4 }, atMs: 2 },
    noticed("read_back_no"),
    noticed("read_back_yes"),
    { type: "user-words", text: "erm", final: true, rejected: false, atMs: 3 },
    noticed("not_understood"),
    // A cough, after which the agent continued.
    { type: "agent-paused", paused: true, reply: 2, afterMs: 60, atMs: 4 },
    { type: "agent-paused", paused: false, reply: 2, atMs: 5 },
    { type: "agent-paused", paused: true, reply: 2, afterMs: 80, atMs: 6 },
    { type: "interrupted", reply: 2, segment: 1, heardText: "", heardReplyText: "", heardMs: 0, atMs: 7 },
    { type: "tool-finished", flowId: "f", tool: "book", ok: false, failure: "timeout", tookMs: 9, atMs: 8 },
    { type: "tool-finished", flowId: "f", tool: "book", ok: false, failure: "cancelled", tookMs: 9, atMs: 8 },
    { type: "tool-finished", flowId: "f", tool: "book", ok: true, tookMs: 9, atMs: 9 },
    noticed("gave_up"),
    { type: "flow-ended", flowId: "f", outcome: "sorry", atMs: 10 },
    { type: "ended", reason: "completed", durationMs: 11, atMs: 11 },
  ];
  for (const event of events) measure.take(event);
  expect(measure.soFar).toEqual({
    answersMs: [640],
    stopsMs: [80],
    turns: 2,
    notUnderstood: 1,
    readBacks: 2,
    refused: 1,
    tools: 2,
    toolErrors: 1,
    gaveUp: true,
    completed: true,
    failed: false,
  });
});

test("a call's measure keeps its last hundred samples of each kind when a call is long", () => {
  const measure = new CallMeasure();
  for (let turn = 1; turn <= 150; turn++) {
    measure.take({ type: "latency", latency: { turn, audioMs: turn }, atMs: turn });
    measure.take({ type: "agent-paused", paused: true, reply: turn, afterMs: turn, atMs: turn });
    measure.take({
      type: "interrupted",
      reply: turn,
      segment: 1,
      heardText: "",
      heardReplyText: "",
      heardMs: 0,
      atMs: turn,
    });
  }
  const { answersMs, stopsMs } = measure.soFar;
  expect([answersMs.length, answersMs[0], answersMs.at(-1)]).toEqual([100, 51, 150]);
  expect(stopsMs).toEqual(answersMs);
});

test("a call is not completed when the engine ended its flow, and failed when its connection was lost", () => {
  const measure = new CallMeasure();
  measure.take({ type: "flow-ended", flowId: "f", outcome: "gave_up", atMs: 1 });
  measure.take({ type: "ended", reason: "lost", durationMs: 2, atMs: 2 });
  expect(measure.soFar).toMatchObject({ completed: false, gaveUp: true, failed: true });
});

test("a term is not measured when there are too few samples, and breaks in its own direction", () => {
  const few = calls(19, { gaveUp: true });
  expect(standingsOf({ gave_up: 0.1 }, few)).toEqual([
    { name: "gave_up", bound: 0.1, value: 1, samples: 19, state: "unmeasured" },
  ]);
  const many = [
    ...calls(16, { completed: true, answersMs: [300, 500] }),
    ...calls(4, { answersMs: [2_000] }),
  ];
  const contract = { answer_ms_p50: 500, answer_ms_p95: 900, completed: 0.9, gave_up: 0 };
  const standings = standingsOf(contract, many);
  expect(standings.map(({ name, value, state }) => [name, value, state])).toEqual([
    ["answer_ms_p50", 500, "held"],
    ["answer_ms_p95", 2_000, "broken"],
    ["gave_up", 0, "held"],
    ["completed", 0.8, "broken"],
  ]);
  expect(standingsOf({ tool_errors: 0.1 }, many)).toMatchObject([{ value: null, state: "unmeasured" }]);
});

const contract = { wrong_read_backs: 0.1 };
const right = call({ readBacks: 10, refused: 0 });
const wrong = call({ readBacks: 10, refused: 5 });

function run(from: ContractWindow, given: readonly MeasuredCall[]) {
  let window = from;
  const told: string[] = [];
  for (const [at, one] of given.entries()) {
    const [next, changes] = contractStep(window, { contract, calls: [one], at: at + 1 });
    for (const { name, to } of changes) told.push(`${name} ${to} at ${at + 1}`);
    window = readWindow(windowText(next));
    expect(window).toEqual(next);
  }
  return { window, told };
}

test("a window reports a change once when a term breaks and is held again", () => {
  const { window, told } = run(emptyWindow, [right, right, wrong, wrong, wrong]);
  expect(told).toEqual(["wrong_read_backs broken at 3"]);
  expect(window.broken).toEqual({ wrong_read_backs: 3 });
  const better = run(
    window,
    Array.from({ length: 150 }, () => right),
  );
  expect(better.told).toHaveLength(1);
  expect(better.told[0]).toStartWith("wrong_read_backs held");
  expect(better.window.calls).toHaveLength(100);
});

test("a broken term stays broken when its value only touches the bound", () => {
  const broken = { calls: [], broken: { wrong_read_backs: 7 } };
  const at = (refused: number) =>
    contractStep(broken, { contract, calls: [call({ readBacks: 1_000, refused })], at: 9 });
  expect(at(100)[1]).toEqual([]);
  expect(at(96)[1]).toEqual([]);
  expect(at(95)[1]).toMatchObject([{ name: "wrong_read_backs", to: "held" }]);
});

test("a window's text has the ending of held ones unless a term is broken", () => {
  const held = { calls: [right], broken: {} };
  expect(windowText(held)).toEndWith(heldEnding);
  expect(windowText({ ...held, broken: { completed: 7 } })).not.toEndWith(heldEnding);
});

test("a window is empty when its text is of another version", () => {
  for (const text of [null, undefined, "", "{", '{"calls":[[1,2]],"broken":{"fast":1}}'])
    expect(readWindow(text)).toEqual(emptyWindow);
});
