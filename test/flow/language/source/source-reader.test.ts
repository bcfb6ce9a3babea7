// Source reader: ordered data, exact ranges (also inside of texts), limits that take effect in time, and no text that
// makes it throw.

import { expect, test } from "bun:test";
import { compose } from "../../../../src/flow/language/source/composer.ts";
import { alignmentOf } from "../../../../src/flow/language/source/positions.ts";
import { depthMax, readSource, sourceBytesMax } from "../../../../src/flow/language/source/source-reader.ts";
import type { ScalarTree, Tree } from "../../../../src/flow/language/source/yaml-tree.ts";
import { textsOf } from "../../../support/flow-texts.ts";
import { random, type Random, seedOf } from "../../../support/random.ts";
import { cpuMsOf, leastCpuMs } from "../../../support/fuzz/cpu-time.ts";

const textOf = ([, text]: readonly [string, string]): string => text;
const nasty = (await textsOf("test/flow/language/source/fixtures")).map(textOf);
const flows = (await textsOf("public/flows")).map(textOf);

test("read: data keeps its order, and no key reaches a prototype", () => {
  const { value } = readSource(
    'voice_flow: 1\nz: 1\na: [true, null, 1.5, x]\n"10": b\nconstructor: {c: d}\n',
  );
  expect([...(value ?? [])]).toEqual([
    ["voice_flow", 1],
    ["z", 1],
    ["a", [true, null, 1.5, "x"]],
    ["10", "b"],
    ["constructor", new Map([["c", "d"]])],
  ]);
});

test("read: built-in flows have no problem", () => {
  for (const text of flows) expect(readSource(text).problems).toEqual([]);
});

const placed = `voice_flow: 1
nodes:
  a: {say: "Hi {{ nme }}", next: b} # c
  plain:
    if: guests > tabels
    say: 'it''s {{ nme }}'
    esc: "\\u00e9\\t{{ nme }}"
    folded: >-
      one
      two {{ nme }}
    literal: |
      first

        deep {{ nme }}
    lines: one
      two {{ nme }}
    quoted: "one
      two {{ nme }}"
    list: [x, {y: z}]
    empty:
`;

const places: readonly (readonly [path: (string | number)[], within: object, place: string])[] = [
  [["nodes"], {}, "2:1-2:6"],
  [["nodes", "a"], {}, "3:3-3:4"],
  [["nodes", "a", "say"], {}, "3:12-3:26"],
  [["nodes", "a", "say"], { key: true }, "3:7-3:10"],
  [["nodes", "a", "say"], { offset: 6, endOffset: 9 }, "3:19-3:22"],
  [["nodes", "plain", "if"], { offset: 9, endOffset: 15 }, "5:18-5:24"],
  [["nodes", "plain", "say"], { offset: 8, endOffset: 11 }, "6:20-6:23"],
  [["nodes", "plain", "esc"], { offset: 5, endOffset: 8 }, "7:22-7:25"],
  [["nodes", "plain", "folded"], { offset: 11, endOffset: 14 }, "10:14-10:17"],
  [["nodes", "plain", "literal"], { offset: 17, endOffset: 20 }, "14:17-14:20"],
  [["nodes", "plain", "lines"], { offset: 11, endOffset: 14 }, "16:14-16:17"],
  [["nodes", "plain", "quoted"], { offset: 11, endOffset: 14 }, "18:14-18:17"],
  [["nodes", "plain", "if"], { offset: 0 }, "5:9-5:10"],
  [["nodes", "plain", "if"], { offset: 999 }, "5:24-5:24"],
  [["nodes", "plain", "list", 0], {}, "19:12-19:13"],
  [["nodes", "plain", "list", 1], {}, "19:15-19:21"],
  [["nodes", "plain", "list", 1, "y"], {}, "19:19-19:20"],
  [["nodes", "plain", "list", 7], {}, "19:5-19:9"],
  [["nodes", "plain", "empty"], {}, "20:5-20:10"],
  [["nodes", "plain", "missing", "deep"], {}, "4:3-4:8"],
  [["missing"], {}, "1:1-1:14"],
  [[], {}, "1:1-1:14"],
];

test.each(places)("ranges: %j %j is %s", (path, within, expected) => {
  const { line, column, endLine, endColumn } = readSource(placed).placeOf(path, within);
  expect(`${line}:${column}-${endLine}:${endColumn}`).toBe(expected);
});

test("ranges: they are the same with the line ends of Windows, and after a byte order mark", () => {
  const crlf = readSource(placed.replaceAll("\n", "\r\n"));
  for (const [path, within, expected] of places.slice(0, 12)) {
    const { line, column, endLine, endColumn } = crlf.placeOf(path, within);
    expect(`${line}:${column}-${endLine}:${endColumn}`).toBe(expected);
  }
  expect(readSource(`\ufeff${placed}`).placeOf(["voice_flow"])).toMatchObject({ line: 1, column: 13 });
});

test("ranges: columns are UTF-16 units", () => {
  expect(readSource('voice_flow: 1\na: "😀 {{ x }}"\n').placeOf(["a"], { offset: 6 })).toMatchObject({
    column: 11,
  });
});

test("read: quoted text is marked as such", () => {
  const source = readSource("voice_flow: 1\na: 'x'\nb: \"x\"\nc: x\nd: |\n  x\ne: [x]\n");
  expect(["a", "b", "c", "d", "e", "f"].map((key) => source.isQuoted([key]))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

const limits: readonly (readonly [name: string, text: string, code: string | undefined])[] = [
  ["as long as can be", `voice_flow: 1\na: ${"x".repeat(sourceBytesMax - 17)}`, undefined],
  ["longer", `voice_flow: 1\na: ${"x".repeat(sourceBytesMax - 16)}`, "VF107"],
  ["longer in UTF-8", `voice_flow: 1\na: ${"ä".repeat(sourceBytesMax / 2)}`, "VF107"],
  [
    "as deep as can be",
    `voice_flow: 1\na: ${"[".repeat(depthMax - 1)}${"]".repeat(depthMax - 1)}`,
    undefined,
  ],
  ["deeper", `voice_flow: 1\na: ${"[".repeat(depthMax + 1)}${"]".repeat(depthMax + 1)}`, "VF107"],
  ["deeper without brackets", `voice_flow: 1\n${ladder(depthMax + 1)}`, "VF107"],
  ["as deep without brackets", `voice_flow: 1\n${ladder(depthMax - 1)}`, undefined],
];

function ladder(levels: number): string {
  return Array.from({ length: levels }, (_, i) => `${" ".repeat(i)}a:`).join("\n");
}

test.each(limits)("limits: a text %s", (_name, text, code) => {
  expect(readSource(text).problems.find(({ severity }) => severity === "error")?.code).toBe(code);
});

const hostile = [
  "[", "{", "- ", "? ", ": ", "a: {", "*a ", "- *a\n", "- &a x\n", "!a ", "- !a x\n", "{}", "]", "}\n", "a: b: c\n", "[{", "[a: b, ",
  "{{ ", "a: {{ x }}\n", "{a: {{ x }}, b: [*, #", "#\n", " # x\n", "\n", "   \n", "\r\n", '"', "'", '"a" ', '""\n', "|\n", ">\n", "%a\n",
  "--- a\n", "...\n", "a\nb: c\n", "a:\n b:\n", "k: 1\n", "a: &a [*a]\n", "\\", "\t", "a,", "? a\n", "@", "\u0000", "\ufeff",
]; // prettier-ignore

const isLong = process.env["LONG"] !== undefined;
const share = process.env["LONG"] === undefined ? 8 : 1;

const crowds: readonly (readonly [name: string, text: string])[] = [
  ["holes in one line", `voice_flow: 1\na: [${"{{ x }}, ".repeat(11_000 / share)}`],
  ["stars in one line", `voice_flow: 1\na: [${"*a, ".repeat(30_000 / share)}`],
  ["keys of a telephone", `voice_flow: 1\n${"dtmf: *\n".repeat(16_000 / share)}`],
  ["tags", `voice_flow: 1\n${"a: !x\n".repeat(14_000 / share)}`],
  ["keys without a value", `voice_flow: 1\na: {${"x, ".repeat(30_000 / share)}}`],
];

test.each(crowds)(
  "limits: thousands of %s are reported quickly",
  (_name, text) => {
    expect(cpuMsOf(() => expect(readSource(text).problems.length).toBe(200))).toBeLessThan(2_000);
  },
  240_000,
);

const heads = ["voice_flow: 1\na: ", ...(isLong ? ["", "a: [", "a:\n  - "] : [])];
const tried = isLong ? hostile : hostile.filter((_, i) => i % 8 === 0);

test("limits: 256 KiB of hostile text are read in well under a second", () => {
  let slowest = 0;
  for (const piece of tried) {
    for (const head of heads) {
      const text =
        head + piece.repeat(Math.floor((sourceBytesMax - 20) / piece.length / (piece > "\x7f" ? 3 : 1)));
      slowest = Math.max(
        slowest,
        cpuMsOf(() => readSource(text)),
      );
    }
  }
  // Processor time, because other programs run here too; it includes garbage collection.
  expect(slowest).toBeLessThan(1_000);
}, 240_000);

test("ranges: a problem inside a text has that text's range", () => {
  for (const text of [...nasty, ...flows, placed]) {
    const { root } = compose(text, { tokensMax: 1e6, depthMax: 64 });
    if (root === undefined) throw new Error("a fixture is broken");
    for (const scalar of scalarsOf(root)) expectAligned(text, scalar);
  }
});

function scalarsOf(tree: Tree): ScalarTree[] {
  if (tree.kind === "scalar") return [tree];
  if (tree.kind === "list") return tree.items.flatMap(({ value }) => scalarsOf(value));
  if (tree.kind === "map")
    return tree.entries.flatMap(({ key, value }) => [...scalarsOf(key), ...scalarsOf(value)]);
  return [];
}

/** Expects each visible unit of the value at its reported place; an escape is one unit. */
function expectAligned(text: string, scalar: ScalarTree): void {
  if (typeof scalar.value !== "string") return;
  const offsets = alignmentOf(text, scalar);
  expect(offsets.length).toBe(scalar.value.length + 1);
  for (let i = 0; i < scalar.value.length; i++) {
    const [unit, found] = [scalar.value[i]!, text[offsets[i]!]];
    expect(offsets[i]!).toBeGreaterThanOrEqual(offsets[i - 1] ?? 0);
    if (!/\s/.test(unit) && found !== "\\") expect([scalar.value, i, found]).toEqual([scalar.value, i, unit]);
  }
}

const seed = seedOf(5_107);
const runs = isLong ? 1_000_000 : 5_000;
const signs = [
  "{", "}", "[", "]", ",", ": ", ":", "- ", "? ", "#", " #", "&a", "*a", "!t", "|", ">", '"', "'", "\n", "\r\n", " ", "  ", "\t", "{{", "}}", "%",
  "---", "...", "<<", "a", "b: c", "1", "dtmf: ", "say: ", "\\", "\u0000", "\ufeff", "\ud800", "é", "__proto__: 1", ".inf", "0x", "~", "=", "\u2028",
]; // prettier-ignore

const msMax = 50;

function mutate(chance: Random, text: string): string {
  const from = chance.int(0, text.length);
  const piece = text.slice(from, from + chance.int(20, 400));
  let out = piece;
  for (let i = chance.int(0, 6); i >= 0; i--) {
    const at = chance.int(0, out.length);
    const gone = chance.chance(0.4) ? chance.int(0, 12) : 0;
    out = out.slice(0, at) + (chance.chance(0.8) ? chance.pick(signs) : "") + out.slice(at + gone);
  }
  return out;
}

test(`read: ${runs} random texts are read or reported, in time (SEED=${seed})`, () => {
  const chance = random(seed);
  const texts = [...nasty, ...flows, placed];
  let slowest = { ms: 0, text: "" };
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < runs; i++) {
    const isNoise = chance.chance(0.3);
    const text = isNoise
      ? Array.from({ length: chance.int(0, 60) }, () => chance.pick(signs)).join("")
      : mutate(chance, chance.pick(texts));
    const startedAt = performance.now();
    const source = readSource(text);
    const first = performance.now() - startedAt;
    // A run that other programs slow down still takes little processor time.
    const ms = first < msMax ? first : leastCpuMs(msMax, () => readSource(text));
    if (ms > slowest.ms) slowest = { ms, text };
    if (source.value === undefined && !source.problems.some(({ severity }) => severity === "error")) {
      throw new Error(`nothing is told about ${JSON.stringify(text)}`);
    }
    for (const { line, column, end_line, end_column } of source.problems) {
      if (line < 1 || column < 1 || end_line < line || (end_line === line && end_column < column)) {
        throw new Error(`no place in ${JSON.stringify(text)}`);
      }
    }
    source.placeOf(["nodes", "a", 0, "b"], { offset: 3 });
  }
  Bun.gc(true);
  const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  expect(slowest.ms, JSON.stringify(slowest.text)).toBeLessThan(msMax);
  expect(grown).toBeLessThan(50);
  if (runs > 20_000) console.log(`slowest ${slowest.ms.toFixed(1)} ms, grown by ${grown.toFixed(1)} MiB`);
}, 3_600_000);
