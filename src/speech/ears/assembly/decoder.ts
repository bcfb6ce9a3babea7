// Decoder: the probability of each piece of the vocabulary as the next one, for any number of rows. A row is a text
// at one of its pieces: texts side by side, or one text at several of its pieces. It is computed from its own numbers
// only, so it is equal to the bit beside any other rows.

import * as layout from "./ears-layout.ts";
import { attendList } from "./attention.ts";
import { denseRows, numbersBytes } from "./byte-product.ts";
import { gate, levelsOf, normalise, quantise, summarise, turn } from "./rows.ts";

const queryFactor: f32 = 1 / 6;
const gatedBytes: usize = 2 * layout.innerBytes;
/** The widest inputs of a product, in whole numbers of two bytes. */
const wholeBytes: usize = layout.innerWidth * 2;
/** Rows of logits that stay in the nearest cache while the vocabulary passes by. */
const logitRows: usize = 8;

/** Bytes needed by `decode` beside its logits. */
export function decodeScratchBytes(rows: usize): usize {
  const scores = (layout.positionsMax + 4) * layout.floatBytes;
  return rows * (3 * layout.rowBytes + gatedBytes + wholeBytes + numbersBytes + 8) + scores;
}

// State of the current step: its rows, the server's input for each, and the address of the results.
let rows: usize = 0;
let records: usize = 0;
let states: usize = 0;
let queries: usize = 0;
let taken: usize = 0;
let wide: usize = 0;
let inputs: usize = 0;
let numbers: usize = 0;
let scores: usize = 0;

/**
 * One piece of each of `count` rows. `says`: the server's input for each (ears-layout.ts); keys and values of its
 * newest piece are written to its newest slot. `cross`: addresses of the first layer's keys and values of all
 * `frames`. `scratch` has `decodeScratchBytes`. Logits go to `logits`, their figures to `summaries`.
 */
export function decode(
  says: usize,
  count: usize,
  cross: usize,
  frames: usize,
  scratch: usize,
  logits: usize,
  summaries: usize,
): void {
  rows = count;
  records = says;
  states = scratch;
  queries = states + rows * layout.rowBytes;
  taken = queries + rows * layout.rowBytes;
  wide = taken + rows * layout.rowBytes;
  inputs = wide + rows * gatedBytes;
  numbers = inputs + rows * wholeBytes;
  scores = numbers + ((rows * numbersBytes + 15) / 16) * 16;
  for (let row: usize = 0; row < rows; row++)
    read(load<usize>(recordOf(row), layout.rowPiece), states + row * layout.rowBytes);
  for (let i: usize = 0; i < layout.layers; i++) {
    const layer = layout.decoderAt + i * layout.decoderLayerBytes;
    lookBack(layer, i * layout.pairBytes);
    listen(layer, cross, frames, i * layout.pairBytes * frames);
    think(layer);
  }
  normalised(layout.decoderNormAt);
  judge(logits);
  for (let row: usize = 0; row < rows; row++)
    summarise(logits + row * layout.logitRowBytes, summaries + row * layout.summaryBytes);
}

function recordOf(row: usize): usize {
  return records + row * layout.rowRecordBytes;
}

/** Each row attends to its own pieces. `offset`: of the layer, in a slot. */
function lookBack(layer: usize, offset: usize): void {
  normalised(layer + layout.selfNorm);
  square(layer + layout.selfQuery, queries, false);
  square(layer + layout.selfKey, taken, false);
  square(layer + layout.selfValue, wide, false);
  // All rows write before any reads: one may be a later piece of another's text.
  for (let row: usize = 0; row < rows; row++) {
    const position = load<usize>(recordOf(row), layout.rowPosition);
    const at = row * layout.rowBytes;
    turn(queries + at, position, queryFactor);
    turn(taken + at, position, 1);
    const slot = load<usize>(load<usize>(recordOf(row), layout.rowSlots) + position * 4) + offset;
    memory.copy(slot, taken + at, layout.rowBytes);
    memory.copy(slot + layout.rowBytes, wide + at, layout.rowBytes);
  }
  for (let row: usize = 0; row < rows; row++) {
    const count = load<usize>(recordOf(row), layout.rowPosition) + 1;
    const at = row * layout.rowBytes;
    attendList(queries + at, load<usize>(recordOf(row), layout.rowSlots), count, offset, scores, taken + at);
  }
  quantised(taken, layout.rowBytes, layout.width);
  square(layer + layout.selfOut, states, true);
}

/** Each row attends to the frames of the sound. `offset`: of the layer, from the first one's addresses. */
function listen(layer: usize, cross: usize, frames: usize, offset: usize): void {
  normalised(layer + layout.crossNorm);
  square(layer + layout.crossQuery, queries, false);
  for (let row: usize = 0; row < rows; row++) {
    const at = row * layout.rowBytes;
    multiply(queries + at, queryFactor);
    attendList(queries + at, cross, frames, offset, scores, taken + at);
  }
  quantised(taken, layout.rowBytes, layout.width);
  square(layer + layout.crossOut, states, true);
}

/** End of a layer: wide, gated, narrow. */
function think(layer: usize): void {
  normalised(layer + layout.decoderInnerNorm);
  const widen = layer + layout.decoderWiden;
  denseRows(widen, layout.width, layout.gatedWidth, inputs, numbers, rows, wide, gatedBytes, false);
  for (let row: usize = 0; row < rows; row++) gate(wide + row * gatedBytes);
  quantised(wide, gatedBytes, layout.innerWidth);
  const narrow = layer + layout.decoderNarrow;
  denseRows(narrow, layout.innerWidth, layout.width, inputs, numbers, rows, states, layout.rowBytes, true);
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

/** The rows after their norm, as inputs of a product. */
function normalised(norm: usize): void {
  for (let row: usize = 0; row < rows * layout.rowBytes; row += layout.rowBytes)
    normalise(states + row, norm, taken + row);
  quantised(taken, layout.rowBytes, layout.width);
}

/** Rows as inputs of a product, `width` numbers of each. */
function quantised(from: usize, step: usize, width: usize): void {
  const levels = levelsOf(width);
  for (let row: usize = 0; row < rows; row++)
    quantise(from + row * step, width, inputs + row * width * 2, numbers + row * numbersBytes, levels);
}

function square(layer: usize, to: usize, adds: bool): void {
  denseRows(layer, layout.width, layout.width, inputs, numbers, rows, to, layout.rowBytes, adds);
}

function multiply(row: usize, factor: f32): void {
  const by = f32x4.splat(factor);
  for (let at = row; at < row + layout.rowBytes; at += 16) v128.store(at, f32x4.mul(v128.load(at), by));
}

/** Logits of all pieces. */
function judge(to: usize): void {
  const layer = layout.vocabularyAt;
  const size = layout.logitRowBytes;
  for (let row: usize = 0; row < rows; row += logitRows) {
    const from = inputs + row * layout.width * 2;
    const number = numbers + row * numbersBytes;
    const count = min(logitRows, rows - row);
    denseRows(layer, layout.width, layout.vocabulary, from, number, count, to + row * size, size, false);
  }
}
