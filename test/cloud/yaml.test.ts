// Documents: what is no YAML mapping is told with its place, keys keep their order, comments survive an edit.

import { expect, test } from "bun:test";
import { jsonTextOf, readYaml, rewriteYaml } from "../../src/cloud/yaml.ts";
import { random, type Random, seedOf } from "../support/random.ts";

function json(text: string): string {
  const { document, diagnostics } = readYaml(text);
  if (document === undefined) throw new Error(JSON.stringify(diagnostics));
  return jsonTextOf(document);
}

const broken: readonly [name: string, text: string, code: string, line: number, column: number][] = [
  ["nothing at all", "", "VF100", 1, 1],
  ["a list", "- a\n- b\n", "VF100", 1, 1],
  ["a word", "hello", "VF100", 1, 1],
  ["a text with a colon in it", "a: b: c\n", "VF101", 1, 4],
  ["an open bracket", "a: 1\nb: [1, 2\n", "VF101", 3, 1],
  ["a tab for indentation", "a:\n\tb: 1\n", "VF101", 2, 1],
  ["two documents", "a: 1\n---\nb: 2\n", "VF101", 2, 1],
  ["a key that is here twice", "a: 1\nb:\n  c: 1\n  c: 2\n", "VF108", 4, 3],
  ["keys that are the same as text", '1: a\n"1": b\n', "VF108", 2, 1],
  ["an alias that leads nowhere", "a: *b\n", "VF106", 1, 4],
];

test.each(broken)("yaml: %s is no document", (_name, text, code, line, column) => {
  const { document, diagnostics } = readYaml(text);
  expect(document).toBeUndefined();
  expect(diagnostics[0]).toMatchObject({ severity: "error", code, line, column });
});

test("yaml: a bomb of aliases, and a well without a bottom, are refused", () => {
  const names = "bcdefghij".split("");
  const bomb = names.map(
    (name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[i]}`).join(",")}]`,
  );
  expect(readYaml(["a: &a [x]", ...bomb].join("\n")).diagnostics[0]?.code).toBe("VF106");
  expect(
    readYaml(`a: &a ${"x".repeat(200_000)}\nb: [${Array(9).fill("*a").join(",")}]`).document,
  ).toBeUndefined();
  for (const text of ["a: &x [*x]", "&r {a: *r}", "a: &x {b: {c: *x}}"]) {
    expect(readYaml(text).diagnostics[0]?.code).toBe("VF106");
  }
  for (const depth of [65, 1_000, 100_000]) {
    expect(readYaml(`a: ${"[".repeat(depth)}${"]".repeat(depth)}`).document).toBeUndefined();
    expect(readYaml(`a: ${"{b: ".repeat(depth)}1${"}".repeat(depth)}`).document).toBeUndefined();
  }
  expect(readYaml(`a: ${"[".repeat(63)}${"]".repeat(63)}`).document).toBeDefined();
});

const values: readonly [yaml: string, json: string][] = [
  ["b: 1\na: 2\n10: x\n2: y\n", '{"b":1,"a":2,"10":"x","2":"y"}'],
  ["__proto__: 1\nconstructor: {a: 1}\n", '{"__proto__":1,"constructor":{"a":1}}'],
  ["a: &x [1, 2]\nb: *x\n", '{"a":[1,2],"b":[1,2]}'],
  [
    "a: yes\nb: no\nc: true\nd: ~\ne:\nf: 2024-01-01\n",
    '{"a":"yes","b":"no","c":true,"d":null,"e":null,"f":"2024-01-01"}',
  ],
  ["a: .inf\nb: 0x10\nc: 1e3\n", '{"a":null,"b":16,"c":1000}'],
  ["a: |\n  one\n  two\nb: >\n  one\n  two\n", '{"a":"one\\ntwo\\n","b":"one two\\n"}'],
  ["{}", "{}"],
];

test.each(values)("yaml: %j is %s", (text, expected) => {
  expect(json(text)).toBe(expected);
});

const stored = `# A flow that books a table.
voice_flow: 1
id: booking # never changes

# Who asks what.
nodes:
  greet:
    say: "Hello." # kept as it is
    next: ask
  # The only question.
  ask:
    say: |
      How many people
      are you?
    options:
      # small
      - two
      # large
      - ten
`;

function edit(change: (document: Record<string, unknown>) => void): string {
  const document = JSON.parse(json(stored)) as Record<string, unknown>;
  change(document);
  const { text, rewritten } = rewriteYaml(stored, document);
  expect(JSON.parse(json(text))).toEqual(document);
  expect(rewritten).toBe(false);
  return text;
}

test("rewrite: a document that is the same stays the same text", () => {
  expect(edit(() => undefined)).toBe(stored);
});

test("rewrite: one value changes and nothing else", () => {
  const text = edit((document) => {
    document["id"] = "table";
  });
  expect(text).toBe(stored.replace("id: booking", "id: table"));
});

test("rewrite: added keys come last, removed ones go with their comments", () => {
  const text = edit((document) => {
    const nodes = document["nodes"] as Record<string, unknown>;
    delete nodes["ask"];
    nodes["bye"] = { say: "Bye.", end: "done" };
  });
  expect(text).toBe(
    `${stored.slice(0, stored.indexOf("  # The only"))}  bye:\n    say: Bye.\n    end: done\n`,
  );
});

test("rewrite: comments go where their item goes", () => {
  const text = edit((document) => {
    const { ask } = document["nodes"] as { ask: { options: string[] } };
    ask.options = ["ten", "twelve"];
  });
  // What stands before the first item belongs to the list.
  expect(text).toContain("      # small\n      # large\n      - ten\n      - twelve\n");
});

test("rewrite: values change their kind", () => {
  edit((document) => {
    document["id"] = { a: [1, { b: null }] };
    document["nodes"] = "none";
    document["voice_flow"] = "1";
    document["note"] = ["yes", "~", "- a", "a: b", "#", " ", "1e3", "\ud83d\ude00", "line\nline\n\n", "\t"];
  });
});

test("rewrite: a value that is shared by an alias is changed in one place", () => {
  expect(rewriteYaml("a: &x {k: 1} # one\nb: *x\n", { a: { k: 2 }, b: { k: 1 } })).toMatchObject({
    text: "a: &x { k: 2 } # one\nb:\n  k: 1\n",
    rewritten: false,
  });
  expect(rewriteYaml("a: &x {k: 1} # one\nb: *x\n", { a: { k: 1 }, b: { k: 2 } })).toMatchObject({
    text: "a: &x { k: 1 } # one\nb:\n  k: 2\n",
    rewritten: false,
  });
});

const seed = seedOf(4_711);
const runs = process.env["LONG"] === undefined ? 300 : 20_000;

function anyValue(chance: Random, depth: number): unknown {
  const kind = chance.int(0, depth > 3 ? 5 : 8);
  if (kind === 0) return chance.int(-1_000, 1_000);
  if (kind === 1) return chance.next() * 1e6;
  if (kind === 2) return chance.chance(0.5);
  if (kind === 3) return null;
  if (kind <= 5) return chance.pick(texts);
  if (kind === 6) return Array.from({ length: chance.int(0, 4) }, () => anyValue(chance, depth + 1));
  return anyObject(chance, depth + 1);
}

function anyObject(chance: Random, depth: number): Record<string, unknown> {
  const keys = Array.from({ length: chance.int(0, 5) }, () => chance.pick(names));
  return Object.fromEntries(keys.map((key) => [key, anyValue(chance, depth)]));
}

const names = [
  "a",
  "b c",
  "1",
  "true",
  "null",
  "- x",
  "#",
  ": ",
  "",
  "say",
  "{x}",
  "é",
  "a:b",
  "?",
  "&a",
  "<<",
];
const texts = [
  ...names,
  "Hello, {{ name }}.",
  "yes",
  "012",
  "1_000",
  "multi\nline",
  "'",
  '"',
  "\\",
  "*",
  "end ",
];

test(`rewrite: ${runs} random edits of random documents mean what they should (SEED=${seed})`, () => {
  const chance = random(seed);
  let text = stored;
  for (let i = 0; i < runs; i++) {
    const old = JSON.parse(json(text)) as Record<string, unknown>;
    const next = chance.chance(0.3)
      ? anyObject(chance, 0)
      : { ...old, [chance.pick(names)]: anyValue(chance, 0) };
    const written = rewriteYaml(text, next);
    expect(JSON.parse(json(written.text))).toEqual(next);
    text = written.text;
  }
}, 120_000);
