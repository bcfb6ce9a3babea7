// Caller script: pauses that could end a turn are cut, and a round is four seconds of speech and six of quiet.

import { expect, test } from "bun:test";
import { joined, pause } from "../../support/callers/callers.ts";
import { chunksOf, roundMs, roundOf, withoutPauses, wordsMs } from "./caller-script.ts";

/** This many milliseconds of loud audio. */
const loud = (ms: number): Int16Array => new Int16Array(ms * 16).fill(1_000);
const msOf = (pcm: Int16Array): number => pcm.length / 16;
const samplesOf = (chunks: readonly Uint8Array<ArrayBuffer>[]): Int16Array =>
  joined(...chunks.map((chunk) => new Int16Array(chunk.buffer)));

test("caller script: silence at both ends is cut, and long pauses are cut to 80 ms", () => {
  const said = withoutPauses(joined(pause(300), loud(200), pause(250), loud(100), pause(60), loud(50), 400));
  expect(msOf(said)).toBe(200 + 80 + 100 + 60 + 50);
  expect([said[0], said.at(-1)]).toEqual([1_000, 1_000]);
  // Speech, the shortened pause, and speech again.
  expect(said.subarray(200 * 16, 280 * 16).every((sample) => Math.abs(sample) < 10)).toBe(true);
  expect(said[280 * 16]).toBe(1_000);
});

test("caller script: a single click of 301 is speech, one of 300 is not", () => {
  const click = (size: number): Int16Array => new Int16Array(160).fill(size, 80, 81);
  expect(msOf(withoutPauses(joined(pause(100), click(301), pause(100), click(-301), 100)))).toBe(100);
  expect(msOf(withoutPauses(joined(pause(100), click(300), 100)))).toBe(0);
});

test("caller script: a round keeps the end of the words, and is cut into chunks", () => {
  const marked = loud(2_500);
  marked[marked.length - 1] = 7_777;
  const round = roundOf([loud(3_000), marked]);
  for (const chunkMs of [20, 100]) {
    const chunks = chunksOf(round, chunkMs);
    expect(chunks.length).toBe(roundMs / chunkMs);
    expect(chunks.every(({ length }) => length === 32 * chunkMs)).toBe(true);
    const samples = samplesOf(chunks);
    expect(samples[0]).toBe(1_000);
    expect(samples[wordsMs * 16 - 1]).toBe(7_777);
    expect(samples.subarray(wordsMs * 16).every((sample) => Math.abs(sample) < 10)).toBe(true);
  }
});

test("caller script: too few words are refused", () => {
  expect(() => roundOf([loud(3_900)])).toThrow("The words are 100 ms too short");
  expect(roundOf([loud(4_000)]).length).toBe(roundMs * 16);
});
