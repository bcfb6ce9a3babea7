// Sound: a train of pulses and noise, both shaped over time and in the spectrum of frames that overlap.

import { exp, multiplyAdd } from "../../silero/assembly/vector.ts";
import { transform } from "./frame-transform.ts";
import * as layout from "./vocal-layout.ts";
import { cosineOfTurns, logarithm, sineOfTurns } from "./waves.ts";

const vector: usize = 16;
const frameBytes: usize = layout.frameSamples * 4;
const stepBytes: usize = layout.stepSamples * 4;
const binBytes: usize = layout.bins * 4;
const knotBytes: usize = layout.knots * 4;
const rate: f64 = 24_000;

/**
 * Writes the pulses of a step at `to`, and the cosine and the sine of where a pulse is, each `apart` bytes further;
 * zeros where the step is unvoiced. Pitch is given for the step and its neighbours. Returns the phase behind it.
 */
export function pulse(before: f64, here: f64, after: f64, phase: f64, to: usize, apart: usize): f64 {
  const phases = layout.gainsAt;
  for (let n: usize = 0; n < layout.stepSamples; n++) {
    const place = (<f64>n + 0.5) / <f64>layout.stepSamples - 0.5;
    const hz = place < 0 ? before * -place + here * (place + 1) : here * (1 - place) + after * place;
    const held = hz > 30 ? hz : 100;
    phase += held / rate;
    phase -= Math.floor(phase);
    store<f32>(phases + n * 4, <f32>phase);
    store<f32>(phases + n * 4, <f32>held, stepBytes);
  }
  if (here <= 10) {
    for (let part: usize = 0; part < 3; part++) memory.fill(to + part * apart, 0, stepBytes);
    return phase;
  }
  for (let at: usize = 0; at < stepBytes; at += vector) {
    const turn = v128.load(phases + at);
    const hz = v128.load(phases + at, stepBytes);
    const harmonics = f32x4.floor(f32x4.div(f32x4.splat(11_760), hz));
    const half = sineOfTurns(f32x4.mul(turn, f32x4.splat(0.5)));
    const isNear = f32x4.lt(f32x4.abs(half), f32x4.splat(1e-3));
    const doubled = f32x4.add(half, v128.bitselect(f32x4.splat(1), half, isNear));
    const wave = sineOfTurns(f32x4.mul(f32x4.add(harmonics, f32x4.splat(0.5)), turn));
    const sum = f32x4.sub(f32x4.div(wave, doubled), f32x4.splat(0.5));
    const pulses = f32x4.div(v128.bitselect(harmonics, sum, isNear), f32x4.sqrt(harmonics));
    v128.store(to + at, pulses);
    v128.store(to + apart + at, cosineOfTurns(turn));
    v128.store(to + 2 * apart + at, sineOfTurns(turn));
  }
  return phase;
}

/** Writes a step of noise with mean 0 and variance 1, and four numbers more, by Box and Muller. `state` counts numbers. */
export function noise(state: i32, to: usize): void {
  const each: i32 = 0x6d2b79f5;
  let first = i32x4.add(i32x4.splat(state), i32x4.mul(i32x4.splat(each), i32x4(1, 3, 5, 7)));
  const next = i32x4.splat(8 * each);
  for (let at: usize = 0; at < stepBytes; at += 2 * vector) {
    const a = uniform(first);
    const turn = uniform(i32x4.add(first, i32x4.splat(each)));
    first = i32x4.add(first, next);
    const radius = f32x4.sqrt(f32x4.mul(f32x4.splat(-2), logarithm(f32x4.sub(f32x4.splat(1), a))));
    const x = f32x4.mul(radius, cosineOfTurns(turn));
    const y = f32x4.mul(radius, sineOfTurns(turn));
    v128.store(to + at, v128.shuffle<i32>(x, y, 0, 4, 1, 5));
    v128.store(to + at, v128.shuffle<i32>(x, y, 2, 6, 3, 7), vector);
  }
}

/** Uniform number from 0 to below 1: 24 bits of a mixed count. */
function uniform(state: v128): v128 {
  let mixed = i32x4.mul(v128.xor(state, i32x4.shr_u(state, 15)), v128.or(state, i32x4.splat(1)));
  mixed = v128.xor(
    i32x4.add(mixed, i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 7)), v128.or(mixed, i32x4.splat(61)))),
    mixed,
  );
  mixed = i32x4.shr_u(v128.xor(mixed, i32x4.shr_u(mixed, 14)), 8);
  return f32x4.mul(f32x4.convert_i32x4_s(mixed), f32x4.splat(5.9604645e-8));
}

/**
 * Adds the frame of the shape at `shapeAt` to the samples at `to`, and its window to `weights`. Its pulses are at `from`,
 * their cosines, sines and the noise each `apart` bytes further.
 */
export function addFrame(from: usize, apart: usize, to: usize, weights: usize): void {
  shapeOverTime(from, apart);
  transform();
  shapeSpectrum();
  transform();
  for (let at: usize = 0; at < frameBytes; at += vector) {
    const window = v128.load(layout.hannAt + at);
    const sample = v128.load(layout.otherAt + at, layout.planeBytes);
    v128.store(to + at, multiplyAdd(sample, window, v128.load(to + at)));
    v128.store(weights + at, multiplyAdd(window, window, v128.load(weights + at)));
  }
}

/** Pulses as the real part and noise as the imaginary one; noise also follows the first two harmonics of the pulses. */
function shapeOverTime(from: usize, apart: usize): void {
  const loudness = layout.shapeAt + 3 * binBytes;
  const follows = loudness + 2 * knotBytes;
  spread(loudness, layout.gainsAt);
  spread(loudness + knotBytes, layout.gainsAt + frameBytes);
  const a1 = f32x4.splat(logGain(follows));
  const b1 = f32x4.splat(logGain(follows + 4));
  const a2 = f32x4.splat(logGain(follows + 8));
  const b2 = f32x4.splat(logGain(follows + 12));
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  for (let at: usize = 0; at < frameBytes; at += vector) {
    const source = from + at;
    const window = v128.load(layout.hannAt + at);
    const c = v128.load(source + apart);
    const s = v128.load(source + 2 * apart);
    const isVoiced = v128.or(f32x4.ne(c, zero), f32x4.ne(s, zero));
    const c2 = f32x4.sub(f32x4.mul(f32x4.add(c, c), c), one);
    const s2 = f32x4.mul(f32x4.add(c, c), s);
    let follow = multiplyAdd(a1, c, f32x4.mul(b1, s));
    follow = v128.and(multiplyAdd(a2, c2, multiplyAdd(b2, s2, follow)), isVoiced);
    const loud = exp(v128.load(layout.gainsAt + at));
    const breath = exp(f32x4.add(v128.load(layout.gainsAt + at, frameBytes), follow));
    v128.store(layout.frameAt + at, f32x4.mul(f32x4.mul(v128.load(source), window), loud));
    const noise = f32x4.mul(v128.load(source + 3 * apart), window);
    v128.store(layout.frameAt + at, f32x4.mul(noise, breath), layout.planeBytes);
  }
}

/** Logarithms at the knots of a frame, and on lines between them. */
function spread(logs: usize, to: usize): void {
  for (let knot: usize = 0; knot < layout.knots - 1; knot++) {
    const begin = logGain(logs + knot * 4);
    const step = (logGain(logs + knot * 4 + 4) - begin) / <f32>layout.knotSamples;
    for (let n: usize = 0; n < layout.knotSamples; n++) {
      store<f32>(to, begin + step * <f32>n);
      to += 4;
    }
  }
}

function logGain(at: usize): f32 {
  return min<f32>(3, max<f32>(-5, load<f32>(at)));
}

/**
 * Takes the two spectra apart, shapes and adds them, and leaves them so that a transform forward is one back: the parts
 * swapped, mirrored about the middle. The middle comes first, whose vector reaches beyond it.
 */
function shapeSpectrum(): void {
  for (let end: usize = layout.bins + 3; end >= 4; end -= 4) shapeBins((end - 4) * 4);
  const middle = layout.frameAt + (layout.bins - 1) * 4;
  store<f32>(middle, 0);
  store<f32>(layout.frameAt, 0);
}

function shapeBins(at: usize): void {
  const mirror = layout.otherAt + frameBytes - at - 12;
  const ar = v128.load(layout.otherAt + at);
  const br = v128.load(layout.otherAt + at, layout.planeBytes);
  const am = reversed(v128.load(mirror));
  const bm = reversed(v128.load(mirror, layout.planeBytes));
  const shape = layout.shapeAt + at;
  const voiced = magnitude(v128.load(shape), 3);
  const breath = magnitude(v128.load(shape + binBytes), 5);
  const turn = f32x4.mul(v128.load(shape + 2 * binBytes), f32x4.splat(0.1591549431));
  const cosine = f32x4.mul(voiced, cosineOfTurns(turn));
  const sine = f32x4.mul(voiced, sineOfTurns(turn));
  const evenA = f32x4.add(ar, am);
  const oddA = f32x4.sub(am, ar);
  const evenB = f32x4.add(br, bm);
  const oddB = f32x4.sub(br, bm);
  const real = multiplyAdd(evenB, breath, f32x4.sub(f32x4.mul(evenA, cosine), f32x4.mul(oddB, sine)));
  const imaginary = multiplyAdd(oddA, breath, multiplyAdd(oddB, cosine, f32x4.mul(evenA, sine)));
  const to = layout.frameAt + at;
  const back = layout.frameAt + frameBytes - at - 12;
  v128.store(back, f32x4.neg(reversed(imaginary)));
  v128.store(back, reversed(real), layout.planeBytes);
  v128.store(to, imaginary);
  v128.store(to, real, layout.planeBytes);
}

/** Half of the magnitude, over the samples of a frame: two transforms make numbers that much larger. */
function magnitude(log: v128, less: f32): v128 {
  const held = f32x4.pmin(f32x4.splat(5), f32x4.pmax(f32x4.splat(-12), log));
  return f32x4.mul(exp(f32x4.sub(held, f32x4.splat(less))), f32x4.splat(0.5 / <f32>layout.frameSamples));
}

function reversed(x: v128): v128 {
  return v128.shuffle<i32>(x, x, 3, 2, 1, 0);
}
