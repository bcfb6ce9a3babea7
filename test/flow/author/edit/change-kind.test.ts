// Changes of a node's kind: the node keeps what both kinds have and loses the rest.

import { describe, expect, test } from "bun:test";
import { edit } from "../../../../src/flow/author/edit/operation.ts";
import type { NodeKind } from "../../../../src/flow/author/document/node-kinds.ts";
import { problemsOf } from "../../../../src/flow/language/find-problems.ts";
import { type Case, expectCase, expectRefusal, textAfter } from "./case.ts";

const flow = `# The file.
voice_flow: 1
id: f
language: en
start: hi
defaults: {give_up: bye}
variables:
  colour: {type: choice, ask: "Red or blue?", options: [{id: red}, {id: blue}]}
nodes:
  hi: # first
    say: Hello. # said
    note: For people.
    next: pick
  pick: {menu: colour, goto: {red: bye}, give_up: bye, next: fork}
  fork: {next: [{if: filled(colour), goto: bye}, {else: hi}]}
  bye: {say: Bye., end: done}
`;

const cases: readonly Case[] = [
  [
    "a sentence becomes a pause, with its words and its way on",
    { op: "change-kind", id: "hi", to: "wait" },
    ["    note: For people.\n", "    note: For people.\n    wait: 2s\n"],
  ],
  [
    "a sentence becomes the end, without a way on",
    { op: "change-kind", id: "hi", to: "end" },
    ["    next: pick\n", "    end: done\n"],
  ],
  [
    "a branch becomes a sentence, with its conditions",
    { op: "change-kind", id: "fork", to: "say" },
    ["fork: {next:", "fork: {say: Hello., next:"],
  ],
];

describe("kind change", () => {
  test.each(cases)("%s", (...each) => expectCase(flow, each));

  test("a menu becomes a question for the same variable, and loses the edges of its options", () => {
    const text = textAfter(flow, { op: "change-kind", id: "pick", to: "ask" });
    expect(text).toContain("ask: colour");
    expect(text).toContain("give_up: bye");
    expect(text).not.toMatch(/menu|goto: \{red/);
  });

  test("a node that stops the recording stops it as another kind too, unless it becomes a recording", () => {
    const off = flow.replace("    note: For people.\n", "    record: off\n");
    expect(textAfter(off, { op: "change-kind", id: "hi", to: "end" })).toContain("    record: off\n");
    expect(textAfter(off, { op: "change-kind", id: "hi", to: "record" })).toMatch(/record: (?!off)\w+/);
  });

  test("the only edge is kept where the new kind writes it elsewhere", () => {
    expect(textAfter(flow, { op: "change-kind", id: "hi", to: "converse" })).toContain("goto: pick");
    const branch = textAfter(flow, { op: "change-kind", id: "hi", to: "branch" });
    expect(branch).toContain("else: pick");
    expect(branch).not.toContain("Hello.");
  });

  test("every kind becomes every other kind, and the rest stays valid", () => {
    const kinds: readonly NodeKind[] = [
      "say", "branch", "ask", "menu", "record", "converse", "tool", "call", "transfer", "wait", "end",
    ]; // prettier-ignore
    for (const from of kinds)
      for (const to of kinds) {
        const text = textAfter(textAfter(flow, { op: "change-kind", id: "hi", to: from }), {
          op: "change-kind",
          id: "hi",
          to,
        });
        // The author has to draw edges without a target, as for any new node.
        const unknown = problemsOf(text).filter(
          ({ code, severity }) => severity === "error" && /^VF(1|401)/.test(code) && code !== "VF111",
        );
        expect({ from, to, unknown }).toEqual({ from, to, unknown: [] });
      }
  });

  test("a change to the same kind returns the same document", () => {
    const document = { text: flow, layout: {} };
    expect(edit(document, { op: "change-kind", id: "hi", to: "say" })).toEqual({
      document,
      selected: ["hi"],
    });
  });

  test("a missing node is refused", () => {
    expectRefusal(flow, [{ op: "change-kind", id: "gone", to: "say" }, "There is no node 'gone'."]);
  });
});
