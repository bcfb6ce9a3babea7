// Fuzz test of the loader: for mutated flows it never throws, stays fast, keeps no memory, and every position lies
// inside the text.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { places } from "../../../../src/flow/language/schema/table.ts";
import { type Random, random, seedOf } from "../../../support/random.ts";
import { marked, textOf } from "./case.ts";
import { documentCases } from "./cases-document.ts";
import { meaningCases } from "./cases-meaning.ts";
import { nodeCases } from "./cases-nodes.ts";
import { outsideCases } from "./cases-outside.ts";
import { speechCases } from "./cases-speech.ts";
import { leastCpuMs } from "../../../support/fuzz/cpu-time.ts";

const long = process.env.LONG === "1";
const documents = long ? 1_000_000 : 1_000;
const seed = seedOf(20_261_121);
/**
 * Time limit far above the loader's time, even on a machine that does ten other things: the fault that it detects never
 * ends. The test tries a slow run again, because only lasting slowness counts, and not the machine.
 */
const slowMs = 1_000;
/** Generous limit: the leak that it detects never ends. */
const growthBytesMax = 128 * 1_024 * 1_024;

const examples = ["public/flows/*.flow.yaml", "test/flow/examples/**/*.flow.yaml"]
  .flatMap((glob) => [...new Bun.Glob(glob).scanSync(".")].sort())
  .map((path) => readFileSync(path, "utf8"));
/** Huge cases would only make the test slow. */
const small = [...documentCases, ...meaningCases, ...nodeCases, ...outsideCases, ...speechCases]
  .flatMap(({ bad, good }) => [marked(bad).text, textOf(good)])
  .filter((text) => text.length < 2_000);

const keys = [...new Set(Object.values(places).flatMap((place) => place.keys.map(({ name }) => name)))];
const odd = [
  "null",
  "true",
  "https://example.com/faq",
  "a/../b.md",
  "[]",
  "{}",
  "{a: b}",
  "[[1], {x: [y]}]",
  "-1",
  "1e400",
  "''",
  '"{{ "',
  '"{{ x.y[0] | list(1, }}"',
  "'{{ constructor }}'",
  "__proto__",
  "toString",
  "RESUME",
  "disabled",
  "5s",
  "99999999999h",
  "*a",
  "&a x",
  "!!js x",
  "<<",
  "? k",
  "|",
  ">-",
  "#",
  "\u0000",
  "\u202e",
  "𝒳",
  "é",
  "\ud800",
];

function mutate(text: string, dice: Random): string {
  let changed = text;
  for (let i = dice.int(1, 6); i > 0; i--) changed = once(changed, dice);
  return changed;
}

function once(text: string, dice: Random): string {
  const at = dice.int(0, text.length);
  const words = [...text.matchAll(/[\w-]+/g)];
  const word = words.length === 0 ? undefined : dice.pick(words);
  const replaced = (by: string): string =>
    word === undefined ? by : text.slice(0, word.index) + by + text.slice(word.index + word[0].length);
  const lines = text.split("\n");
  return dice.pick<() => string>([
    () => text.slice(0, at) + text.slice(at + dice.int(1, 20)),
    () =>
      text.slice(0, at) +
      dice.pick(["{", "}", "[", "]", ":", ",", "'", '"', "\n", "  ", "\t", "|", "{{", "}}"]) +
      text.slice(at),
    () => replaced(dice.pick(odd)),
    () => replaced(dice.pick(keys)),
    () => replaced(words.length === 0 ? "x" : dice.pick(words)[0]),
    () => lines.toSpliced(dice.int(0, lines.length - 1), 1).join("\n"),
    () => lines.toSpliced(dice.int(0, lines.length), 0, dice.pick(lines)).join("\n"),
    () =>
      lines
        .toSpliced(
          dice.int(0, lines.length),
          0,
          `${" ".repeat(dice.int(0, 8))}${dice.pick(keys)}: ${dice.pick(odd)}`,
        )
        .join("\n"),
    () =>
      text.replaceAll(
        dice.pick(["\n", ": ", "  ", "next", "goto"]),
        dice.pick(["\n", ":", " ", "ask", "\r\n"]),
      ),
  ])();
}

test(`checker fuzz: ${documents} mutated flows, seed ${seed}`, () => {
  const dice = random(seed);
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  let slowest = 0;
  for (let i = 0; i < documents; i++) {
    const text = mutate(dice.pick(dice.chance(0.1) ? examples : small), dice);
    slowest = Math.max(slowest, timeOf(text, i));
  }
  Bun.gc(true);
  expect(slowest).toBeLessThanOrEqual(slowMs);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(growthBytesMax);
}, 7_200_000);

/** Processor time in milliseconds. */
function timeOf(text: string, i: number): number {
  const best = leastCpuMs(slowMs, () => checked(text, i));
  if (best > slowMs) throw new Error(`Seed ${seed}, document ${i} takes ${best} ms:\n${text}`);
  return best;
}

function checked(text: string, i: number): void {
  try {
    const { problems, program } = loadFlow(text, knowledge);
    if (problems.length > 100) throw new Error("more than 100 problems");
    const isWrong = problems.some(({ severity }) => severity === "error");
    if (isWrong && program !== undefined) throw new Error("a program in spite of errors");
    const lines = text.split("\n").length;
    for (const { line, column, end_line: endLine, end_column: endColumn, code } of problems) {
      const isOrdered = line < endLine || (line === endLine && column <= endColumn);
      if (line < 1 || column < 1 || endLine > lines || !isOrdered)
        throw new Error(`${code} is at ${line}:${column}-${endLine}:${endColumn} of ${lines} lines`);
    }
  } catch (error) {
    throw new Error(`Seed ${seed}, document ${i}:\n${text}`, { cause: error });
  }
}

const knowledge = {
  resolveFlow: (id: string) => (id.length % 2 === 0 ? examples[0] : undefined),
  knowsSecret: (name: string) => name.length % 2 === 0,
  knowsWord: (word: string) => word.length % 2 === 0,
  readSource: (_: string, name: string) =>
    [undefined, { passages: [] }, { problem: "is gone", hint: "write it", isFatal: name.length % 2 === 0 }][
      name.length % 3
    ],
};
