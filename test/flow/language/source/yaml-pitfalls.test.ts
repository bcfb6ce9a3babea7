// YAML pitfalls: each is reported at its position with a correction, and its near miss is not.

import { expect, test } from "bun:test";
import { readSource } from "../../../../src/flow/language/source/source-reader.ts";

const head = "voice_flow: 1\nnodes:\n";

/** `code line:column-line:column`, as a person reads them. */
function told(text: string): string[] {
  return readSource(text).problems.map(
    (each) => `${each.code} ${each.line}:${each.column}-${each.end_line}:${each.end_column}`,
  );
}

interface Trap {
  readonly name: string;
  readonly text: string;
  readonly told: readonly string[];
  readonly hint: string;
  readonly near: readonly string[];
}

const traps: readonly Trap[] = [
  {
    name: "ruling 56: a hole at the beginning of a value",
    text: "  a: {x: 1}\n  say: {{ name }}, hello # c\n",
    told: ["VF102 4:8-4:25"],
    hint: 'write "{{ name }}, hello"',
    near: ['  say: "{{ name }}, hello"\n', "  say: Hello {{ name }}\n", "  say: { a: { b: 1 } }\n"],
  },
  {
    name: "ruling 56: a hole inside a map in brackets",
    text: "  a: {say: Hello {{ name }}, next: b}\n",
    told: ["VF102 3:12-3:28"],
    hint: 'write "Hello {{ name }}"',
    near: ['  a: {say: "Hello {{ name }}", next: b}\n', "  a: {say: Hello, next: {b: {c: d}}}\n"],
  },
  {
    name: "a hole that is never closed",
    text: "  a: {{ name\n  b: 1\n",
    told: ["VF102 3:6-3:13"],
    hint: 'write "{{ name"',
    near: ['  a: "{{ name"\n'],
  },
  {
    name: "two holes in a list",
    text: "  a: [{{ a }}, {{ b }}]\n",
    told: ["VF102 3:7-3:14", "VF102 3:16-3:23"],
    hint: 'write "{{ a }}"',
    near: ['  a: ["{{ a }}", "{{ b }}"]\n'],
  },
  {
    name: "not, as other languages write it",
    text: "  a: {next: [{if: !done, goto: b}]}\n",
    told: ["VF103 3:19-3:24"],
    hint: "write 'not done'",
    near: ["  a: {next: [{if: not done, goto: b}]}\n", '  a: "!done"\n', "  a: done != 1\n", "  a: wow!\n"],
  },
  {
    name: "ruling 57: any tag",
    text: "  a: !!str 12\n",
    told: ["VF103 3:6-3:11"],
    hint: "quote a text that starts with '!'",
    near: ['  a: "!!str 12"\n'],
  },
  {
    name: "the hash key after a bracket",
    text: "  a: {dtmf: #, goto: b}\n  b: 1\n",
    told: ["VF104 3:13-3:14"],
    hint: 'write "#"',
    near: [
      '  a: {dtmf: "#", goto: b}\n',
      "  dtmf: # of the keypad\n    finish: x\n",
      "  a: {note: # c\n    x}\n",
    ],
  },
  {
    name: "the hash key at the end of a line",
    text: "  a:\n    dtmf: #\n    next: b\n",
    told: ["VF104 4:11-4:12"],
    hint: 'write "#"',
    near: ['  a:\n    dtmf: "#"\n', "  a:\n    note: # nothing\n    next: b\n"],
  },
  {
    name: "the star key",
    text: "  repeat: {dtmf: *}\n",
    told: ["VF104 3:18-3:19"],
    hint: 'write "*"',
    near: ['  repeat: {dtmf: "*"}\n', "  a: 2 * 3\n"],
  },
  {
    name: "a digit as a key",
    text: "  a: {dtmf: 1, next: b}\n",
    told: ["VF104 3:13-3:14"],
    hint: 'write "1"',
    near: ['  a: {dtmf: "1", next: b}\n', "  a: {max: 1}\n"],
  },
  {
    name: "a key that ends an entry",
    text: "  a: {listen: {dtmf: {finish: 0}}}\n",
    told: ["VF104 3:31-3:32"],
    hint: 'write "0"',
    near: ['  a: {listen: {dtmf: {finish: "0"}}}\n'],
  },
  {
    name: "a telephone number",
    text: "  a: {to: +4930123456}\n",
    told: ["VF105 3:11-3:22"],
    hint: 'write "+4930123456"',
    near: [
      '  a: {to: "+4930123456"}\n',
      "  a: {to: tel:+4930123456}\n",
      "  a: 4930\n",
      "  a: -5\n",
      "  a: +5\n",
      "  a: 0.5\n",
      "  a: 0\n",
    ],
  },
  {
    name: "a number that loses its zeros",
    text: "  a: 0301234\n",
    told: ["VF105 3:6-3:13"],
    hint: 'write "0301234"',
    near: ['  a: "0301234"\n', "  a: 0x1F\n", "  a: 00:30\n"],
  },
  {
    name: "ruling 57: an anchor and an alias",
    text: "  a: &x text\n  b: *x\n",
    told: ["VF106 3:6-3:8", "VF106 4:6-4:8"],
    hint: "quote it, or remove the anchor",
    near: ['  a: "&x text"\n  b: "*x"\n', "  a: x & y\n  b: x *y\n"],
  },
  {
    name: "a text with stars around it",
    text: "  say: *Hello* there # c\n  x: 1\n",
    told: ["VF106 3:8-3:21"],
    hint: 'write "*Hello* there", or write the value out',
    near: ['  say: "*Hello* there"\n', "  say: Hello *there*\n"],
  },
  {
    name: "ruling 57: a merge key",
    text: "  a: {<<: {b: 1}}\n",
    told: ["VF106 3:7-3:9"],
    hint: "write the keys out",
    near: ['  a: {"<<": {b: 1}}\n', "  a: <<\n"],
  },
  {
    name: "a duplicate key",
    text: "  a:\n    say: x\n    say: y\n",
    told: ["VF108 5:5-5:8"],
    hint: "remove one, or give it another name",
    near: ["  a:\n    say: x\n  b:\n    say: y\n"],
  },
  {
    name: "ruling 56: a comma in an expression",
    text: "  a: {next: [{if: contains(others, at), goto: x}]}\n",
    told: ["VF109 3:36-3:39"],
    hint: 'write "contains(others, at)"',
    near: [
      '  a: {next: [{if: "contains(others, at)", goto: x}]}\n',
      "  if: contains(others, at)\n",
      "  a: [b, c]\n",
    ],
  },
  {
    name: "ruling 56: a comma in a text",
    text: "  a: {say: Hello, Ada., next: x}\n",
    told: ["VF109 3:19-3:23"],
    hint: 'write "Hello, Ada."',
    near: ['  a: {say: "Hello, Ada.", next: x}\n', "  say: Hello, Ada.\n", "  a: {b: }\n"],
  },
  {
    name: "a name without a value",
    text: '  a: {say: "Hello", Ada}\n',
    told: ["VF109 3:21-3:24"],
    hint: "put ': ' and a value after it",
    near: ['  a: {say: "Hello, Ada"}\n', '  a: ["Hello", Ada]\n'],
  },
  {
    name: "ruling 38: a list in an expression inside brackets",
    text: "  a: {set: {items: items + [line], n: 1}, next: b}\n",
    told: ["VF101 3:20-3:34"],
    hint: 'write "items + [line]"',
    near: [
      '  a: {set: {items: "items + [line]", n: 1}}\n',
      "  items: items + [line]\n",
      "  a: {b: [c], d: {e: [f]}}\n",
    ],
  },
  {
    name: "an entry of a list inside brackets",
    text: "  a: {next: [{if: others[0] == x[i + 1], goto: b}]}\n",
    told: ["VF101 3:19-3:40"],
    hint: 'write "others[0] == x[i + 1]"',
    near: ["  if: others[0] == x\n"],
  },
  {
    name: "ruling 57: a number as a key",
    text: "  a: {goto: {1: b}}\n",
    told: ["VF112 3:14-3:15"],
    hint: 'write "1"',
    near: ['  a: {goto: {"1": b}}\n', "  a: {goto: {one: b}}\n", "  yes: 1\n"],
  },
  {
    name: "a truth as a key",
    text: "  true: b\n",
    told: ["VF112 3:3-3:7"],
    hint: 'write "true"',
    near: ['  "true": b\n'],
  },
  {
    name: "ruling 57: a number without end",
    text: "  a: .inf\n  b: .nan\n",
    told: ["VF112 3:6-3:10", "VF112 4:6-4:10"],
    hint: 'write ".inf"',
    near: ['  a: ".inf"\n', "  a: inf\n"],
  },
  {
    name: "ruling 57: a number that is not exact any more",
    text: "  a: 9007199254740993\n",
    told: ["VF112 3:6-3:22"],
    hint: 'write "9007199254740993"',
    near: ["  a: 9007199254740991\n", '  a: "9007199254740993"\n', "  a: 1.5e300\n"],
  },
  {
    name: "ruling 57: a key into the insides of the machine",
    text: "  __proto__: 1\n",
    told: ["VF113 3:3-3:12"],
    hint: "choose another name",
    near: ["  constructor: 1\n  toString: 2\n", "  a: __proto__\n"],
  },
  {
    name: "ruling 56: a text that ends in a comment",
    text: "  say: Please press # to finish\n",
    told: ["VF118 3:21-3:32"],
    hint: 'write "Please press # to finish", or put the comment on a line of its own',
    near: [
      '  say: "Please press # to finish"\n',
      "  start: user # the person says hello first\n",
      "  say: Two words  # a comment, plainly\n",
      "  if: a and b # an expression\n",
      "  say: Press# to finish\n",
      "  # a comment\n  say: Two words\n",
      "  max: 12 # people\n",
    ],
  },
  {
    name: "a single word that ends in a comment",
    text: "  say: {en: Press # now\n    }\n",
    told: ["VF118 3:19-3:24"],
    hint: 'write "Press # now", or put the comment on a line of its own',
    near: ["  next: main # then on\n"],
  },
];

test.each(traps)("pitfalls: $name", ({ text, told: expected, hint, near }) => {
  expect(told(head + text)).toEqual([...expected]);
  expect(readSource(head + text).problems[0]?.hint).toBe(hint);
  for (const each of near) expect({ near: each, told: told(head + each) }).toEqual({ near: each, told: [] });
});

const syntax: readonly (readonly [name: string, text: string, told: string, message: string])[] = [
  ["a colon in a text", "  a: b: c\n", "VF101 3:6-3:10", "a text with ': ' in it must be quoted"],
  ["a colon in brackets", "  a: {b: c: d}\n", "VF101 3:10-3:14", "a text with ': ' in it must be quoted"],
  ["a tab that indents", "  a:\n\tb: 1\n", "VF101 4:1-4:2", "indentation cannot use tabs"],
  ["a quote that is not closed", '  a: "b\n', "VF101 3:6-3:7", "this quote is never closed"],
  [
    "a quote that is not closed, lines above the end",
    "  a: 'x'\n  b: {c: 'it''s}\n  d: 1\n",
    "VF101 4:10-4:11",
    "this quote is never closed",
  ],
  ["a brace that is not closed", "  a: {b: c\n  d: e\n", "VF101 4:3-4:4", "a '{' is not closed before this"],
  ["a text in several lines", "  a: 1\n  hello\n", "VF101 4:3-4:8", "this line is not 'key: value'"],
  ["a list behind its key", "  a: - b\n", "VF101 3:6-3:7", "a list cannot start on the line of its key"],
  ["uneven keys", "  a: 1\n b: 2\n", "VF101 4:2-4:3", "the indentation differs from the other keys"],
  [
    "words after a quote",
    '  a: "b" c\n',
    "VF101 3:10-3:11",
    "there is text after the end of a quote or bracket",
  ],
  ["an at sign", "  a: @b\n", "VF101 3:6-3:7", "a text that starts with @ needs quotes"],
  ["a false escape", '  a: "\\d"\n', "VF101 3:7-3:8", 'this is no escape that a text in "…" knows'],
  ["ruling 57: a second document", "---\nb: 1\n", "VF101 3:1-3:4", "a second document starts here"],
];

test.each(syntax)("syntax: %s", (_name, text, expected, message) => {
  const [first] = readSource(head + text).problems;
  expect(told(head + text)[0]).toBe(expected);
  expect(first?.message).toBe(message);
});

test("pitfalls: a text has a direction line only in YAML", () => {
  expect(told("%YAML 1.1\n---\nvoice_flow: 1\n")).toEqual(["VF101 1:1-1:10"]);
});

const versions: readonly (readonly [text: string, told: readonly string[]])[] = [
  ["voice_flow: 1\n", []],
  ["\ufeffvoice_flow: 1\n", []],
  ["--- # c\nvoice_flow: 1\n...\n", []],
  ["", ["VF100 1:1-1:1"]],
  ["- a\n", ["VF100 1:1-1:4"]],
  ["hello", ["VF100 1:1-1:6"]],
  ["id: x\n", ["VF100 1:1-1:1"]],
  ["id: x\nvoice_flow: 2\n", ["VF100 2:13-2:14"]],
  ['voice_flow: "1"\n', ["VF100 1:13-1:16"]],
  ["\ufeffvoice_flow: 3\n", ["VF100 1:13-1:14"]],
];

test.each(versions)("pitfalls: %j begins %p", (text, expected) => {
  expect(told(text)).toEqual([...expected]);
});

test("pitfalls: no pitfall hides another, and readable parts stay", () => {
  const source = readSource(
    `${head}  a: {say: Hello {{ name }}, next: b}\n  b: {dtmf: #, goto: c}\n  c: x: y\n  d: {if: !e, next: [f, g]}\n`,
  );
  expect(source.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["VF102", "/nodes/a/say"],
    ["VF104", "/nodes/b/dtmf"],
    ["VF101", "/nodes/c"],
    ["VF103", "/nodes/d/if"],
  ]);
  const nodes = source.value?.get("nodes") as Map<string, unknown>;
  expect(nodes.get("a")).toEqual(new Map<string, unknown>([["say", null], ["next", "b"]])); // prettier-ignore
  expect(nodes.get("d")).toEqual(new Map<string, unknown>([["if", null], ["next", ["f", "g"]]])); // prettier-ignore
  expect([["nodes", "a", "say"], ["nodes", "a", "next"], ["nodes", "c"], ["nodes", "d", "if"]].map((path) => source.isUnread(path))).toEqual([true, false, true, true]); // prettier-ignore
});

test("pitfalls: a comma that cuts a text off leaves no key behind", () => {
  const source = readSource(`${head}  a: {say: Hello, Ada., next: b}\n`);
  expect(source.value?.get("nodes")).toEqual(new Map([["a", new Map([["say", null], ["next", "b"]])]])); // prettier-ignore
  expect(source.isUnread(["nodes", "a", "say"])).toBe(true);
});

test("pitfalls: an unreadable version is not also reported as a wrong one", () => {
  expect(told("voice_flow: !!int 1\nnodes: {}\n")).toEqual([expect.stringMatching(/^VF103 /)]);
  expect(told("voice_flow: *one\nnodes: {}\n")).toEqual([expect.stringMatching(/^VF106 /)]);
  expect(told("voice_flow: two\nnodes: {}\n")).toEqual([expect.stringMatching(/^VF100 /)]);
});
