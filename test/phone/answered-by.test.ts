// Detection of people and machines: the rules as a table, and their results with spoken first words.

import { expect, test } from "bun:test";
import { frameMs, samplesPerFrame } from "../../src/audio/frame.ts";
import { AnswerListener } from "../../src/phone/answer-listener.ts";
import { type AnsweringFrame, answeringStart, stepAnswering } from "../../src/phone/answered-by.ts";
import { type AnswerTexts, counted, forTuning } from "./answers/answer-texts.ts";
import { fresh, recordings } from "./answers/fresh-texts.ts";
import {
  espeaking,
  fliting,
  type JudgedAnswer,
  judged,
  recorded,
  type Speaker,
  speaking,
} from "./answers/spoken-answers.ts";
import { random } from "../support/random.ts";

const isLong = process.env.LONG === "1";

/** Decision for pauses and sounds in turn (in milliseconds, a pause first): who answered, and when that is known. */
function decided(...ms: readonly number[]): string {
  let state = answeringStart;
  for (const [i, length] of ms.entries()) {
    for (let at = 0; at < length; at += 20) {
      const frame: AnsweringFrame = { ms: 20, isSound: i % 2 === 1 };
      state = stepAnswering(state, frame);
      if (state.decided !== undefined) return `${state.decided} ${state.ms}`;
    }
  }
  return "unknown";
}

test.each([
  ["a short word and silence", [200, 500, 2_000], "human 1300"],
  ["two words with a breath between them", [200, 400, 200, 600, 2_000], "human 2000"],
  ["nothing at all", [6_000], "human 2500"],
  ["a long breath", [200, 6_000], "machine 3200"],
  ["sentences with short pauses", [200, 1_900, 400, 1_900, 400, 1_900], "machine 4200"],
  ["a word, a pause that is too short, and much more", [0, 500, 400, 4_000], "machine 3900"],
  ["a sentence of a shop and silence", [200, 2_400, 4_000], "human 3600"],
  [
    "five short words without a pause behind them",
    [1_000, 340, 580, 340, 580, 340, 580, 340, 580, 340, 590],
    "human 5500",
  ],
  [
    "five longer words without a pause behind them",
    [1_000, 360, 560, 360, 560, 360, 560, 360, 560, 360, 590],
    "machine 5500",
  ],
])("callee: %s is recognised", (_, ms, who) => {
  expect(decided(...ms)).toBe(who);
});

test("callee: a tone is a machine's, after any words", () => {
  const said = stepAnswering(answeringStart, { ms: 20, isSound: true });
  expect(stepAnswering(said, { ms: 20, isSound: false, isTone: true }).decided).toBe("machine");
});

test.each([
  ["a soft voice on a quiet line", 500, "machine"],
  ["the noise of a line", 0, "human"],
])("callee: %s is distinguished from the other", async (_, quietMs, who) => {
  const listener = new AnswerListener();
  const { next } = random(40_312);
  for (let at = 0; at < 5_000; at += frameMs) {
    const level = at < quietMs ? 0 : 140;
    listener.hear(Int16Array.from({ length: samplesPerFrame }, () => (2 * next() - 1) * level));
    listener.beat();
  }
  expect(await Promise.race([listener.decided, Promise.resolve("unknown")])).toBe(who);
});

test("callee: a decision is final", () => {
  const machine = stepAnswering(answeringStart, { ms: 20, isSound: false, isTone: true });
  expect(stepAnswering(machine, { ms: 9_000, isSound: false })).toBe(machine);
});

test("callee: spoken persons and machines are distinguished", async () => {
  const person = { isMachine: false, speaker: espeaking };
  expect((await judged(forTuning.people[0]!, 1, person)).who).toBe("human");
  expect((await judged(forTuning.machines[0]!, 1, { ...person, isMachine: true })).who).toBe("machine");
});

/** Voices of each text, one after the other; only espeak-ng speaks German. */
const cast: readonly (readonly [texts: AnswerTexts, speakers: readonly Speaker[]])[] = [
  [fresh, [speaking, speaking, fliting, espeaking]],
  [recordings, [recorded]],
  [counted, [espeaking]],
];

async function all(kind: keyof AnswerTexts) {
  const isMachine = kind === "machines";
  const heard: JudgedAnswer[] = [];
  for (const [texts, speakers] of cast)
    for (const [i, text] of texts[kind].entries())
      for (const [n, speaker] of speakers.entries())
        heard.push(await judged(text, 4_000 + 10 * i + n, { isMachine, speaker }));
  return heard;
}

if (isLong)
  test("callee: 95 of 100 people and machines are told apart, and people within 1.2 s", async () => {
    const [people, machines] = [await all("people"), await all("machines")];
    const wrong = [
      ...people.filter(({ who }) => who !== "human"),
      ...machines.filter(({ who }) => who !== "machine"),
    ];
    const late = people.map(({ lateMs }) => lateMs).sort((a, b) => a - b);
    const p95 = late[Math.floor(0.95 * late.length)]!;
    console.log(`${people.length} people, ${machines.length} machines: ${wrong.length} wrong`, wrong);
    console.log(
      `people are known ${Math.round(late[late.length >> 1]!)} ms after their last word, p95 ${Math.round(p95)} ms`,
    );
    expect(wrong.length / (people.length + machines.length)).toBeLessThanOrEqual(0.05);
    expect(p95).toBeLessThanOrEqual(1_200);
  }, 600_000);
