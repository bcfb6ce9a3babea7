// End of a turn by endpointing: the meaning of the words and the caller's pauses, in milliseconds of audio.

import { expect, test } from "bun:test";
import type { Frame } from "../../../src/audio/frame.ts";
import { Guard } from "../../../src/base/guard.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import type { SaidSoFar } from "../../../src/flow/engine/understand/said-so-far.ts";
import type { EndOfTurnReason } from "../../../src/voice/pauses/end-of-turn.ts";
import { Endpointing } from "../../../src/voice/endpointing.ts";
import { loudnessVad, quiet, scriptedStt, sound } from "../../support/fakes/fake-speech.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

const question: Expectation = { anyOf: [], endSilenceMs: 1_000 };

/** Endpointing for turns in which the recogniser writes "hello" at once; `amount`: the meaning of the words. */
async function listening(
  amount: (text: string) => SaidSoFar | undefined,
  expectation: Expectation | undefined = question,
  pieces = ["hello"],
  isAwaited?: () => boolean,
) {
  const guard = new Guard((error) => {
    throw error;
  });
  const clock = new VirtualClock();
  const ended: { readonly reason: EndOfTurnReason; readonly silentMs: number }[] = [];
  const listener = new Endpointing({
    clock,
    guard,
    openVad: (sink) => loudnessVad().open(sink),
    tell: (event) => {
      if (event.type === "turn-ended") ended.push({ reason: event.reason, silentMs: event.silentMs });
    },
    saidSoFar: amount,
    ...(isAwaited && { isAwaited }),
  });
  const stt = scriptedStt(...pieces.map((text) => ({ text })));
  const open = stt.open(listener.heardBy, { clock, log: undefined as never }, new AbortController().signal);
  listener.use(await open);
  listener.expect(expectation);
  return {
    ended,
    listener,
    /** Alternates silence and sound of so many milliseconds, silence first. */
    hear(...ms: readonly number[]) {
      ms.forEach((each, at) => {
        const frames: Frame[] = at % 2 === 0 ? quiet(each) : sound(each);
        for (const frame of frames) listener.hear(frame);
      });
      return ended.map(({ reason, silentMs }) => [reason, Math.floor(silentMs / 100) * 100]);
    },
  };
}

test("endpointing: the meaning of the words ends the turn, and is its reason", async () => {
  const asked: string[] = [];
  const it = await listening((text) => {
    asked.push(text);
    return "answer";
  });
  expect(it.hear(400, 500, 1_200)).toEqual([["answer", 200]]);
  expect(asked).toEqual(["hello"]);
  it.listener.close();
});

test("endpointing: without a known meaning the question's patience counts", async () => {
  const it = await listening(() => undefined);
  expect(it.hear(400, 500, 1_200)).toEqual([["patience", 1_000]]);
  it.listener.close();
});

test("endpointing: an author's pause applies to free words", async () => {
  const it = await listening(() => "finished", { ...question, isPauseGiven: true });
  expect(it.hear(400, 500, 1_200)).toEqual([["patience", 1_000]]);
  it.listener.close();
});

test("endpointing: words from before the question are weighed against it", async () => {
  let amount: SaidSoFar = "unfinished";
  const it = await listening(() => amount);
  it.hear(400, 500);
  amount = "answer";
  it.listener.expect(question);
  expect(it.hear(1_200)).toEqual([["answer", 200]]);
  it.listener.close();
});

test("endpointing: one turn's words have no effect on the next", async () => {
  const it = await listening((text) => (text === "no" ? "unclear" : "yes-or-no"), question, ["yes", "no"]);
  expect(it.hear(400, 500, 2_000, 500, 1_400)).toEqual([
    ["yes-or-no", 200],
    ["patience", 1_000],
  ]);
  it.listener.close();
});

test("endpointing: a pause within a turn is learned, and the next thought gets as long", async () => {
  const it = await listening(() => "finished", question, ["a", "b"]);
  expect(it.hear(400, 500, 2_000)).toEqual([["finished", 300]]);
  it.listener.close();
  const slow = await listening((text) => (text === "a" ? "unclear" : "finished"), question, ["a", "b"]);
  expect(slow.hear(400, 500, 500, 500, 2_000, 500, 1_500)).toEqual([
    ["patience", 1_000],
    ["finished", 600],
  ]);
  slow.listener.close();
});

test("endpointing: a pause after unfinished words is learned for no finished thought", async () => {
  const slow = await listening((text) => (text === "a" ? "unfinished" : "finished"), question, ["a", "b"]);
  expect(slow.hear(400, 500, 500, 500, 2_500, 500, 1_500)).toEqual([
    ["unfinished", 2_000],
    ["finished", 300],
  ]);
  slow.listener.close();
});

test("endpointing: a caller who continues within 700 ms of the end has paused, and after that has not", async () => {
  const soon = await listening(() => "finished", question, ["a", "b"]);
  expect(soon.hear(400, 500, 700, 500, 1_500)).toEqual([
    ["finished", 300],
    ["finished", 800],
  ]);
  soon.listener.close();
  const later = await listening(() => "finished", question, ["a", "b"]);
  expect(later.hear(400, 500, 1_300, 500, 1_500)).toEqual([
    ["finished", 300],
    ["finished", 300],
  ]);
  later.listener.close();
});

test("endpointing: an agent that waits to decide is not delayed by words without an answer", async () => {
  const yes = (): boolean => true;
  for (const [pieces, amount, silence] of [
    [[], "plain", ["patience", 400]],
    [["hello"], "unclear", ["patience", 400]],
    [["hello"], "nothing", ["patience", 400]],
    [["hello"], "plain", ["plain", 600]],
    [["hello"], "unfinished", ["unfinished", 2_000]],
  ] as const) {
    const it = await listening(() => amount, question, [...pieces], yes);
    expect(it.hear(400, 500, 2_500)).toEqual([[...silence]]);
    it.listener.close();
  }
  const patient = await listening(
    () => "unclear",
    question,
    ["hello"],
    () => false,
  );
  expect(patient.hear(400, 500, 2_500)).toEqual([["patience", 1_000]]);
  patient.listener.close();
});
