// Rows: work on a row of numbers between the products.

import { exp, multiplyAdd, sigmoid, sumOf, tanh } from "../../silero/assembly/vector.ts";
import * as layout from "./ears-layout.ts";

const vector: usize = 16;
/** Epsilon of a variance, so that it is never zero. */
const epsilon: f32 = 1e-5;

/**
 * Range of a product's integer inputs: as large as two bytes hold, and small enough that the sum of `inputs` of them
 * times a byte fits four.
 */
export function levelsOf(inputs: usize): f32 {
  const most: usize = 0x7fff_ffff / (128 * inputs);
  return <f32>min<usize>(32_767, most);
}

/**
 * Converts `count` floats, a multiple of 8, to two-byte integers. Writes their scale to `numbers`, then their sum.
 */
export function quantise(from: usize, count: usize, to: usize, numbers: usize, levels: f32): void {
  const end = from + count * sizeof<f32>();
  let greatest = f32x4.splat(0);
  for (let at = from; at < end; at += vector) greatest = f32x4.pmax(greatest, f32x4.abs(v128.load(at)));
  const most = greatestOf(greatest);
  const factor = f32x4.splat(most > 0 ? levels / most : 0);
  let sum = i32x4.splat(0);
  for (let at = from; at < end; at += 2 * vector) {
    const low = whole(f32x4.mul(v128.load(at), factor));
    const high = whole(f32x4.mul(v128.load(at, vector), factor));
    sum = i32x4.add(sum, i32x4.add(low, high));
    v128.store(to, i16x8.narrow_i32x4_s(low, high));
    to += vector;
  }
  const scale = most / levels;
  store<f32>(numbers, scale);
  store<f32>(numbers, <f32>wholeSumOf(sum) * scale, 4);
}

/**
 * Input of `dense` for `count` rows of `length` integers, from `from` with distance `step`, all quantised with one
 * scale.
 */
export function windowNumbers(
  from: usize,
  step: usize,
  length: usize,
  count: usize,
  scale: f32,
  to: usize,
): void {
  for (let window: usize = 0; window < count; window++) {
    let at = from + window * step;
    const end = at + length * sizeof<i16>();
    let sums = i32x4.splat(0);
    for (; at + vector <= end; at += vector)
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(v128.load(at)));
    let sum = wholeSumOf(sums);
    for (; at < end; at += sizeof<i16>()) sum += load<i16>(at);
    store<f32>(to, scale);
    store<f32>(to, <f32>sum * scale, 4);
    to += 2 * sizeof<f32>();
  }
}

/** Layer norm of a row of 288: minus the mean, over the deviation, times each weight. */
export function normalise(from: usize, weights: usize, to: usize): void {
  const count = <f32>layout.width;
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < layout.rowBytes; at += vector) sum = f32x4.add(sum, v128.load(from + at));
  const mean = f32x4.splat(sumOf(sum) / count);
  let squares = f32x4.splat(0);
  for (let at: usize = 0; at < layout.rowBytes; at += vector) {
    const x = f32x4.sub(v128.load(from + at), mean);
    squares = multiplyAdd(x, x, squares);
  }
  const factor = f32x4.splat(1 / sqrt<f32>(sumOf(squares) / count + epsilon));
  for (let at: usize = 0; at < layout.rowBytes; at += vector) {
    const x = f32x4.sub(v128.load(from + at), mean);
    v128.store(to + at, f32x4.mul(f32x4.mul(x, factor), v128.load(weights + at)));
  }
}

/** Rotary position: of each head, pairs of numbers are turned by angles of the position. Then all is multiplied. */
export function turn(row: usize, position: usize, factor: f32): void {
  const cosines = layout.turnsAt + position * layout.turnBytes;
  const by = f32x4.splat(factor);
  for (let head: usize = 0; head < layout.heads; head++) {
    for (let at: usize = 0; at < layout.turningWidth * layout.floatBytes; at += vector) {
      const place = row + at;
      const x = v128.load(place);
      const turned = f32x4.mul(
        v128.shuffle<i32>(x, x, 1, 0, 3, 2),
        v128.load(cosines + at, layout.turnBytes / 2),
      );
      v128.store(place, f32x4.mul(multiplyAdd(x, v128.load(cosines + at), turned), by));
    }
    const rest = row + layout.turningWidth * layout.floatBytes;
    v128.store(rest, f32x4.mul(v128.load(rest), by));
    row += layout.headWidth * layout.floatBytes;
  }
}

/** Group norm of one group, over all steps and channels, after a tanh. Changes `steps` rows of 288 in place. */
export function groupNormOfTanh(rows: usize, steps: usize): void {
  const end = rows + steps * layout.rowBytes;
  const count = <f64>(steps * layout.width);
  let total: f64 = 0;
  for (let row = rows; row < end; row += layout.rowBytes) {
    let sum = f32x4.splat(0);
    for (let at = row; at < row + layout.rowBytes; at += vector) {
      const x = tanh(v128.load(at));
      v128.store(at, x);
      sum = f32x4.add(sum, x);
    }
    total += sumOf(sum);
  }
  const mean = f32x4.splat(<f32>(total / count));
  total = 0;
  for (let row = rows; row < end; row += layout.rowBytes) {
    let squares = f32x4.splat(0);
    for (let at = row; at < row + layout.rowBytes; at += vector) {
      const x = f32x4.sub(v128.load(at), mean);
      squares = multiplyAdd(x, x, squares);
    }
    total += sumOf(squares);
  }
  const factor = f32x4.splat(<f32>(1 / sqrt<f64>(total / count + epsilon)));
  for (let row = rows; row < end; row += layout.rowBytes) {
    for (let at: usize = 0; at < layout.rowBytes; at += vector) {
      const x = f32x4.mul(f32x4.sub(v128.load(row + at), mean), factor);
      const channel = layout.groupNormAt + at;
      v128.store(row + at, multiplyAdd(x, v128.load(channel), v128.load(channel, layout.rowBytes)));
    }
  }
}

/** GELU of each number, in place. `count` is a multiple of 4. */
export function gelu(from: usize, count: usize): void {
  const end = from + count * sizeof<f32>();
  for (let at = from; at < end; at += vector) {
    const x = v128.load(at);
    const half = f32x4.mul(x, f32x4.splat(0.5));
    v128.store(at, multiplyAdd(half, erf(f32x4.mul(x, f32x4.splat(0.70710678))), half));
  }
}

/** Multiplies each value of a row by SiLU of its gate, in place; gates follow the values. */
export function gate(row: usize): void {
  for (let at = row; at < row + layout.innerBytes; at += vector) {
    const x = v128.load(at, layout.innerBytes);
    v128.store(at, f32x4.mul(f32x4.mul(x, sigmoid(x)), v128.load(at)));
  }
}

/** Writes the maximum of a row of logits, then the sum of the exponentials relative to it. */
export function summarise(logits: usize, to: usize): void {
  const end = logits + layout.logitRowBytes;
  let greatest = v128.load(logits);
  for (let at = logits; at < end; at += vector) greatest = f32x4.pmax(greatest, v128.load(at));
  const most = greatestOf(greatest);
  const less = f32x4.splat(most);
  let a = f32x4.splat(0);
  let b = a;
  for (let at = logits; at < end; at += 2 * vector) {
    a = f32x4.add(a, exp(f32x4.sub(v128.load(at), less)));
    b = f32x4.add(b, exp(f32x4.sub(v128.load(at, vector), less)));
  }
  store<f32>(to, most);
  store<f32>(to, sumOf(f32x4.add(a, b)), 4);
}

/** Softmax of `count` numbers without its division: exponentials in place. Returns 1 / their sum. */
export function exponentials(from: usize, count: usize): f32 {
  const end = from + count * sizeof<f32>();
  const tail = from + (count & ~3) * sizeof<f32>();
  let most = load<f32>(from);
  let greatest = f32x4.splat(most);
  let at = from;
  for (; at < tail; at += vector) greatest = f32x4.pmax(greatest, v128.load(at));
  most = greatestOf(greatest);
  for (; at < end; at += sizeof<f32>()) most = max(most, load<f32>(at));
  const less = f32x4.splat(most);
  let sums = f32x4.splat(0);
  for (at = from; at < tail; at += vector) {
    const power = exp(f32x4.sub(v128.load(at), less));
    v128.store(at, power);
    sums = f32x4.add(sums, power);
  }
  let sum = sumOf(sums);
  for (; at < end; at += sizeof<f32>()) {
    const power = f32x4.extract_lane(exp(f32x4.splat(load<f32>(at) - most)), 0);
    store<f32>(at, power);
    sum += power;
  }
  return 1 / sum;
}

/** Error function within 4e-7, as a quotient of polynomials with the coefficients of erf in Eigen. */
function erf(x: v128): v128 {
  x = f32x4.pmin(f32x4.splat(4), f32x4.pmax(f32x4.splat(-4), x));
  const square = f32x4.mul(x, x);
  let p = f32x4.splat(-2.72614225801306e-10);
  p = multiplyAdd(p, square, f32x4.splat(2.77068142495902e-8));
  p = multiplyAdd(p, square, f32x4.splat(-2.10102402082508e-6));
  p = multiplyAdd(p, square, f32x4.splat(-5.69250639462346e-5));
  p = multiplyAdd(p, square, f32x4.splat(-7.34990630326855e-4));
  p = multiplyAdd(p, square, f32x4.splat(-2.95459980854025e-3));
  p = multiplyAdd(p, square, f32x4.splat(-1.60960333262415e-2));
  let q = f32x4.splat(-1.45660718464996e-5);
  q = multiplyAdd(q, square, f32x4.splat(-2.13374055278905e-4));
  q = multiplyAdd(q, square, f32x4.splat(-1.68282697438203e-3));
  q = multiplyAdd(q, square, f32x4.splat(-7.37332916720468e-3));
  q = multiplyAdd(q, square, f32x4.splat(-1.42647390514189e-2));
  return f32x4.div(f32x4.mul(p, x), q);
}

function whole(x: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(x));
}

function wholeSumOf(x: v128): i32 {
  return (
    i32x4.extract_lane(x, 0) + i32x4.extract_lane(x, 1) + i32x4.extract_lane(x, 2) + i32x4.extract_lane(x, 3)
  );
}

function greatestOf(x: v128): f32 {
  const two = max(f32x4.extract_lane(x, 0), f32x4.extract_lane(x, 1));
  return max(two, max(f32x4.extract_lane(x, 2), f32x4.extract_lane(x, 3)));
}
