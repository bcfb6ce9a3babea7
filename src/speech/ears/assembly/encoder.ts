// Encoder: the sound of a turn becomes some 41 frames a second, and of each frame the keys and values that the decoder's
// layers look at. Nothing but the sound of the turn has a say in them.

import * as layout from "./ears-layout.ts";
import { attendAll, attendScratchBytes, tileRows } from "./attention.ts";
import { dense } from "./dense.ts";
import { gelu, groupNormOfTanh, levels, normalise, quantise, sampleLevels, turn, windowNumbers } from "./rows.ts";

/** Rows of the widest layer that are made at once. */
const innerRows: usize = 32;
/** Of a row: its scale and its sum. */
const numbersBytes: usize = 8;
/** 1 / the root of the width of a head. */
const queryFactor: f32 = 1 / 6;

function steps1(samples: usize): usize {
  return (samples - layout.taps1) / layout.stride1 + 1;
}

function steps2(samples: usize): usize {
  return (steps1(samples) - layout.taps2) / layout.stride2 + 1;
}

/** Of a turn of so many samples of 16 kHz, at least 1,600. */
export function framesOf(samples: usize): usize {
  return (steps2(samples) - layout.taps3) / layout.stride3 + 1;
}

/** Frames and those that fill up the last four. */
function roomFor(frames: usize): usize {
  return (frames + tileRows - 1) / tileRows * tileRows;
}

/** Bytes that `encode` needs beside the samples and the results: of the convolutions or of the layers, what is more. */
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
 * `samples` floats at `pcm`, with zeros up to a multiple of 8 and at least one; `scratch` has `encodeScratchBytes`. Of
 * each layer of the decoder, keys and values of all frames go to `to`. Addresses are multiples of 16.
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
    for (let frame: usize = 0; frame < frames; frame++) {
      const input = inputs + frame * layout.width * 2;
      quantise(taken + frame * layout.rowBytes, layout.width, input, numbers + frame * numbersBytes, levels);
    }
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

/** Three convolutions. The inputs of a step lie behind one another, so each is a dense layer whose rows overlap. */
function convolve(pcm: usize, samples: usize, scratch: usize, to: usize): void {
  const count1 = steps1(samples);
  const count2 = steps2(samples);
  const filled = samples / 8 * 8 + 8;
  const numbers = scratch;
  const whole0 = numbers + (count1 * numbersBytes + 15) / 16 * 16;
  const rows1 = whole0 + filled * 2;
  const whole1 = rows1 + count1 * layout.rowBytes;
  const rows2 = whole1 + count1 * layout.width * 2;
  const whole2 = rows2 + count2 * layout.width2 * layout.floatBytes;

  quantise(pcm, filled, whole0, numbers, sampleLevels);
  windowNumbers(whole0, layout.stride1 * 2, layout.taps1, count1, load<f32>(numbers), numbers);
  const step1 = layout.stride1 * 2;
  dense(layout.conv1At, layout.inputs1, layout.width, whole0, step1, numbers, count1, rows1, layout.rowBytes, false);
  groupNormOfTanh(rows1, count1);

  quantise(rows1, count1 * layout.width, whole1, numbers, levels);
  const step2 = layout.stride2 * layout.width * 2;
  const inputs2 = layout.taps2 * layout.width;
  windowNumbers(whole1, step2, inputs2, count2, load<f32>(numbers), numbers);
  const rowBytes2 = layout.width2 * layout.floatBytes;
  dense(layout.conv2At, inputs2, layout.width2, whole1, step2, numbers, count2, rows2, rowBytes2, false);
  gelu(rows2, count2 * layout.width2);

  const frames = framesOf(samples);
  quantise(rows2, count2 * layout.width2, whole2, numbers, levels);
  const step3 = layout.stride3 * layout.width2 * 2;
  const inputs3 = layout.taps3 * layout.width2;
  windowNumbers(whole2, step3, inputs3, frames, load<f32>(numbers), numbers);
  dense(layout.conv3At, inputs3, layout.width, whole2, step3, numbers, frames, to, layout.rowBytes, false);
  gelu(to, frames * layout.width);
}

/** Rows of 288 floats as inputs of a product, behind their norm. */
function normalised(rows: usize, norm: usize, count: usize, inputs: usize, numbers: usize, scratch: usize): void {
  for (let row: usize = 0; row < count; row++) {
    normalise(rows + row * layout.rowBytes, norm, scratch);
    quantise(scratch, layout.width, inputs + row * layout.width * 2, numbers + row * numbersBytes, levels);
  }
}

function square(layer: usize, inputs: usize, numbers: usize, rows: usize, to: usize, toStep: usize, adds: bool): void {
  dense(layer, layout.width, layout.width, inputs, layout.width * 2, numbers, rows, to, toStep, adds);
}

/** The second half of a layer: wide, GELU, narrow. It adds to the rows. */
function think(layer: usize, rows: usize, count: usize, inputs: usize, numbers: usize, scratch: usize): void {
  const wide = scratch + layout.rowBytes;
  const wholes = wide + innerRows * layout.innerBytes;
  const wholeBytes = layout.innerWidth * 2;
  normalised(rows, layer + layout.encoderInnerNorm, count, inputs, numbers, scratch);
  const widen = layer + layout.encoderWiden;
  dense(widen, layout.width, layout.innerWidth, inputs, layout.width * 2, numbers, count, wide, layout.innerBytes, false);
  gelu(wide, count * layout.innerWidth);
  for (let row: usize = 0; row < count; row++) {
    const from = wide + row * layout.innerBytes;
    quantise(from, layout.innerWidth, wholes + row * wholeBytes, numbers + row * numbersBytes, levels);
  }
  const narrow = layer + layout.encoderNarrow;
  dense(narrow, layout.innerWidth, layout.width, wholes, wholeBytes, numbers, count, rows, layout.rowBytes, true);
}
