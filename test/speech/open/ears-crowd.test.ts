// Open recogniser after many short calls and hostile sounds: no trace of them is left, and its Worker lives.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Frame, toFrames } from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import type { SttEvent } from "../../../src/providers/provider-contract.ts";
import { openSpeechPool, type SpeechPool } from "../../../src/speech/speech-pool.ts";
import { answer, digitWords, joined, pinkNoise } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";

const context = { clock: wallClock, log: silentLog };
const minutes = 60_000;
const numbers: Expectation = {
  anyOf: [{ type: "phrases", phrases: digitWords }],
  closed: true,
  meanings: { kind: "number", groups: digitWords.map((word) => [word]), isOnly: true },
  endSilenceMs: 700,
};

let pool: SpeechPool;
let restarts = 0;
beforeAll(async () => {
  pool = openSpeechPool({ ...context, workers: 1, restarted: () => void (restarts += 1) });
  await pool.ready;
}, minutes);
afterAll(() => pool[Symbol.asyncDispose]());

/** A call of one turn. */
async function call(frames: readonly Frame[], expectation: Expectation | undefined): Promise<SttEvent> {
  const ended = Promise.withResolvers<SttEvent>();
  const sink = (event: SttEvent): void => void (event.type === "end_of_turn" && ended.resolve(event));
  const session = await pool.stt.open(sink, context, new AbortController().signal);
  session.expect(expectation);
  for (const frame of frames) session.send(frame);
  session.finalize(1);
  try {
    return await ended.promise;
  } finally {
    session.close();
  }
}

const memoryMib = (): number => {
  Bun.gc(true);
  return process.memoryUsage.rss() / 2 ** 20;
};

/** Sounds other than speech; each of another kind, loudness or length. */
function hostile(seed: number): Int16Array {
  const { int } = random(seed);
  const samples = int(1, 4) * 8_000;
  const sine = (hertz: number, gain: number): Int16Array =>
    Int16Array.from({ length: samples }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / 16_000) * gain);
  const chord = (): Int16Array => {
    const notes = Array.from({ length: 3 }, () => sine(110 * 2 ** (int(0, 24) / 12), 9_000));
    return Int16Array.from({ length: samples }, (_, at) =>
      notes.reduce((sum, note) => sum + (note[at] ?? 0), 0),
    );
  };
  const kinds: readonly (() => Int16Array)[] = [
    () => new Int16Array(samples),
    () => new Int16Array(samples).fill(int(-32_768, 32_767)),
    () => Int16Array.of(32_767),
    () => Int16Array.from({ length: samples }, (_, at) => (at % int(2, 400) === 0 ? 32_767 : -32_768)),
    () => sine(int(7_000, 7_999), 30_000),
    () => sine(int(20, 60), 32_767),
    () => pinkNoise(samples, int(100, 8_000), seed),
    () => joined(chord(), chord()),
    () => Int16Array.from({ length: samples }, () => int(-32_768, 32_767)),
    () => new Int16Array(0),
  ];
  return kinds[seed % kinds.length]?.() ?? new Int16Array(0);
}

test(
  "hostile sounds are answered, and the Worker that heard them hears the next caller",
  async () => {
    const [before] = pool.ears;
    for (let seed = 0; seed < 200; seed++) {
      const frames = toFrames(joined(hostile(seed), 200));
      expect(await call(frames, seed % 3 === 0 ? undefined : numbers)).toMatchObject({
        type: "end_of_turn",
        turn: 1,
      });
    }
    expect(await call(toFrames(await answer(["seven"])), numbers)).toMatchObject({ text: "seven" });
    expect([pool.ears[0] === before, restarts]).toEqual([true, 0]);
  },
  5 * minutes,
);

test(
  "a minute of music is heard to its thirtieth second, and answered",
  async () => {
    const minute = joined(...Array.from({ length: 20 }, (_, n) => hostile(10 * n + 7))).subarray(0, 960_000);
    expect(await call(toFrames(minute), undefined)).toMatchObject({ type: "end_of_turn", turn: 1 });
  },
  5 * minutes,
);

test(
  "a thousand short calls leave no memory behind",
  async () => {
    const said = await Promise.all(
      digitWords.map(async (word) => toFrames(await answer([word], { after: 200 }))),
    );
    const calls = async (count: number): Promise<number> => {
      let heard = 0;
      for (let n = 0; n < count; n += 4) {
        const four = await Promise.all(
          [0, 1, 2, 3].map((each) => call(said[(n + each) % 10] ?? [], numbers)),
        );
        heard += four.filter((end) => end.type === "end_of_turn" && end.text !== "").length;
      }
      return heard;
    };
    await calls(200);
    const before = memoryMib();
    expect(await calls(1_000)).toBeGreaterThan(600);
    expect(memoryMib() - before).toBeLessThan(24);
    expect(restarts).toBe(0);
  },
  10 * minutes,
);
