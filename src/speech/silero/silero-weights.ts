// Silero weights: converts the model's file to the kernel's form (assembly/silero-layout.ts).

import { assert } from "../../base/assert.ts";
import * as layout from "./assembly/silero-layout.ts";
import { readConstants } from "./onnx-reader.ts";

/**
 * SHA-256 of silero_vad.onnx, version 6.2 (https://github.com/snakers4/silero-vad). Versions 5 and 6.0 have the same
 * names and shapes, so nothing else distinguishes them. The kernel is written for this network: for another one,
 * test/speech/silero-vad.test.ts must agree first.
 */
const modelSha256 = "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3";

/** The file holds a network for 16 kHz and one for 8 kHz, as the two branches of an If. */
const branch = "If_0_then_branch__Inline_0__";

/** Some weights of a layer in the model's order, for all of its outputs and some of its inputs. */
interface Part {
  readonly from: Float32Array;
  /** Index of the first one. */
  readonly first: number;
  readonly inputs: number;
  /** Distance from one input to the next. */
  readonly inputStep: number;
  readonly outputs: number;
  /** Distance from one output to the next. */
  readonly outputStep: number;
  /** The row of the first input, as a place in the kernel's memory, and the floats of a row. */
  readonly at: number;
  readonly row: number;
}

/** Weights before the input in the kernel's memory. Throws for a `model` other than the expected one. */
export function sileroWeights(model: Uint8Array): Float32Array {
  const sha256 = Bun.SHA256.hash(model, "hex");
  if (sha256 !== modelSha256) throw new Error(`The model of the voice detector is another one: ${sha256}`);
  const constants = readConstants(model);
  const weights = new Float32Array(layout.inputAt);
  const numbers = (name: string): Float32Array => {
    const raw = constants.get(branch + name);
    assert(raw !== undefined, `the model has ${name}`);
    // A copy, because floats must be aligned to four.
    return new Float32Array(raw.slice().buffer);
  };
  writeSpectrum(weights, numbers("stft.forward_basis_buffer"));
  for (const layer of convolutions) writeConvolution(weights, layer, numbers);
  writeLstm(weights, numbers);
  for (const layer of dense) writeBlocks(weights, layer);
  weights.set(numbers("decoder.decoder.2.weight"), layout.decoderAt);
  weights.set(numbers("decoder.decoder.2.bias"), layout.decoderAt + layout.stateNumbers);
  return weights;
}

/**
 * Writes, for each bin, all samples of its cosine, then those of its sine. Values folded by the kernel are written
 * once.
 */
function writeSpectrum(weights: Float32Array, from: Float32Array): void {
  const { bins, binsPadded, frameSamples, foldedSamples } = layout;
  const half = { from, inputs: foldedSamples, inputStep: 1, outputs: bins, outputStep: frameSamples };
  write(weights, { ...half, first: 1, at: layout.cosinesAt + binsPadded, row: binsPadded });
  const firstSine = bins * frameSamples;
  write(weights, { ...half, first: firstSine + 1, at: layout.sinesAt + binsPadded, row: binsPadded });
}

interface Convolution {
  readonly name: string;
  readonly at: number;
  readonly inputs: number;
  /** Padded number of inputs in the kernel's memory. */
  readonly inputsPadded: number;
  readonly outputs: number;
  /** Taps that ever meet data. */
  readonly taps: readonly number[];
}

const convolutions: readonly Convolution[] = [
  {
    name: "encoder.0",
    at: layout.encoder0At,
    inputs: layout.bins,
    inputsPadded: layout.binsPadded,
    outputs: layout.encoder0Channels,
    taps: [0, 1, 2],
  },
  {
    name: "encoder.1",
    at: layout.encoder1At,
    inputs: layout.encoder0Channels,
    inputsPadded: layout.encoder0Channels,
    outputs: layout.encoder1Channels,
    taps: [0, 1, 2],
  },
  {
    name: "encoder.2",
    at: layout.encoder2At,
    inputs: layout.encoder1Channels,
    inputsPadded: layout.encoder1Channels,
    outputs: layout.encoder2Channels,
    taps: [1, 2],
  },
  {
    name: "encoder.3",
    at: layout.encoder3At,
    inputs: layout.encoder2Channels,
    inputsPadded: layout.encoder2Channels,
    outputs: layout.encoder3Channels,
    taps: [1],
  },
];

/** Converts [output][input][tap] to a row of biases and [tap][input][output]. */
function writeConvolution(
  weights: Float32Array,
  { name, at, inputs, inputsPadded, outputs, taps }: Convolution,
  numbers: (name: string) => Float32Array,
): void {
  weights.set(numbers(`${name}.reparam_conv.bias`), at);
  const from = numbers(`${name}.reparam_conv.weight`);
  const steps = { inputStep: layout.taps, outputStep: inputs * layout.taps };
  taps.forEach((first, i) => {
    const rowAt = at + (1 + i * inputsPadded) * outputs;
    write(weights, { from, first, inputs, outputs, ...steps, at: rowAt, row: outputs });
  });
}

/**
 * Weights of the encoders' output, followed by those of the hidden state. The model has a bias for each, which are
 * added anyway.
 */
function writeLstm(weights: Float32Array, numbers: (name: string) => Float32Array): void {
  const { lstmAt: at, gateNumbers: outputs, encoder3Channels, stateNumbers } = layout;
  const biases = numbers("decoder.rnn.bias_hh");
  weights.set(
    numbers("decoder.rnn.bias_ih").map((bias, i) => bias + (biases[i] ?? Number.NaN)),
    at,
  );
  const half = { first: 0, inputStep: 1, outputs, row: outputs };
  const encoded = { inputs: encoder3Channels, outputStep: encoder3Channels };
  write(weights, { ...half, ...encoded, from: numbers("decoder.rnn.weight_ih"), at: at + outputs });
  const hidden = { inputs: stateNumbers, outputStep: stateNumbers };
  const hiddenAt = at + (1 + encoder3Channels) * outputs;
  write(weights, { ...half, ...hidden, from: numbers("decoder.rnn.weight_hh"), at: hiddenAt });
}

/** Dense layer: rows of its outputs, computed in blocks by the kernel. */
interface Dense {
  readonly at: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly block: number;
}

const spectrum = { inputs: layout.foldedSamples, outputs: layout.binsPadded, block: layout.blockOf4 };

const dense: readonly Dense[] = [
  { ...spectrum, at: layout.cosinesAt },
  { ...spectrum, at: layout.sinesAt },
  ...convolutions.map(({ at, inputsPadded, taps, outputs }, i) => ({
    at,
    inputs: inputsPadded * taps.length,
    outputs,
    block: i === 0 ? layout.blockOf4 : layout.blockOf1,
  })),
  {
    at: layout.lstmAt,
    inputs: layout.encoder3Channels + layout.stateNumbers,
    outputs: layout.gateNumbers,
    block: layout.blockOf1,
  },
];

/** Converts rows of all outputs to blocks of them, each with its part of all rows. */
function writeBlocks(weights: Float32Array, { at, inputs, outputs, block }: Dense): void {
  const rows = weights.slice(at, at + (1 + inputs) * outputs);
  for (let to = at, first = 0; first < outputs; first += block) {
    for (let row = 0; row <= inputs; row++, to += block)
      weights.set(rows.subarray(row * outputs + first, row * outputs + first + block), to);
  }
}

/** Converts the model's order, by output, to rows of all outputs for each input. */
function write(weights: Float32Array, part: Part): void {
  const { from, first, inputs, inputStep, outputs, outputStep, at, row } = part;
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) {
      weights[at + input * row + output] =
        from[first + input * inputStep + output * outputStep] ?? Number.NaN;
    }
  }
}
