// Dense layer: outputs = weights * inputs + biases for any number of rows, where nearly all of the time goes. Weights are
// whole numbers of one byte and inputs of two, so that their products add up without any error, in whatever order; a
// row's outputs never depend on the rows beside it.
// Weights come in blocks of four outputs x eight inputs, which lie in memory as the innermost loop reads them.

import { headerBytes } from "./ears-layout.ts";

/** Rows whose inputs stay in the processor's nearest memory while all weights pass by. */
const blockRows = 32;
/** Of a row: its scale, and the sum of its inputs. */
const numbersBytes: usize = 8;

/**
 * `layer`: a product as ears-layout.ts has it. Rows of inputs begin at `from` and each `fromStep` further; `numbers` has
 * what `quantise` says of each. Outputs go to `to` and each `toStep` further: where `adds`, to what is there already.
 * `inputs` is a multiple of 8, `outputs` one of 4.
 */
export function dense(
  layer: usize,
  inputs: usize,
  outputs: usize,
  from: usize,
  fromStep: usize,
  numbers: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  for (let row: usize = 0; row < rows; row += blockRows) {
    const count = min<usize>(blockRows, rows - row);
    const first = from + row * fromStep;
    denseBlock(layer, inputs, outputs, first, fromStep, numbers + row * numbersBytes, count, to + row * toStep, toStep, adds);
  }
}

function denseBlock(
  layer: usize,
  inputs: usize,
  outputs: usize,
  from: usize,
  fromStep: usize,
  numbers: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  const scale = load<f32>(layer);
  const offset = load<f32>(layer, 4);
  const fromEnd = from + rows * fromStep;
  let weights = layer + headerBytes;
  const allEnd = weights + inputs * outputs;
  let bias = allEnd;
  while (weights < allEnd) {
    const end = weights + 4 * inputs;
    let number = numbers;
    let out = to;
    let row = from;
    for (; row + fromStep < fromEnd; row += 2 * fromStep) {
      let a0 = i32x4.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      let b0 = a0;
      let b1 = a0;
      let b2 = a0;
      let b3 = a0;
      let a = row;
      let b = row + fromStep;
      for (let at = weights; at < end; at += 32) {
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
      }
      finish(sums(a0, a1, a2, a3), scale, offset, number, bias, out, adds);
      finish(sums(b0, b1, b2, b3), scale, offset, number + numbersBytes, bias, out + toStep, adds);
      number += 2 * numbersBytes;
      out += 2 * toStep;
    }
    if (row < fromEnd) {
      let a0 = i32x4.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      for (let at = weights; at < end; at += 32) {
        const x = v128.load(row);
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, v128.load8x8_s(at)));
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 8)));
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 16)));
        a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, v128.load8x8_s(at, 24)));
        row += 16;
      }
      finish(sums(a0, a1, a2, a3), scale, offset, number, bias, out, adds);
    }
    weights = end;
    bias += 16;
    to += 16;
  }
}

/** The sum of each of the four vectors. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}

/** From whole numbers to what they stand for: a weight is its byte times `scale`, and `offset` more. */
function finish(sum: v128, scale: f32, offset: f32, number: usize, bias: usize, out: usize, adds: bool): void {
  const rowScale = f32x4.splat(load<f32>(number) * scale);
  const rowOffset = f32x4.splat(load<f32>(number, 4) * offset);
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(sum), rowScale);
  let value = f32x4.add(scaled, f32x4.add(rowOffset, v128.load(bias)));
  if (adds) value = f32x4.add(value, v128.load(out));
  v128.store(out, value);
}
