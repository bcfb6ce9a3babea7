// Fuzz test of embedded tests: random scripts on real flows never throw, always end, and give equal results for equal
// scripts.

import { expect, test } from "bun:test";
import type {
  FlowTest,
  ModelPart,
  StepAssertion,
  StepInput,
} from "../../../../src/flow/language/compile/compile-tests.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { FlowTests } from "../../../../src/flow/author/testing/flow-tests.ts";
import { valueMap } from "../../../../src/flow/value/value.ts";
import { type Random, random, seedOf } from "../../../support/random.ts";

const long = process.env["LONG"] === "1";
const scripts = long ? 5_000 : 60;
const seed = seedOf(20_261_122);
/** Far more steps than any of these scripts can take: the fault that this bound detects never ends. */
const stepsMax = 5_000;

const folders = ["public/flows", "test/flow/examples/more"];
const files = folders
  .flatMap((folder) => [...new Bun.Glob(`${folder}/*.flow.yaml`).scanSync(".")])
  .toSorted();
const flows = await Promise.all(
  files.map(async (path) => {
    const text = await Bun.file(path).text();
    const { program, tests } = loadFlow(text);
    if (program === undefined || tests === undefined) throw new Error(`${path} has errors`);
    const inputs = tests.flatMap(({ steps }) => steps);
    return { text, program, tests, inputs };
  }),
);

const words = [
  "yes",
  "no",
  "four people tomorrow",
  "no, make it five",
  "repeat",
  "help",
  "one two three four",
  "",
  "  ",
];

function inputOf(dice: Random): StepInput | StepAssertion {
  const over = dice.chance(0.2) ? { over: dice.pick(["a", "the", "Hello", "zzz", ""]) } : {};
  switch (dice.int(0, 8)) {
    case 0:
      return { type: "dtmf", keys: dice.pick(["1", "2", "123456#", "#", "*0", "99"]), ...over };
    case 1:
      return dice.chance(0.5) ? { type: "silence" } : { type: "silence", ms: dice.int(1, 100_000) };
    case 2:
      return { type: "audio", ms: dice.int(1, 60_000) };
    case 3:
      return { type: "event", name: dice.pick(["payment.done", "x.y"]), data: valueMap([["a", 1]]) };
    case 4:
      return { type: "transfer", ok: dice.chance(0.5) };
    case 5:
      return { type: "says", texts: [""] };
    default:
      return {
        type: "user",
        parts: Array.from({ length: dice.int(1, 3) }, () => dice.pick(words)),
        confidence: dice.pick([0, 0.5, 0.8, 1]),
        ...over,
        ...(dice.chance(0.5) ? { model: modelOf(dice) } : {}),
      };
  }
}

function modelOf(dice: Random): ModelPart {
  if (dice.chance(0.2)) return { type: "fail" };
  const name = dice.pick(["wish", "device", "problem", "comment", "__proto__"]);
  return {
    type: "answers",
    set: new Map([[name, dice.pick(["printer", 5, null, [1], true])]]),
    exit: dice.pick(["done", "nowhere"]),
    say: dice.pick(["", "Hm.", "{{ 1 }}"]),
    tools: dice.chance(0.3)
      ? [{ name: dice.pick(["known_issues", "open_ticket", "x"]), arguments: valueMap([]) }]
      : [],
  };
}

function scriptOf(dice: Random, own: FlowTest["steps"]): FlowTest["steps"] {
  return Array.from({ length: dice.int(1, 20) }, (_, at) => ({
    ...(own.length > 0 && dice.chance(0.6) ? dice.pick(own) : inputOf(dice)),
    path: ["tests", 0, "script", at],
  }));
}

test(`${scripts} random scripts end, and end alike again, seed ${seed}`, () => {
  const dice = random(seed);
  const outcomes = new Set<string | null>();
  for (let i = 0; i < scripts; i++) {
    const { text, program, tests, inputs } = dice.pick(flows);
    const base = dice.pick(tests);
    const script: FlowTest = { ...base, hasModel: dice.chance(0.5), steps: scriptOf(dice, inputs) };
    const run = (): unknown => {
      const played = new FlowTests(text, { program, tests: [script] });
      let steps = 0;
      for (const _ of played.run()) steps++;
      expect(steps).toBeLessThan(stepsMax);
      const { report } = played;
      outcomes.add(report.tests[0]?.outcome ?? null);
      return report;
    };
    expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
  }
  // If every script stopped at once, the test would have tried nothing.
  expect(outcomes.size).toBeGreaterThan(5);
}, 600_000);
