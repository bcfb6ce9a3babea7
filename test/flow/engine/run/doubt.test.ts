// Doubtful answers: the flow reads a value back when the recogniser is unsure, and offers the other readings.

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

test("doubt: the same answer in other words leaves no doubt, and neither do words without a meaning here", () => {
  for (const second of ["5", "five people", "for five, please", "the weather", ""])
    expect(answer("five", second)).toBe("5 it is.");
});

test("doubt: a command that another recogniser heard as an answer is read back as the answer", () => {
  expect(answer("hold on", "four")).toBe("4 people, is that right?");
  for (const second of [undefined, "", "hold on", "the weather"])
    expect(answer("hold on", second)).not.toContain("is that right");
  const talk = doubted();
  expect(talk.give({ type: "words", text: "hold on", second: "no" })).toContain("is that right");
});

const doubtful = { type: "words", text: "five", confidence: 0.6, alternative: "nine" } as const;

function doubted(text = flow): FlowTalk {
  const talk = new FlowTalk(programOf(text));
  talk.start();
  talk.give(doubtful);
  return talk;
}

test("doubt: after a no the alternative is read back, and then the question is asked again", () => {
  expect(doubted().hear("yes")).toBe("5 it is.");
  const talk = doubted();
  expect(talk.hear("no")).toBe("9 people, is that right?");
  expect(doubted().hear("no, six")).toBe("6 it is.");
  expect(talk.hear("no")).toMatch(/How many people/);
  const taken = doubted();
  taken.hear("no");
  expect(taken.hear("yes")).toBe("9 it is.");
});

test("doubt: an alternative that cannot be an answer, or means the same, is not offered", () => {
  for (const alternative of ["five people", "thirty", "the weather"]) {
    const talk = new FlowTalk(programOf(flow));
    talk.start();
    talk.give({ ...doubtful, alternative });
    expect(talk.hear("no")).toMatch(/How many people/);
  }
});

test("doubt: a string of digits is asked for again, not guessed again", () => {
  const digits = flow
    .replace("type: number, integer: true, min: 1, max: 12", "type: digits, length: 2")
    .replaceAll("How many people?", "Which code?");
  const talk = new FlowTalk(programOf(digits));
  talk.start();
  talk.give({ ...doubtful, text: "one two", alternative: "one three" });
  expect(talk.hear("no")).toMatch(/Which code/);
});

test("doubt: a doubtful new value in answer to the read-back is read back too", () => {
  const talk = doubted();
  expect(talk.give({ type: "words", text: "six", confidence: 0.6 })).toBe("6 people, is that right?");
});
