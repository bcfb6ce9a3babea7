// Vocal kernel: the layers that the networks of our voices are made of. It is written in AssemblyScript
// (https://www.assemblyscript.org) and allots nothing: which layers there are, how wide they are and where their weights
// lie is in the file of a voice, so the server calls one layer after the other. build-kernels.ts makes vocal.wasm of it.

import { gelu } from "../../ears/assembly/rows.ts";
import { multiplyAdd, sumOf } from "../../silero/assembly/vector.ts";
import { recur } from "./recurrence.ts";
import { addFrame, noise, pulse } from "./sound.ts";
import { attend } from "./symbol-attention.ts";
import { floatBytes, rowAt, tileRows, wideAt } from "./vocal-layout.ts";
import { product, productOfWholes, quantiseRow, quantiseRows } from "./vocal-product.ts";

export { addFrame, attend, noise, product, pulse, recur };

const vector: usize = 16;
/** Epsilon of a variance, so that it is never zero. */
const epsilon: f32 = 1e-5;

/**
 * Writes weights of one byte in blocks of four outputs x eight inputs, as `product` reads them, from the output `first` on.
 * Steps say how far two outputs or two inputs lie apart at `from`. `filled`: inputs that fill whole vectors.
 */
export function pack(
  from: usize,
  outputs: usize,
  outputStep: usize,
  inputs: usize,
  inputStep: usize,
  filled: usize,
  first: usize,
  to: usize,
): void {
  for (let output: usize = 0; output < outputs; output++) {
    const place = first + output;
    const block = to + (place >> 2) * (4 * filled) + (place & 3) * 8;
    let at = from + output * outputStep;
    for (let input: usize = 0; input < inputs; input++) {
      store<u8>(block + (input >> 3) * 32 + (input & 7), load<u8>(at));
      at += inputStep;
    }
  }
}

/**
 * A block: a convolution over time of each number by itself, a norm, a product that widens, GELU, and one that narrows,
 * added to the input. `rows` outputs go to `to`; at `from` are `taps` - 1 more rows, half of them ahead of the outputs'
 * own. In memory, for `taps` factors and then a bias, a row each: the convolution; the norm; the two products.
 */
export function block(
  layer: usize,
  width: usize,
  taps: usize,
  inner: usize,
  rows: usize,
  from: usize,
  to: usize,
): void {
  const rowBytes = width * floatBytes;
  const norm = layer + (taps + 1) * rowBytes;
  const widen = norm + 2 * rowBytes;
  const narrow = widen + inner * (width + 2 * floatBytes);
  memory.copy(to, from + (taps / 2) * rowBytes, rows * rowBytes);
  for (let row: usize = 0; row < rows; row += tileRows) {
    const count = min(tileRows, rows - row);
    for (let i: usize = 0; i < count; i++) {
      convolve(layer, taps, rowBytes, from + (row + i) * rowBytes);
      normalise(rowAt, norm, width, rowAt);
      quantiseRow(rowAt, width, i);
    }
    productOfWholes(widen, width, inner, count, wideAt, inner * floatBytes, false);
    gelu(wideAt, count * inner);
    quantiseRows(wideAt, inner * floatBytes, inner, count);
    productOfWholes(narrow, inner, width, count, to + row * rowBytes, rowBytes, true);
  }
}

/** Normalises rows; memory has the factors and then the addends. */
export function normaliseRows(norm: usize, width: usize, rows: usize, from: usize, to: usize): void {
  const rowBytes = width * floatBytes;
  for (let at: usize = 0; at < rows * rowBytes; at += rowBytes) normalise(from + at, norm, width, to + at);
}

/** Writes one row at `rowAt` from `taps` rows. */
function convolve(layer: usize, taps: usize, rowBytes: usize, from: usize): void {
  for (let at: usize = 0; at < rowBytes; at += vector) {
    let factor = layer + at;
    let place = from + at;
    let sum = v128.load(factor + taps * rowBytes);
    for (let tap: usize = 0; tap < taps; tap++) {
      sum = multiplyAdd(v128.load(place), v128.load(factor), sum);
      factor += rowBytes;
      place += rowBytes;
    }
    v128.store(rowAt + at, sum);
  }
}

function normalise(from: usize, norm: usize, width: usize, to: usize): void {
  const rowBytes = width * floatBytes;
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < rowBytes; at += vector) sum = f32x4.add(sum, v128.load(from + at));
  const mean = f32x4.splat(sumOf(sum) / <f32>width);
  let squares = f32x4.splat(0);
  for (let at: usize = 0; at < rowBytes; at += vector) {
    const x = f32x4.sub(v128.load(from + at), mean);
    squares = multiplyAdd(x, x, squares);
  }
  const factor = f32x4.splat(1 / sqrt<f32>(sumOf(squares) / <f32>width + epsilon));
  for (let at: usize = 0; at < rowBytes; at += vector) {
    const x = f32x4.mul(f32x4.sub(v128.load(from + at), mean), factor);
    v128.store(to + at, multiplyAdd(x, v128.load(norm + at), v128.load(norm + rowBytes + at)));
  }
}
