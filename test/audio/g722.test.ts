// G.722: the remaining quality of a sound, and agreement with other implementations.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { G722Decoder, G722Encoder } from "../../src/audio/g722.ts";
import { random } from "../support/random.ts";

const rate = 16_000;
/** Samples that the two filters hold back. */
const delay = 22;

const tone = (hz: number, size: number): Int16Array =>
  Int16Array.from({ length: rate / 2 }, (_, i) => size * Math.sin((2 * Math.PI * hz * i) / rate));

/** Signal-to-noise ratio in decibels, once the codec has adapted. */
function quality(sound: Int16Array): number {
  const heard = new G722Decoder().decode(new G722Encoder().encode(sound));
  let [signal, noise] = [0, 0];
  for (let i = 2_000; i + delay < sound.length; i++) {
    signal += (sound[i] ?? 0) ** 2;
    noise += ((sound[i] ?? 0) - (heard[i + delay] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

test.each([
  [300, 40],
  [1_000, 40],
  [3_000, 35],
  [5_000, 20],
  [6_500, 20],
])("tone of %i Hz comes back with %i dB over the noise", (hz, least) => {
  expect(quality(tone(hz, 10_000))).toBeGreaterThan(least);
});

test("loudest sound and random bytes stay within sixteen bits, in half and double the samples", () => {
  expect(quality(tone(440, 32_767))).toBeGreaterThan(30);
  const bytes = random(7).bytes(4_000);
  const heard = new G722Decoder().decode(bytes);
  expect(heard).toHaveLength(8_000);
  expect(new G722Encoder().encode(heard)).toHaveLength(4_000);
  expect(new G722Encoder().encode(new Int16Array(0))).toHaveLength(0);
});

test("pieces are coded like the whole sound", () => {
  const sound = tone(700, 8_000);
  const encoder = new G722Encoder();
  const pieces = Array.from({ length: 25 }, (_, i) => [
    ...encoder.encode(sound.subarray(i * 320, i * 320 + 320)),
  ]);
  expect(pieces.flat()).toEqual([...new G722Encoder().encode(sound)]);
});

/** Tones, a chirp, noise and silence, as loud as they can be. */
function hardSound(): Int16Array {
  const chance = random(722);
  const noise = Int16Array.from({ length: rate * 4 }, () => chance.int(-32_768, 32_767));
  const chirp = Int16Array.from({ length: rate * 4 }, (_, i) => 30_000 * Math.sin((i * i) / 40_000));
  return Int16Array.from([
    ...tone(300, 32_767),
    ...noise,
    ...new Int16Array(rate),
    ...chirp,
    ...tone(7_000, 900),
  ]);
}

const ffmpeg = async (...options: readonly string[]): Promise<void> => {
  const run = Bun.spawn(["ffmpeg", "-loglevel", "error", ...options], { stdin: "ignore" });
  expect(await run.exited).toBe(0);
};

const isLong = process.env["LONG"] !== undefined;
if (isLong) {
  test("ffmpeg and our codec agree, bit by bit", async () => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-g722-"));
    const [raw, coded, decoded] = ["in.raw", "out.g722", "out.raw"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    try {
      const sound = hardSound();
      await Bun.write(raw, sound);
      await ffmpeg(
        "-f",
        "s16le",
        "-ar",
        "16000",
        "-ac",
        "1",
        "-i",
        raw,
        "-acodec",
        "g722",
        "-f",
        "g722",
        coded,
      );
      const theirs = await Bun.file(coded).bytes();
      expect(new G722Encoder().encode(sound)).toEqual(new Uint8Array(theirs));
      await ffmpeg("-f", "g722", "-i", coded, "-f", "s16le", decoded);
      const heard = new Int16Array(await Bun.file(decoded).arrayBuffer());
      expect(new G722Decoder().decode(theirs)).toEqual(heard);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
