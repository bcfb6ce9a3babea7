// Recorded call: the record of a call becomes a flow's test, with notes about what the record does not contain.

import { expect, test } from "bun:test";
import type { StoredSessionEvent } from "../../db/port/session-store.ts";
import { testOfCall } from "../../src/session/recorded-call.ts";

const event = (atMs: number, type: string, data: StoredSessionEvent["data"]): StoredSessionEvent => ({
  sessionId: "s1",
  atMs,
  type,
  data,
});

const agent = (atMs: number, reply: number, text: string) => event(atMs, "agent", { reply, text });
const caller = (atMs: number, text: string, by = "voice") => event(atMs, "caller", { text, by });
const over = {
  context: {},
  outcome: null,
  endReason: "completed",
  createdAt: 0,
  firstConnectedAt: Date.UTC(2026, 10, 20, 11, 30),
};
const flow = "timezone: Europe/Berlin\n";

test("test of a call: inputs and assertions keep their order, with silence, keys and the outcome", () => {
  const made = testOfCall(
    { ...over, context: { plan: "gold" }, outcome: "booked" },
    [
      agent(0, 1, "Hello. What day?"),
      agent(5_000, 2, "Are you there?"),
      caller(7_000, "Tuesday"),
      agent(8_000, 3, "Which code?"),
      caller(9_000, "12", "keys"),
    ],
    flow,
  );
  expect(made?.yaml).toBe(`tests:
  - name: Tuesday, 12
    now: "2026-11-20T12:30"
    context: {plan: gold}
    script:
      - {says: What day}
      - {silence: true}
      - {says: Are you there}
      - {user: Tuesday}
      - {says: Which code}
      - {dtmf: "12"}
      - {ends: booked}
`);
  expect(made?.notes).toEqual([]);
});

test("test of a call: a transfer after which the agent continues failed, the last one did not", () => {
  const [tried, left] = [
    event(1_000, "transfer", { address: "a" }),
    event(9_000, "transfer", { address: "a" }),
  ];
  const made = testOfCall(
    { ...over, outcome: "moved" },
    [
      agent(0, 1, "One moment please"),
      tried,
      agent(5_000, 2, "Nobody is there"),
      caller(6_000, "Try again"),
      left,
    ],
    flow,
  );
  expect(made?.yaml.match(/transfer: \w+|silence/g)).toEqual(["transfer: failed", "transfer: ok"]);
});

test("test of a call: a returned caller was transferred, and the result is left to the author", () => {
  const made = testOfCall(
    over,
    [
      agent(0, 1, "One moment please"),
      event(1_000, "transfer", { address: "a" }),
      event(60_000, "transfer", { returned: true }),
      agent(60_100, 2, "Welcome back"),
    ],
    flow,
  );
  expect(made?.yaml.match(/transfer: \w+|call\.returned.*|silence/g)).toEqual([
    "transfer: ok",
    "call.returned}",
  ]);
  expect(made?.notes).toEqual([
    "The record does not keep what callers came back with. Write it under call.returned.",
  ]);
});

test("test of a call: masked values and answering tools are noted, and a hang-up is an input", () => {
  const tool = event(2_000, "tool", { name: "book", ok: true, tookMs: 5 });
  const made = testOfCall(
    { ...over, endReason: "caller" },
    [agent(0, 1, "Your code?"), caller(1_000, "•••", "keys"), tool, tool],
    flow,
  );
  expect(made?.yaml).toContain("hangup: true");
  expect(made?.yaml).not.toContain("dtmf");
  expect(made?.notes.map((note) => /masked|mocks: book\.$/.exec(note)?.[0])).toEqual([
    "masked",
    "mocks: book.",
  ]);
});

test("test of a call: a call without stored words has no test", () => {
  expect(testOfCall(over, [event(0, "latency", { audioMs: 300 })], flow)).toBeUndefined();
});

test("test of a call: tools repeat their answers and failures in order", () => {
  const tool = (atMs: number, name: string, data: object) => event(atMs, "tool", { name, ok: true, ...data });
  const answered = (atMs: number, name: string, body: unknown) => event(atMs, "answer", { name, body });
  const made = testOfCall(
    over,
    [
      agent(0, 1, "One moment please"),
      tool(10, "find", {}),
      answered(10, "find", { table: "by the window" }),
      tool(20, "find", {}),
      answered(20, "find", [1]),
      tool(30, "book", { ok: false, failure: "timeout" }),
      tool(40, "book", { ok: false, failure: "cancelled" }),
      tool(50, "long", {}),
    ],
    flow,
  );
  expect(made?.yaml).toContain(
    "    mocks: {find: [{table: by the window}, {body: [1]}], book: {error: timeout}, long: {}}\n",
  );
  expect(made?.notes).toEqual([expect.stringMatching(/\{\} stands for it under mocks: long\.$/)]);
});
