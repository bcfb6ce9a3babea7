// The end of a question rises, by its pitch as measured, and nothing else of it changes.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sampleRate } from "../../src/audio/frame.ts";
import { rising } from "../../src/speech/flite/question-intonation.ts";
import { Synthesiser } from "../../src/speech/synthesiser.ts";

// The voices are quick, but the machine may be busy.
setDefaultTimeout(240_000);

const engine = await Synthesiser.open();
const voices = ["slt", "rms", "awb"] as const;
const allQuestions = [
  "Is that right?",
  "Shall I book it?",
  "Would you like tomorrow?",
  "Have you got a reservation?",
  "Is it for Saturday, November twenty first?",
  "Did you say six?",
];

/** Measuring a pitch takes longer than speaking; each length of question is among the first three. */
const questions = process.env["LONG"] === "1" ? allQuestions : allQuestions.slice(0, 3);

/** Hertz of each 10 ms in which the voice is clearly periodic, by the likeness of neighbouring periods. */
function pitches(pcm: Int16Array): number[] {
  const [longest, found] = [260, [] as number[]];
  for (let at = 0; at + 2 * longest + 640 < pcm.length; at += 160) {
    const product = (one: number, other: number): number => {
      let sum = 0;
      for (let i = 0; i < 640; i++) sum += (pcm[one + i] ?? 0) * (pcm[other + i] ?? 0);
      return sum;
    };
    const own = product(at, at);
    let [best, lagOfBest] = [0.7, 0];
    for (let lag = 40; own / 640 > 1e5 && lag <= longest; lag++) {
      const later = at + lag;
      const alike = product(at, later) / Math.sqrt(own * product(later, later) + 1);
      if (alike > best + 0.02) [best, lagOfBest] = [alike, lag];
    }
    if (lagOfBest > 0) found.push(sampleRate / lagOfBest);
  }
  return found;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** The pitch at the end as a share of the usual one. */
const endOf = (pcm: Int16Array): number => {
  const all = pitches(pcm);
  return middle(all.slice(-6)) / middle(all);
};

describe.each(voices)("question of %s", (voice) => {
  test("ends higher than it was spoken, where a statement of the same words ends lower", () => {
    for (const text of questions) {
      const [asked, stated] = [text, text.replace("?", ".")].map((one) =>
        engine.speak(one, { voice, speed: 1 }),
      );
      const [rise, fall] = [endOf(asked ?? new Int16Array()), endOf(stated ?? new Int16Array())];
      expect([text, rise / fall > 1.1, rise / fall < 1.7]).toEqual([text, true, true]);
      expect(asked?.length).toBeWithin((stated?.length ?? 0) - 400, (stated?.length ?? 0) + 400);
    }
  });

  test("is as loud as before, without a click, and only its end is changed", () => {
    for (const text of questions) {
      const pcm = engine.speak(text.replace("?", "."), { voice, speed: 1 });
      const risen = rising(pcm);
      const energy = (samples: Int16Array): number => samples.reduce((sum, x) => sum + x * x, 0);
      const step = (samples: Int16Array): number =>
        samples.reduce((most, x, at) => Math.max(most, Math.abs(x - (samples[at - 1] ?? 0))), 0);
      expect(energy(risen) / energy(pcm)).toBeWithin(0.8, 1.1);
      expect(step(risen)).toBeLessThanOrEqual(1.05 * step(pcm));
      const changed = pcm.findIndex((sample, at) => sample !== risen[at]);
      expect(pcm.length - changed).toBeLessThan(0.85 * sampleRate);
      expect(risen).toHaveLength(pcm.length);
    }
  });
});

test("question: where no voice is found, nothing is changed", () => {
  for (const pcm of [new Int16Array(0), new Int16Array(100), new Int16Array(8_000)])
    expect(rising(pcm)).toEqual(pcm);
  const hiss = Int16Array.from({ length: 16_000 }, (_, at) => ((at * 7_919) % 6_007) - 3_000);
  expect(rising(hiss)).toHaveLength(hiss.length);
});
