// Value editing: operations set and remove values, and insert, remove and move items of lists.

import { describe, expect, test } from "bun:test";
import { edit } from "../../../../src/flow/author/edit/operation.ts";
import { type Case, expectCase, expectRefusal, type Refusal, textAfter } from "./case.ts";

const flow = `voice_flow: 1
id: f # its id
language: en
start: a
defaults: {listen: {no_input: 6s}}
variables:
  v:
    type: choice # kind
    options:
      # the first
      - {id: one, synonyms: [uno]} # 1
      - id: two # 2
nodes:
  # about a
  a:
    say: Hi. # says
    no_match: Pardon?
    next: b # on
  b: {say: ["One.", 'Two.'], next: [{if: v, goto: a}, {else: c}]}
  c: {end: x}
  c/d~e: {end: y}

tests:
  - name: t
    script: [{user: x}, {at: b}]
`;

const set = (pointer: string, value: unknown) => ({ op: "set", pointer, value }) as const;
const insert = (pointer: string, index: number, value: unknown) =>
  ({ op: "insert", pointer, index, value }) as const;
const drop = (pointer: string, index: number) => ({ op: "remove-item", pointer, index }) as const;
const move = (pointer: string, from: number, to: number) => ({ op: "move-item", pointer, from, to }) as const;

const cases: readonly Case[] = [
  ["is set", set("/nodes/a/say", "Hello."), ["say: Hi. #", "say: Hello. #"]],
  ["is set in its quotes", set("/nodes/b/say/1", "It's."), ["'Two.'", "'It''s.'"]],
  ["is quoted where it must be", set("/nodes/a/say", "yes"), ["say: Hi. #", 'say: "yes" #']],
  ["in several lines", set("/nodes/a/no_match", "One.\nTwo.\n"), ["no_match: Pardon?\n", "no_match: |\n      One.\n      Two.\n"]],
  ["in several lines is quoted where a comment follows", set("/nodes/a/say", "One.\nTwo."), ["say: Hi. #", 'say: "One.\\nTwo." #']],
  ["of a number", set("/nodes/a/max_attempts", 3), ["Pardon?\n", "Pardon?\n    max_attempts: 3\n"]],
  ["becomes a list", set("/nodes/a/say", ["A.", "B."]), ["say: Hi. #", "say: [A., B.] #"]],
  ["comes before the ways on", set("/nodes/a/note", "x"), ["Pardon?\n", "Pardon?\n    note: x\n"]],
  ["comes where people write it", set("/name", "F"), ["id: f # its id\n", "id: f # its id\nname: F\n"]],
  ["comes with what lacks above it", set("/nodes/a/listen/dtmf/finish", "#"), ["Pardon?\n", 'Pardon?\n    listen: {dtmf: {finish: "#"}}\n']],
  ["comes into brackets", set("/defaults/listen/mode", "both"), ["6s}}", "6s, mode: both}}"]],
  ["comes to the end of a list", set("/nodes/b/say/-", "Three."), ["'Two.']", "'Two.', Three.]"]],
  ["of a name with odd signs", set("/nodes/c~1d~0e/end", "z"), ["end: y", "end: z"]],
  ["is removed", set("/nodes/a/no_match", undefined), ["    no_match: Pardon?\n", ""]],
  ["is removed with what is empty by that", set("/defaults/listen/no_input", undefined), ["defaults: {listen: {no_input: 6s}}\n", ""]],
  ["is removed, and what must be there stays", set("/variables/v", undefined), [flow.slice(flow.indexOf("variables:"), flow.indexOf("nodes:")), ""]],
  ["that is not there is removed", set("/nodes/a/voice", undefined)],
  ["that is there already", set("/nodes/a/say", "Hi.")],
  ["that is a node is removed with the ways to it", set("/nodes/c", undefined), [", {else: c}", ""], ["  c: {end: x}\n", ""]],
  ["is an item that comes first", insert("/variables/v/options", 0, { id: "zero" }), ["      # the first\n", "      - {id: zero}\n      # the first\n"]],
  ["is an item that comes last", insert("/variables/v/options", 9, { id: "three" }), ["      - id: two # 2\n", "      - id: two # 2\n      - {id: three}\n"]],
  ["is an item of a list that there was not", insert("/nodes/a/handlers/x/phrases", 0, "x"), ["Pardon?\n", "Pardon?\n    handlers: {x: {phrases: [x]}}\n"]],
  ["is an item beside the only text", insert("/nodes/a/no_match", 1, "What?"), ["no_match: Pardon?", "no_match: [Pardon?, What?]"]],
  ["is a condition before the only way", insert("/nodes/a/next", 0, { if: "v" }), ["next: b # on", "next: [{if: v}, {else: b}] # on"]],
  ["is a condition, before what holds otherwise", insert("/nodes/b/next", 9, { if: "w" }), [", {else: c}", ", {if: w}, {else: c}"]],
  ["is an item that goes with its comments", drop("/variables/v/options", 0), ["      # the first\n      - {id: one, synonyms: [uno]} # 1\n", ""]],
  ["is the last item, and its list goes", drop("/variables/v/options/0/synonyms", 0), [", synonyms: [uno]", ""]],
  ["is an item that moves with its comments", move("/variables/v/options", 1, 0), ["      # the first\n      - {id: one, synonyms: [uno]} # 1\n      - id: two # 2\n", "      - id: two # 2\n      # the first\n      - {id: one, synonyms: [uno]} # 1\n"]],
  ["is an item that moves in brackets", move("/nodes/b/say", 0, 1), [`["One.", 'Two.']`, `['Two.', "One."]`]],
  ["is an item that stays", move("/nodes/b/say", 1, 7)],
]; // prettier-ignore

describe("edit: a value", () => {
  test.each(cases)("%s", (...each) => {
    expectCase(flow, each);
  });
});

let deep: unknown = 1;
for (let i = 0; i < 70; i++) deep = [deep];
const tooDeep = "That is nested deeper than a flow can be.";

const refusals: readonly Refusal[] = [
  [set("nodes", 1), "There is no place 'nodes'."],
  [set("/nodes/b/say/x", 1), "There is no place '/nodes/b/say/x'."],
  [set("/nodes/b/say/7", "x"), "The list 'nodes/b/say' is not that long."],
  [set("/nodes/a/say/x", "x"), "'nodes/a/say' has one value and no parts: set all of it."],
  [set("", "x"), "A flow is a map of keys."],
  [set("", undefined), "A flow cannot be removed from itself: delete it instead."],
  [set("/nodes/a/say", deep), tooDeep],
  [insert("/nodes/b/say", 0, deep), tooDeep],
  [insert("", 0, 1), "There is no list ''."],
  [insert("/nodes/a", 0, 1), "'/nodes/a' is no list."],
  [insert("/start", 0, 1), "'/start' is no list."],
  [drop("/nodes/b/say", 2), "The list '/nodes/b/say' has no item 2."],
  [drop("/nodes/a/say", 0), "There is no list '/nodes/a/say'."],
  [move("/nodes/b/say", 2, 0), "The list '/nodes/b/say' has no item 2."],
  [move("/nodes/b/next", 1, 0), "The else branch stays last: move the conditions."],
  [move("/zz", 0, 1), "There is no list '/zz'."],
];

test.each(refusals.map(([operation, sentence]) => [operation.op, sentence, operation] as const))(
  "edit: a value is refused: %s, %s",
  (_op, sentence, operation) => {
    expectRefusal(flow, [operation, sentence]);
  },
);

test("edit: the whole document is set, and unchanged parts keep their comments", () => {
  const text = "# f\nid: f # its id\nstart: a\n";
  expect(textAfter(text, set("", { id: "f", start: "b" }))).toBe("# f\nid: f # its id\nstart: b\n");
});

test("edit: no change returns the same document", () => {
  const document = { text: flow, layout: {} };
  for (const operation of [set("/nodes/a/say", "Hi."), move("/nodes/b/say", 0, 0), set("/x", undefined)]) {
    const done = edit(document, operation);
    expect("document" in done && done.document).toBe(document);
  }
});
