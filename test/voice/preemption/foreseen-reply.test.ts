// Foreseen reply: a flow's request to its model if these words were the whole turn, found by a step without a trace.

import { expect, test } from "bun:test";
import { initialState } from "../../../src/flow/engine/run/initial-state.ts";
import { step } from "../../../src/flow/engine/run/step.ts";
import { foreseenReply } from "../../../src/voice/preemption/foreseen-reply.ts";
import { programOf, talkFacts } from "../../support/fakes/flow-talk.ts";

const flow = (node: string): string => `
voice_flow: 1
id: talk
language: en
start: talk
variables: {code: {type: digits, length: 4, ask: "Which code?"}, note: {type: text, ask: "What for?"}}
tools:
  look: {description: Looks, http: "GET https://a.example/p"}
  book: {description: Books, http: "POST https://a.example/p", confirm: Shall I?}
defaults: {give_up: bye}
nodes:
  talk: ${node}
  bye: {say: Goodbye., end: done}
`;

const talk = (tools: string): string =>
  `{converse: Talk., say: Hello., tools: [${tools}], exits: {done: {when: it is over, goto: bye}}, max_turns: 5, without_llm: bye}`;

function foreseen(node: string, text: string): string | undefined {
  const program = programOf(flow(node));
  const [state] = step(program, initialState(program, { ...talkFacts, hasModel: true }), {
    type: "start",
    wallMs: 0,
  });
  const before = JSON.stringify(state);
  const request = foreseenReply(program, state, { text, wallMs: 0 });
  expect(JSON.stringify(state)).toBe(before);
  return request?.history.at(-1)?.text;
}

test("in free talk the request is a reply to the words", () => {
  expect(foreseen(talk(""), "it was cold")).toBe("it was cold");
  expect(foreseen(talk("look"), "it was cold")).toBe("it was cold");
});

test("nothing is requested if a tool could write, or if the words answer a question", () => {
  expect(foreseen(talk("look, book"), "it was cold")).toBeUndefined();
  expect(foreseen("{ask: code, next: bye}", "one two three four")).toBeUndefined();
  expect(foreseen("{ask: note, next: bye}", "it was cold")).toBeUndefined();
});
