// Renaming: every use of the old name changes, in keys, expressions, templates and tests; similar text stays.

import { describe, expect, test } from "bun:test";
import { type Case, expectCase, expectRefusal, type Refusal, textAfter } from "./case.ts";

const flow = `# Everything that has a name: {{ who }}.
voice_flow: 1
id: f
language: en
start: a
open: [who]
types:
  dept: # a type
    type: choice
    options:
      - {id: sales, dtmf: "1"} # first
      - id: support
      - {dtmf: "3"}
variables:
  who: {type: dept, ask: "Which?", no_match: ["Not {{ who }}.", plain who] } # who
  "at": {type: time, default: "{{ now() }}"}
  caller: {input: true, type: text, depends_on: [who]}
  note: {type: text}
secrets: [crm, other]
tools:
  find: # tool
    params: {who: text, key: text}
    http: "GET https://x.example/{{ who }}?k={{ secrets.crm }}"
    headers: {X-Who: "{{secrets['crm']}}"}
    returns: {plan: text}
handlers:
  stop: {phrases: [stop], set: {who: null}, next: [{if: "who == 'sales'", goto: a}, {else: RESUME}]}
hooks:
  - {url: "https://x.example", secret: crm, events: [plan.chosen, session.ended]}
nodes:
  a:
    ask: [who, at]
    say: >-
      Hello {{ who }},
      it is {{ at }} for {{ who | upper }}, not who.
    emit: {plan.chosen: {who: who, caller: context.caller}}
    next:
      - {if: who == "sales" and filled(who), goto: b} # "who" here
      - else: a
    handlers: {stop: disabled}
  b: {tool: find, with: {who: who, key: "'who'"}, save: {note: result.plan}, next: [{if: failure.tool == 'find', goto: a}, {else: m}]}
  m: {menu: who, goto: {sales: a, support: a}}
  l: {menu: who, listen_for: [who], next: a}
  t: {converse: "Ask {{ who }}", fill: [who], tools: [find], exits: {done: {if: filled(who), goto: a}}, max_turns: 3}
  s: {set: {who: "'support'", note: "who ?? 'sales'"}, next: a}
tests:
  - name: t # name
    context: {caller: Ada, who: sales}
    mocks: {find: {plan: x, body: 1}}
    script:
      - {user: sales, llm: {set: {who: sales}, option: sales}}
      - {expect: {who: sales, note: who}}
      - {calls: {find: {who: sales}}}
      - {calls: find}
      - {emits: plan.chosen}
      - {user: x, llm: {handler: stop, exit: done, tool: {find: {who: b}}}}
`;

const to = (pointer: string, name: string) => ({ op: "rename-key", pointer, to: name }) as const;

const cases: readonly Case[] = [
  [
    "a variable",
    to("/variables/who", "dept_name"),
    ["  who: {type", "  dept_name: {type"],
    ["Not {{ who }}", "Not {{ dept_name }}"],
    ["depends_on: [who]", "depends_on: [dept_name]"],
    ["set: {who: null}", "set: {dept_name: null}"],
    [`"who == 'sales'"`, `"dept_name == 'sales'"`],
    ["ask: [who", "ask: [dept_name"],
    ["Hello {{ who }},", "Hello {{ dept_name }},"],
    ["{{ who | upper }}", "{{ dept_name | upper }}"],
    ["{who: who, caller", "{who: dept_name, caller"],
    ['{if: who == "sales" and filled(who), goto', '{if: dept_name == "sales" and filled(dept_name), goto'],
    ["{who: who, key", "{who: dept_name, key"],
    ["m: {menu: who", "m: {menu: dept_name"],
    ["Ask {{ who }}", "Ask {{ dept_name }}"],
    ["fill: [who]", "fill: [dept_name]"],
    ["open: [who]", "open: [dept_name]"],
    ["l: {menu: who, listen_for: [who", "l: {menu: dept_name, listen_for: [dept_name"],
    ["{done: {if: filled(who)", "{done: {if: filled(dept_name)"],
    [`{who: "'support'", note: "who ??`, `{dept_name: "'support'", note: "dept_name ??`],
    ["context: {caller: Ada, who", "context: {caller: Ada, dept_name"],
    ["{set: {who: sales}", "{set: {dept_name: sales}"],
    ["{expect: {who: sales", "{expect: {dept_name: sales"],
  ],
  [
    "a variable in quotes",
    to("/variables/at", "moment"),
    ['"at": {type', '"moment": {type'],
    ["ask: [who, at]", "ask: [who, moment]"],
    ["it is {{ at }}", "it is {{ moment }}"],
  ],
  [
    "a variable that the session brings",
    to("/variables/caller", "person"),
    ["  caller: {input", "  person: {input"],
    ["context.caller}}", "context.person}}"],
    ["context: {caller: Ada,", "context: {person: Ada,"],
  ],
  [
    "a type",
    to("/types/dept", "department"),
    ["  dept: #", "  department: #"],
    ["{type: dept,", "{type: department,"],
  ],
  [
    "an option of a type",
    to("/types/dept/options/0", "selling"),
    ["Ada, who: sales", "Ada, who: selling"],
    ["{id: sales,", "{id: selling,"],
    [`"who == 'sales'"`, `"who == 'selling'"`],
    ['who == "sales"', 'who == "selling"'],
    ["goto: {sales: a", "goto: {selling: a"],
    ["{set: {who: sales}, option: sales}", "{set: {who: selling}, option: selling}"],
    ["{expect: {who: sales", "{expect: {who: selling"],
  ],
  [
    "an option that is assigned",
    to("/types/dept/options/1/id", "help"),
    ["- id: support", "- id: help"],
    ["support: a}}", "help: a}}"],
    [`"'support'"`, `"'help'"`],
  ],
  [
    "a secret",
    to("/secrets/0", "crm_key"),
    ["secrets: [crm,", "secrets: [crm_key,"],
    ["{{ secrets.crm }}", "{{ secrets.crm_key }}"],
    ["secrets['crm']", "secrets['crm_key']"],
    ["secret: crm,", "secret: crm_key,"],
  ],
  [
    "a tool",
    to("/tools/find", "lookup"),
    ["  find: # tool", "  lookup: # tool"],
    ["tool: find, with", "tool: lookup, with"],
    ["failure.tool == 'find'", "failure.tool == 'lookup'"],
    ["tools: [find]", "tools: [lookup]"],
    ["mocks: {find:", "mocks: {lookup:"],
    ["{calls: {find:", "{calls: {lookup:"],
    ["{calls: find}", "{calls: lookup}"],
    ["tool: {find:", "tool: {lookup:"],
  ],
  [
    "a tool's parameter",
    to("/tools/find/params/who", "person"),
    ["params: {who:", "params: {person:"],
    ["x.example/{{ who }}?", "x.example/{{ person }}?"],
    ["with: {who: who", "with: {person: who"],
    ["{calls: {find: {who:", "{calls: {find: {person:"],
    ["tool: {find: {who: b", "tool: {find: {person: b"],
  ],
  [
    "a field of a tool's answer",
    to("/tools/find/returns/plan", "tier"),
    ["returns: {plan:", "returns: {tier:"],
    ["result.plan", "result.tier"],
    ["{find: {plan: x", "{find: {tier: x"],
  ],
  [
    "a handler",
    to("/handlers/stop", "halt"),
    ["  stop: {phrases", "  halt: {phrases"],
    ["{stop: disabled}", "{halt: disabled}"],
    ["handler: stop", "handler: halt"],
  ],
  [
    "a node's own change to a handler",
    to("/nodes/a/handlers/stop", "halt"),
    ["{stop: disabled}", "{halt: disabled}"],
  ],
  [
    "an exit",
    to("/nodes/t/exits/done", "over"),
    ["exits: {done:", "exits: {over:"],
    ["exit: done", "exit: over"],
  ],
  [
    "an event",
    to("/nodes/a/emit/plan.chosen", "plan.taken"),
    ["emit: {plan.chosen:", "emit: {plan.taken:"],
    ["[plan.chosen, session", "[plan.taken, session"],
    ["{emits: plan.chosen}", "{emits: plan.taken}"],
  ],
  ["a test", to("/tests/0", "first: one"), ["name: t # name", 'name: "first: one" # name']],
  ["a header", to("/tools/find/headers/X-Who", "X-You"), ["{X-Who:", "{X-You:"]],
  ["a node", to("/nodes/b", "seek"), ["goto: b} # ", "goto: seek} # "], ["  b: {tool", "  seek: {tool"]],
  ["the same", to("/variables/who", "who")],
];

describe("edit: renaming", () => {
  test.each(cases)("%s", (...each) => {
    expectCase(flow, each);
  });
});

test.each(cases.filter(([name]) => name !== "a test"))(
  "edit: a rename and its reverse return the same bytes: %s",
  (...each) => {
    const [, operation] = each;
    if (operation.op !== "rename-key") throw new Error("no new name");
    const { pointer } = operation;
    const isValue = /\/(?:options|secrets)\//.test(pointer);
    const parts = pointer.split("/");
    const old = isValue
      ? ({ 0: "sales", 1: "support" }[/options\/(\d)/.exec(pointer)?.[1] ?? ""] ?? "crm")
      : parts.at(-1)!;
    const now = isValue ? pointer : [...parts.slice(0, -1), operation.to].join("/");
    expect(textAfter(textAfter(flow, operation), { op: "rename-key", pointer: now, to: old })).toBe(flow);
  },
);

const plainRule =
  "A name is made of small letters, digits and _, begins with a letter, and has at most 64 of them.";
const fixed = "The language gives this its name: remove it, and add the other.";

const refusals: readonly Refusal[] = [
  [to("/variables/who", "at"), "'at' already exists: choose another name."],
  [to("/variables/who", "session"), "'session' belongs to expressions: choose another name."],
  [to("/variables/who", "Who"), plainRule],
  [to("/variables/who", ""), plainRule],
  [to("/variables/zz", "x"), "There is nothing at '/variables/zz'."],
  [to("", "x"), "There is nothing at ''."],
  [to("variables", "x"), "There is nothing at 'variables'."],
  [to("/types/dept", "date"), "'date' is a built-in type: choose another name."],
  [to("/types/dept/options/0", "support"), "'support' already exists: choose another name."],
  [to("/types/dept/options/2/id", "x"), "There is nothing at '/types/dept/options/2/id'."],
  [to("/types/dept/options/2", "x"), "What is at '/types/dept/options/2' has no name yet: give it one first."],
  [to("/secrets/0", "other"), "'other' already exists: choose another name."],
  [to("/secrets/0", "a-b"), "A secret's name is made of letters, digits and _, and begins with a letter."],
  [to("/tools/find/params/who", "key"), "'key' already exists: choose another name."],
  [to("/nodes/a/emit/plan.chosen", "plan"), "The name of an event must be two words in lower case, separated by a dot: plan.chosen."],
  [to("/tests/0/script/1/expect/who", "note"), "'note' already exists: choose another name."],
  [to("/nodes/b", "a"), "The node 'a' already exists: choose another name."],
  [to("/nodes/a/ask", "x"), fixed],
  [to("/language", "x"), fixed],
  [to("/nodes/a/next/0", "x"), fixed],
]; // prettier-ignore

test.each(refusals)("edit: a new name is refused: %j", (operation, sentence) => {
  expectRefusal(flow, [operation, sentence]);
});

test("edit: a variable's new name must be free in every map with it", () => {
  const text = "variables: {a: {type: text}}\nnodes: {n: {set: {a: 1, b: 2}, next: n}}\n";
  expectRefusal(text, [
    to("/variables/a", "b"),
    "'b' already exists beside 'a', in nodes/n/set: choose another name.",
  ]);
});

test("edit: a handler keeps listening to an event's old name when another node emits it too", () => {
  const text = `hooks: [{url: x, secret: s, events: [a.b]}]
nodes:
  one: {say: x, emit: {a.b: {}}}
  two: {say: x, emit: {a.b: {}}}
`;
  expectCase(text, [
    "event",
    to("/nodes/one/emit/a.b", "a.c"),
    ["one: {say: x, emit: {a.b", "one: {say: x, emit: {a.c"],
  ]);
});
