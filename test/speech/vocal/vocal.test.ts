// Kernel of our voices: its output equals onnxruntime-web's, is the same to the bit for any pieces and any simultaneous
// work, and uses a memory that does not grow. vocal-oracle.test.ts runs the engine itself.

import { expect, setDefaultTimeout, test } from "bun:test";
import { voiceFiles } from "../../../src/speech/own-voice/own-voices.ts";
import { UtterancePlan } from "../../../src/speech/own-voice/utterance-plan.ts";
import { VoiceNetworks } from "../../../src/speech/own-voice/voice-networks.ts";
import { type ShapeInput, type SoundStream, planSteps } from "../../../src/speech/vocal/sound-network.ts";
import { ShapedSoFar, stepsMax } from "../../../src/speech/vocal/sound-shaper.ts";
import { PlainShaper, PlainSoFar } from "../../support/vocal/plain-shaper.ts";

// The kernel is quick, but the machine may be busy.
setDefaultTimeout(240_000);

const files = await voiceFiles("heart");
const networks = await VoiceNetworks.open(files);

/** "Which day?" */
const question = [65, 156, 102, 133, 16, 46, 156, 24, 6];
/**
 * Results of onnxruntime-web: the lengths of its symbols, and for some steps the pitch and some numbers of the shape.
 */
const lengths = [2.8645, 0.6892, 0.6813, 0.7225, 0.7429, 0.6992, 0.7218, 1.6407, 2.623, 2.1019, 0.0018];
const places = [0, 40, 300, 641, 1_000, 1_202, 1_500, 1_803, 1_830, 1_840];
const steps = [
  [30, 0, [-1.837, -4.145, -6.068, -4.182, -4.574, -1.237, -1.671, 2.315, -0.33, 0.087]],
  [55, 218.38, [1.036, -2.01, -4.743, -0.66, -1.531, -0.479, -0.72, 1.03, -1.587, 0.163]],
  [80, 160.81, [1.056, 1.796, -3.73, 1.101, -2.311, -0.466, -2.05, -0.413, 0.695, -0.002]],
] as const;

function planOf(symbols: readonly number[]): UtterancePlan {
  const words = [{ at: 0, from: 0, to: symbols.length - 1 }];
  return new UtterancePlan({ symbols, words, isSentence: true }, networks.read(symbols), 0.8);
}

/** An utterance that is made window by window. */
class Speaking {
  readonly #plan: UtterancePlan;
  readonly #stream: SoundStream;
  readonly #soFar: ShapedSoFar;
  #at = 0;
  readonly samples: number[] = [];

  constructor(symbols: readonly number[]) {
    this.#plan = planOf(symbols);
    this.#stream = networks.begin(this.#plan);
    this.#soFar = new ShapedSoFar(0, symbols);
  }

  get isDone(): boolean {
    return this.#at === this.#plan.frames * planSteps;
  }

  next(size: number): ShapeInput {
    const all = this.#plan.frames * planSteps;
    const [from, to] = [this.#at, Math.min(all, this.#at + size)];
    const shaping = networks.shape(this.#stream, from, to);
    const window = { from, to, stepsInAll: all, isFirst: from === 0, isLast: to === all };
    this.samples.push(...networks.shaper.window(shaping, this.#soFar, window));
    this.#at = to;
    return shaping;
  }
}

test("vocal: lengths, pitch and shapes match onnxruntime-web", () => {
  const { lengths: got } = networks.read(question);
  expect(got.length).toBe(lengths.length);
  for (const [at, length] of lengths.entries()) expect(got[at]).toBeCloseTo(length, 3);
  const plan = planOf(question);
  expect([plan.frames, plan.begin, plan.end]).toEqual([72, 20, 59]);
  const { shape, width, pitch } = networks.shape(networks.begin(plan), 0, 2 * plan.frames);
  for (const [step, hz, numbers] of steps) {
    expect(pitch[step]).toBeCloseTo(hz, 1);
    for (const [at, number] of numbers.entries())
      expect(Math.abs(shape[step * width + places[at]!]! - number)).toBeLessThan(0.005);
  }
});

test("vocal: an utterance is the same to the bit in windows of any size, beside others and alone", () => {
  const other = question.toReversed();
  const whole = new Speaking(question);
  while (!whole.isDone) whole.next(stepsMax);
  expect(whole.samples.length).toBe(72 * 600);
  for (const sizes of [[2], [7, 50], [stepsMax, 1]]) {
    const [one, two] = [new Speaking(question), new Speaking(other)];
    for (let turn = 0; !one.isDone; turn++) {
      one.next(sizes[turn % sizes.length]!);
      if (!two.isDone) two.next(33);
    }
    expect(one.samples.length).toBe(whole.samples.length);
    expect(one.samples.findIndex((sample, at) => sample !== whole.samples[at])).toBe(-1);
  }
});

test("vocal: unrequested steps do not change later ones", () => {
  const plan = planOf(question);
  const all = networks.shape(networks.begin(plan), 0, 100).shape.slice();
  const stream = networks.begin(plan);
  const { shape, width } = networks.shape(stream, 40, 70);
  expect(shape.findIndex((number, at) => number !== all[40 * width + at])).toBe(-1);
  const later = networks.shape(stream, 90, 100).shape;
  expect(later.findIndex((number, at) => number !== all[90 * width + at])).toBe(-1);
  expect(() => networks.shape(stream, 99, 100)).toThrow("a window is short");
});

test("vocal: the sound of shapes matches plain arithmetic", () => {
  const plan = planOf(question);
  const all = plan.frames * planSteps;
  const shaping = networks.shape(networks.begin(plan), 0, all);
  const window = { from: 0, to: all, stepsInAll: all, isFirst: true, isLast: true };
  const got = networks.shaper.window(shaping, new ShapedSoFar(0, question), window);
  const wanted = new PlainShaper().window(shaping, new PlainSoFar(0, question), window);
  const power = wanted.reduce((sum, sample) => sum + sample ** 2, 0);
  expect(power / wanted.length).toBeWithin(1e-4, 1);
  const error = wanted.reduce((sum, sample, at) => sum + (sample - got[at]!) ** 2, 0);
  expect(10 * Math.log10(power / error)).toBeGreaterThan(70);
});

test("vocal: the longest utterance fits, and a longer one is refused", () => {
  const speaking = new Speaking(Array.from({ length: 280 }, (_, at) => question[at % question.length]!));
  for (let window = 0; window < 3; window++) speaking.next(stepsMax);
  expect(speaking.samples.every((sample) => Math.abs(sample) < 1)).toBe(true);
  expect(() => networks.read(Array.from({ length: 300 }, () => 43))).toThrow("short enough");
});

test("vocal: a file that is no voice network is refused with the missing part", async () => {
  const { text, sound, style } = files;
  const refusal = (of: typeof files): Promise<string> => VoiceNetworks.open(of).then(() => "", String);
  expect(await refusal({ text: sound, sound, style })).toContain('the network has "e.weight_s"');
  expect(await refusal({ text, sound: text, style })).toContain("the network has");
});
