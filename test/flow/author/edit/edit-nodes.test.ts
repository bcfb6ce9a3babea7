// Node editing: operations add, remove, rename and duplicate nodes, with every mention of them in the text.

import { describe, expect, test } from "bun:test";
import { copy, edit } from "../../../../src/flow/author/edit/operation.ts";
import { graphOfDocument } from "../../../../src/flow/author/edit/document-draft.ts";
import type { FlowDocument } from "../../../../src/flow/author/edit/edited-document.ts";
import type { NodeKind } from "../../../../src/flow/author/document/node-kinds.ts";
import { problemsOf } from "../../../../src/flow/language/find-problems.ts";
import { type Case, expectCase, expectRefusal, layoutAfter, type Refusal, textAfter } from "./case.ts";

const flow = `# The file.
voice_flow: 1
id: f
language: en
start: a # begin
defaults: {max_attempts: 2, give_up: c} # all
variables:
  v: {type: text, ask: "V?", give_up: b}
handlers:
  op: {dtmf: "0", next: b} # zero
nodes:
  # about a
  a: {ask: v, next: b} # a
  # about b
  b: # b
    say: Hi # says
    next: # ways
      - {if: filled(v), goto: c} # one
      # two
      - else: a
    # under b

  # free

  c: {end: x}

tests:
  - name: t
    script: [{user: x}, {at: b}, {at: c}] # steps
  - {name: u, script: [{at: b}]}
`;
const nodeB = flow.slice(flow.indexOf("  # about b"), flow.indexOf("\n  # free"));

const cases: readonly Case[] = [
  [
    "comes last",
    { op: "add-node", kind: "say" },
    ["  c: {end: x}\n", "  c: {end: x}\n  say: {say: Hello., next: c}\n"],
  ],
  [
    "comes with a name, behind the one that leads to it",
    { op: "add-node", kind: "wait", id: "d", from: { node: "a", port: "give_up" } },
    ["a: {ask: v, next: b} # a\n", "a: {ask: v, next: b, give_up: d} # a\n  d: {wait: 2s, next: c}\n"],
  ],
  [
    "comes between two",
    { op: "add-node", kind: "say", id: "d", from: { node: "b", port: "next:0" } },
    ["goto: c}", "goto: d}"],
    ["    # under b\n", "    # under b\n  d: {say: Hello., next: c}\n"],
  ],
  [
    "comes between a handler and where it leads",
    { op: "add-node", kind: "say", id: "d", from: { node: "*", port: "handler:op" } },
    ["next: b} # zero", "next: d} # zero"],
    ["  c: {end: x}\n", "  c: {end: x}\n  d: {say: Hello., next: b}\n"],
  ],
  [
    "comes where the call ends then",
    { op: "add-node", kind: "end", id: "d", from: { node: "a", port: "next" } },
    ["a: {ask: v, next: b} # a\n", "a: {ask: v, next: d} # a\n  d: {say: Goodbye., end: done}\n"],
  ],
  [
    "goes with its comments and with all that leads to it",
    { op: "remove-nodes", ids: ["b"] },
    [", give_up: b}\n", "}\n"],
    [", next: b} # zero", "} # zero"],
    [", next: b} # a", "} # a"],
    [nodeB, ""],
    [", {at: b}, {at: c}]", ", {at: c}]"],
    ["  - {name: u, script: [{at: b}]}\n", ""],
  ],
  [
    "goes, and the call begins with the next on its way",
    { op: "remove-nodes", ids: ["a"] },
    ["start: a #", "start: b #"],
    ["  # about a\n  a: {ask: v, next: b} # a\n", ""],
    ["      # two\n      - else: a\n", ""],
  ],
  [
    "goes where it was inherited by all",
    { op: "remove-nodes", ids: ["c"] },
    [", give_up: c} # all", "} # all"],
    ["{if: filled(v), goto: c} # one", "{if: filled(v)} # one"],
    ["  c: {end: x}\n", ""],
    [", {at: c}]", "]"],
  ],
  [
    "all of them go",
    { op: "remove-nodes", ids: ["a", "b", "c"] },
    ["start: a # begin\n", ""],
    [", give_up: c} # all", "} # all"],
    [", give_up: b}\n", "}\n"],
    [", next: b} # zero", "} # zero"],
    ["nodes:\n  # about a\n  a: {ask: v, next: b} # a\n", "nodes: {}\n"],
    [nodeB, ""],
    ["  c: {end: x}\n", ""],
    [", {at: b}, {at: c}]", "]"],
    ["  - {name: u, script: [{at: b}]}\n", ""],
  ],
  [
    "gets another name, and all that names it follows",
    { op: "rename-node", id: "b", to: "bee" },
    [", give_up: b}\n", ", give_up: bee}\n"],
    [", next: b} # zero", ", next: bee} # zero"],
    [", next: b} # a", ", next: bee} # a"],
    ["  b: # b", "  bee: # b"],
    ["{at: b}, {at: c}", "{at: bee}, {at: c}"],
    ["script: [{at: b}]", "script: [{at: bee}]"],
  ],
  [
    "where the call begins gets another name",
    { op: "rename-node", id: "a", to: "on_air" },
    ["start: a #", "start: on_air #"],
    ["  a: {ask", "  on_air: {ask"],
    ["- else: a", "- else: on_air"],
  ],
  [
    "come once more, and lead to each other",
    { op: "duplicate-nodes", ids: ["b", "a"], by: [1, 1] },
    [
      "    # under b\n",
      "    # under b\n  a_2: {ask: v, next: b_2}\n  b_2: {say: Hi, next: [{if: filled(v), goto: c}, {else: a_2}]}\n",
    ],
  ],
  [
    "are pasted, and lead where there is something",
    { op: "paste", clip: "a: {say: Yes., next: d}\nd: {say: No., next: gone}\n" },
    ["  c: {end: x}\n", "  c: {end: x}\n  a_2: {say: Yes., next: d}\n  d: {say: No.}\n"],
  ],
  [
    "of a library are pasted",
    { op: "paste", clip: "# x\nnodes: {z: {end: done}}" },
    ["  c: {end: x}\n", "  c: {end: x}\n  z: {end: done}\n"],
  ],
];

describe("edit: a node", () => {
  test.each(cases)("%s", (...each) => {
    expectCase(flow, each);
  });
});

const refusals: readonly Refusal[] = [
  [{ op: "add-node", kind: "say", id: "a" }, "The node 'a' already exists: choose another name."],
  [{ op: "add-node", kind: "say", id: "A b" }, "A node's name is made of small letters, digits and _, begins with a letter, and has at most 64 of them."],
  [{ op: "add-node", kind: "say", from: { node: "c", port: "next" } }, "'end' has no way 'next': the call is over there."],
  [{ op: "add-node", kind: "say", from: { node: "z", port: "next" } }, "There is no node 'z': add it first."],
  [{ op: "remove-nodes", ids: ["a", "z"] }, "There is no node 'z'."],
  [{ op: "rename-node", id: "z", to: "y" }, "There is no node 'z'."],
  [{ op: "rename-node", id: "a", to: "b" }, "The node 'b' already exists: choose another name."],
  [{ op: "rename-node", id: "a", to: "RESUME" }, "A node's name is made of small letters, digits and _, begins with a letter, and has at most 64 of them."],
  [{ op: "duplicate-nodes", ids: ["z"], by: [0, 0] }, "There is no node 'z'."],
  [{ op: "paste", clip: "hello" }, "There are no nodes in the copied text: copy nodes, or YAML that begins with 'nodes:'."],
  [{ op: "paste", clip: "nodes: {}" }, "There are no nodes in the copied text: copy nodes, or YAML that begins with 'nodes:'."],
  [{ op: "paste", clip: "a: [" }, "There are no nodes in the copied text: copy nodes, or YAML that begins with 'nodes:'."],
  [{ op: "paste", clip: `a: {say: "${"x".repeat(300_000)}"}` }, "What was copied is too long for a flow: copy fewer nodes."],
]; // prettier-ignore

test.each(refusals)("edit: nodes are refused: %j", (operation, sentence) => {
  expectRefusal(flow, [operation, sentence]);
});

test("edit: a flow has at most a thousand nodes", () => {
  const nodes = Array.from({ length: 1_000 }, (_, i) => `  n${i}: {end: x}\n`);
  const full = `nodes:\n${nodes.join("")}`;
  const sentence = "A flow has at most 1,000 nodes: let it call another flow.";
  expectRefusal(full, [{ op: "add-node", kind: "say" }, sentence]);
  expectRefusal(full, [{ op: "duplicate-nodes", ids: ["n1"], by: [0, 0] }, sentence]);
  expectRefusal(full, [{ op: "paste", clip: "a: {end: x}" }, sentence]);
});

const beginning =
  "voice_flow: 1\nid: new-flow\nlanguage: en\nstart: say\n\nnodes:\n  say: {say: Hello., next: end}\n  end: {say: Goodbye., end: done}\n";
const header = beginning.slice(0, beginning.indexOf("nodes:"));

test("edit: the first node begins a flow, below existing comments", () => {
  expect(textAfter("", { op: "add-node", kind: "say" })).toBe(beginning);
  expect(textAfter("# Mine.", { op: "add-node", kind: "say" })).toBe(`# Mine.\n${beginning}`);
  expect(textAfter("", { op: "paste", clip: "say: {say: Hello.}" })).toBe(
    `${header}nodes:\n  say: {say: Hello.}\n`,
  );
  expect(textAfter("", { op: "set", pointer: "/name", value: "Pizza" })).toBe(
    "voice_flow: 1\nid: new-flow\nname: Pizza\nlanguage: en\n\nnodes: {}\n",
  );
  const bare = "voice_flow: 1\nnodes: {a: {end: x}}\n";
  expect(textAfter(bare, { op: "add-node", kind: "end" })).toBe(
    "voice_flow: 1\nnodes: {a: {end: x}, end: {say: Goodbye., end: done}}\n",
  );
});

const kinds: readonly NodeKind[] = [
  "say", "branch", "ask", "menu", "record", "converse", "tool", "call", "transfer", "wait", "end",
]; // prettier-ignore

test.each(kinds)("edit: a flow with a new %s has no error, first or not", (kind) => {
  const bare = "voice_flow: 1\nid: x\nlanguage: de\nlanguages: [de, en]\nstart: a\nnodes:\n  a: {end: x}\n";
  for (const text of [bare, ""]) expect(errorsIn(textAfter(text, { op: "add-node", kind }))).toEqual([]);
});

function errorsIn(text: string): readonly string[] {
  return problemsOf(text).flatMap(({ code, message, severity }) =>
    severity === "error" ? [`${code} ${message}`] : [],
  );
}

test("edit: nodes added one by one are valid and reachable at every step", () => {
  const order = kinds.flatMap((kind) => kinds.map((other) => [kind, other, "say", "end"] as const));
  for (const row of order) {
    let document: FlowDocument = { text: "", layout: {} };
    let from: { readonly node: string; readonly port: string } | undefined;
    for (const kind of row) {
      const done = edit(document, { op: "add-node", kind, ...(from === undefined ? {} : { from }) });
      if ("refused" in done) throw new Error(`${row.join()}: ${done.refused}`);
      document = done.document;
      const [id = ""] = done.selected ?? [];
      const port = graphOfDocument(document)?.edges.find((edge) => edge.from === id)?.port;
      if (port === undefined) break;
      from = { node: id, port };
      const found = problemsOf(document.text).filter(
        ({ severity, code }) => severity === "error" || code === "VF406",
      );
      expect([row.join(), ...found.map(({ message }) => message)]).toEqual([row.join()]);
    }
  }
});

test("edit: a first question can be spoken, and leads to an end without an answer", () => {
  const text = textAfter("", { op: "add-node", kind: "ask" });
  expect(text).toContain("  answer: {type: boolean, ask: Would you like to go on? Please say yes or no.}\n");
  expect(text).toContain("defaults: {give_up: end}\n");
  expect(problemsOf(text)).toEqual([]);
});

test("edit: an added end replaces an automatic one", () => {
  const text = textAfter("", { op: "add-node", kind: "say" });
  const from = { node: "say", port: "next" };
  const end = { op: "add-node", kind: "end", at: [3, 4], from } as const;
  const done = edit({ text, layout: {} }, end);
  expect(done).toEqual({ document: { text, layout: { end: [3, 4] } }, selected: ["end"] });
  const shared = text.replace("nodes:", "defaults: {give_up: end}\nnodes:");
  expect(textAfter(shared, end)).toContain("  say: {say: Hello., next: end_2}\n");
});

test("edit: among several ends a new node leads to that of `give_up`, or nowhere", () => {
  const ends = `${header}nodes:\n  a: {end: x}\n  b: {end: y}\n`;
  expect(textAfter(ends, { op: "add-node", kind: "wait" })).toContain("  wait: {wait: 2s}\n");
  const told = ends.replace("nodes:", "defaults: {give_up: b}\nnodes:");
  expect(textAfter(told, { op: "add-node", kind: "wait" })).toContain("  wait: {wait: 2s, next: b}\n");
});

test("edit: a new question asks for a variable without a question", () => {
  const text = `${beginning}variables:\n  name: {type: name, ask: Who?}\n  day: {type: date}\n`;
  const asked = textAfter(text, { op: "add-node", kind: "ask" });
  expect(asked).toContain("  ask: {ask: name, next: end}\n");
  expect(textAfter(asked, { op: "add-node", kind: "ask" })).toContain("  ask_2: {ask: answer, next: end}\n");
});

test("edit: nodes keep their places, and deleted ones have none", () => {
  const layout = { a: [1, 2], b: [3, 4], gone: [5, 6] } as const;
  expect(layoutAfter(flow, layout, { op: "rename-node", id: "a", to: "z" })).toEqual({
    z: [1, 2],
    b: [3, 4],
  });
  expect(layoutAfter(flow, layout, { op: "remove-nodes", ids: ["b"] })).toEqual({ a: [1, 2] });
  const added = { op: "add-node", kind: "say", id: "constructor", at: [7, 8] } as const;
  const places = layoutAfter(flow, layout, added);
  expect(JSON.stringify(places)).toBe('{"a":[1,2],"b":[3,4],"constructor":[7,8]}');
  const doubled = layoutAfter(flow, layout, { op: "duplicate-nodes", ids: ["a", "c"], by: [10, -10] });
  expect(doubled).toEqual({ a: [1, 2], b: [3, 4], a_2: [11, -8] });
});

test("edit: copied nodes are pasted at a place, with their distances", () => {
  const places = { a: [100, 100], b: [150, 300] } as const;
  const clip = copy({ text: flow, layout: places }, ["b", "a", "z", "constructor"]);
  expect(clip).toStartWith("nodes:\n  a: {ask: v, next: b}\n");
  expect(layoutAfter(flow, {}, { op: "paste", clip, at: [0, 0] })).toEqual({ a_2: [0, 0], b_2: [50, 200] });
  expect(layoutAfter(flow, {}, { op: "paste", clip })).toEqual({ a_2: [100, 100], b_2: [150, 300] });
  const bare = layoutAfter(
    flow,
    {},
    { op: "paste", clip: "x: {end: x}\ny: {end: y}\nz: {end: z}", at: [5, 5] },
  );
  expect(bare).toEqual({ x: [5, 5], y: [285, 5], z: [5, 185] });
  expect(copy({ text: flow, layout: {} }, ["z"])).toBe("");
  expect(copy({ text: "a: [", layout: {} }, ["a"])).toBe("");
});

test("edit: new nodes are selected, and deleted ones are not", () => {
  const document = { text: flow, layout: {} };
  const selected = (operation: Parameters<typeof edit>[1]) => {
    const done = edit(document, operation);
    return "refused" in done ? done.refused : done.selected;
  };
  expect(selected({ op: "add-node", kind: "say" })).toEqual(["say"]);
  expect(selected({ op: "duplicate-nodes", ids: ["a"], by: [0, 0] })).toEqual(["a_2"]);
  expect(selected({ op: "paste", clip: "nodes: {b: {end: x}}" })).toEqual(["b_2"]);
  expect(selected({ op: "rename-node", id: "a", to: "z" })).toEqual(["z"]);
  expect(selected({ op: "remove-nodes", ids: ["a"] })).toEqual([]);
  expect(selected({ op: "set", pointer: "/name", value: "x" })).toBeUndefined();
});

test("edit: a node in a nameless flow leads to the end", () => {
  const text = `nodes:\n  a: {say: Hi., next: [{if: x, goto: ""}, {else: b}]}\n  b: {end: x}\n`;
  const from = { node: "a", port: "next:0" };
  const done = edit({ text, layout: {} }, { op: "add-node", kind: "say", id: "c", from });
  expect("document" in done && done.document.text).toBe(
    text.replace(`goto: ""`, `goto: "c"`).replace("  b:", "  c: {say: Hello., next: b}\n  b:"),
  );
});
