// Graph of a document: every target has its edge, and every edge the JSON pointer of its place in the text.

import { expect, test } from "bun:test";
import { type Graph, graphOf } from "../../../src/flow/author/document/document-graph.ts";
import { withRenamedNodes } from "../../../src/flow/author/document/node-renames.ts";
import { compose } from "../../../src/flow/language/source/composer.ts";
import { plainFrom } from "../../../src/flow/language/source/same-document.ts";
import { documentLimits, splice } from "../../../src/flow/language/source/splice.ts";
import { jsonText, type Plain, plainOf } from "../../../src/flow/language/source/yaml-tree.ts";
import { textsOf } from "../../support/flow-texts.ts";
import { anyEdit } from "../../support/fuzz/document-edit.ts";
import { random, seedOf } from "../../support/random.ts";

const flow = `# The file.

voice_flow: 1
start: greet # here
defaults: {give_up: desk}
variables:
  dept: {type: choice, ask: Which one?, give_up: bye}
handlers:
  # Always.
  operator: {dtmf: "0", next: desk}
  hours: {say: We are open., next: [{if: open, goto: RESUME}, {else: bye}]}
nodes:
  greet: {say: {en: Hello., de: Hallo.}, next: main}
  main: # the menu
    menu: dept
    # every option
    goto: {sales: find, support: desk} # ways
    give_up: bye
    handlers: {stop: {phrases: [stop], next: bye}}
  find:
    tool: lookup
    on_error: desk
    # what then
    next: [{if: free, goto: ask}, {if: count(others) > 0, goto: nowhere}, {else: bye}]
  ask: {ask: [day, at], next: talk}
  talk: {converse: Find out., exits: {done: {when: it is said, goto: wait}}, without_llm: bye}
  wait: {wait: {event: paid}, on_timeout: bye, next: open}
  open: {next: [{if: open, goto: desk}, {else: voicemail}]}
  voicemail: {record: message, on_failed: bye}
  desk: {transfer: "tel:+33140000000"}
  bye: {say: Bye., end: done}
tests:
  - {name: one, script: [{user: a}, {at: main}, {ends: done}]}
`;

function graph(text: string): Graph {
  const found = graphOf(text);
  if (found === undefined) throw new Error("no graph");
  return found;
}

test("graph: every target is an edge with its JSON pointer", () => {
  const { start, edges } = graph(flow);
  expect(start).toBe("greet");
  expect(edges.map(({ id, to, kind, label, pointer }) => [id, to, kind, label, pointer])).toEqual([
    ["greet:next", "main", "next", "", "/nodes/greet/next"],
    ["main:option:sales", "find", "option", "sales", "/nodes/main/goto/sales"],
    ["main:option:support", "desk", "option", "support", "/nodes/main/goto/support"],
    ["main:give_up", "bye", "give_up", "", "/nodes/main/give_up"],
    ["main:handler:stop", "bye", "handler", "stop", "/nodes/main/handlers/stop/next"],
    ["find:next:0", "ask", "next", "if free", "/nodes/find/next/0/goto"],
    ["find:next:1", "nowhere", "next", "if count(others) > 0", "/nodes/find/next/1/goto"],
    ["find:next:2", "bye", "next", "else", "/nodes/find/next/2/else"],
    ["find:error", "desk", "error", "", "/nodes/find/on_error"],
    ["ask:next", "talk", "next", "", "/nodes/ask/next"],
    ["talk:exit:done", "wait", "exit", "done", "/nodes/talk/exits/done/goto"],
    ["talk:without_llm", "bye", "without_llm", "", "/nodes/talk/without_llm"],
    ["wait:next", "open", "next", "", "/nodes/wait/next"],
    ["wait:timeout", "bye", "timeout", "", "/nodes/wait/on_timeout"],
    ["open:next:0", "desk", "next", "if open", "/nodes/open/next/0/goto"],
    ["open:next:1", "voicemail", "next", "else", "/nodes/open/next/1/else"],
    ["voicemail:failed", "bye", "failed", "", "/nodes/voicemail/on_failed"],
    ["*:handler:operator", "desk", "handler", "operator", "/handlers/operator/next"],
    ["*:handler:hours:0", "RESUME", "handler", "hours, if open", "/handlers/hours/next/0/goto"],
    ["*:handler:hours:1", "bye", "handler", "hours, else", "/handlers/hours/next/1/else"],
    ["*:give_up", "desk", "give_up", "", "/defaults/give_up"],
    ["*:give_up:dept", "bye", "give_up", "dept", "/variables/dept/give_up"],
  ]);
});

test("graph: nodes have their kind, their words, and unused exits", () => {
  const { nodes } = graph(flow);
  expect(nodes.map(({ id, kind, title, pointer }) => [id, kind, title, pointer])).toEqual([
    ["greet", "say", "Hello.", "/nodes/greet"],
    ["main", "menu", "Which one?", "/nodes/main"],
    ["find", "tool", "lookup", "/nodes/find"],
    ["ask", "ask", "day, at", "/nodes/ask"],
    ["talk", "converse", "Find out.", "/nodes/talk"],
    ["wait", "wait", "paid", "/nodes/wait"],
    ["open", "branch", "", "/nodes/open"],
    ["voicemail", "record", "message", "/nodes/voicemail"],
    ["desk", "transfer", "tel:+33140000000", "/nodes/desk"],
    ["bye", "end", "Bye.", "/nodes/bye"],
  ]);
  const portsOf = (id: string) => nodes.find((node) => node.id === id)?.ports.map((port) => port.id);
  expect(portsOf("main")).toEqual(["option:sales", "option:support", "give_up", "handler:stop", "next"]);
  expect(portsOf("ask")).toEqual(["next", "give_up"]);
  expect(portsOf("desk")).toEqual(["return", "failed"]);
  expect(portsOf("bye")).toEqual([]);
});

test("graph: an empty target makes no edge", () => {
  const text = `nodes: {a: {say: Hi., next: [{if: x, goto: ""}, {else: " "}]}, b: {end: x}}`;
  const { nodes, edges } = graph(text);
  expect(edges).toEqual([]);
  expect(nodes[0]?.ports.map(({ id }) => id)).toEqual(["next:0", "next:1"]);
});

const open = `types: {kind: {type: choice, options: [{id: one}, {id: two}, {label: none}]}}
variables: {pick: {type: kind}, data: {type: choice, options: "{{ slots }}"}, loop: {type: loop}}
nodes:
  pick: {menu: pick, goto: {two: end, more: end}}
  data: {menu: data}
  fresh: {next: [{if: a}, {if: b, goto: end}]}
  half: {say: Hi., next: [{if: a, goto: end}, {else: null}]}
  talk: {converse: x, exits: {done: {when: y}, more: {when: z, goto: end}}}
  none: {say: Hi., next: []}
  end: {end: x}
`;

test("graph: conditions, options and exits without a target are ports too", () => {
  const ports = graph(open).nodes.map((node) => [
    node.id,
    ...node.ports.map(({ id, label }) => `${id} (${label})`),
  ]);
  expect(ports).toEqual([
    ["pick", "option:two (two)", "option:more (more)", "option:one (one)", "next ()", "give_up ()"],
    ["data", "next ()", "give_up ()"],
    ["fresh", "next:0 (if a)", "next:1 (if b)", "next (else)"],
    ["half", "next:0 (if a)", "next:1 (else)"],
    ["talk", "exit:done (done)", "exit:more (more)", "give_up ()", "without_llm ()"],
    ["none", "next ()"],
    ["end"],
  ]);
});

test("graph: comments are attached to their subjects", () => {
  expect([...graph(flow).comments]).toEqual([
    ["", "The file."],
    ["/start", "here"],
    ["/handlers/operator", "Always."],
    ["/nodes/main", "the menu"],
    ["/nodes/main/goto", "every option\nways"],
    ["/nodes/find/next", "what then"],
  ]);
});

const drafts: readonly (readonly [text: string, nodes: number, edges: number])[] = [
  ["a: 1\n", 0, 0],
  ["nodes: x\n", 0, 0],
  ["nodes: {a: 1, b: [c], c: null, d: {}}\n", 4, 0],
  ["nodes: {a: {next: 5, goto: x, exits: [1], handlers: {h: 1}, give_up: {}}}\n", 1, 0],
  ["nodes: {a: {next: [x, {}, {else: b}, {goto: [c]}], say: [], end: 1}}\nstart: 5\n", 1, 1],
  ["handlers: [a]\ndefaults: x\nvariables: {v: {give_up: b}}\n", 0, 1],
  ["nodes: {a: &x {next: b}, b: *x}\n", 2, 2],
];

test.each(drafts)("graph: the draft %j has a graph", (text, nodes, edges) => {
  const found = graph(text);
  expect([found.nodes.length, found.edges.length]).toEqual([nodes, edges]);
});

test("graph: a text that is no mapping has no graph", () => {
  expect(["", "- a", "a: [", "x"].map(graphOf)).toEqual([undefined, undefined, undefined, undefined]);
});

const seed = seedOf(6_203);
const runs = process.env["LONG"] === undefined ? 500 : 20_000;

test(`graph: in ${runs} documents that editors leave behind, each edge leads to its place (SEED=${seed})`, async () => {
  const chance = random(seed);
  const nasty = await textsOf("test/flow/language/source/fixtures");
  const texts = [flow, ...nasty.map(([, text]) => text)];
  for (let i = 0; i < runs;) {
    let text = chance.pick(texts);
    for (let j = 0; j < 10 && i < runs; j++, i++) {
      text = splice(text, anyEdit(chance, compose(text, documentLimits).root!).document).text;
      const { nodes, edges } = graph(text);
      const document = documentOf(text);
      for (const { pointer, to } of edges) expect([pointer, at(document, pointer)]).toEqual([pointer, to]);
      expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
      expect(nodes.every(({ ports }) => new Set(ports.map(({ id }) => id)).size === ports.length)).toBe(true);
    }
  }
}, 600_000);

function at(document: Plain, pointer: string): Plain | undefined {
  const keys = pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<Plain | undefined>(
    (found, key) =>
      found instanceof Map
        ? (found as ReadonlyMap<string, Plain>).get(key)
        : Array.isArray(found)
          ? (found as readonly Plain[])[Number(key)]
          : undefined,
    document,
  );
}

function documentOf(text: string): ReadonlyMap<string, Plain> {
  return plainOf(compose(text, documentLimits).root!) as ReadonlyMap<string, Plain>;
}

test("rename: it reaches every reference to the node", () => {
  const names = { desk: "counter", main: "choices", greet: "hello" };
  const { text, rewritten } = splice(flow, withRenamedNodes(documentOf(flow), names), names);
  expect(rewritten).toBe(false);
  expect(text).toBe(
    flow
      .replaceAll(/\bdesk\b/g, "counter")
      .replaceAll(/\bmain\b/g, "choices")
      .replaceAll(/\bgreet\b/g, "hello"),
  );
});

test("rename: names given at once may swap, and may follow each other", () => {
  const text = "start: a\nnodes:\n  a: {next: b} # 1\n  b: {next: c} # 2\n  c: {end: a} # 3\n";
  const chain = { a: "b", b: "c", c: "d" };
  expect(splice(text, withRenamedNodes(documentOf(text), chain), chain).text).toBe(
    "start: b\nnodes:\n  b: {next: c} # 1\n  c: {next: d} # 2\n  d: {end: a} # 3\n",
  );
  const swapped = plainFrom({ start: "b", nodes: { b: { next: "a" }, a: { next: "c" }, c: { end: "a" } } });
  const swap = { a: "b", b: "a" };
  expect(splice(text, withRenamedNodes(swapped as ReadonlyMap<string, Plain>, swap), swap).text).toBe(
    "start: b\nnodes:\n  b: {next: a} # 1\n  a: {next: c} # 2\n  c: {end: a} # 3\n",
  );
});

test("rename: an editor that renamed the key only gets the rest", () => {
  const wanted = plainFrom({ start: "a", nodes: { z: { next: "b" }, b: { next: "a" } } });
  expect(jsonText(withRenamedNodes(wanted as ReadonlyMap<string, Plain>, { a: "z" }))).toBe(
    '{"start":"z","nodes":{"z":{"next":"b"},"b":{"next":"z"}}}',
  );
});

test("rename: taken or unknown names change nothing", () => {
  const document = documentOf("start: a\nnodes: {a: {next: b}, b: {end: x}}\n");
  expect(withRenamedNodes(document, { a: "b" })).toBe(document);
  expect(withRenamedNodes(document, {})).toBe(document);
  expect(jsonText(withRenamedNodes(document, { other: "c" }))).toBe(jsonText(document));
});
