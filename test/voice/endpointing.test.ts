// Endpointing: the listener's view of audio, as timelines in milliseconds of audio.

import { describe, expect, test } from "bun:test";
import { frameMs, loudness } from "../../src/audio/frame.ts";
import { Guard } from "../../src/base/guard.ts";
import type { SttSession, VadEvent } from "../../src/providers/provider-contract.ts";
import { Endpointing } from "../../src/voice/endpointing.ts";
import type { EndpointingEvent } from "../../src/voice/hearing/endpointing-event.ts";
import { type FakeStt, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const guard = new Guard((error) => {
  throw error;
});

type Sink = (event: VadEvent) => void;

async function listen(stt: FakeStt, open = true, through: (sink: Sink) => Sink = (sink) => sink) {
  const clock = new VirtualClock();
  const told: string[] = [];
  let heardMs = 0;
  const tell = (event: EndpointingEvent): void => void told.push(`${heardMs} ${textOf(event)}`);
  const vad = loudnessVad();
  const listener = new Endpointing({ clock, guard, openVad: (sink) => vad.open(through(sink)), tell });
  const session = await stt.open(
    listener.heardBy,
    { clock, log: undefined as never },
    new AbortController().signal,
  );
  if (open) listener.use(session);
  return {
    clock,
    listener,
    session,
    vad,
    told,
    hear(frames: readonly Int16Array[]) {
      for (const frame of frames) {
        heardMs += frameMs;
        listener.hear(frame);
      }
    },
  };
}

function textOf(event: EndpointingEvent): string {
  switch (event.type) {
    case "partial":
      return `partial "${event.text}"`;
    case "words":
      return event.rejected ? "rejected" : `words "${event.text}"`;
    case "turn-ended":
      return `turn-ended after ${Math.round(event.silentMs)}`;
    default:
      return event.type;
  }
}

describe("listener", () => {
  test("endpointing: one utterance is one turn, ended by silence", async () => {
    const it = await listen(scriptedStt({ text: "hello" }));
    it.hear([...quiet(1000), ...sound(500), ...quiet(1500)]);
    expect(it.told.map((line) => line.replace(/^\d+ /, ""))).toEqual([
      "speech-started",
      'partial "hello"',
      "voiced",
      "speech-ended",
      expect.stringMatching(/^turn-ended after 7\d\d$/),
      'words "hello"',
    ]);
    const startedAt = Number.parseInt(it.told[0] ?? "", 10);
    expect(startedAt).toBeGreaterThanOrEqual(1060);
    expect(startedAt).toBeLessThanOrEqual(1120);
    it.listener.close();
    expect([it.vad.sessions, it.clock.pending]).toEqual([0, 0]);
  });

  test("endpointing: the recogniser gets the whole word and the audio before it", async () => {
    const stt = scriptedStt({ text: "hello" });
    const it = await listen(stt);
    it.hear([...quiet(1000), ...sound(500), ...quiet(1500)]);
    const loud = stt.given[0]!.map((frame) => loudness(frame) > 1_000);
    expect(loud.filter(Boolean).length).toBe(25);
    expect(loud.indexOf(true)).toBeGreaterThanOrEqual(15);
    it.listener.close();
  });

  test("endpointing: a pause shorter than the patience of the question does not end the turn", async () => {
    const stt = scriptedStt({ text: "one two" });
    const it = await listen(stt);
    it.listener.expect({ anyOf: [], endSilenceMs: 1200 });
    it.hear([...quiet(200), ...sound(400), ...quiet(1000), ...sound(400), ...quiet(1400)]);
    expect(it.told.filter((line) => line.includes("words"))).toHaveLength(1);
    expect(it.told.filter((line) => line.includes("speech-started"))).toHaveLength(2);
    it.listener.close();
  });

  test("endpointing: after a complete answer a short pause is enough", async () => {
    const it = await listen(scriptedStt({ text: "yes", complete: true }));
    it.listener.expect({ anyOf: [], endSilenceMs: 1200 });
    it.hear([...quiet(200), ...sound(400), ...quiet(420)]);
    expect(it.told.at(-1)).toContain('words "yes"');
    it.listener.close();
  });

  test("endpointing: audio that arrives all at once is heard as if it were on time", async () => {
    const script = [...quiet(400), ...sound(400), ...quiet(1000), ...sound(600), ...quiet(1000)];
    const inTime = await listen(scriptedStt({ text: "one" }, { text: "two" }));
    inTime.hear(script);
    // Here the detector answers only after it has all of the audio.
    const verdicts: (() => void)[] = [];
    const stt = scriptedStt({ text: "one" }, { text: "two" });
    const atOnce = await listen(stt, true, (sink) => (event) => void verdicts.push(() => sink(event)));
    atOnce.hear(script);
    expect(atOnce.told).toEqual([]);
    for (const verdict of verdicts) verdict();
    const events = (told: readonly string[]): string[] =>
      told.map((line) => line.replace(/^\d+ | after \d+/g, ""));
    expect(events(atOnce.told)).toEqual(events(inTime.told));
    expect(stt.given.map((frames) => frames.filter((frame) => loudness(frame) > 1_000).length)).toEqual([
      20, 30,
    ]);
    inTime.listener.close();
    atOnce.listener.close();
  });

  test("endpointing: words before the recogniser is there are not lost", async () => {
    const stt = scriptedStt({ text: "one" });
    const it = await listen(stt, false);
    it.hear([...sound(400), ...quiet(1000)]);
    expect(it.told.some((line) => line.includes("words"))).toBe(false);
    it.listener.use(it.session);
    expect(it.told.at(-1)).toContain('words "one"');
    expect(stt.given.flat().filter((frame) => loudness(frame) > 1_000)).toHaveLength(20);
    it.listener.close();
  });

  test("endpointing: a silent recogniser is not awaited, and its late word belongs to no other turn", async () => {
    const stt = scriptedStt("no-answer", { text: "second" });
    const it = await listen(stt);
    it.hear([...sound(400), ...quiet(1000)]);
    await it.clock.advance(3_999);
    expect(it.told.some((line) => line.includes("rejected"))).toBe(false);
    await it.clock.advance(1);
    expect(it.told.at(-1)).toContain("rejected");
    it.listener.heardBy({ type: "end_of_turn", turn: 1, text: "late", rejected: false });
    expect(it.told.some((line) => line.includes("late"))).toBe(false);
    it.hear([...sound(400), ...quiet(1000)]);
    expect(it.told.at(-1)).toContain('words "second"');
    it.listener.close();
    expect(it.clock.pending).toBe(0);
  });

  test("endpointing: without final words, a turn keeps the words understood before its end", async () => {
    const it = await listen(scriptedStt("no-answer"));
    it.hear(sound(400));
    it.listener.heardBy({ type: "partial", text: "book a table", complete: false });
    it.hear(quiet(1000));
    await it.clock.advance(4_000);
    expect(it.told.at(-1)).toContain('words "book a table"');
    it.listener.close();
  });

  test("endpointing: the answer to a later turn means that earlier ones are lost: their known words count", async () => {
    const stt = scriptedStt({ text: "one" }, "no-answer", { text: "three" });
    const it = await listen(stt);
    const say = (): void => it.hear([...sound(400), ...quiet(1000)]);
    say();
    say();
    expect(it.told.at(-1)).toContain("turn-ended");
    say();
    const words = it.told
      .map((line) => line.replace(/^\d+ /, ""))
      .filter((line) => /^(?:words|rejected)/.test(line));
    expect(words).toEqual(['words "one"', "rejected", 'words "three"']);
    it.listener.heardBy({ type: "end_of_turn", turn: 2, text: "two", rejected: false });
    expect(it.told.some((line) => line.includes("two"))).toBe(false);
    expect(it.clock.pending).toBe(0);
    it.listener.close();
  });

  test("endpointing: speech without a pause is cut after 30 s, so that noise cannot hold the floor for ever", async () => {
    const it = await listen(scriptedStt({ text: "", rejected: true }));
    it.hear(sound(31_000));
    expect(it.told.some((line) => line.includes("rejected"))).toBe(true);
    it.listener.close();
  });

  const louder = (frames: readonly Int16Array[], gain: number): readonly Int16Array[] =>
    frames.map((frame) => frame.map((sample) => Math.round(sample * gain)));
  /** The caller, and another voice, 19 dB softer, with a pause of 100 ms each half second. */
  const caller = (ms: number): readonly Int16Array[] => louder(sound(ms), 1.8);
  const television = (ms: number): readonly Int16Array[] =>
    Array.from({ length: ms / 500 }, () => [...louder(sound(400), 0.2), ...quiet(100)]).flat();
  const soundsIn = (frames: readonly Int16Array[] = []): readonly boolean[] =>
    frames.map((frame) => frame.some((sample) => sample !== 0));

  test("endpointing: over a television the caller's turn ends, and only their words are recognised", async () => {
    const stt = scriptedStt({ text: "one" }, { text: "two" });
    const it = await listen(stt);
    it.hear([...caller(600), ...television(8_000), ...caller(600), ...television(8_000)]);
    it.told.length = 0;
    it.hear([...caller(600), ...television(3_000)]);
    // The gate is open for 200 ms behind the word, and then as after any other.
    expect(it.told).toEqual([
      expect.stringContaining("speech-started"),
      expect.stringContaining('partial "two"'),
      expect.stringContaining("voiced"),
      expect.stringContaining("speech-ended"),
      expect.stringContaining("turn-ended"),
      expect.stringContaining('words "two"'),
    ]);
    expect(Number.parseInt(it.told.at(-1) ?? "", 10)).toBeLessThanOrEqual(17_200 + 2_000);
    const heard = soundsIn(stt.given.at(-1));
    // 80 ms beside the words, of which one frame may be counted late at each end.
    const [first, last] = [heard.indexOf(true), heard.lastIndexOf(true)];
    expect(last - first + 1).toBeGreaterThanOrEqual(30);
    expect(last - first + 1).toBeLessThanOrEqual(30 + 2 * 5);
    it.listener.close();
  });

  test("endpointing: silence and a quiet line never reach the detector or the recogniser", async () => {
    const stt = scriptedStt();
    const it = await listen(stt);
    const pushed: unknown[] = [];
    const listener = new Endpointing({
      clock: it.clock,
      guard,
      openVad: () => ({
        push: (frame) => void pushed.push(frame),
        reset: () => undefined,
        close: () => undefined,
      }),
      tell: () => undefined,
    });
    const stuck: SttSession = { ...it.session, send: (frame) => void pushed.push(frame) };
    listener.use(stuck);
    for (const frame of quiet(10_000)) listener.hear(frame);
    expect(pushed).toEqual([]);
    listener.close();
    it.listener.close();
  });

  test("endpointing: the wait for the last words is twice their usual time", async () => {
    const waitedMs = async (finalMs: number): Promise<number> => {
      const it = await listen(scriptedStt("no-answer"), false);
      it.listener.use(it.session, finalMs);
      it.hear([...sound(400), ...quiet(1_000)]);
      const wait = it.clock.nextInMs ?? 0;
      await it.clock.advance(wait);
      expect(it.told.at(-1)).toEndWith("rejected");
      it.listener.close();
      return wait;
    };
    expect([await waitedMs(100), await waitedMs(900), await waitedMs(9_000)]).toEqual([1_000, 1_800, 4_000]);
  });
});
