// Dense layer: outputs = weights * inputs + biases for any number of rows, where nearly all time is spent. Weights
// are integers of one byte and inputs of two, so their products add up exactly in any order; a row's outputs never
// depend on the rows beside it. Weights come in blocks of four outputs x eight inputs, in the order of the innermost
// loop.

import { headerBytes, sumsAt, sumsBytes, sumsRows, wideAt } from "./ears-layout.ts";

/** Scale and sum of a row's inputs, as written by `quantise`. */
export const numbersBytes: usize = 8;
/** Rows from which widening the weights first is quicker. */
const wideRowsMin: usize = 8;

/**
 * `layer`: a product in the form of ears-layout.ts. Input rows begin at `from` with step `fromStep`, their `quantise`
 * results at `numbers` with step `numbersStep`. Outputs go to `to` with step `toStep`: added to the old content if
 * `adds`. `inputs` and `outputs` are multiples of 16.
 */
export function dense(
  layer: usize,
  inputs: usize,
  outputs: usize,
  from: usize,
  fromStep: usize,
  numbers: usize,
  numbersStep: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  const block: usize = 4 * inputs;
  const weights = layer + headerBytes;
  const biases = weights + inputs * outputs;
  for (let row: usize = 0; row < rows; row += sumsRows) {
    const count = min<usize>(sumsRows, rows - row);
    const start = from + row * fromStep;
    const number = numbers + row * numbersStep;
    for (let output: usize = 0; output < outputs; output += 16) {
      let first = weights + output * inputs;
      for (let sum = sumsAt; sum < sumsAt + sumsBytes; sum += 16) {
        const end = first + block;
        multiply(first, end, start, fromStep, count, sum);
        first = end;
      }
      const at = output * sizeof<f32>();
      finish(layer, biases + at, number, numbersStep, count, to + row * toStep + at, toStep, adds);
    }
  }
}

/** The same for consecutive rows of inputs. */
export function denseRows(
  layer: usize,
  inputs: usize,
  outputs: usize,
  from: usize,
  numbers: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  dense(layer, inputs, outputs, from, inputs * 2, numbers, numbersBytes, rows, to, toStep, adds);
}

/**
 * Integer sums of one block of weights: four per row. Finished elsewhere, because the innermost loops need all
 * registers.
 */
function multiply(weights: usize, end: usize, from: usize, fromStep: usize, rows: usize, to: usize): void {
  if (rows === 1) multiplyOne(weights, end, from, to);
  else if (rows < wideRowsMin) multiplyFew(weights, end, from, fromStep, rows, to);
  else multiplyWide(weights, end, from, fromStep, rows, to);
}

function multiplyFew(weights: usize, end: usize, from: usize, fromStep: usize, rows: usize, to: usize): void {
  const even = rows & ~1;
  for (let row: usize = 0; row < even; row += 2) {
    let a0 = i32x4.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let b0 = a0;
    let b1 = a0;
    let b2 = a0;
    let b3 = a0;
    let a = from + row * fromStep;
    let b = a + fromStep;
    let at = weights;
    do {
      const x = v128.load(a);
      const y = v128.load(b);
      let w = v128.load8x8_s(at);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(y, w));
      w = v128.load8x8_s(at, 8);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(y, w));
      w = v128.load8x8_s(at, 16);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, w));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(y, w));
      w = v128.load8x8_s(at, 24);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, w));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(y, w));
      a += 16;
      b += 16;
      at += 32;
    } while (at < end);
    v128.store(to, sums(a0, a1, a2, a3));
    v128.store(to, sums(b0, b1, b2, b3), sumsBytes);
    to += 2 * sumsBytes;
  }
  if (even < rows) multiplyOne(weights, end, from + even * fromStep, to);
}

/** The same with widened weights: quicker for several rows. */
function multiplyWide(
  weights: usize,
  end: usize,
  from: usize,
  fromStep: usize,
  rows: usize,
  to: usize,
): void {
  const wideEnd = widen(weights, end);
  const even = rows & ~1;
  for (let row: usize = 0; row < even; row += 2) {
    let a0 = i32x4.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let b0 = a0;
    let b1 = a0;
    let b2 = a0;
    let b3 = a0;
    let a = from + row * fromStep;
    let b = a + fromStep;
    let at = wideAt;
    do {
      let x = v128.load(a);
      let y = v128.load(b);
      let w = v128.load(at);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(y, w));
      w = v128.load(at, 16);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(y, w));
      w = v128.load(at, 32);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, w));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(y, w));
      w = v128.load(at, 48);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, w));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(y, w));
      x = v128.load(a, 16);
      y = v128.load(b, 16);
      w = v128.load(at, 64);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(y, w));
      w = v128.load(at, 80);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(y, w));
      w = v128.load(at, 96);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, w));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(y, w));
      w = v128.load(at, 112);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, w));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(y, w));
      a += 32;
      b += 32;
      at += 128;
    } while (at < wideEnd);
    v128.store(to, sums(a0, a1, a2, a3));
    v128.store(to, sums(b0, b1, b2, b3), sumsBytes);
    to += 2 * sumsBytes;
  }
  if (even < rows) multiplyOne(weights, end, from + even * fromStep, to);
}

/** Block of weights in two bytes each. Returns its end. */
function widen(weights: usize, end: usize): usize {
  let to = wideAt;
  do {
    v128.store(to, v128.load8x8_s(weights));
    v128.store(to, v128.load8x8_s(weights, 8), 16);
    v128.store(to, v128.load8x8_s(weights, 16), 32);
    v128.store(to, v128.load8x8_s(weights, 24), 48);
    weights += 32;
    to += 64;
  } while (weights < end);
  return to;
}

/** The same for a single row. */
function multiplyOne(at: usize, end: usize, row: usize, to: usize): void {
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  do {
    const x = v128.load(row);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, v128.load8x8_s(at)));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 8)));
    a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 16)));
    a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 24)));
    row += 16;
    at += 32;
  } while (at < end);
  v128.store(to, sums(a0, a1, a2, a3));
}

/**
 * Converts integer sums of four blocks to values: a weight is its byte times the layer's scale, plus its offset. Four
 * blocks, because a row's outputs then fill a cache line.
 */
function finish(
  layer: usize,
  biases: usize,
  numbers: usize,
  numbersStep: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  const scale = load<f32>(layer);
  const offset = load<f32>(layer, 4);
  const end = sumsAt + rows * sumsBytes;
  for (let at = sumsAt; at < end; at += sumsBytes) {
    const rowScale = f32x4.splat(load<f32>(numbers) * scale);
    const rowOffset = f32x4.splat(load<f32>(numbers, 4) * offset);
    for (let four: usize = 0; four < sumsBytes; four += 16) {
      const scaled = f32x4.mul(f32x4.convert_i32x4_s(v128.load(at + four)), rowScale);
      let value = f32x4.add(scaled, f32x4.add(rowOffset, v128.load(biases + four)));
      if (adds) value = f32x4.add(value, v128.load(to + four));
      v128.store(to + four, value);
    }
    numbers += numbersStep;
    to += toStep;
  }
}

/** The sum of each of the four vectors. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}
