// Mutated exports: each becomes a flow that passes the checker, or a clear problem in one sentence.

import { expect, test } from "bun:test";
import { importFlow } from "../../src/import/import-flow.ts";
import { ImportProblem } from "../../src/import/import-problem.ts";
import { SafeNames } from "../../src/import/safe-names.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { oddJson } from "../support/fuzz/odd-json.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { connectExports } from "./connect-exports.ts";
import { dograhExports } from "./dograh-exports.ts";
import { dograhShapes } from "./dograh-shapes.ts";
import { hostileRetellExports } from "./hostile-retell-exports.ts";
import { retellExports } from "./retell-exports.ts";
import { retellShapes } from "./retell-shapes.ts";
import { studioExports } from "./studio-exports.ts";
import { cpuMsOf } from "../support/fuzz/cpu-time.ts";

const rounds = process.env["LONG"] === "1" ? 5_000 : 200;
/** Huge exports would take most of the time. */
const isSmall = (data: unknown): boolean => JSON.stringify(data).length < 8_000;
const originals: readonly (readonly [string, unknown])[] = [
  ...Object.values({ ...retellExports, ...hostileRetellExports }).map((data) => ["retell", data] as const),
  ...Object.values(dograhExports).map((data) => ["dograh", data] as const),
  ...[...retellShapes, ...dograhShapes].map(({ format, data }) => [format, data] as const),
  ...Object.values(studioExports).map((data) => ["twilio", data] as const),
  ...Object.values(connectExports).map((data) => ["connect", data] as const),
].filter(([, data]) => isSmall(data));

const oddTexts = [
  "",
  " ",
  "{{",
  "}}",
  "{{a}}",
  "{{ size }}",
  "{{{b}}}",
  "\u0000",
  "\ud800",
  "a: b #c",
  "- x",
  "'",
  '"',
  "\\",
  "é\u2028",
  "true",
  "null",
  "=",
  "equation",
  "static_text",
  "conversation",
  "end",
  "talk",
  "a",
  "x".repeat(3_000),
  "\n\n- y\n",
  "{% if %}",
  "{{ n }} {{n}}",
  "{{true}}",
  "https://a.example.com/{{x}}?y",
  "tel:+4930",
  "+49 30 123",
  "$.Attributes.x",
  "{{widgets.menu.Digits}}",
  "{{flow.variables.x | y}}",
  "press 1 for x, 2 for x, 1 for y",
  "GetParticipantInput",
  "gather-input-on-call",
  "1",
];

/** Changes some random places of a document: other values, other texts, values of other places, and gaps. */
function mutated(data: unknown, chance: Random, pool: readonly unknown[], rate: number): unknown {
  if (chance.chance(rate)) {
    switch (chance.int(0, 3)) {
      case 0:
        return oddJson(chance, 3);
      case 1:
        return chance.pick(oddTexts);
      default:
        return chance.pick(pool);
    }
  }
  if (Array.isArray(data)) {
    const list = data.flatMap((each) => (chance.chance(rate) ? [] : [mutated(each, chance, pool, rate)]));
    return chance.chance(rate) && list.length > 0 ? [...list, chance.pick(list)] : list;
  }
  if (typeof data === "object" && data !== null) {
    return Object.fromEntries(
      Object.entries(data).flatMap(([key, value]) =>
        chance.chance(rate) ? [] : [[key, mutated(value, chance, pool, rate)]],
      ),
    );
  }
  return data;
}

function placesOf(data: unknown): readonly unknown[] {
  if (typeof data !== "object" || data === null) return [data];
  return [data, ...Object.values(data).flatMap(placesOf)];
}

test("mutated exports become flows without an error, or are refused in one sentence", () => {
  const seed = seedOf(20);
  const chance = random(seed);
  const pools = originals.map(([, data]) => placesOf(data));
  let imported = 0;
  for (let i = 0; i < rounds; i++) {
    const at = chance.int(0, originals.length - 1);
    const [format, data] = originals[at] ?? ["retell", {}];
    const text = JSON.stringify(mutated(data, chance, pools[at] ?? [], chance.pick([0.01, 0.03, 0.1]))) ?? "";
    const cut = chance.chance(0.02) ? text.slice(0, chance.int(0, text.length)) : text;
    try {
      const { text: yaml } = importFlow(cut, { format, name: "x" });
      const errors = loadFlow(yaml).problems.filter(({ severity }) => severity === "error");
      if (errors.length > 0)
        throw new Error(`seed ${seed}, round ${i}: ${JSON.stringify(errors[0])}\n${cut}\n${yaml}`);
      imported++;
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error;
      expect(error.message).toMatch(/^\S[^\n]{10,160}$/);
    }
  }
  expect(imported).toBeGreaterThan(rounds / 2);
}, 240_000);

test("thousands of blanks and bars do not delay an import", () => {
  const blanks = " ".repeat(50_000);
  const split = (value: string) => ({
    event: "match",
    next: "ask",
    conditions: [{ type: "equal_to", arguments: ["{{widgets.ask.Digits}}"], value }],
  });
  const states = [
    {
      name: "ask",
      type: "gather-input-on-call",
      properties: { say: `for${blanks}sales, press 1 {{${blanks}x {{${"|".repeat(50_000)}` },
      transitions: [{ event: "keypress", next: "set" }],
    },
    {
      name: "set",
      type: "set-variables",
      properties: { variables: [{ key: "a", value: `{{${blanks}x` }] },
      transitions: [{ event: "next", next: "call" }],
    },
    {
      name: "call",
      type: "connect-call-to",
      properties: { noun: "number", to: `{{${blanks}x` },
      transitions: [split("1"), split("2")],
    },
  ];
  const text = JSON.stringify({ description: "blanks", states, initial_state: "ask" });
  const imported = () => importFlow(text, { format: "twilio", name: "blanks" }).report.nodes;
  expect(cpuMsOf(() => expect(imported()).toHaveLength(3))).toBeLessThan(5_000);
});

test("thousands of names with the same id get one id each, in time", () => {
  const names = new SafeNames("name", ["a_3"]);
  const ids: string[] = [];
  const make = () => Array.from({ length: 100_000 }, () => ids.push(names.fresh("A?")));
  expect(cpuMsOf(make)).toBeLessThan(5_000);
  expect(ids.slice(0, 3)).toEqual(["a", "a_2", "a_4"]);
  expect(new Set(ids).size).toBe(ids.length);
});
