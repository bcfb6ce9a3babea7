// Compiler of embedded tests: a flow's tests as a runner gets them (rulings 52 to 54).

import { expect, test } from "bun:test";
import type { FlowTest } from "../../../../src/flow/language/compile/compile-tests.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";

const flow = `voice_flow: 1
id: f
language: en
start: a
variables: {n: {type: number, ask: How many?}}
tools: {find: {http: 'GET https://x.example/'}}
nodes:
  a: {ask: n, emit: {plan.chosen: {n: n}}, give_up: b, next: c}
  c: {tool: find, on_error: b, next: b}
  b: {end: done}
tests:
`;

function testOf(yaml: string): FlowTest {
  const { tests, problems } = loadFlow(flow + yaml);
  const [first] = tests ?? [];
  if (first !== undefined) return first;
  throw new Error(problems.map(({ code, message, line }) => `${line} ${code} ${message}`).join("; "));
}

const steps: readonly (readonly [yaml: string, step: object])[] = [
  ["{user: two}", { type: "user", parts: ["two"], confidence: 1 }],
  [
    "{user: [a table, for two], over: How, confidence: 0.6}",
    { type: "user", parts: ["a table", "for two"], over: "How", confidence: 0.6 },
  ],
  ['{dtmf: "12#"}', { type: "dtmf", keys: "12#" }],
  ["{silence: true}", { type: "silence" }],
  ["{silence: 1.5s}", { type: "silence", ms: 1_500 }],
  ["{audio: 4s}", { type: "audio", ms: 4_000 }],
  ["{event: payment.done}", { type: "event", name: "payment.done", data: null }],
  ["{event: {payment.done: {sum: 5}}}", { type: "event", name: "payment.done", data: { sum: 5 } }],
  ["{transfer: failed}", { type: "transfer", ok: false }],
  ["{transfer: ok}", { type: "transfer", ok: true }],
  ["{hangup: true}", { type: "hangup" }],
  ["{says: two}", { type: "says", texts: ["two"] }],
  ["{not_says: [two, three]}", { type: "not_says", texts: ["two", "three"] }],
  ["{at: c}", { type: "at", node: "c" }],
  ["{expect: {n: null}}", { type: "expect", variables: new Map([["n", null]]) }],
  ["{calls: find}", { type: "calls", calls: [{ tool: "find" }] }],
  ["{calls: {find: {day: x}}}", { type: "calls", calls: [{ tool: "find", arguments: { day: "x" } }] }],
  ["{emits: {plan.chosen: {n: 2}}}", { type: "emits", events: [{ event: "plan.chosen", data: { n: 2 } }] }],
  ["{ends: hung_up}", { type: "ends", outcome: "hung_up" }],
  ["{user: two, llm: fail}", { type: "user", parts: ["two"], confidence: 1, model: { type: "fail" } }],
  [
    "{user: two, llm: {set: {n: 2}, quote: two, say: Good., tool: {find: {day: x}}}}",
    {
      type: "user",
      parts: ["two"],
      confidence: 1,
      model: {
        type: "answers",
        set: new Map([["n", 2]]),
        quote: "two",
        say: "Good.",
        tools: [{ name: "find", arguments: { day: "x" } }],
      },
    },
  ],
];

test.each(steps)("ruling 52: %s is one step", (yaml, step) => {
  const [found] = testOf(`  - {name: t, script: [${yaml}]}`).steps;
  expect(JSON.parse(JSON.stringify(plain(found)))).toEqual(
    JSON.parse(JSON.stringify(plain({ ...step, path: ["tests", 0, "script", 0] }))),
  );
});

/** Converts maps to lists of entries, so that a comparison includes them. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

test("ruling 53: a map is the body unless it has only a control's keys; a list is one answer after the other", () => {
  const answers = (mock: string) => {
    const { mocks } = testOf(`  - {name: t, mocks: {find: ${mock}}, script: [{user: two}]}`);
    return plain(mocks.get("find"));
  };
  const body = (value: unknown, status = 200) => ({
    delayMs: 0,
    outcome: { type: "body", body: value, status },
  });
  expect(answers("{free: true}")).toEqual([body({ free: true })]);
  expect(answers("[{free: false}, {free: true}]")).toEqual([body({ free: false }), body({ free: true })]);
  expect(answers("{body: [1, 2]}")).toEqual([body([1, 2])]);
  expect(answers("{error: timeout}")).toEqual([{ delayMs: 0, outcome: { type: "error", error: "timeout" } }]);
  expect(answers("{delay: 2s, body: {a: 1}}")).toEqual([{ ...body({ a: 1 }), delayMs: 2_000 }]);
  expect(answers("{status: 404}")).toEqual([body(null, 404)]);
  expect(answers("{error: timeout, free: true}")).toEqual([body({ error: "timeout", free: true })]);
});

test("ruling 54: a test has a model if a step of it has one", () => {
  expect(testOf("  - {name: t, script: [{user: two}]}").hasModel).toBe(false);
  expect(testOf("  - {name: t, script: [{user: two}, {user: three, llm: fail}]}").hasModel).toBe(true);
});

test("tests: moment, language, context and metadata are compiled", () => {
  const made = testOf(
    "  - {name: t, now: 2026-11-20T12:00, language: en, context: {a: 1}, metadata: {b: [2]}, script: [{user: two}]}",
  );
  expect(made).toMatchObject({
    name: "t",
    now: "2026-11-20T12:00",
    language: "en",
    context: { a: 1 },
    metadata: { b: [2] },
  });
});
