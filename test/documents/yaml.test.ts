// YAML documents: a text that is no mapping is reported with its place, and keys keep their order.

import { expect, test } from "bun:test";
import { jsonTextOf, readYaml } from "../../src/documents/yaml.ts";

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

test.each(broken)("yaml: %s is refused", (_name, text, code, line, column) => {
  const { document, diagnostics } = readYaml(text);
  expect(document).toBeUndefined();
  expect(diagnostics[0]).toMatchObject({ severity: "error", code, line, column });
});

test("yaml: a bomb of aliases, and endless nesting, are refused", () => {
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
