// Splicer: only the edited part of the text changes, in every style of YAML, and comments are only removed with the
// value that they describe.

import { expect, test } from "bun:test";
import { applyEdits } from "../../../../src/flow/language/source/text-edit.ts";
import { yamlTokensOf } from "../../../../src/flow/language/source/yaml-tokens.ts";
import { documentLimits, editsFor, splice } from "../../../../src/flow/language/source/splice.ts";
import { jsonText, type Plain, plainOf } from "../../../../src/flow/language/source/yaml-tree.ts";
import { textsOf } from "../../../support/flow-texts.ts";
import { anyEdit, anyPlain, ownRanges, treeIn } from "../../../support/fuzz/document-edit.ts";
import { random, seedOf } from "../../../support/random.ts";

const documents = [
  ...(await textsOf("test/flow/language/source/fixtures")),
  ...(await textsOf("public/flows")),
];

test("splice: there are thirty hard documents", () => {
  expect(documents.length).toBeGreaterThan(30);
});

test.each(documents)("splice: saving %s unchanged keeps every byte", (_name, text) => {
  const plain = plainOf(treeIn(text));
  expect(editsFor(text, plain)).toEqual([]);
  expect(splice(text, JSON.parse(jsonText(plain)))).toEqual({ text, rewritten: false });
});

interface Case {
  readonly name: string;
  readonly old: string;
  readonly wanted: unknown;
  readonly text: string;
  readonly renames?: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  { name: "a plain text", old: "a: x # c\nb: 1\n", wanted: { a: "z", b: 1 }, text: "a: z # c\nb: 1\n" },
  { name: "a text in its quotes", old: "a: 'x'\nb: \"y\"\n", wanted: { a: "it's", b: 'q"' }, text: "a: 'it''s'\nb: \"q\\\"\"\n" },
  { name: "a text that needs quotes", old: "a: x\n", wanted: { a: "yes" }, text: 'a: "yes"\n' },
  { name: "a number that becomes a text", old: "a: 1\n", wanted: { a: "1" }, text: 'a: "1"\n' },
  { name: "nothing that becomes something", old: "a: # c\nb:\n", wanted: { a: 1, b: [2] }, text: "a: 1 # c\nb: [2]\n" },
  {
    name: "a text after a bar",
    old: "a: | # why\n    one\n    two\nb: 1\n",
    wanted: { a: "three\n\nfour", b: 1 },
    text: "a: |- # why\n    three\n\n    four\nb: 1\n",
  },
  { name: "a folded text", old: "a: >-\n  one\n  two\n", wanted: { a: "x\ny" }, text: "a: >-\n  x\n\n  y\n" },
  {
    name: "words of a folded text",
    old: "a: >-\n  one {{ x }}\n  two {{ x | y }}\nb: 1\n",
    wanted: { a: "one {{ z }} two {{ zz | y }}", b: 1 },
    text: "a: >-\n  one {{ z }}\n  two {{ zz | y }}\nb: 1\n",
  },
  {
    name: "words of texts over several lines",
    old: "a: one\n  old\nb: 'it''s\n  old'\nc: \"caf\\u00e9 old\\\n  er\"\n",
    wanted: { a: "one new", b: "it's new", c: "café newer" },
    text: "a: one\n  new\nb: 'it''s\n  new'\nc: \"caf\\u00e9 new\\\n  er\"\n",
  },
  {
    name: "words beside escapes",
    old: 'a: "caf\\u00e9 {{ old }}\\n" # c\n',
    wanted: { a: "café {{ new }}\n" },
    text: 'a: "caf\\u00e9 {{ new }}\\n" # c\n',
  },
  { name: "a word that is an escape", old: 'a: "x \\u00e9"\n', wanted: { a: "x e" }, text: 'a: "x e"\n' },
  { name: "a text of two lines", old: "a: x\n", wanted: { a: "one\ntwo\n" }, text: "a: |\n  one\n  two\n" },
  { name: "a bar that goes", old: "a: | # c\n  x\nb: 1\n", wanted: { a: 2, b: 1 }, text: "a: 2 # c\nb: 1\n" },
  {
    name: "a key that comes after another",
    old: "a: 1 # a\n# about c\nc: 3\n",
    wanted: { a: 1, b: "two", c: 3 },
    text: "a: 1 # a\nb: two\n# about c\nc: 3\n",
  },
  { name: "a key at the end without a line's end", old: "a: 1", wanted: { a: 1, b: 2 }, text: "a: 1\nb: 2" },
  {
    name: "a key that goes with its comments",
    old: "a: 1\n\n# free\n\n# about b\nb: 2 # b\n  # under b\nc: 3\n",
    wanted: { a: 1, c: 3 },
    text: "a: 1\n\n# free\n\nc: 3\n",
  },
  {
    name: "all keys of a block",
    old: "a: # c\n  b: 1\n\n  # free\n\n  c: 2\nd: 3\n",
    wanted: { a: {}, d: 3 },
    text: "a: {} # c\n\n  # free\n\nd: 3\n",
  },
  {
    name: "an order that says something",
    old: "nodes:\n  # a\n  a: {end: x} # a\n  # b\n  b: {end: y} # b\n",
    wanted: { nodes: { b: { end: "y" }, a: { end: "x" } } },
    text: "nodes:\n  # b\n  b: {end: y} # b\n  # a\n  a: {end: x} # a\n",
  },
  { name: "an order that says nothing", old: "a: 1\nb: 2\n", wanted: { b: 2, a: 1 }, text: "a: 1\nb: 2\n" },
  {
    name: "an order in brackets",
    old: "set: {a: 1, b: 2, c: 3} # x\n",
    wanted: { set: { c: 3, a: 1, b: 2 } },
    text: "set: {c: 3, a: 1, b: 2} # x\n",
  },
  {
    name: "an entry in brackets that goes with its comment",
    old: "a: [ # open\n  one, # 1\n  # two\n  two, # 2\n  three # 3\n]\n",
    wanted: { a: ["one", "three"] },
    text: "a: [ # open\n  one, # 1\n  three # 3\n]\n",
  },
  {
    name: "an entry in brackets that comes",
    old: "a: [\n  one, # 1\n  two # 2\n]\nb: {c: 1}\n",
    wanted: { a: ["one", "two", "three"], b: { c: 1, d: { e: "x, y" } } },
    text: 'a: [\n  one, # 1\n  two, # 2\n  three\n]\nb: {c: 1, d: {e: "x, y"}}\n',
  },
  { name: "the last entry in brackets", old: "a: {b: 1}\nc: [2]\n", wanted: { a: {}, c: [] }, text: "a: {}\nc: []\n" },
  {
    name: "an item that moves with its comments",
    old: "a:\n  # x\n  - x # 1\n  # y\n  - y # 2\n  - z\n",
    wanted: { a: ["z", "x", "y"] },
    text: "a:\n  - z\n  # x\n  - x # 1\n  # y\n  - y # 2\n",
  },
  {
    name: "the first key behind a dash",
    old: "a:\n  - b: 1 # b\n    c: 2\n  - d: 3\n",
    wanted: { a: [{ c: 2 }, { x: 0, d: 3 }] },
    text: "a:\n  - c: 2\n  - x: 0\n    d: 3\n",
  },
  {
    name: "an item that changes inside",
    old: "next:\n  - if: a # why\n    goto: b\n  - else: c\n",
    wanted: { next: [{ if: "a and d", goto: "b" }, { else: "e" }] },
    text: "next:\n  - if: a and d # why\n    goto: b\n  - else: e\n",
  },
  {
    name: "a block that becomes a text",
    old: "a: # c\n  b: 1\nd: 2\n",
    wanted: { a: "x", d: 2 },
    text: "a: x # c\nd: 2\n",
  },
  {
    name: "the line ends of Windows",
    old: "a: 1\r\nb:\r\n  c: 2\r\n",
    wanted: { a: 1, b: { c: 2, d: "x\ny\n" } },
    text: "a: 1\r\nb:\r\n  c: 2\r\n  d: |\r\n    x\r\n    y\r\n",
  },
  {
    name: "keys that JSON puts in another order",
    old: "options: {10: ten, 2: two}\n",
    wanted: { options: { 2: "two", 10: "ten!" } },
    text: "options: {10: ten!, 2: two}\n",
  },
  {
    name: "a node that gets another name",
    old: "nodes:\n  # a\n  a: {next: b} # a\n  b: {end: x}\n",
    wanted: { nodes: { c: { next: "b" }, b: { end: "x" } } },
    renames: { a: "c" },
    text: "nodes:\n  # a\n  c: {next: b} # a\n  b: {end: x}\n",
  },
  {
    name: "ruling 58: two nodes that swap their names",
    old: "nodes:\n  a: {next: b} # first\n  b: {end: x} # second\n",
    wanted: { nodes: { b: { next: "a" }, a: { end: "x" } } },
    renames: { a: "b", b: "a" },
    text: "nodes:\n  b: {next: a} # first\n  a: {end: x} # second\n",
  },
  {
    name: "an alias where its anchor changes",
    old: "a: &x {k: 1} # one\nb: *x\n",
    wanted: { a: { k: 2 }, b: { k: 1 } },
    text: "a: &x {k: 2} # one\nb: {k: 1}\n",
  },
  {
    name: "an alias that becomes something else",
    old: "a: &x {k: 1} # one\nb: *x\n",
    wanted: { a: { k: 1 }, b: { k: 2 } },
    text: "a: &x {k: 1} # one\nb: {k: 2}\n",
  },
  {
    name: "a line that becomes too long",
    old: "nodes:\n  a: {ask: x, next: b} # a\n  b: {end: y}\n",
    wanted: { nodes: { a: { ask: "x", say: "word ".repeat(18).trim(), next: "b" }, b: { end: "y" } } },
    text: `nodes:\n  a: # a\n    ask: x\n    say: ${"word ".repeat(18).trim()}\n    next: b\n  b: {end: y}\n`,
  },
  {
    name: "a line that becomes too long in an unusual style",
    old: "a: {b: 'x', c: y}\n",
    wanted: { a: { b: "x", c: "y", d: "word ".repeat(18).trim() } },
    text: `a: {b: 'x', c: y, d: ${"word ".repeat(18).trim()}}\n`,
  },
  { name: "a tag that does not fit any more", old: "a: !!str 12 # c\n", wanted: { a: 12 }, text: "a: 12 # c\n" },
  { name: "an empty document", old: "# c\n", wanted: { a: 1 }, text: "# c\na: 1\n" },
  { name: "a document in brackets", old: "{a: 1} # c\n", wanted: { a: 2, b: {} }, text: "{a: 2, b: {}} # c\n" },
  {
    name: "a long value",
    old: "nodes:\n  a: {end: x}\n",
    wanted: { nodes: { a: { end: "x" }, b: { say: "word ".repeat(20).trim(), next: [{ if: "x", goto: "a" }, { else: "b" }] } } },
    text: `nodes:\n  a: {end: x}\n  b:\n    say: ${"word ".repeat(20).trim()}\n    next: [{if: x, goto: a}, {else: b}]\n`,
  },
]; // prettier-ignore

test.each(cases)("splice: $name keeps the rest", ({ old, wanted, renames, text }) => {
  expect(splice(old, wanted, renames)).toEqual({ text, rewritten: false });
});

test("splice: edits refer to the old text, in order", () => {
  const edits = editsFor("a: 1\nb: x # c\n", { a: 2, b: "z" });
  expect(edits).toEqual([
    { from: 3, to: 4, text: "2" },
    { from: 8, to: 9, text: "z" },
  ]);
  expect(applyEdits("a: 1\nb: x # c\n", edits ?? [])).toBe("a: 2\nb: z # c\n");
});

test("splice: a broken document is rewritten, with a report of lost comments", () => {
  expect(splice("a: [", { b: 1 })).toEqual({ text: "b: 1\n", rewritten: false });
  expect(splice("# c\na: [", { b: 1 })).toEqual({ text: "b: 1\n", rewritten: true });
});

const ordered = new Set(["nodes", "variables", "goto", "exits", "set", "save", "options"]);

/** Meaning of a document, computed in another way than the splicer does. */
function meaning(value: Plain, key = ""): string {
  if (Array.isArray(value)) return `[${(value as Plain[]).map((each) => meaning(each)).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const entries: (readonly [string, Plain])[] = [...value];
  const isFree = !ordered.has(key) || entries.some(([name]) => /^\d+$/.test(name));
  const rows = isFree ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries;
  return `{${rows.map(([name, each]) => `${JSON.stringify(name)}:${meaning(each, name)}`).join(",")}}`;
}

function commentsIn(text: string): { readonly at: number; readonly words: string }[] {
  return yamlTokensOf(text, documentLimits)
    .tokens.filter(({ type }) => type === "comment")
    .map(({ from, to }) => ({ at: from, words: text.slice(from, to).trim() }));
}

/** Comments that are gone although the thing they describe is still there. */
function lostComments(text: string, next: string, own: readonly (readonly [number, number])[]): string[] {
  const count = (words: string, comments: readonly { readonly words: string }[]): number =>
    comments.filter((each) => each.words === words).length;
  const [before, after] = [commentsIn(text), commentsIn(next)];
  const mayGo = before.filter(({ at }) => own.some(([from, to]) => from <= at && at < to));
  return [...new Set([...before, ...after].map(({ words }) => words))].filter((words) => {
    const lost = count(words, before) - count(words, after);
    return lost < 0 || lost > count(words, mayGo);
  });
}

const seed = seedOf(9_158);
const runs = process.env["LONG"] === undefined ? 100 : 10_000;
const editsInARow = 8;

test(`splice: ${runs} random edits keep their meaning and lose no comment (SEED=${seed})`, () => {
  const chance = random(seed);
  let lines = 0;
  for (let i = 0; i < runs;) {
    const [name, first] = chance.pick(documents);
    let text = first;
    for (let j = 0; j < editsInARow && i < runs; j++, i++) {
      const root = treeIn(text);
      const edit = anyEdit(chance, root);
      const { text: next, rewritten } = splice(text, edit.document, edit.renames);
      const where = () => `${name}, edit ${i}: ${edit.what}\n${text}\n--->\n${next}`;
      if (rewritten) throw new Error(`rewritten: ${where()}`);
      if (meaning(plainOf(treeIn(next))) !== meaning(edit.document)) throw new Error(`different: ${where()}`);
      const lost = lostComments(text, next, ownRanges(text, root, edit.gone));
      if (lost.length > 0) throw new Error(`lost ${JSON.stringify(lost)}: ${where()}`);
      lines += changedLines(text, next);
      text = next;
    }
  }
  // The runs include texts of several lines and values of several rows.
  expect(lines / runs).toBeLessThan(4);
  if (runs > 500) console.log(`${(lines / runs).toFixed(2)} lines changed by an edit`);
}, 3_600_000);

function changedLines(before: string, after: string): number {
  const old = before.split("\n");
  const now = after.split("\n");
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(old.length, now.length) - head;
  while (tail < shorter && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return Math.max(old.length, now.length) - head - tail;
}

test(`splice: ${runs} documents replaced by others keep the meaning (SEED=${seed})`, () => {
  const chance = random(seed + 1);
  let text = "a: 1\n";
  for (let i = 0; i < runs; i++) {
    if (chance.chance(0.2)) [, text] = chance.pick(documents);
    const old = plainOf(treeIn(text)) as ReadonlyMap<string, Plain>;
    const fresh = anyPlain(chance);
    const wanted = fresh instanceof Map ? new Map([...old, ...fresh].filter(() => chance.chance(0.7))) : old;
    const spliced = splice(text, wanted);
    if (meaning(plainOf(treeIn(spliced.text))) !== meaning(wanted))
      throw new Error(`${text}\n--->\n${spliced.text}`);
    text = spliced.text;
  }
}, 3_600_000);

const general = `# Not a flow: what YAML has besides.
base: &base # anchored
  a: &a {k: 1} # k
  b: [*a, x] # again
1: one # a number for a key
true: !!str 12 # tagged
? [x, y] # a list for a key
: z
? long
: &l
  - &m text # m
  - *m # m again
copy: *base # all
merged: {<<: *base, c: 3} # not merged
`;

test(`splice: ${runs} random edits of a document with anchors, tags and odd keys keep their meaning (SEED=${seed})`, () => {
  const chance = random(seed + 2);
  let rewritten = 0;
  for (let i = 0; i < runs;) {
    let text = general;
    for (let j = 0; j < 4 && i < runs; j++, i++) {
      const edit = anyEdit(chance, treeIn(text));
      const spliced = splice(text, edit.document);
      if (meaning(plainOf(treeIn(spliced.text))) !== meaning(edit.document))
        throw new Error(`${edit.what}\n${text}\n--->\n${spliced.text}`);
      rewritten += Number(spliced.rewritten);
      text = spliced.text;
    }
  }
  expect(rewritten).toBe(0);
}, 3_600_000);

test("splice: a bomb of aliases is refused", () => {
  const bomb = "bcdefghij"
    .split("")
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[i]}`).join(",")}]`);
  const text = ["a: &a [x]", ...bomb].join("\n");
  expect(editsFor(text, { a: 1 })).toBeUndefined();
  expect(splice(text, { a: 1 })).toEqual({ text: "a: 1\n", rewritten: false });
});
