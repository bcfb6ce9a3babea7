// Reports of repeated questions: a question that is repeated after words is reported, and nothing else.

import { expect, test } from "bun:test";
import { repromptsTold } from "../../src/calls/reprompts.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";

const flow = `
voice_flow: 1
id: party
language: en
start: ask
defaults: {give_up: sorry, max_attempts: 3}
variables:
  people: {type: number, integer: true, min: 1, max: 12, ask: For how many people}
nodes:
  ask: {ask: people, next: done}
  sorry: {say: Sorry., end: failed}
  done: {say: Thanks., end: done}
`;

function talk() {
  let times = 0;
  const seen = repromptsTold(() => (times += 1));
  const call = new FlowTalk(programOf(flow));
  const give = (input: Parameters<FlowTalk["give"]>[0]): number => {
    call.give(input);
    seen(call.state);
    return times;
  };
  return { call, give };
}

test("asked again: it counts words without an answer, not silence, answers or the first question", () => {
  const { call, give } = talk();
  expect(give({ type: "start" })).toBe(0);
  expect(give({ type: "silence" })).toBe(0);
  expect(give({ type: "words", text: "bananas" })).toBe(1);
  expect(give({ type: "words", text: "four" })).toBe(1);
  expect(call.outcome).toBe("done");
});

test("asked again: it does not count when the flow gives up", () => {
  const { call, give } = talk();
  give({ type: "start" });
  let times = 0;
  while (call.outcome === undefined) times = give({ type: "words", text: "bananas" });
  expect(call.outcome).toBe("failed");
  expect(times).toBe(2);
});
