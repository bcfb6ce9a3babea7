// Encoder: turns the sound of a turn into about 41 frames a second, and each frame into the keys and values for the
// decoder's layers. The result depends only on the turn's sound.

import * as layout from "./ears-layout.ts";
import { attendAll, attendScratchBytes, tileRows } from "./attention.ts";
import { dense, denseRows, numbersBytes } from "./byte-product.ts";
import { gelu, groupNormOfTanh, levelsOf, normalise, quantise, turn, windowNumbers } from "./rows.ts";

/** Rows of the widest layer made at once. */
const innerRows: usize = 64;
const rowBytes2: usize = layout.width2 * layout.floatBytes;
/** 1 / the root of the width of a head. */
const queryFactor: f32 = 1 / 6;

function steps1(samples: usize): usize {
  return (samples - layout.taps1) / layout.stride1 + 1;
}

function steps2(samples: usize): usize {
  return (steps1(samples) - layout.taps2) / layout.stride2 + 1;
}

/** Frames of a turn with this many samples at 16 kHz, at least 1,600. */
export function framesOf(samples: usize): usize {
  return (steps2(samples) - layout.taps3) / layout.stride3 + 1;
}

/** Frames, padded to a multiple of four. */
function roomFor(frames: usize): usize {
  return ((frames + tileRows - 1) / tileRows) * tileRows;
}

/**
 * Bytes needed by `encode` beside the samples and the results: for the larger of the convolutions and the layers.
 */
export function encodeScratchBytes(samples: usize): usize {
  const first = steps1(samples) * layout.width;
  const second = steps2(samples) * layout.width2;
  const convolutions = first * 6 + second * 6 + steps1(samples) * numbersBytes + samples * 2 + 256;
  const frames = roomFor(framesOf(samples));
  const rows = frames * (4 * layout.rowBytes + layout.width * 2 + numbersBytes);
  const inner = innerRows * (layout.innerBytes + layout.innerWidth * 2 + numbersBytes) + layout.rowBytes;
  const states = frames * layout.rowBytes;
  return states + max(convolutions, rows + inner + attendScratchBytes(frames));
}

/**
 * `samples` floats at `pcm`, with zeros up to a multiple of 8 and at least one; `scratch` has `encodeScratchBytes`.
 * Keys and values of all frames go to `to`, for each layer of the decoder. Addresses are multiples of 16.
 */
export function encode(pcm: usize, samples: usize, scratch: usize, to: usize): void {
  const frames = framesOf(samples);
  const states = scratch;
  const rest = states + roomFor(frames) * layout.rowBytes;
  convolve(pcm, samples, rest, states);
  const q = rest;
  const size = roomFor(frames) * layout.rowBytes;
  const k = q + size;
  const v = k + size;
  const taken = v + size;
  const inputs = taken + size;
  const numbers = inputs + roomFor(frames) * layout.width * 2;
  const free = numbers + roomFor(frames) * numbersBytes;
  for (let i: usize = 0; i < layout.layers; i++) {
    const layer = layout.encoderAt + i * layout.encoderLayerBytes;
    normalised(states, layer + layout.selfNorm, frames, inputs, numbers, free);
    square(layer + layout.selfQuery, inputs, numbers, frames, q, layout.rowBytes, false);
    square(layer + layout.selfKey, inputs, numbers, frames, k, layout.rowBytes, false);
    square(layer + layout.selfValue, inputs, numbers, frames, v, layout.rowBytes, false);
    for (let frame: usize = 0; frame < frames; frame++) {
      turn(q + frame * layout.rowBytes, frame, queryFactor);
      turn(k + frame * layout.rowBytes, frame, 1);
    }
    attendAll(q, k, v, frames, free, taken);
    quantised(taken, layout.width, frames, inputs, numbers);
    square(layer + layout.selfOut, inputs, numbers, frames, states, layout.rowBytes, true);
    for (let row: usize = 0; row < frames; row += innerRows)
      think(layer, states + row * layout.rowBytes, min(innerRows, frames - row), inputs, numbers, free);
  }
  normalised(states, layout.encoderNormAt, frames, inputs, numbers, free);
  for (let i: usize = 0; i < layout.layers; i++) {
    const layer = layout.decoderAt + i * layout.decoderLayerBytes;
    square(layer + layout.crossKey, inputs, numbers, frames, to, layout.pairBytes, false);
    square(layer + layout.crossValue, inputs, numbers, frames, to + layout.rowBytes, layout.pairBytes, false);
    to += frames * layout.pairBytes;
  }
}

/** Three convolutions; the first reads the samples themselves: its rows overlap in memory. */
function convolve(pcm: usize, samples: usize, scratch: usize, to: usize): void {
  const count1 = steps1(samples);
  const count2 = steps2(samples);
  const filled = (samples / 8) * 8 + 8;
  const numbers = scratch;
  const wholes0 = numbers + ((count1 * numbersBytes + 15) / 16) * 16;
  const rows1 = wholes0 + filled * 2;
  const wholes1 = rows1 + count1 * layout.rowBytes;
  const rows2 = wholes1 + count1 * layout.width * 2;
  const wholes2 = rows2 + count2 * rowBytes2;
  const step: usize = layout.stride1 * 2;

  quantise(pcm, filled, wholes0, numbers, levelsOf(layout.inputs1));
  windowNumbers(wholes0, step, layout.taps1, count1, load<f32>(numbers), numbers);
  const taps = layout.inputs1;
  const size = layout.rowBytes;
  dense(layout.conv1At, taps, layout.width, wholes0, step, numbers, numbersBytes, count1, rows1, size, false);
  groupNormOfTanh(rows1, count1);

  quantised(rows1, layout.width, count1, wholes1, numbers);
  for (let tap: usize = 0; tap < layout.taps2; tap++) {
    const layer = layout.conv2At + tap * layout.tap2Bytes;
    convolveTap(layer, tap, layout.width, layout.width2, layout.stride2, wholes1, numbers, count2, rows2);
  }
  gelu(rows2, count2 * layout.width2);

  const frames = framesOf(samples);
  quantised(rows2, layout.width2, count2, wholes2, numbers);
  for (let tap: usize = 0; tap < layout.taps3; tap++) {
    const layer = layout.conv3At + tap * layout.tap3Bytes;
    convolveTap(layer, tap, layout.width2, layout.width, layout.stride3, wholes2, numbers, frames, to);
  }
  gelu(to, frames * layout.width);
}

/** Adds one tap of a convolution to each step, or begins the step with it. */
function convolveTap(
  layer: usize,
  tap: usize,
  inputs: usize,
  outputs: usize,
  stride: usize,
  wholes: usize,
  numbers: usize,
  steps: usize,
  to: usize,
): void {
  const from = wholes + tap * inputs * 2;
  const fromStep = stride * inputs * 2;
  const number = numbers + tap * numbersBytes;
  const numberStep = stride * numbersBytes;
  const toStep = outputs * layout.floatBytes;
  dense(layer, inputs, outputs, from, fromStep, number, numberStep, steps, to, toStep, tap > 0);
}

/** Rows of 288 floats after their norm, as inputs of a product. */
function normalised(
  rows: usize,
  norm: usize,
  count: usize,
  inputs: usize,
  numbers: usize,
  scratch: usize,
): void {
  for (let row: usize = 0; row < count; row++) {
    normalise(rows + row * layout.rowBytes, norm, scratch);
    quantised(scratch, layout.width, 1, inputs + row * layout.width * 2, numbers + row * numbersBytes);
  }
}

/** Rows of `width` floats as inputs of a product. */
function quantised(rows: usize, width: usize, count: usize, inputs: usize, numbers: usize): void {
  const levels = levelsOf(width);
  for (let row: usize = 0; row < count; row++) {
    const from = rows + row * width * layout.floatBytes;
    quantise(from, width, inputs + row * width * 2, numbers + row * numbersBytes, levels);
  }
}

function square(
  layer: usize,
  inputs: usize,
  numbers: usize,
  rows: usize,
  to: usize,
  toStep: usize,
  adds: bool,
): void {
  denseRows(layer, layout.width, layout.width, inputs, numbers, rows, to, toStep, adds);
}

/** Second half of a layer: widening product, GELU, narrowing product. Adds to the rows. */
function think(layer: usize, rows: usize, count: usize, inputs: usize, numbers: usize, scratch: usize): void {
  const wide = scratch + layout.rowBytes;
  const wholes = wide + innerRows * layout.innerBytes;
  normalised(rows, layer + layout.encoderInnerNorm, count, inputs, numbers, scratch);
  const widen = layer + layout.encoderWiden;
  denseRows(widen, layout.width, layout.innerWidth, inputs, numbers, count, wide, layout.innerBytes, false);
  gelu(wide, count * layout.innerWidth);
  quantised(wide, layout.innerWidth, count, wholes, numbers);
  const narrow = layer + layout.encoderNarrow;
  denseRows(narrow, layout.innerWidth, layout.width, wholes, numbers, count, rows, layout.rowBytes, true);
}
