// Hostile sounds: non-speech, through the recogniser as a call hears it and without the detector before it. All of them
// are for the long run.

import { expect, test } from "bun:test";
import { toFrames } from "../../../src/audio/frame.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { ACCEPT_MIN } from "../../../src/flow/engine/understand/thresholds.ts";
import type { EarsModel } from "../../../src/speech/ears/ears-model.ts";
import { OpenRecogniser } from "../../../src/speech/open/any-words.ts";
import { openEars } from "../../../src/speech/open/open-ears.ts";
import { Question } from "../../../src/speech/open/question.ts";
import { SpeechCut } from "../../../src/speech/open/speech-cut.ts";
import { wordsOf } from "../../../src/speech/open/written-words.ts";
import { SileroKernel } from "../../../src/speech/silero/silero-kernel.ts";
import { random } from "../../support/random.ts";

const isLong = process.env["LONG"] === "1";

const rate = 16_000;
type Wave = (time: number, at: number) => number;
const sine = (hertz: number, time: number): number => Math.sin(2 * Math.PI * hertz * time);

/** Samples from -1 to 1 by their time in seconds, for each kind and number. */
const waves: Readonly<Record<string, (seed: number) => Wave>> = {
  silence: () => () => 0,
  "constant level": (seed) => () => 0.9 - seed * 0.05,
  clipped: (seed) => (time) => Math.sign(sine(90 + 31 * seed, time) + sine(7 * seed, time)),
  ultrasound: (seed) => (time) => 0.8 * sine(7_990 - 10 * seed, time),
  "every second sample": () => (_, at) => (at % 2 === 0 ? 1 : -1),
  "one sample": (seed) => (_, at) => (at === 8_000 + seed ? 1 : 0),
  clicks: (seed) => (_, at) => (at % (400 + 97 * seed) === 0 ? 1 : 0),
  noise: (seed) => {
    const { next } = random(seed);
    return () => 2 * next() - 1;
  },
  "bursts of noise": (seed) => {
    const { next } = random(seed);
    return (time) => (Math.floor(time * (2 + seed)) % 2 === 0 ? next() - 0.5 : 0);
  },
  rising: (seed) => (time) => 0.7 * sine((40 + 60 * seed) * (1 + time), time),
  /** Like a voice that repeats the same sound for ever. */
  "a vowel": (seed) => (time) => {
    const voice = 2 * ((time * (100 + 9 * seed)) % 1) - 1;
    return 0.4 * voice * (0.6 + 0.4 * sine(3 + (seed % 4), time));
  },
  music: (seed) => (time) => {
    const note = 220 * 2 ** (((Math.floor(time * 3) * (seed + 5)) % 12) / 12);
    return (
      (0.3 * (sine(note, time) + sine(note * 1.26, time) + sine(note * 1.5, time))) / (1 + ((time * 3) % 1))
    );
  },
};

interface Sound {
  readonly name: string;
  readonly pcm: Int16Array;
}

/** Sounds; lengths in the long run go up to a minute. */
function* sounds(): Generator<Sound> {
  const seeds = isLong ? 17 : 1;
  const some = Object.entries(waves).filter((_, at) => isLong || at % 3 === 2);
  for (let seed = 0; seed < seeds; seed++)
    for (const [name, waveOf] of some) {
      const wave = waveOf(seed);
      const seconds = !isLong ? 0.6 : seed === 0 && name === "music" ? 60 : [0.0625, 0.3, 1, 3, 8][seed % 5]!;
      const pcm = Int16Array.from({ length: seconds * rate }, (_, at) =>
        Math.round(32_767 * wave(at / rate, at)),
      );
      yield { name: `${name} ${seed}`, pcm };
    }
}

const menu: Expectation = {
  anyOf: [{ type: "phrases", phrases: ["opening hours", "a table", "something else"] }],
  meanings: { kind: "option", groups: [["opening hours"], ["a table"], ["something else"]], isOnly: true },
  closed: true,
  endSilenceMs: 0,
};

/** Cost of any text for the network: steps to score it, and pieces of a free text. */
const stepsMax = (seconds: number): number => 80 + 6.5 * seconds;

test("non-speech sounds end soon, take no memory, and select no option of a menu", async () => {
  const [ears, judge] = await Promise.all([openEars(), SileroKernel.open()]);
  let steps = 0;
  const model: EarsModel = {
    encode: (pcm) => ears.encode(pcm),
    begin: (encoded, pieces) => ((steps += 1), ears.begin(encoded, pieces)),
    next: (encoded, past, pieces) => ((steps += 1), ears.next(encoded, past, pieces)),
    pick: (past, rows) => ears.pick(past, rows),
    shorten: (past, length) => ears.shorten(past, length),
    release: (encoded) => ears.release(encoded),
  };
  const recogniser = new OpenRecogniser(model);
  const question = Question.of(recogniser.pieces, menu);
  const hear = (name: string, pcm: Float32Array): void => {
    const seconds = pcm.length / rate;
    for (const asked of isLong ? [question, undefined] : [question]) {
      steps = 0;
      const { text, confidence = 0, rejected } = recogniser.hear(pcm, asked);
      expect(steps, name).toBeLessThanOrEqual(stepsMax(seconds));
      expect(wordsOf(text).length, name).toBeLessThanOrEqual(10 + 5 * seconds);
      if (asked !== undefined) expect(confidence >= ACCEPT_MIN && !rejected, name).toBe(false);
    }
  };
  let [count, memory] = [0, 0];
  for (let round = 0; round < 2; round++) {
    count = 0;
    for (const { name, pcm } of sounds()) {
      const cut = new SpeechCut(judge);
      for (const frame of toFrames(pcm)) cut.push(frame);
      hear(`${name}, cut`, cut.pcm());
      if (round === 0)
        hear(
          name,
          Float32Array.from(pcm.subarray(0, 30 * rate), (sample) => sample / 32_768),
        );
      count += 1;
    }
    if (round === 0) memory = ears.memoryBytes;
  }
  expect(ears.memoryBytes).toBe(memory);
  expect(count).toBe(isLong ? 204 : 4);
}, 600_000);
