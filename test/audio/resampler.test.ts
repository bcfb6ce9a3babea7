// Resampling in streams: no sample is lost, added or shifted, for any chunks.

import { expect, test } from "bun:test";
import { loadResampler } from "../../src/audio/resampler.ts";
import { random } from "../support/random.ts";

const makeResampler = await loadResampler();

function sine(rate: number, hertz: number, seconds = 1): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: rate * seconds }, (_, i) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * hertz * i) / rate)),
  );
}

function resampled(pcm: Int16Array, [from, to]: readonly [number, number], chunk = pcm.length): Int16Array {
  using resampler = makeResampler(from, to);
  const out: number[] = [];
  for (let at = 0; at < pcm.length; at += chunk) out.push(...resampler.push(pcm.subarray(at, at + chunk)));
  out.push(...resampler.flush());
  return Int16Array.from(out);
}

/** Level of the error below the signal, in decibels, without the ends where the signal begins and stops. */
function signalToError(actual: Int16Array, wanted: Int16Array): number {
  let [signal, error] = [0, 0];
  for (let i = 800; i < wanted.length - 800; i++) {
    signal += wanted[i]! ** 2;
    error += (actual[i]! - wanted[i]!) ** 2;
  }
  return 10 * Math.log10(signal / Math.max(1, error));
}

const rates: readonly (readonly [number, number])[] = [
  [8_000, 16_000],
  [16_000, 8_000],
  [22_050, 16_000],
  [16_000, 22_050],
  [24_000, 16_000],
  [16_000, 24_000],
  [48_000, 16_000],
  [16_000, 48_000],
];

for (const [from, to] of rates) {
  test(`resampler: carries a tone from ${from} to ${to} samples a second without delay or loss`, () => {
    for (const hertz of [300, 1_000, 2_500]) {
      const out = resampled(sine(from, hertz), [from, to]);
      expect(Math.abs(out.length - to)).toBeLessThanOrEqual(2);
      expect(signalToError(out, sine(to, hertz))).toBeGreaterThan(55);
    }
  });

  test(`resampler: chunks of any size give the same result from ${from} to ${to}`, () => {
    const { int } = random(from);
    const noise = Int16Array.from({ length: from / 2 }, () => int(-9_000, 9_000));
    const whole = resampled(noise, [from, to]);
    for (const chunk of [1, 37, 160, 320, 5_000]) expect(resampled(noise, [from, to], chunk)).toEqual(whole);
  });
}

test("resampler: frequencies above the lower rate are removed", () => {
  const out = resampled(sine(48_000, 11_000), [48_000, 16_000]);
  expect(out.slice(800, -800).every((sample) => Math.abs(sample) < 12)).toBe(true);
});

test("resampler: streams stay apart", () => {
  using one = makeResampler(8_000, 16_000);
  using other = makeResampler(8_000, 16_000);
  const tone = sine(8_000, 700, 0.1);
  const apart = [...resampled(tone, [8_000, 16_000])];
  const mixed: number[] = [];
  for (let at = 0; at < tone.length; at += 160) {
    mixed.push(...one.push(tone.subarray(at, at + 160)));
    other.push(sine(8_000, 3_000, 0.02));
  }
  mixed.push(...one.flush());
  expect(mixed).toEqual(apart);
});

test("resampler: unsupported rates are refused", () => {
  expect(() => makeResampler(0, 16_000)).toThrow();
  expect(() => makeResampler(16_000, 384_000)).toThrow();
});

test("resampler: its memory is released", () => {
  const use = (): void => {
    const resampler = makeResampler(8_000, 16_000);
    resampler.push(new Int16Array(160));
    resampler[Symbol.dispose]();
    resampler[Symbol.dispose]();
    expect(() => resampler.push(new Int16Array(160))).toThrow("in use");
  };
  use();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 5_000; i++) use();
  // A leak would be 20 kB each time.
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
});
