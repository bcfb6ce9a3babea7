// Silero VAD kernel: the probability of speech in one window of 32 ms, by version 6 of the network at 16 kHz. Written
// in AssemblyScript (https://www.assemblyscript.org), without allocation: silero-layout.ts holds all places, and
// build-kernels.ts makes silero.wasm of it.

import * as layout from "./silero-layout.ts";
import { dense1, dense4 } from "./dense.ts";
import { multiplyAdd, rectified, sigmoid, sumOf, tanh } from "./vector.ts";

/** Floats of a vector. */
const lanes = 4;

/** Judges the window in its place, with its context and the call's state: from 0 to 1. Changes the state. */
export function judge(): f32 {
  mirror();
  for (let frame = 0; frame < layout.frames; frame++) fold(frame);
  spectrum();
  encoder0();
  encoder1();
  encoder2();
  encoder3();
  remember();
  return decode();
}

/** Extends the input by its own end, reversed, without repeating the last sample. */
function mirror(): void {
  const end = layout.inputAt + layout.inputSamples;
  for (let i = 0; i < layout.mirroredSamples; i++) set(end + i, get(end - 2 - i));
}

/**
 * A cosine is symmetric about the middle of its frame, and a sine antisymmetric. So samples at the same distance from
 * the middle are added for all cosines and subtracted for all sines, which halves the products. Sample 0 is left out,
 * because the network's analysis window is zero there.
 */
function fold(frame: i32): void {
  const samples = layout.inputAt + frame * layout.frameHop;
  const even = layout.evenAt + frame * layout.foldedSamples;
  const odd = layout.oddAt + frame * layout.foldedSamples;
  const middle = layout.frameSamples / 2;
  for (let n = 1; n < middle; n++) {
    const left = get(samples + n);
    const right = get(samples + layout.frameSamples - n);
    set(even + n - 1, left + right);
    set(odd + n - 1, left - right);
  }
  set(even + middle - 1, get(samples + middle));
  // The middle of a sine is always zero.
  set(odd + middle - 1, 0);
}

/**
 * Short-time Fourier transform of the four frames, as a product with windowed cosines and sines; then its magnitude.
 */
function spectrum(): void {
  const inputs = layout.foldedSamples;
  const bins = layout.binsPadded;
  dense4(at(layout.cosinesAt), inputs, bins, at(layout.evenAt), at(inputs), at(layout.realAt), at(bins));
  dense4(at(layout.sinesAt), inputs, bins, at(layout.oddAt), at(inputs), at(layout.imaginaryAt), at(bins));
  const firstFrame = layout.spectrumAt + layout.binsPadded;
  for (let i = 0; i < layout.frames * layout.binsPadded; i += lanes) {
    const real = load<v128>(at(layout.realAt + i));
    const imaginary = load<v128>(at(layout.imaginaryAt + i));
    const power = f32x4.add(f32x4.mul(real, real), f32x4.mul(imaginary, imaginary));
    store<v128>(at(firstFrame + i), f32x4.sqrt(power));
  }
}

/**
 * Convolution of 129 bins to 128 channels, four steps to four. The steps of its taps are adjacent in memory, so a
 * convolution is a dense layer whose column begins at the first of them, as are the next ones.
 */
function encoder0(): void {
  const inputs = layout.taps * layout.binsPadded;
  const outputs = layout.encoder0Channels;
  const firstStep = layout.encoder0OutAt + outputs;
  const from = at(layout.spectrumAt);
  dense4(at(layout.encoder0At), inputs, outputs, from, at(layout.binsPadded), at(firstStep), at(outputs));
  rectify(firstStep, layout.frames * outputs);
}

/** Convolution of 128 channels to 64, four steps to two. */
function encoder1(): void {
  const inputs = layout.taps * layout.encoder0Channels;
  const outputs = layout.encoder1Channels;
  for (let step = 0; step < layout.encoder1Steps; step++) {
    const from = layout.encoder0OutAt + step * layout.encoder1Stride * layout.encoder0Channels;
    dense1(at(layout.encoder1At), inputs, outputs, at(from), at(layout.encoder1OutAt + step * outputs));
  }
  rectify(layout.encoder1OutAt, layout.encoder1Steps * outputs);
}

/** Convolution of 64 channels to 64, two steps to one. */
function encoder2(): void {
  const inputs = layout.encoder1Steps * layout.encoder1Channels;
  const outputs = layout.encoder2Channels;
  dense1(at(layout.encoder2At), inputs, outputs, at(layout.encoder1OutAt), at(layout.encoder2OutAt));
  rectify(layout.encoder2OutAt, outputs);
}

/** Convolution of 64 channels to 128, of the one step. */
function encoder3(): void {
  const outputs = layout.encoder3Channels;
  const from = at(layout.encoder2OutAt);
  dense1(at(layout.encoder3At), layout.encoder2Channels, outputs, from, at(layout.encodedAt));
  rectify(layout.encodedAt, outputs);
}

/** LSTM: its gates decide which part of the cell state is kept, added, and output. */
function remember(): void {
  const inputs = layout.encoder3Channels + layout.stateNumbers;
  dense1(at(layout.lstmAt), inputs, layout.gateNumbers, at(layout.encodedAt), at(layout.gatesAt));
  for (let i = 0; i < layout.stateNumbers; i += lanes) {
    const add = sigmoid(gate(0, i));
    const keep = sigmoid(gate(1, i));
    const fresh = tanh(gate(2, i));
    const show = sigmoid(gate(3, i));
    const cell = at(layout.cellAt + i);
    const next = f32x4.add(f32x4.mul(keep, load<v128>(cell)), f32x4.mul(add, fresh));
    store<v128>(cell, next);
    store<v128>(at(layout.hiddenAt + i), f32x4.mul(show, tanh(next)));
  }
}

function gate(number: i32, i: i32): v128 {
  return load<v128>(at(layout.gatesAt + number * layout.stateNumbers + i));
}

/** One number from the hidden state. */
function decode(): f32 {
  let sums = f32x4.splat(0);
  for (let i = 0; i < layout.stateNumbers; i += lanes) {
    const hidden = rectified(load<v128>(at(layout.hiddenAt + i)));
    sums = multiplyAdd(hidden, load<v128>(at(layout.decoderAt + i)), sums);
  }
  const bias = get(layout.decoderAt + layout.stateNumbers);
  return f32x4.extract_lane(sigmoid(f32x4.splat(sumOf(sums) + bias)), 0);
}

function rectify(first: i32, count: i32): void {
  for (let i = first; i < first + count; i += lanes) store<v128>(at(i), rectified(load<v128>(at(i))));
}

function get(place: i32): f32 {
  return load<f32>(at(place));
}

function set(place: i32, value: f32): void {
  store<f32>(at(place), value);
}

/** Address of a place of silero-layout.ts, or size of `floats` in bytes. */
function at(floats: i32): usize {
  return <usize>floats * sizeof<f32>();
}
