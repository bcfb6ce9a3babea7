// Notation of edits: an operation keeps line ends, brackets, quotes, columns, and characters of all languages.

import { describe, expect, test } from "bun:test";
import { edit, type Operation } from "../../../../src/flow/author/edit/operation.ts";
import { layoutAfter, type Swap, textAfter } from "./case.ts";

const set = (pointer: string, value: unknown): Operation => ({ op: "set", pointer, value });
const rename: Operation = { op: "rename-node", id: "b", to: "c" };
const add: Operation = { op: "add-node", kind: "say", id: "d", from: { node: "a", port: "next" } };
const remove: Operation = { op: "remove-nodes", ids: ["b"] };

const windows =
  "start: a\r\nnodes:\r\n  # a\r\n  a: {say: x, next: b}\r\n  b:\r\n    # why\r\n    say: y # y\r\n";
const brackets = "{start: a, nodes: {a: {say: x, next: b}, b: {say: y}}} # all";
const spread = "nodes: {\n  # a\n  a: {say: x, next: b}, # to b\n  b: {say: y}, # b\n}\nstart: a\n";
const quoted = `"start": 'a'\n"nodes":\n  "a": {'say': "x", "next": 'b'}\n  'b': {"say": y}\n`;
const wide = "start:   a\nnodes:\n    a:\n        say:  x   # x\n        next:   b\n    b : {say: y}\n";
const signs =
  "# grüß 😀\nstart: a\nnodes:\n  a: {say: \"Grüß \\U0001F600 {{ v }} 東京\", next: b} # ü\n  b: {say: y, note: '𝒳 # no'}\n";
const marked = "\ufeffstart: a\nnodes:\n  a: {say: x, next: b}\n  b: {say: y}\n";
const shared = "start: a\nbase: &base {say: y}\nnodes:\n  a: {say: x, next: b} # a\n  b: *base # b\n";
const folded =
  "start: a\nnodes:\n  a:\n    say: >-\n      One {{ v }},\n      two.\n    next: b\n  b: {say: y}\nvariables: {v: {type: text}}\n";
const endless = "start: a\nnodes:\n  a: {say: x, next: b}\n  b:\n    say: y";

/** Input, action and resulting difference. */
const cases: readonly (readonly [name: string, text: string, operation: Operation, ...swaps: Swap[]])[] = [
  ["line ends of Windows: comes", windows, add, ["next: b}\r\n", "next: d}\r\n  d: {say: Hello., next: b}\r\n"]],
  ["line ends of Windows: several lines", windows, set("/nodes/b/note", "1\n2\n"), ["y # y\r\n", "y # y\r\n    note: |\r\n      1\r\n      2\r\n"]],
  ["line ends of Windows: goes", windows, remove, [", next: b", ""], ["  b:\r\n    # why\r\n    say: y # y\r\n", ""]],
  ["line ends of Windows: too long", windows, set("/nodes/a/say", "x".repeat(90)), ["a: {say: x, next: b}", `a:\r\n    say: ${"x".repeat(90)}\r\n    next: b`]],
  ["brackets: comes", brackets, add, ["next: b}", "next: d}, d: {say: Hello., next: b}"]],
  ["brackets: goes", brackets, remove, [", next: b}, b: {say: y}", "}"]],
  ["brackets: name", brackets, rename, ["next: b}, b:", "next: c}, c:"]],
  ["brackets: too long stays", brackets, set("/nodes/a/say", "x".repeat(90)), ["say: x", `say: ${"x".repeat(90)}`]],
  ["brackets over lines: comes", spread, add, ["next: b}, # to b\n", "next: d}, # to b\n  d: {say: Hello., next: b},\n"]],
  ["brackets over lines: goes", spread, remove, [", next: b}, # to b\n  b: {say: y}, # b", "}, # to b"]],
  ["quotes: name", quoted, rename, [`'b'}`, `'c'}`], ["  'b':", "  'c':"]],
  ["quotes: value", quoted, set("/nodes/a/say", "it's"), [`"x"`, `"it's"`]],
  ["quotes: start", quoted, { op: "set-start", id: "b" }, ["'a'", "'b'"]],
  ["wide: comes", wide, set("/nodes/a/note", "m"), ["   # x\n", "   # x\n        note: m\n"]],
  ["wide: name", wide, rename, ["next:   b", "next:   c"], ["    b :", "    c :"]],
  ["wide: value", wide, set("/nodes/a/say", "z"), ["say:  x", "say:  z"]],
  ["signs: value beside", signs, set("/nodes/b/say", "ÿ 😀"), ["say: y", "say: ÿ 😀"]],
  ["signs: name in escapes", `${signs}variables: {v: {type: text}}\n`, { op: "rename-key", pointer: "/variables/v", to: "w" }, ["{{ v }}", "{{ w }}"], ["{v: {type", "{w: {type"]],
  ["a mark before all: comes", marked, set("/name", "Name"), ["\ufeffstart: a", "\ufeffname: Name\nstart: a"]],
  ["shared: name", shared, rename, ["next: b}", "next: c}"], ["  b: *base", "  c: *base"]],
  ["shared: one of them changes", shared, set("/nodes/b/say", "z"), ["  b: *base", "  b: {say: z}"]],
  ["folded: name", folded, { op: "rename-key", pointer: "/variables/v", to: "value" }, ["{{ v }},\n", "{{ value }},\n"], ["{v: {", "{value: {"]],
  ["no last line end: comes", endless, { op: "add-node", kind: "end", id: "d" }, ["say: y", "say: y\n  d: {say: Goodbye., end: done}"]],
  ["no last line end: goes", endless, remove, [", next: b", ""], ["  b:\n    say: y", ""]],
  ["no last line end: value", endless, set("/nodes/b/say", "z"), ["say: y", "say: z"]],
]; // prettier-ignore

describe("edit: the style of writing is kept", () => {
  test.each(cases)("%s", (...each) => {
    const [, text, operation, ...swaps] = each;
    const wanted = swaps.reduce((rest, [old, now]) => {
      expect(rest.split(old).length).toBe(2);
      return rest.replace(old, () => now);
    }, text);
    expect(textAfter(text, operation)).toBe(wanted);
  });
});

const unreadable: readonly (readonly [text: string, sentence: string])[] = [
  ["a: 1\nb: [", "Line 2 of the text cannot be read: correct it there, or undo."],
  ["- a\n", "The text is no flow, which is a map of keys: correct it there, or undo."],
  ["nodes: {a: {say: x, say: y}}", "The key 'say' occurs twice. Remove one of the two in the text."],
  ["~", "The text is no flow, which is a map of keys: correct it there, or undo."],
  [
    `a: ${"[".repeat(70)}${"]".repeat(70)}`,
    "The text is too large or too deep for the canvas: shorten it in the text.",
  ],
];

test.each(unreadable)("edit: an unreadable text is typed, not edited: %j", (text, sentence) => {
  expect(edit({ text, layout: {} }, set("/a", 1))).toEqual({ refused: sentence });
  expect(textAfter(text, { op: "replace-text", text: "a: 1" })).toBe("a: 1");
});

test("edit: a text beyond the limit is refused", () => {
  const large = Array.from({ length: 70_000 }, () => "x");
  const done = edit({ text: "a: 1\n", layout: {} }, set("/b", large));
  expect(done).toEqual({ refused: "That would be larger or deeper than a flow can be: divide it." });
});

test("edit: typing another name for a node keeps its place, and so does deleting a node for a while", () => {
  const layout = { a: [1, 2], b: [3, 4] } as const;
  const typed = (text: string) => layoutAfter(endless, layout, { op: "replace-text", text });
  expect(typed(endless.replace("  b:", "  bb:"))).toEqual({ a: [1, 2], bb: [3, 4] });
  expect(typed(endless.replace("  b:", "  a:"))).toEqual(layout);
  expect(typed(endless.replace("  b:", "  b"))).toEqual(layout);
  expect(typed("")).toEqual(layout);
});

test("edit: nodes are moved without reading the text", () => {
  const layout = { a: [1, 2], b: [3, 4] } as const;
  const move = (places: Readonly<Record<string, readonly [number, number]>>) =>
    edit({ text: "a: [", layout }, { op: "move-nodes", places });
  expect(move({ a: [5, 6], n: [7, 8] })).toEqual({
    document: { text: "a: [", layout: { a: [5, 6], b: [3, 4], n: [7, 8] } },
  });
  const still = move({ a: [1, 2] });
  expect("document" in still && still.document.layout).toBe(layout);
  for (const x of [Number.NaN, Number.POSITIVE_INFINITY, -1_000_001]) {
    expect(move({ a: [x, 0] })).toEqual({ refused: "That is further away than a canvas reaches." });
  }
});
