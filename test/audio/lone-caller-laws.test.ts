// Lone caller: the noise gate takes no frame of a lone caller for another voice, however a sentence is spoken and
// wherever it lies between two blocks. The detector hears a voice wherever the gate is open, which is the hardest case.

import { expect, setDefaultTimeout, test } from "bun:test";
import { samplesPerFrame, toFrames } from "../../src/audio/frame.ts";
import { NoiseGate } from "../../src/audio/noise-gate.ts";
import {
  atLevel,
  human,
  joined,
  ownVoiceSaying,
  pinkNoise,
  recordingNames,
  synthetic,
} from "../support/callers/callers.ts";
import { espeak } from "../support/callers/sounds.ts";
import { fliteVoices } from "../support/flite/flite.ts";
import { random, type Random, seedOf } from "../support/random.ts";

setDefaultTimeout(600_000);

const isLong = process.env["LONG"] === "1";

const alignments = 10;
/** With an accent on "past", eight of ten sentences lost words. */
const accented = "a table for four tomorrow at half past seven";
const sentences = [
  accented,
  "no, make it five people",
  "could you tell me whether you are open on Sunday afternoon, and if so, until when?",
  "well, my name is Ada and I called yesterday because my parcel has not come, although it was said to be here on Monday",
  "my number is zero three three one four zero one two three four five six",
];

/** Ten seconds without a breath; a caller does not speak longer. */
const longestSamples = 160_000;

/** Digital silence, noise of a converter, and louder noises. */
const noises = [0, 3, 12, 40];

/** Manners of a sentence: unchanged, with an accent somewhere, with a soft end, or with ups and downs. */
const manners: readonly ((said: Int16Array, by: Random) => Int16Array)[] = [
  (said) => said,
  (said, { int }) => {
    const [from, length, gain] = [int(0, said.length), int(3_200, 6_400), 10 ** (int(6, 14) / 20)];
    return shaped(said, (at) => (at >= from && at < from + length ? gain : 1));
  },
  (said) => shaped(said, (at) => 10 ** (-0.75 * Math.max(0, (at / said.length - 0.6) / 0.4))),
  (said) => shaped(said, (at) => 10 ** (0.3 * Math.sin(at / 8_000))),
];

function shaped(said: Int16Array, gainAt: (at: number) => number): Int16Array {
  return said.map((sample, at) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gainAt(at)))));
}

/** The caller's side of a call: sentences at one level over one noise, with silence around each. */
function lineOf(said: readonly Int16Array[], by: Random): Int16Array {
  const level = by.int(-14, 4);
  const noise = by.pick(noises);
  const quiet = (ms: number): Int16Array => new Int16Array(ms * 16);
  const parts = said.flatMap((pcm) => [
    atLevel(by.pick(manners)(pcm, by), level),
    quiet(by.int(1_500, 4_000)),
  ]);
  const line = joined(quiet(1_000), ...parts);
  const floor = noise === 0 ? quiet(0) : pinkNoise(line.length, noise, by.int(1, 1_000));
  return line.map((sample, i) => Math.max(-32_768, Math.min(32_767, sample + (floor[i] ?? 0))));
}

/** First frame that the gate takes for another voice, for each alignment; -1: none. */
function othersIn(line: Int16Array): number[] {
  return Array.from({ length: alignments }, (_, late) => {
    const gate = new NoiseGate();
    return toFrames(joined(new Int16Array(late * samplesPerFrame), line)).findIndex((frame) => {
      gate.judged(gate.open(frame));
      return gate.hasOthers;
    });
  });
}

const nowhere = Array.from({ length: alignments }, () => -1);

test("lone caller: a sentence with an accent, repeated after silence, is the caller's at each alignment", async () => {
  const said = await synthetic("rms", accented);
  expect(othersIn(joined(new Int16Array(32_000), said, new Int16Array(32_000), said))).toEqual(nowhere);
});

if (isLong) {
  const seed = seedOf(Date.now() % 1_000_000);
  const callers: Readonly<Record<string, () => Promise<Int16Array[]>>> = {
    ...Object.fromEntries(
      fliteVoices.map((voice) => [voice, () => Promise.all(sentences.map((text) => synthetic(voice, text)))]),
    ),
    espeak: () => Promise.all(sentences.map(espeak)),
    heart: () => Promise.all(sentences.map((text) => ownVoiceSaying("heart", text))),
    michael: () => Promise.all(sentences.map((text) => ownVoiceSaying("michael", text))),
    "a person": async () =>
      (await Promise.all(recordingNames().map(human))).filter(({ length }) => length <= longestSamples),
  };
  test.each(Object.entries(callers))(
    `lone caller: each frame is the caller's when %s talks in any manner (SEED=${seed})`,
    async (_, recordings) => {
      const by = random(seed);
      const said = await recordings();
      for (let n = 0; n < 60; n++) {
        const line = lineOf(
          Array.from({ length: 6 }, () => by.pick(said)),
          by,
        );
        expect([n, othersIn(line)]).toEqual([n, nowhere]);
      }
    },
  );
}
