// Pause: the samples a caller hears when the agent falls silent and continues, on lines that drop their buffer and on
// others.

import { expect, test } from "bun:test";
import type { Frame } from "../../../src/audio/frame.ts";
import { Guard } from "../../../src/base/guard.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import type { CallLine } from "../../../src/voice/line.ts";
import { Playout } from "../../../src/voice/playout/playout.ts";
import type { PlayoutEvent } from "../../../src/voice/playout/playout-event.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

const sentenceMs = 600;

/** A voice whose every sample is its position: 1, 2, 3 ... from the first to the last sentence. */
function countingTts(): Tts {
  let at = 0;
  return {
    id: "counting",
    speak(_text, sink) {
      const pcm = Int16Array.from({ length: sentenceMs * 16 }, () => ++at);
      sink({ type: "audio", pcm });
      return { cancel() {}, done: Promise.resolve("ended") };
    },
  };
}

/** A player that plays received audio in its time, sample by sample. */
class Player implements CallLine {
  readonly writable = true;
  readonly leadMs: number;
  readonly heard: number[] = [];
  readonly #drops: boolean;
  readonly #keepsTime: boolean;
  #queue: number[] = [];

  /** Delay of the audio that arrives while the player's buffer is empty; undefined: the player does not report it. */
  readonly lagMs: number | undefined;
  readonly #lateMs: number;

  constructor({ leadMs = 200, drops = true, keepsTime = false, lateMs = 0, saysSo = false } = {}) {
    this.leadMs = leadMs;
    this.lagMs = saysSo || lateMs > 0 ? lateMs : undefined;
    this.#lateMs = lateMs;
    this.#drops = drops;
    this.#keepsTime = keepsTime;
  }

  play(frame: Frame): void {
    if (this.#queue.length === 0) this.#queue = Array.from({ length: this.#lateMs * 16 }, () => 0);
    for (const sample of frame) this.#queue.push(sample);
  }

  pass(ms: number): void {
    for (let i = 0; i < ms * 16; i++) this.heard.push(this.#queue.shift() ?? 0);
  }

  clear(last?: Frame): boolean {
    if (!this.#drops) return false;
    this.#queue = this.#keepsTime ? [...(last ?? [])] : [];
    return true;
  }

  flush(): void {}
  tell(): void {}
  close(): void {}
}

async function speaking(line: Player, sentences = 2, pauseMs?: number) {
  const late: number[] = [];
  const clock = new VirtualClock();
  const events: PlayoutEvent[] = [];
  const echo: number[] = [];
  let takenBack = 0;
  const playout = new Playout({
    line,
    clock,
    ticker: new Ticker(clock, 20),
    guard: new Guard((error) => {
      throw error;
    }),
    context: { clock, log: silentLog },
    tts: countingTts(),
    tell: (_, event) => void events.push(event),
    late: (ms) => void late.push(ms),
    ears: { played: (_, inMs) => void echo.push(inMs), takenBack: () => void (takenBack += 1) },
  });
  playout.begin(1);
  const manner = { spoken: true, interruptible: true, ...(pauseMs === undefined ? {} : { pauseMs }) };
  for (let i = 0; i < sentences; i++) playout.say(1, "Hello there.", manner);
  playout.finish(1);
  const pass = async (ms: number, stepMs = 20): Promise<void> => {
    for (let at = 0; at < ms; at += stepMs) {
      await clock.advance(stepMs);
      line.pass(stepMs);
    }
  };
  return { clock, playout, events, echo, late, pass, takenBack: () => takenBack };
}

/** Identifiable samples, in their order: those at full gain. */
const steps = (heard: readonly number[]): Set<number> =>
  new Set(heard.slice(1).map((sample, i) => sample - (heard[i] ?? 0)));

test("pause: a line that drops its queue continues from the very sample, and loses and repeats none", async () => {
  for (const atMs of [100, 107, 113, 590, 600, 605, 611]) {
    const line = new Player();
    const { playout, pass, events } = await speaking(line);
    await pass(atMs, 1);
    playout.pause(1);
    await pass(400);
    const heardSamples = atMs * 16;
    expect(line.heard.at(heardSamples - 1), `${atMs} ms`).toBe(heardSamples);
    expect(
      line.heard.slice(heardSamples).every((sample) => sample === 0),
      `${atMs} ms`,
    ).toBe(true);
    playout.goOn(1);
    const before = line.heard.length;
    await pass(1_500);
    const after = line.heard.slice(before);
    const mute = heardSamples % 320;
    // The reply fades in over 20 ms, and is then where it would have been.
    expect(
      after.slice(0, mute).every((sample) => sample === 0),
      `${atMs} ms`,
    ).toBe(true);
    expect(after[mute + 320], `${atMs} ms`).toBe(heardSamples + 321);
    expect(after[mute + 160], `${atMs} ms`).toBeCloseTo((heardSamples + 161) / 2, -2);
    const rest = after.slice(mute + 320, after.findIndex((sample) => sample === 2 * sentenceMs * 16) + 1);
    expect([...steps(rest)], `${atMs} ms`).toEqual([1]);
    expect(events.filter((event) => event.type === "sentence" && event.status === "completed").length).toBe(
      2,
    );
    expect(events.at(-1)).toEqual({ type: "spoken", isUnsaid: false });
  }
});

test("playout: a gap in the client's playback within a sentence is reported, and a pause is not", async () => {
  const line = new Player();
  const { playout, clock, pass, late } = await speaking(line, 1);
  await pass(100);
  playout.pause(1);
  await pass(300);
  playout.goOn(1);
  await pass(100);
  expect(new Set(late)).toEqual(new Set([0]));
  // The event loop stands still: 200 ms were sent ahead.
  clock.stall(250);
  await pass(100);
  const [once = 0, ...others] = late.filter((ms) => ms > 0);
  expect([once > 40 && once <= 100, others]).toEqual([true, []]);
});

test("pause: audio that a line cannot drop is heard to its end and fades, and is not repeated", async () => {
  const line = new Player({ drops: false });
  const { playout, pass } = await speaking(line);
  await pass(100);
  playout.pause(1);
  await pass(500);
  // 300 ms, and the frame that fades.
  expect(line.heard[300 * 16 - 1]).toBe(4_800);
  expect([line.heard[320 * 16 - 1], line.heard[330 * 16]]).toEqual([0, 0]);
  playout.goOn(1);
  const before = line.heard.length;
  await pass(1_500);
  const after = line.heard.slice(before);
  expect(after[320]).toBe(4_800 + 321);
  expect(Math.max(...after)).toBe(2 * sentenceMs * 16);
});

test("pause: a line that keeps time itself ends with the frame that fades", async () => {
  const line = new Player({ leadMs: 80, keepsTime: true });
  const { playout, pass } = await speaking(line);
  await pass(100);
  playout.pause(1);
  await pass(100);
  const fade = line.heard.slice(1_600, 1_920);
  expect([fade[0], fade[159], fade[319]]).toEqual([1_596, 880, 0]);
  playout.goOn(1);
  await pass(40);
  // The fade does not count as heard: the agent says it again.
  expect(line.heard[200 * 16 + 320]).toBe(1_600 + 321);
});

test("pause: the pause reports the heard part, and nothing sounds between it and the cut", async () => {
  const line = new Player();
  const { playout, pass, events, clock } = await speaking(line);
  await pass(300);
  playout.duck(1);
  await pass(100);
  playout.pause(1);
  const at = line.heard.length;
  await pass(1_000);
  expect(playout.pausedMs).toBe(1_000);
  expect(playout.interrupt(1)).toMatchObject({ segment: 1, ms: 400 });
  await pass(500);
  expect(line.heard.slice(at).every((sample) => sample === 0)).toBe(true);
  expect(playout.pausedMs).toBeUndefined();
  expect(events.at(-1)).toEqual({ type: "speaking", speaking: false });
  // The next reply has its full loudness at once.
  playout.begin(2);
  playout.say(2, "Hello again.", { spoken: true, interruptible: true });
  await clock.advance(0);
  line.pass(20);
  expect(line.heard.slice(-320)).toEqual(Array.from({ length: 320 }, (_, i) => 2 * sentenceMs * 16 + i + 1));
});

test("pause: a softer reply grows loud again without one", async () => {
  const line = new Player({ leadMs: 20 });
  const { playout, pass } = await speaking(line);
  await pass(100);
  playout.duck(1);
  await pass(100);
  expect(line.heard.at(-1)).toBe(800);
  playout.goOn(1);
  await pass(60);
  expect(line.heard.at(-1)).toBe(260 * 16);
});

test("pause: an older reply is neither made softer nor paused, and a paused one is not paused again", async () => {
  const line = new Player();
  const { playout, pass, takenBack } = await speaking(line);
  await pass(100);
  playout.duck(0);
  playout.pause(0);
  playout.goOn(0);
  expect(playout.pausedMs).toBeUndefined();
  playout.pause(1);
  playout.pause(1);
  expect(takenBack()).toBe(1);
  playout.goOn(0);
  expect(playout.pausedMs).toBe(0);
});

test("pause: the echo estimate gets the time of each frame", async () => {
  const { echo, playout, pass } = await speaking(new Player());
  expect(echo.slice(0, 4)).toEqual([0, 20, 40, 60]);
  await pass(100);
  playout.pause(1);
  const before = echo.length;
  playout.goOn(1);
  expect(echo.slice(before, before + 3)).toEqual([0, 20, 40]);
});

test("pause: a reply whose last sample was heard is over, though it pauses", async () => {
  const line = new Player({ drops: false });
  const { playout, pass, events } = await speaking(line, 1);
  await pass(590);
  playout.pause(1);
  await pass(40);
  expect(events.at(-1)).toEqual({ type: "spoken", isUnsaid: false });
});

test("pause: the question counts as asked once half of it was heard, and all of the reply is known", async () => {
  const { playout, pass } = await speaking(new Player());
  await pass(880);
  expect(playout.saying).toEqual({ text: "Hello there. Hello there.", hasAsked: false });
  await pass(20);
  expect(playout.saying.hasAsked).toBe(true);
});

test("pause: audio sent far ahead is all taken back, and heard once", async () => {
  const line = new Player({ leadMs: 30_000 });
  const { playout, pass, events } = await speaking(line, 6);
  await pass(2_007, 1);
  playout.pause(1);
  await pass(400);
  const heard = line.heard.filter((sample) => sample !== 0).length;
  expect(heard).toBe(2_007 * 16);
  playout.goOn(1);
  await pass(5_000);
  const all = line.heard.filter((sample) => sample !== 0);
  expect(all[heard + 320]).toBe(heard + 321);
  expect(all.length).toBe(6 * sentenceMs * 16);
  expect(events.at(-1)).toEqual({ type: "spoken", isUnsaid: false });
});

test("pause: a client that reports its delay continues from its own sample", async () => {
  for (const [leadMs, lateMs] of [
    [200, 100],
    [30_000, 340],
    [200, 340],
  ] as const) {
    const line = new Player({ leadMs, lateMs });
    const { playout, pass } = await speaking(line, 4);
    await pass(1_313, 1);
    playout.pause(1);
    await pass(400);
    const heard = line.heard.filter((sample) => sample !== 0).length;
    expect(heard, `${leadMs}, ${lateMs}`).toBe((1_313 - lateMs) * 16);
    playout.goOn(1);
    await pass(3_000);
    const all = line.heard.filter((sample) => sample !== 0);
    expect(all[heard + 320], `${leadMs}, ${lateMs}`).toBe(heard + 321);
    expect(all.length, `${leadMs}, ${lateMs}`).toBe(4 * sentenceMs * 16);
  }
});

test("interrupt: a client's reported delay shortens the heard part", async () => {
  for (const [line, ms] of [
    [new Player(), 900],
    [new Player({ leadMs: 30_000 }), 900],
    [new Player({ lateMs: 340 }), 560],
    [new Player({ leadMs: 30_000, lateMs: 340 }), 560],
    [new Player({ lateMs: 0, saysSo: true }), 900],
  ] as const) {
    const { playout, pass } = await speaking(line, 3);
    await pass(900);
    expect(playout.interrupt(1)?.ms).toBe(ms);
    // The line has no audio left that could be heard later.
    expect(playout.interrupt(1)).toBeUndefined();
  }
});

test("end: the agent has spoken when its client has heard the last of it", async () => {
  for (const [lateMs, atMs] of [
    [0, 600],
    [340, 940],
  ] as const) {
    const { pass, events } = await speaking(new Player({ lateMs }), 1);
    await pass(atMs - 20);
    expect(events.map(({ type }) => type)).not.toContain("spoken");
    await pass(20);
    expect(events.slice(-3).map(({ type }) => type)).toEqual(["sentence", "speaking", "spoken"]);
  }
});

test("echo: listeners get audio shortly before it is heard, however early it was sent", async () => {
  const { echo, pass, playout, takenBack } = await speaking(new Player({ leadMs: 30_000 }), 10);
  expect([echo.length, Math.max(...echo)]).toEqual([16, 300]);
  await pass(1_000);
  expect(echo.length).toBe(66);
  expect(Math.min(...echo.slice(16))).toBeGreaterThan(280);
  expect(Math.max(...echo)).toBe(300);
  playout.interrupt(1);
  expect(takenBack()).toBe(1);
  await pass(1_000);
  expect(echo.length).toBe(66);
  // Dropped words are never reported, even when more follow.
  playout.begin(2);
  playout.say(2, "Hello again.", { spoken: true, interruptible: true });
  await pass(20);
  expect(echo.length).toBe(66 + 17);
});

test("pause: one from a text is silence behind its sentence, and no word is heard in it", async () => {
  const line = new Player();
  const { pass } = await speaking(line, 2, 500);
  await pass(2_000, 1);
  const audioMs = sentenceMs * 16;
  const from = line.heard.indexOf(audioMs);
  const gap = line.heard.indexOf(audioMs + 1) - from - 1;
  expect(gap).toBe(500 * 16);
  const cut = new Player();
  const other = await speaking(cut, 2, 500);
  await other.pass(sentenceMs + 300, 1);
  expect(other.playout.interrupt(1)).toMatchObject({
    segmentText: "Hello there.",
    replyText: "Hello there.",
  });
});
