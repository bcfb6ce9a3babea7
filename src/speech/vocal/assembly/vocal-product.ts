// Vocal product: outputs = weights * inputs + biases for any number of rows, where most of the time goes. Weights are whole
// numbers of one byte, as the file of a voice has them, and inputs of two, so that their products add up without any
// error, in any order; a row's outputs never depend on the rows beside it.
// In memory: weights in blocks of four outputs x eight inputs, a scale for each output, a bias for each output.

import { levelsOf, quantise } from "../../ears/assembly/rows.ts";
import { blockAt, floatBytes, numbersAt, numbersBytes, sumsAt, tileRows, wholesAt } from "./vocal-layout.ts";

const vector: usize = 16;

/**
 * Product of rows: rows of inputs begin at `from` and each `fromStep` further; rows of outputs begin at `to` and each
 * `toStep` further. `adds`: the results are added to the present values. `inputs` is a multiple of 8, `outputs` one of
 * 4.
 */
export function product(
  layer: usize,
  inputs: usize,
  outputs: usize,
  rows: usize,
  from: usize,
  fromStep: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  for (let row: usize = 0; row < rows; row += tileRows) {
    const count = min(tileRows, rows - row);
    quantiseRows(from + row * fromStep, fromStep, inputs, count);
    productOfWholes(layer, inputs, outputs, count, to + row * toStep, toStep, adds);
  }
}

/** At most `tileRows` rows of floats become the inputs of a product. */
export function quantiseRows(from: usize, fromStep: usize, inputs: usize, rows: usize): void {
  for (let row: usize = 0; row < rows; row++) quantiseRow(from + row * fromStep, inputs, row);
}

export function quantiseRow(from: usize, inputs: usize, row: usize): void {
  const to = wholesAt + row * inputs * 2;
  quantise(from, inputs, to, numbersAt + row * numbersBytes, levelsOf(inputs));
}

/** The product of inputs that are whole numbers already. */
export function productOfWholes(
  layer: usize,
  inputs: usize,
  outputs: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  const scales = layer + inputs * outputs;
  const block: usize = 4 * inputs;
  for (let output: usize = 0; output < outputs; output += 4) {
    const weights = layer + output * inputs;
    if (rows === 1) multiplyOne(weights, block);
    else multiply(weights, inputs, rows);
    const scale = scales + output * floatBytes;
    finish(scale, scale + outputs * floatBytes, rows, to + output * floatBytes, toStep, adds);
  }
}

/** Whole sums of one block of weights: four of each row. */
function multiply(weights: usize, inputs: usize, rows: usize): void {
  const block: usize = 4 * inputs;
  for (let at: usize = 0; at < block; at += vector) {
    v128.store(blockAt + 2 * at, v128.load8x8_s(weights + at));
    v128.store(blockAt + 2 * at, v128.load8x8_s(weights + at, 8), vector);
  }
  const end = blockAt + 2 * block;
  let to = sumsAt;
  const fromEnd = wholesAt + rows * inputs * 2;
  for (let row = wholesAt; row < fromEnd; row += inputs * 4) {
    let a0 = i32x4.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let b0 = a0;
    let b1 = a0;
    let b2 = a0;
    let b3 = a0;
    let a = row;
    // A spare row lies behind the last of an odd number of rows.
    let b = row + inputs * 2;
    for (let at = blockAt; at < end; at += 64) {
      const x = v128.load(a);
      const y = v128.load(b);
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
      a += 16;
      b += 16;
    }
    v128.store(to, sums(a0, a1, a2, a3));
    v128.store(to, sums(b0, b1, b2, b3), vector);
    to += 2 * vector;
  }
}

/** The same for a row alone, which reads each weight once. */
function multiplyOne(weights: usize, block: usize): void {
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let row = wholesAt;
  const end = weights + block;
  for (let at = weights; at < end; at += 32) {
    const x = v128.load(row);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, v128.load8x8_s(at)));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 8)));
    a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 16)));
    a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 24)));
    row += 16;
  }
  v128.store(sumsAt, sums(a0, a1, a2, a3));
}

/** Converts whole sums to their values. */
function finish(scales: usize, biases: usize, rows: usize, to: usize, toStep: usize, adds: bool): void {
  const scale = v128.load(scales);
  const bias = v128.load(biases);
  const end = sumsAt + rows * vector;
  let numbers = numbersAt;
  for (let at = sumsAt; at < end; at += vector) {
    const factor = f32x4.mul(v128.load32_splat(numbers), scale);
    let value = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(v128.load(at)), factor), bias);
    if (adds) value = f32x4.add(value, v128.load(to));
    v128.store(to, value);
    numbers += numbersBytes;
    to += toStep;
  }
}

/** The sum of each of the four vectors. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}
