// Fillers before an answer that is almost ready: they end for it, or do not begin.

import { describe, expect, test } from "bun:test";
import { AnswerTimes } from "../../../src/calls/answer-times.ts";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import { hummingTts } from "../../support/fakes/fake-speech.ts";
import { lateVoice, slowAnswers } from "../../support/fakes/slow-parts.ts";
import { answering, callerSpeaks, fillersOf, hangUp, sounds } from "../../support/fakes/waiting-caller.ts";

describe("fillers before an answer", () => {
  test.each([
    ["at the end of a word", 900, [{ text: "One", startMs: 0, endMs: 220 }], 1_040],
    ["at the next pause", 1_040, [], 1_280],
    ["where it is whole anyway", 1_500, [], 1_600],
    ["0.26 s later, where neither comes in time", 850, [], 1_100],
  ] as const)("one ends for an answer that is ready %s", async (_, readyMs, words, answerMs) => {
    // Voice with sound, a pause of 0.1 s at 460 ms, and sound again up to 800 ms.
    const talker = hummingTts();
    const own: Tts = {
      ...talker,
      id: "own",
      speak: (text, sink, context) => {
        if (text !== "One moment.") return talker.speak(text, sink, context);
        if (words.length > 0) sink({ type: "words", words });
        const pcm = Int16Array.from({ length: 12_800 }, (__, i) =>
          i >= 7_360 && i < 8_960 ? 0 : 8_000 * Math.sin(i / 12),
        );
        sink({ type: "audio", pcm });
        return { done: Promise.resolve("ended"), cancel: () => undefined };
      },
    };
    const world = await callerSpeaks({ responder: answering(readyMs), changes: { tts: () => own } });
    await world.pass(4_000);
    expect(fillersOf(world)).toEqual([[800, "One moment."]]);
    const [, last = ""] = sounds(world).at(-1)?.split("–") ?? [];
    expect(Number(last)).toBe(answerMs + 17 * 20);
    expect(answerMs - readyMs).toBeLessThanOrEqual(300);
    await hangUp(world);
  });

  test("none begins while the answer is being voiced, unless the voice is unusually slow", async () => {
    const inTime = await callerSpeaks({
      responder: answering(600),
      changes: { tts: (tts, clock) => lateVoice(tts, clock, 500) },
    });
    await inTime.pass(4_000);
    expect(fillersOf(inTime)).toEqual([]);
    expect(sounds(inTime)).toEqual(["1100–1440"]);
    await hangUp(inTime);

    const slow = await callerSpeaks({
      responder: answering(600),
      changes: { tts: (tts, clock) => slowAnswers(tts, clock, 2_000) },
    });
    await slow.pass(4_000);
    expect(fillersOf(slow)).toEqual([[1_300, "One moment."]]);
    await hangUp(slow);
  });

  test("one ordered when the answer reaches its voice is dropped", async () => {
    const world = await callerSpeaks({
      responder: answering(820),
      changes: { tts: (tts, clock) => lateVoice(tts, clock, 60) },
    });
    await world.pass(4_000);
    expect(fillersOf(world)).toEqual([]);
    expect(sounds(world)).toEqual(["880–1220"]);
    await hangUp(world);
  });

  test("the answer of a model is awaited once three of them took 1.2 s", async () => {
    const times = new AnswerTimes();
    const fillers = { voice: undefined, modelId: "m", times };
    const said: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const world = await callerSpeaks({ responder: answering(1_200), fillers });
      await world.pass(4_000);
      said.push(fillersOf(world).length);
      await hangUp(world);
    }
    expect(said).toEqual([1, 1, 1, 0, 0]);
    // Another model has times of its own.
    const other = await callerSpeaks({ responder: answering(1_200), fillers: { ...fillers, modelId: "n" } });
    await other.pass(4_000);
    expect(fillersOf(other)).toHaveLength(1);
    await hangUp(other);
  });
});
