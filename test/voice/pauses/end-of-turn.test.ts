// Silence at the end of a turn: how long a caller must be silent, by the question and the answer, and by that caller's
// earlier pauses.

import { expect, test } from "bun:test";
import { CallerPauses } from "../../../src/voice/pauses/caller-pauses.ts";
import { opinionOf, silenceBudget, type TurnSoFar } from "../../../src/voice/pauses/end-of-turn.ts";

const nothing: TurnSoFar = {
  said: undefined,
  isComplete: false,
  opinion: undefined,
  patienceMs: 1_000,
  isPatienceGiven: false,
  pausesMs: undefined,
};

test.each<readonly [name: string, turn: Partial<TurnSoFar>, reason: string, ms: number]>([
  ["nothing is known", {}, "patience", 1_000],
  ["nothing was understood", { said: "nothing" }, "patience", 1_000],
  ["the words answer nothing", { said: "unclear", patienceMs: 500 }, "patience", 500],
  ["a yes", { said: "yes-or-no" }, "yes-or-no", 240],
  ["an answer", { said: "answer" }, "answer", 240],
  ["the recogniser has all that it can expect", { isComplete: true }, "complete", 240],
  ["a yes that the recogniser calls complete", { said: "yes-or-no", isComplete: true }, "yes-or-no", 240],
  ["an answer that may grow", { said: "may-grow" }, "may-grow", 500],
  ["one that the recogniser says cannot", { said: "may-grow", isComplete: true }, "complete", 240],
  ["a thought that is over", { said: "finished" }, "finished", 320],
  ["a few words", { said: "plain" }, "plain", 600],
  ["more haste than that", { said: "plain", patienceMs: 400 }, "patience", 400],
  ["digits that lack others", { said: "lacks-digits" }, "lacks-digits", 2_500],
  ["the same with a patient author", { said: "lacks-digits", patienceMs: 4_000 }, "lacks-digits", 4_000],
  [
    "the same though the recogniser is done",
    { said: "lacks-digits", opinion: "recogniser-over" },
    "lacks-digits",
    2_500,
  ],
  ["and um", { said: "unfinished", isComplete: true, opinion: "recogniser-over" }, "unfinished", 2_000],
  ["um with a patient author", { said: "unfinished", patienceMs: 3_000 }, "unfinished", 3_000],
  ["the recogniser says it is over", { opinion: "recogniser-over", said: "answer" }, "recogniser-over", 200],
  ["it probably is", { opinion: "recogniser-probably-over" }, "recogniser-probably-over", 450],
  ["it sounds over", { opinion: "model-over", said: "finished" }, "model-over", 200],
  ["a thought that does not sound over", { opinion: "model-goes-on", said: "finished" }, "patience", 1_000],
  ["an answer that does not sound over", { opinion: "model-goes-on", said: "answer" }, "answer", 240],
  ["and um that sounds over", { opinion: "model-over", said: "unfinished" }, "unfinished", 2_000],
  [
    "an author's pause for words of one's own",
    { said: "finished", isPatienceGiven: true },
    "patience",
    1_000,
  ],
  ["an author's pause where more may follow", { said: "may-grow", isPatienceGiven: true }, "patience", 1_000],
  ["an author's pause and an answer", { said: "answer", isPatienceGiven: true }, "answer", 240],
  ["a caller who pauses for long", { said: "finished", pausesMs: 700 }, "finished", 700],
  ["the same and an answer", { said: "answer", pausesMs: 700 }, "answer", 240],
  ["a caller who pauses longer than is waited", { said: "plain", pausesMs: 1_100 }, "patience", 1_000],
  ["a hasty caller", { said: "plain", pausesMs: 100 }, "plain", 600],
])("end of turn: %s", (_, turn, reason, silenceMs) => {
  expect(silenceBudget({ ...nothing, ...turn })).toEqual({ reason: reason as never, silenceMs });
});

test("end of turn: the longest of a caller's last six pauses is learned, with a quarter on top, up to 0.8 s", () => {
  const pauses = new CallerPauses();
  expect(pauses.ms).toBeUndefined();
  pauses.note(1_501);
  expect(pauses.ms).toBeUndefined();
  pauses.note(400);
  pauses.note(240);
  expect(pauses.ms).toBe(500);
  pauses.note(1_500);
  expect(pauses.ms).toBe(800);
  for (let n = 0; n < 5; n++) pauses.note(200);
  expect(pauses.ms).toBe(800);
  pauses.note(200);
  expect(pauses.ms).toBe(250);
});

test("end of turn: opinions of a recogniser and of a model", () => {
  const of = (opinion: "over" | "probably_over" | "goes_on", by?: "turn-model") =>
    opinionOf({ type: "turn_opinion", opinion, ...(by === undefined ? {} : { by }) });
  expect([of("over"), of("probably_over"), of("goes_on")]).toEqual([
    "recogniser-over",
    "recogniser-probably-over",
    undefined,
  ]);
  expect([of("over", "turn-model"), of("goes_on", "turn-model")]).toEqual(["model-over", "model-goes-on"]);
});
