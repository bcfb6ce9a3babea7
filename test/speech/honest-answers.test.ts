// Answers outside the expected ones: the flow takes, reads back or refuses a person's words, but never changes them
// into something else.

import { expect, test } from "bun:test";
import { toFrames } from "../../src/audio/frame.ts";
import type { SttEvent } from "../../src/providers/provider-contract.ts";
import { QuestionedCaller, questionOf } from "../bench/ears/ears-caller.ts";
import { answer, human, joined, ownVoiceSaying, synthetic } from "../support/callers/callers.ts";
import { EnginesAtOnce } from "../support/engines-at-once.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";

const caller = await QuestionedCaller.open();
const people = questionOf(`type: number, integer: true, min: 0, max: 12, ask: "For how many people?"`);
const code = questionOf(`type: digits, length: 4, ask: "Which code, please?"`);
const tea = questionOf(`type: boolean, ask: "Would you like tea?"`);
const timeoutMs = 60_000;

test(
  "honest answers: numbers are taken or read back, most of them taken",
  async () => {
    const outcomes: string[] = [];
    for (const [word, value] of [
      ["two", 2],
      ["four", 4],
      ["seven", 7],
      ["nine", 9],
    ] as const) {
      outcomes.push((await caller.answer(people, await answer([word]), value)).outcome);
    }
    expect(outcomes.filter((outcome) => outcome !== "right" && outcome !== "asked")).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === "right").length).toBeGreaterThanOrEqual(2);
  },
  timeoutMs,
);

test(
  "honest answers: three or five digits are never taken for four",
  async () => {
    for (const words of [
      ["one", "two", "three"],
      ["one", "two", "three", "four", "five"],
    ]) {
      const { outcome, heard } = await caller.answer(code, await answer(words), "");
      expect([outcome, heard.text]).not.toContain("wrong");
    }
    const { heard } = await caller.answer(code, await answer(["one", "two", "three", "four", "five"]), "");
    // The recogniser reports all words, so that the flow can describe the problem.
    expect(heard.text.split(" ")).toHaveLength(5);
  },
  timeoutMs,
);

test(
  "honest answers: a number does not answer a yes or no question, and yes and no do",
  async () => {
    for (const word of ["one", "two", "three", "five", "eight", "nine"]) {
      const { outcome } = await caller.answer(tea, await answer([word]), "");
      expect([word, outcome]).toEqual([word, "rejected"]);
    }
    expect((await caller.answer(tea, await answer(["no"]), false)).outcome).toBe("right");
    const yes = joined(300, await ownVoiceSaying("michael", "Yes, please."), 700);
    expect((await caller.answer(tea, yes, true)).outcome).toBe("right");
  },
  timeoutMs,
);

/** A word without the first third of its sound, as said in haste. */
function bitten(pcm: Int16Array): Int16Array {
  const level = pcm.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0) / 20;
  const isLoud = (sample: number): boolean => Math.abs(sample) >= level;
  const word = pcm.subarray(pcm.findIndex(isLoud), pcm.findLastIndex(isLoud) + 1);
  return joined(20, word.subarray(Math.round(word.length * 0.35)), 60);
}

test(
  "honest answers: a digit that sounds like a command is read back or asked for again",
  async () => {
    // Without competing answers these words were heard as "wait" and "again".
    for (const [voice, word, value] of [
      ["awb", "five", 5],
      ["slt", "seven", 7],
    ] as const) {
      const { outcome, heard } = await caller.answer(
        people,
        bitten(await synthetic(voice, word, 1.4)),
        value,
      );
      expect(["asked", "rejected"]).toContain(outcome);
      expect(["wait", "again"]).not.toContain(heard.text);
    }
  },
  timeoutMs,
);

test(
  "honest answers: a command is no answer",
  async () => {
    const size = questionOf(`type: choice, options: [{id: small}, {id: large}], ask: "Which size?"`);
    for (const question of [people, code, tea, size])
      for (const command of ["hold on", "start over"]) {
        const said = joined(300, await ownVoiceSaying("michael", command), 700);
        expect((await caller.answer(question, said, "")).outcome).toBe("rejected");
      }
  },
  timeoutMs,
);

test(
  "honest answers: a goodbye at a read-back of a day is no other day",
  async () => {
    const talk = new FlowTalk(programOf(await Bun.file("public/flows/welcome.flow.yaml").text()));
    talk.start();
    for (const words of ["book a table", "friday", "seven", "four"]) talk.hear(words);
    const ended = Promise.withResolvers<SttEvent>();
    const session = await (
      await EnginesAtOnce.open()
    ).openStt((event) => {
      if (event.type === "end_of_turn") ended.resolve(event);
    });
    session.expect(talk.expectation);
    for (const frame of toFrames(joined(300, await human("goodbye"), 500))) session.send(frame);
    session.finalize(1);
    expect(await ended.promise).toMatchObject({ text: "goodbye", rejected: false });
  },
  timeoutMs,
);
