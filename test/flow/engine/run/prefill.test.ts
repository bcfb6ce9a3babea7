// Pre-filled variables: the context that a session may bring, type by type, and the remarks about it.

import { expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import type { Program } from "../../../../src/flow/language/program.ts";
import { contextProblems, contextRemarks } from "../../../../src/flow/engine/run/prefill.ts";
import { initialState } from "../../../../src/flow/engine/run/initial-state.ts";
import { isValueMap, type Value, valueMap } from "../../../../src/flow/value/value.ts";

function programOf(variables: string, nodes = "a: {end: done}"): Program {
  const text = `voice_flow: 1\nid: f\nlanguage: en\ntimezone: UTC\nstart: a\nvariables: {${variables}}\nnodes: {${nodes}}\n`;
  const { program, problems } = loadFlow(text);
  if (program === undefined) throw new Error(JSON.stringify(problems));
  return program;
}

function factsOf(context: Readonly<Record<string, Value>>, usesExamples = false) {
  return {
    id: "ses_1",
    channel: "voice",
    direction: "inbound",
    startedAtMs: Date.UTC(2026, 10, 20, 12),
    context: valueMap(Object.entries(context)),
    metadata: valueMap([]),
    hasModel: false,
    usesExamples,
  } as const;
}

const details = (program: Program, context: Readonly<Record<string, Value>>): readonly string[] =>
  contextProblems(program, factsOf(context)).map(({ key, detail }) => `${key}: ${detail}`);

const kinds: readonly (readonly [
  type: string,
  right: readonly Value[],
  wrong: readonly Value[],
  words: string,
])[] = [
  ["boolean", [true, false], ["yes", 1], "true or false"],
  ["number", [0, 2.5, -1e9], ["4", true, []], "a number"],
  ["number, integer: true", [0, 4], [2.5, "4"], "a whole number"],
  ["money", [12.5, 0], ["12.5"], "an amount, such as 12.5"],
  ["digits, length: 4", ["0123"], ["012", "01234", 123, "12a4", ""], "text of 4 digits"],
  ["digits, min_length: 2, max_length: 4", ["01", "0123"], ["0", "01234"], "text of 2 to 4 digits"],
  ["code, mask: AA99", ["FR12"], [12], "a code"],
  ["date", ["2026-11-21", "2028-02-29"], ["2026-02-29", "tomorrow", 20261121], "a date, such as 2026-11-21"],
  ["time", ["19:30", "00:00"], ["24:00", "7 pm", 19], "a time, such as 19:30"],
  [
    "phone, region: FR",
    ["+33140123456"],
    ["0140123456", 33, "+12"],
    "a phone number with its country, such as +33140123456",
  ],
  ["email", ["ada@example.com"], ["ada", 1], "an email address"],
  ["name", ["Ada"], [7], "a name"],
  ["choice, options: [{id: sales}, {id: desk}]", ["sales", "desk"], ["sale", 1, ""], "one of sales, desk"],
  ['choice, options: "{{ context.all }}"', ["whatever"], [1, ["a"]], "the id of an option, as text"],
  ["text", ["", "x"], [1, {}], "a text"],
  ["list", [[], ["a", 1]], ["a", {}], 'a list, such as ["one", "two"]'],
  ["object", [{}, { a: [1] }], [[], "a"], 'an object, such as {"key": "value"}'],
  ["audio", [{ id: "x", seconds: 1 }], ["x"], "a recording: {id, seconds}"],
].map(
  ([type, right, wrong, words]) =>
    [type, (right as Value[]).map(plain), (wrong as Value[]).map(plain), words] as never,
);

/** Converts plain maps to the engine's maps. */
function plain(value: Value): Value {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isValueMap(value)
    ? valueMap(Object.entries(value as object))
    : value;
}

test.each(kinds)(
  "a variable of type %s accepts fitting values, and no others",
  (type, right, wrong, words) => {
    const program = programOf(`it: {type: ${type}, output: true}`);
    for (const value of right) {
      expect([value, details(program, { it: value })]).toEqual([value, []]);
      expect(initialState(program, factsOf({ it: value })).frames[0]).toMatchObject({
        values: { it: value },
        prefilled: ["it"],
      });
    }
    for (const value of wrong) {
      expect([value, details(program, { it: value })]).toEqual([value, [`it: Must be ${words}.`]]);
      expect(initialState(program, factsOf({ it: value })).frames[0]).toMatchObject({
        values: {},
        prefilled: [],
      });
    }
    expect(details(program, { it: null })).toEqual([]);
  },
);

const ranges: readonly (readonly [
  type: string,
  right: readonly Value[],
  wrong: readonly (readonly [Value, string])[],
])[] = [
  [
    "number, min: 1, max: 12",
    [1, 12],
    [
      [0, "at least 1"],
      [12.5, "at most 12"],
    ],
  ],
  ["number, min: 1", [1e9], [[0.5, "at least 1"]]],
  ["money, max: 100", [-5, 100], [[100.01, "at most 100"]]],
  [
    'date, min: "{{ today() }}", max: "{{ add_days(today(), 30) }}"',
    ["2026-11-20", "2026-12-20"],
    [
      ["2026-11-19", "at least 2026-11-20"],
      ["2026-12-21", "at most 2026-12-20"],
    ],
  ],
  [
    'time, min: "18:00", max: "22:00"',
    ["18:00", "22:00"],
    [
      ["17:59", "at least 18:00"],
      ["22:01", "at most 22:00"],
    ],
  ],
];

test.each(ranges)("a variable of type %s keeps to its range", (type, right, wrong) => {
  const program = programOf(`it: {type: ${type}, output: true}`);
  for (const value of right) expect([value, details(program, { it: value })]).toEqual([value, []]);
  for (const [value, words] of wrong)
    expect(details(program, { it: value })).toEqual([`it: Must be ${words}.`]);
});

test("a range by another variable uses the context's value", () => {
  const program = programOf(
    'most: {type: number, default: 4}, it: {type: number, max: "{{ most }}", output: true}',
  );
  expect(details(program, { it: 5 })).toEqual(["it: Must be at most 4."]);
  expect(details(program, { it: 5, most: 5 })).toEqual([]);
});

test("only missing inputs are reported as required, except where examples replace them", () => {
  const program = programOf(
    "need: {type: text, input: true, required: true, example: x}, want: {type: text, input: true}, other: {type: text, output: true}",
  );
  expect(details(program, {})).toEqual(["need: Is required by the flow."]);
  expect(contextProblems(program, factsOf({}, true))).toEqual([]);
  // An example is for inputs without a value; a given value comes first.
  const values = (context: Readonly<Record<string, Value>>) =>
    initialState(program, factsOf(context, true)).frames[0]?.values;
  expect(values({})).toEqual({ need: "x" });
  expect(values({ need: "mine", other: "too" })).toEqual({ need: "mine", other: "too" });
});

test("a value that is larger than any variable holds does not fit", () => {
  const program = programOf("it: {type: text, output: true}");
  expect(details(program, { it: "x".repeat(16 * 1_024) })).toEqual(["it: Must be at most 16 KiB as JSON."]);
});

test("a default gives way to the context, and only given values count as answers", () => {
  const program = programOf("it: {type: number, default: 4, output: true}");
  expect(initialState(program, factsOf({})).frames[0]).toMatchObject({ values: { it: 4 }, prefilled: [] });
  expect(initialState(program, factsOf({ it: 5 })).frames[0]).toMatchObject({
    values: { it: 5 },
    prefilled: ["it"],
  });
});

test("keys without a variable or an expression that reads them are listed", () => {
  const program = programOf(
    "guests: {type: number, output: true}",
    'a: {say: "{{ context.note }}", end: done}',
  );
  const told = contextRemarks(program, factsOf({ guests: 1, note: "", language: "en", gusts: 1, qq: 1 }));
  expect(told).toEqual([
    { key: "gusts", detail: "Nothing in the flow reads this: did you mean 'guests'?" },
    { key: "qq", detail: "Nothing in the flow reads this." },
  ]);
  const whole = programOf("", 'a: {say: "{{ count(context) }}", end: done}');
  expect(contextRemarks(whole, factsOf({ qq: 1 }))).toEqual([]);
});

test("an unsupported language is reported, and so is an input that stays empty", () => {
  const program = programOf(
    "who: {type: text, input: true}, day: {type: text, input: true, ask: Which day?}, at: {type: text, input: true, default: noon}",
    'a: {say: "{{ who }}, {{ at }}", ask: day, next: b, give_up: b}, b: {end: done}',
  );
  expect(contextRemarks(program, factsOf({ language: "fr" }))).toEqual([
    { key: "language", detail: "The flow does not speak this language: it speaks en." },
    { key: "who", detail: "Is an input of the flow that was not brought: it is empty." },
  ]);
  expect(contextRemarks(program, factsOf({ language: "en", who: "Ada" }))).toEqual([]);
});
