// Splicer on large documents: edits cost no more than reading them, in every style of YAML.

import { expect, test } from "bun:test";
import { splice } from "../../../../src/flow/language/source/splice.ts";
import { jsonText, plainOf } from "../../../../src/flow/language/source/yaml-tree.ts";
import { treeIn } from "../../../support/fuzz/document-edit.ts";
import { cpuMsOf } from "../../../support/fuzz/cpu-time.ts";

const rows = process.env["LONG"] === undefined ? 4_000 : 13_000;
const many = <T>(make: (i: number) => T): T[] => Array.from({ length: rows }, (_, i) => make(i));
const named = (prefix: string, value: number) => Object.fromEntries(many((i) => [prefix + i, i + value]));

const large: readonly (readonly [name: string, text: string, wanted: object])[] = [
  ["values in one line", `{${many((i) => `k${i}: ${i}`).join(", ")}}\n`, named("k", 1)],
  [
    "keys that come in one line",
    `{${many((i) => `k${i}: ${i}`).join(", ")}}\n`,
    { ...named("k", 0), ...named("n", 0) },
  ],
  [
    "keys that come in a block",
    many((i) => `k${i}: ${i}\n`).join(""),
    { ...named("k", 0), ...named("n", 0) },
  ],
  [
    "rows that change their places",
    `a:\n${many((i) => `  - x${i} # ${i}\n`).join("")}`,
    { a: many((i) => `x${rows - i - 1}`) },
  ],
  ["rows that change", `a:\n${many((i) => `  - x${i} # ${i}\n`).join("")}`, { a: many((i) => `y${i}`) }],
  ["a text of digits", "a: 1\n", { a: `${"1".repeat(200_000)}x` }],
];

test.each(large)(
  "splice: thousands of %s take little time",
  (_name, text, wanted) => {
    expect(cpuMsOf(() => expect(splice(text, wanted).rewritten).toBe(false))).toBeLessThan(3_000);
  },
  240_000,
);

test("splice: a long document is changed quickly", () => {
  const nodes = Array.from(
    { length: 1_000 },
    (_, i) => `  n${i}: # ${i}\n    say: ${"word ".repeat(30)}\n    next: n${i + 1}\n`,
  );
  const text = `voice_flow: 1\nnodes:\n${nodes.join("")}`;
  const document = JSON.parse(jsonText(plainOf(treeIn(text)))) as { nodes: Record<string, { next: string }> };
  document.nodes["n500"]!.next = "n3";
  const changed = { text: text.replace("next: n501\n", "next: n3\n"), rewritten: false };
  expect(cpuMsOf(() => expect(splice(text, document)).toEqual(changed))).toBeLessThan(1_500);
}, 240_000);
