// Decoder: how likely each piece of the vocabulary comes next, for any number of rows. A row is a text at one of its
// pieces: texts side by side, or one text at several of its pieces at once. It is worked out from its own numbers only, so
// that it comes out the same to the bit, whatever rows are beside it.

import * as layout from "./ears-layout.ts";
import { attendList } from "./attention.ts";
import { dense, numbersBytes } from "./byte-product.ts";
import { gate, levelsOf, normalise, quantise, summarise, turn } from "./rows.ts";

const queryFactor: f32 = 1 / 6;
const gatedBytes: usize = 2 * layout.innerBytes;
/** The widest inputs of a product, in whole numbers of two bytes. */
const wholeBytes: usize = layout.innerWidth * 2;
/** Rows of logits that stay in the processor's nearest memory while the vocabulary passes by. */
const logitRows: usize = 8;

/** Bytes that `decode` needs beside its logits. */
export function decodeScratchBytes(rows: usize): usize {
  const scores = (layout.positionsMax + 4) * layout.floatBytes;
  return rows * (3 * layout.rowBytes + gatedBytes + wholeBytes + numbersBytes + 8) + scores;
}

/**
 * One piece of each of `rows` rows. `records`: what the server says of each (ears-layout.ts); keys and values of its newest
 * piece are written to its newest slot. `cross`: the addresses of the keys and values of the first layer of all `frames`.
 * `scratch` has `decodeScratchBytes`. Logits go to `logits`, and what is said of them to `summaries`.
 */
export function decode(
  records: usize,
  rows: usize,
  cross: usize,
  frames: usize,
  scratch: usize,
  logits: usize,
  summaries: usize,
): void {
  const states = scratch;
  const q = states + rows * layout.rowBytes;
  const taken = q + rows * layout.rowBytes;
  const wide = taken + rows * layout.rowBytes;
  const inputs = wide + rows * gatedBytes;
  const numbers = inputs + rows * wholeBytes;
  const scores = numbers + ((rows * numbersBytes + 15) / 16) * 16;
  for (let row: usize = 0; row < rows; row++)
    read(load<usize>(records + row * layout.rowRecordBytes, layout.rowPiece), states + row * layout.rowBytes);
  for (let i: usize = 0; i < layout.layers; i++) {
    const layer = layout.decoderAt + i * layout.decoderLayerBytes;
    const offset = i * layout.pairBytes;
    normalised(states, layer + layout.selfNorm, rows, taken, inputs, numbers);
    square(layer + layout.selfQuery, inputs, numbers, rows, q, false);
    square(layer + layout.selfKey, inputs, numbers, rows, taken, false);
    square(layer + layout.selfValue, inputs, numbers, rows, wide, false);
    for (let row: usize = 0; row < rows; row++) {
      const record = records + row * layout.rowRecordBytes;
      const position = load<usize>(record, layout.rowPosition);
      const at = row * layout.rowBytes;
      turn(q + at, position, queryFactor);
      turn(taken + at, position, 1);
      const slot = load<usize>(load<usize>(record, layout.rowSlots) + position * 4) + offset;
      memory.copy(slot, taken + at, layout.rowBytes);
      memory.copy(slot + layout.rowBytes, wide + at, layout.rowBytes);
    }
    for (let row: usize = 0; row < rows; row++) {
      const record = records + row * layout.rowRecordBytes;
      const count = load<usize>(record, layout.rowPosition) + 1;
      const at = row * layout.rowBytes;
      attendList(q + at, load<usize>(record, layout.rowSlots), count, offset, scores, taken + at);
    }
    quantised(taken, rows, inputs, numbers);
    square(layer + layout.selfOut, inputs, numbers, rows, states, true);

    normalised(states, layer + layout.crossNorm, rows, taken, inputs, numbers);
    square(layer + layout.crossQuery, inputs, numbers, rows, q, false);
    for (let row: usize = 0; row < rows; row++) {
      const at = row * layout.rowBytes;
      multiply(q + at, queryFactor);
      attendList(q + at, cross, frames, offset * frames, scores, taken + at);
    }
    quantised(taken, rows, inputs, numbers);
    square(layer + layout.crossOut, inputs, numbers, rows, states, true);

    normalised(states, layer + layout.decoderInnerNorm, rows, taken, inputs, numbers);
    const widen = layer + layout.decoderWiden;
    dense(
      widen,
      layout.width,
      layout.gatedWidth,
      inputs,
      layout.width * 2,
      numbers,
      numbersBytes,
      rows,
      wide,
      gatedBytes,
      false,
    );
    for (let row: usize = 0; row < rows; row++) {
      gate(wide + row * gatedBytes);
      const input = inputs + row * wholeBytes;
      quantise(
        wide + row * gatedBytes,
        layout.innerWidth,
        input,
        numbers + row * numbersBytes,
        levelsOf(layout.innerWidth),
      );
    }
    const narrow = layer + layout.decoderNarrow;
    dense(
      narrow,
      layout.innerWidth,
      layout.width,
      inputs,
      wholeBytes,
      numbers,
      numbersBytes,
      rows,
      states,
      layout.rowBytes,
      true,
    );
  }
  normalised(states, layout.decoderNormAt, rows, taken, inputs, numbers);
  judge(inputs, numbers, rows, logits);
  for (let row: usize = 0; row < rows; row++)
    summarise(logits + row * layout.logitRowBytes, summaries + row * layout.summaryBytes);
}

/** The numbers of a piece, out of the blocks of the vocabulary. */
function read(piece: usize, to: usize): void {
  const scale = load<f32>(layout.vocabularyAt);
  const offset = load<f32>(layout.vocabularyAt, 4);
  let from = layout.vocabularyAt + layout.headerBytes + (piece >> 2) * (4 * layout.width) + (piece & 3) * 8;
  for (let i: usize = 0; i < layout.width; i += 8) {
    for (let at: usize = 0; at < 8; at++) {
      store<f32>(to, <f32>load<i8>(from + at) * scale + offset);
      to += layout.floatBytes;
    }
    from += 32;
  }
}

/** Rows behind their norm, as inputs of a product. */
function normalised(
  rows: usize,
  norm: usize,
  count: usize,
  scratch: usize,
  inputs: usize,
  numbers: usize,
): void {
  for (let row: usize = 0; row < count; row++)
    normalise(rows + row * layout.rowBytes, norm, scratch + row * layout.rowBytes);
  quantised(scratch, count, inputs, numbers);
}

function quantised(rows: usize, count: usize, inputs: usize, numbers: usize): void {
  for (let row: usize = 0; row < count; row++) {
    const input = inputs + row * layout.width * 2;
    quantise(
      rows + row * layout.rowBytes,
      layout.width,
      input,
      numbers + row * numbersBytes,
      levelsOf(layout.width),
    );
  }
}

function square(layer: usize, inputs: usize, numbers: usize, rows: usize, to: usize, adds: bool): void {
  dense(
    layer,
    layout.width,
    layout.width,
    inputs,
    layout.width * 2,
    numbers,
    numbersBytes,
    rows,
    to,
    layout.rowBytes,
    adds,
  );
}

function multiply(row: usize, factor: f32): void {
  const by = f32x4.splat(factor);
  for (let at = row; at < row + layout.rowBytes; at += 16) v128.store(at, f32x4.mul(v128.load(at), by));
}

/** Logits of all pieces. */
function judge(inputs: usize, numbers: usize, rows: usize, to: usize): void {
  const step: usize = layout.width * 2;
  for (let row: usize = 0; row < rows; row += logitRows) {
    const from = inputs + row * step;
    const number = numbers + row * numbersBytes;
    const out = to + row * layout.logitRowBytes;
    const count = min(logitRows, rows - row);
    dense(
      layout.vocabularyAt,
      layout.width,
      layout.vocabulary,
      from,
      step,
      number,
      numbersBytes,
      count,
      out,
      layout.logitRowBytes,
      false,
    );
  }
}
