// Edge editing: operations make, redirect and remove edges in any notation, and set the start.

import { describe, test } from "bun:test";
import { type Case, expectCase, expectRefusal, type Refusal } from "./case.ts";

const flow = `voice_flow: 1
id: f
language: en
start: a
defaults: {max_attempts: 3}
variables:
  v: {type: text, ask: "V?", give_up: b}
handlers:
  op: {dtmf: "0"}
  off: disabled
  many:
    phrases: [x]
    next: # ways
      - {if: v, goto: b} # one
nodes:
  a: {ask: v} # a
  m:
    menu: ch # menu
    next: b
    goto: # options
      one: a # one
      two: b
    # under m
  s:
    say: Hi
  l: {next: [{if: v, goto: a}, {if: w}, {else: b}]}
  k:
    next:
      - if: v # first
        goto: a # there
      - if: w
        goto: s
  t: {transfer: "tel:+1", on_failed: b}
  c:
    converse: Goal
    exits:
      done: {when: done, goto: b}
      more: {when: more}
  e: {end: x}
  b: {end: y, handlers: {help: {say: x, next: a}, op: disabled}}
`;

const on = (node: string, port: string, to = "e") => ({ op: "connect", node, port, to }) as const;
const off = (node: string, port: string) => ({ op: "disconnect", node, port }) as const;

const cases: readonly Case[] = [
  ["on from a question", on("a", "next"), ["{ask: v} # a", "{ask: v, next: e} # a"]],
  ["back to where a handler came from", on("a", "next", "RESUME"), ["{ask: v} # a", "{ask: v, next: RESUME} # a"]],
  ["to itself", on("s", "next", "s"), ["    say: Hi\n", "    say: Hi\n    next: s\n"]],
  ["from what is not understood", on("a", "give_up"), ["{ask: v} # a", "{ask: v, give_up: e} # a"]],
  ["of an option, elsewhere", on("m", "option:one"), ["one: a # one", "one: e # one"]],
  ["of another option", on("m", "option:three"), ["      two: b\n", "      two: b\n      three: e\n"]],
  ["of all other options", on("m", "next"), ["    next: b\n", "    next: e\n"]],
  ["of a condition, elsewhere", on("l", "next:0"), ["{if: v, goto: a}, {if: w}", "{if: v, goto: e}, {if: w}"]],
  ["of a condition without one", on("l", "next:1"), ["{if: w}", "{if: w, goto: e}"]],
  ["of what holds otherwise", on("l", "next:2"), ["{else: b}", "{else: e}"]],
  ["of what holds otherwise, without its number", on("l", "next"), ["{else: b}", "{else: e}"]],
  ["of what holds otherwise, where nothing does", on("k", "next"), ["        goto: s\n", "        goto: s\n      - {else: e}\n"]],
  ["of a condition in rows", on("k", "next:0"), ["goto: a # there", "goto: e # there"]],
  ["of a transfer that fails", on("t", "failed"), ["on_failed: b", "on_failed: e"]],
  ["of an exit", on("c", "exit:done"), ["when: done, goto: b", "when: done, goto: e"]],
  ["of an exit without one", on("c", "exit:more"), ["{when: more}", "{when: more, goto: e}"]],
  ["of an exit that comes", on("c", "exit:new"), ["{when: more}\n", "{when: more}\n      new: {goto: e}\n"]],
  ["without a model", on("c", "without_llm"), ["{when: more}\n", "{when: more}\n    without_llm: e\n"]],
  ["of a node's handler", on("b", "handler:help"), ["next: a}, op", "next: e}, op"]],
  ["of a handler", on("*", "handler:op"), ['{dtmf: "0"}', '{dtmf: "0", next: e}']],
  ["of a handler's condition", on("*", "handler:many:0"), ["goto: b} # one", "goto: e} # one"]],
  ["of a handler otherwise", on("*", "handler:many"), ["# one\nnodes", "# one\n      - {else: e}\nnodes"]],
  ["of all questions", on("*", "give_up"), ["max_attempts: 3}", "max_attempts: 3, give_up: e}"]],
  ["of a variable's questions", on("*", "give_up:v"), ["give_up: b}", "give_up: e}"]],
  ["away from an option", off("m", "option:one"), ["      one: a # one\n", ""]],
  ["away from all other options", off("m", "next"), ["    next: b\n", ""]],
  ["away from a condition, which stays", off("l", "next:0"), ["{if: v, goto: a}, {if: w}", "{if: v}, {if: w}"]],
  ["away from a condition in rows", off("k", "next:0"), ["        goto: a # there\n", ""]],
  ["away from what holds otherwise", off("l", "next:2"), [", {else: b}", ""]],
  ["away from an exit, which stays", off("c", "exit:done"), ["when: done, goto: b", "when: done"]],
  ["away from a failed transfer", off("t", "failed"), [', on_failed: b', ""]],
  ["away from a node's handler", off("b", "handler:help"), ["{say: x, next: a}", "{say: x}"]],
  ["away from a variable", off("*", "give_up:v"), [", give_up: b}", "}"]],
  ["to where the call begins", { op: "set-start", id: "b" }, ["start: a", "start: b"]],
  ["is the same already", on("m", "option:one", "a")],
]; // prettier-ignore

describe("edit: an edge", () => {
  test.each(cases)("%s", (...each) => {
    expectCase(flow, each);
  });
});

test("edit: removing the last option's edge removes the map, as with the last condition", () => {
  const text = "nodes:\n  m:\n    menu: v\n    goto: # all\n      a: e # one\n  l: {say: x, next: [{else: e}]}\n  e: {end: x}\n";
  expectCase(text, ["option", off("m", "option:a"), ["    goto: # all\n      a: e # one\n", ""]]);
  expectCase(text, ["else", off("l", "next:0"), [", next: [{else: e}]", ""]]);
}); // prettier-ignore

const refusals: readonly Refusal[] = [
  [on("a", "error"), "'ask' has no way 'error': it has next, give_up."],
  [on("a", ""), "'ask' has no way '': it has next, give_up."],
  [on("a", "next:0"), "There is no such condition: add it first."],
  [on("l", "next:3"), "There is no such condition: add it first."],
  [on("l", "next:x"), "There is no such condition: add it first."],
  [on("x", "next"), "There is no node 'x': add it first."],
  [on("a", "next", "zz"), "There is no node 'zz': add it first."],
  [on("a", "next", "constructor"), "There is no node 'constructor': add it first."],
  [on("a", "constructor"), "'ask' has no way 'constructor': it has next, give_up."],
  [on("m", "option:"), "'m' has no way 'option:': take one of those that it shows."],
  [on("a", "give_up:x"), "'a' has no way 'give_up:x': take one of those that it shows."],
  [on("s", "option:x"), "'say' has no way 'option': it has next."],
  [on("t", "next"), "'transfer' has no way 'next': it has on_return, on_failed, on_no_answer."],
  [on("c", "next"), "'converse' has no way 'next': it has exits, give_up, without_llm."],
  [on("e", "next"), "'end' has no way 'next': the call is over there."],
  [on("b", "handler:op"), "The handler 'op' is switched off: switch it on first."],
  [on("b", "handler:new"), "There is no handler 'new': add it first."],
  [on("*", "handler:off"), "The handler 'off' is switched off: switch it on first."],
  [on("*", "handler:many:1"), "There is no such condition: add it first."],
  [on("*", "next"), "There is no way 'next' that holds everywhere: it has handlers and give_up."],
  [off("a", "next"), "No edge leads from 'next' of 'a'."],
  [off("*", "give_up"), "No edge leads from 'give_up' of the flow as a whole."],
  [off("zz", "next"), "No edge leads from 'next' of 'zz'."],
  [{ op: "set-start", id: "zz" }, "There is no node 'zz' to start at: add it first."],
];

test.each(refusals)("edit: an edge is refused: %j", (operation, sentence) => {
  expectRefusal(flow, [operation, sentence]);
});
