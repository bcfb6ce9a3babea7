// Two recognisers that heard different answers: the flow reads back instead of taking the first one's word.

import { expect, test } from "bun:test";
import { FlowTalk, programOf } from "../../../support/fakes/flow-talk.ts";

const flow = `voice_flow: 1
id: f
language: en
start: ask
variables:
  people: {type: number, integer: true, min: 1, max: 12, ask: How many people?}
nodes:
  ask: {ask: people, confirm: auto, give_up: bye, next: bye}
  bye: {say: "{{ people ?? 'Nobody' }} it is.", end: done}
`;

function answer(text: string, second?: string): string {
  const talk = new FlowTalk(programOf(flow));
  talk.start();
  return talk.give({ type: "words", text, ...(second === undefined ? {} : { second }) });
}

test("doubt: another answer is read back, however certain the first recogniser is", () => {
  expect(answer("five")).toBe("5 it is.");
  expect(answer("five", "nine")).toMatch(/5|five/);
  expect(answer("five", "nine")).not.toContain("it is.");
});

test("doubt: the same answer in other words leaves none, and neither does one that means nothing here", () => {
  for (const second of ["5", "five people", "for five, please", "the weather", ""])
    expect(answer("five", second)).toBe("5 it is.");
});
