// Incremental reader: rereading one row gives the same result as reading the whole text, or the reader gives up.

import { expect, test } from "bun:test";
import { compose, type ParsedYaml } from "../../../../src/flow/language/source/composer.ts";
import { rereadRow } from "../../../../src/flow/language/source/incremental-reader.ts";
import { documentLimits } from "../../../../src/flow/language/source/splice.ts";
import { textsOf } from "../../../support/flow-texts.ts";
import { type Random, random, seedOf } from "../../../support/random.ts";

const readAll = (text: string): ParsedYaml => compose(text, documentLimits);

function again(old: string, now: string): ParsedYaml | undefined {
  return rereadRow({ text: old, composed: readAll(old) }, now, readAll);
}

const told = ({ root, tokens: pieces, errors }: ParsedYaml) => ({ root, pieces, errors });

const flow =
  "start: a # c\nnodes:\n  a: {say: x, next: b}\n  # b\n  b:\n    say: y\n  c: {end: z}\ntests: []\n";

const rows: readonly (readonly [name: string, old: string, now: string])[] = [
  ["a value", "say: x", "say: longer"],
  ["a row that comes", "  # b\n", "  n: {say: z}\n  # b\n"],
  ["a comment", "# b", "# about b"],
  ["a row at the top", "start: a", "start: b"],
  ["a key", "  b:\n", "  bee:\n"],
  ["the last row of a section", "end: z", "end: zzz"],
  ["two rows of a section", "x, next: b}\n  # b\n  b:\n", "y, next: b}\n  # b\n  bee:\n"],
  ["a row that goes from a section", "  # b\n  b:\n    say: y\n", ""],
];

test.each(rows)("reread: %s is read by itself", (_name, old, now) => {
  const text = flow.replace(old, now);
  const found = again(flow, text);
  if (found === undefined) throw new Error("all was read");
  expect(told(found)).toEqual(told(readAll(text)));
});

const unsure: readonly (readonly [name: string, old: string, now: string])[] = [
  ["two rows at the top", "a # c\nnodes:", "b # c\nnode:"],
  ["what is above all", "start", "# x\nstart"],
  ["a quote that stays open", "say: x", "say: 'x"],
  ["an anchor", "say: x", "say: &x x"],
  ["a line that goes on above", "  b:\n", "    b\n"],
  ["a value that is not there", "say: y", "say:"],
];

test.each(unsure)("reread: %s needs the whole text", (_name, old, now) => {
  expect(again(flow, flow.replace(old, now))).toBeUndefined();
});

const bits = [
  "x", "\n", "  ", "# c\n", "a: 1\n", "  b: {c: d}\n", "    say: y\n", "|\n", "\n\n", ": ", "- ", "'", '"', "{", "}", "[",
  "]", "&a ", "*a ", "!t ", "---\n", "\t", "\r\n", "é😀", "  # deep\n", "? ", ">-\n    folded\n", "|+\n    kept\n\n",
]; // prettier-ignore

/** Text after typing, deleting or moving lines. */
function changed(chance: Random, old: string): string {
  const from = chance.int(0, old.length);
  const to = chance.chance(0.5) ? from : Math.min(old.length, from + chance.int(0, 40));
  const roll = chance.int(0, 3);
  if (roll === 0) return old.slice(0, from) + chance.pick(bits) + old.slice(to);
  if (roll === 1) return old.slice(0, from) + old.slice(to);
  const lines = old.split("\n");
  const at = chance.int(0, lines.length - 1);
  if (roll === 2) lines.splice(at, chance.int(0, 2));
  else lines.splice(at, 0, chance.pick(lines));
  return lines.join("\n");
}

const seed = seedOf(4_417);
const runs = process.env["LONG"] === undefined ? 600 : 30_000;
const folders = ["public/flows", "test/flow/examples/more", "test/flow/language/source/fixtures"];
const texts = (await Promise.all(folders.map(textsOf))).flat().map(([, text]) => text);

test(`reread: ${runs} random changes are read the same way (SEED=${seed})`, () => {
  const chance = random(seed);
  let quick = 0;
  for (let i = 0; i < runs; i++) {
    const old = chance.pick(texts);
    const now = changed(chance, old);
    const found = again(old, now);
    if (found === undefined) continue;
    quick += 1;
    if (!Bun.deepEquals(told(found), told(readAll(now)))) throw new Error(`${old}\n--->\n${now}`);
  }
  expect(quick / runs).toBeGreaterThan(0.1);
}, 3_600_000);
