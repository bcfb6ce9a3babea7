// Log-mel features: they equal those that the model was trained with, and a transform of any length is right.

import { expect, test } from "bun:test";
import { FourierTransform } from "../../../src/speech/turn-model/fourier-transform.ts";
import { featureFrames, LogMelFeatures, melBands } from "../../../src/speech/turn-model/log-mel-features.ts";

/** A tone that rises, in waves of 1.6 s. */
const rising = (samples: number): Int16Array =>
  Int16Array.from({ length: samples }, (_, n) =>
    Math.round(8_000 * Math.sin(n * n * 3e-5) * Math.sin(n / 4_000)),
  );

/** Band and frame of the comparison. */
const places = [
  [0, 0],
  [3, 100],
  [10, 560],
  [20, 600],
  [40, 700],
  [60, 750],
  [79, 799],
  [5, 799],
] as const;

test.each([
  // Computed by the numpy code of pipecat-ai 1.14.0, which follows Whisper's own.
  ["2.5 s", 40_000, [-0.13165, -0.13165, 0.51273, 0.06326, -0.13165, -0.13165, 0.44732, 0.03083], -0.098506],
  ["8 s", 128_000, [0.5591, -0.2616, -0.2616, -0.2616, -0.2616, -0.2616, 0.02306, 0.09806], -0.149841],
  [
    "the last 8 of 9.4 s",
    150_000,
    [0.75906, -0.26391, -0.26391, -0.26391, -0.26391, -0.26391, 0.12934, -0.26391],
    -0.164053,
  ],
] as const)("log-mel features: they match the reference of %s", (_, samples, expected, mean) => {
  const measure = new LogMelFeatures();
  // One sound leaves nothing in the next.
  measure.of(rising(90_000));
  const features = measure.of(rising(samples));
  expect(features).toHaveLength(melBands * featureFrames);
  places.forEach(([band, frame], n) =>
    expect(features[band * featureFrames + frame]).toBeCloseTo(expected[n]!, 4),
  );
  expect(features.reduce((sum, each) => sum + each, 0) / features.length).toBeCloseTo(mean, 5);
});

test("log-mel features: an empty sound gives equal values", () => {
  const features = new LogMelFeatures().of(new Int16Array(0));
  expect(new Set(features).size).toBe(1);
});

test.each([1, 2, 7, 12, 128, 400])("fourier transform: it equals the defining sum of %d numbers", (size) => {
  const signal = (turn: number) => Float64Array.from({ length: size }, (_, n) => Math.sin(turn * n * n + n));
  const [first, second] = [signal(0.3), signal(0.7)];
  const fourier = new FourierTransform(size);
  fourier.transform(second, first);
  fourier.transform(first, second);
  for (let bin = 0; bin < size; bin++) {
    let [real, imaginary] = [0, 0];
    for (let n = 0; n < size; n++) {
      const angle = (-2 * Math.PI * bin * n) / size;
      real += first[n]! * Math.cos(angle) - second[n]! * Math.sin(angle);
      imaginary += first[n]! * Math.sin(angle) + second[n]! * Math.cos(angle);
    }
    expect(fourier.real[bin]).toBeCloseTo(real, 8);
    expect(fourier.imaginary[bin]).toBeCloseTo(imaginary, 8);
  }
});

test("fourier transform: a length with a large prime factor is refused", () => {
  expect(() => new FourierTransform(67)).toThrow("67 has a factor above 64");
});
