// Fake microphone: a caller who waits, speaks into the greeting, and is quiet afterwards.

import { sampleRate } from "../../../src/audio/frame.ts";
import { writeWav } from "../../../src/audio/wav.ts";
import { joined, pinkNoise, synthetic } from "./callers.ts";

/** Writes the audio into this file. */
export async function recordCaller(path: string, words: string): Promise<void> {
  const quiet = joined(5_500, await synthetic("slt", words), 60_000);
  const room = pinkNoise(quiet.length, 30);
  const pcm = quiet.map((sample, i) => sample + (room[i] ?? 0));
  await Bun.write(path, writeWav({ rate: sampleRate, pcm }));
}
