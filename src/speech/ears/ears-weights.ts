// Ears weights: converts the two model files to the kernel's form (assembly/ears-layout.ts). Weights stay the bytes
// of the files.

import { assert } from "../../base/assert.ts";
import { readInitializers, readInputs } from "../silero/onnx-reader.ts";
import * as layout from "./assembly/ears-layout.ts";

/** Files of the model, as in dist/model/tiny/quantized of @moonshine-ai/moonshine-js. */
export interface EarsModelFiles {
  /** encoder_model.onnx */
  readonly encoder: Uint8Array;
  /** decoder_model_merged.onnx */
  readonly decoder: Uint8Array;
  /** An operator has named other files of the same layout. */
  readonly areOthers?: boolean;
}

/** The kernel is written for these. For others, test/speech/ears/ears-oracle.test.ts must agree first. */
const modelSha256: Readonly<Record<"encoder" | "decoder", string>> = {
  encoder: "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
  decoder: "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
};

export interface PackingKernel {
  readonly memory: WebAssembly.Memory;
  /** Writes weights in blocks: see assembly/ears.ts. */
  pack(
    from: number,
    outputs: number,
    outputStep: number,
    count: number,
    inputStep: number,
    flips: number,
    inputs: number,
    to: number,
  ): void;
}

/** Largest block of weights copied in file order before packing. */
export const stagingBytes = 1_179_648;

/**
 * Writes everything ahead of the heap; uses `stagingBytes` of the heap. Throws for a file other than the expected
 * one.
 */
export function writeEarsWeights(files: EarsModelFiles, kernel: PackingKernel): void {
  for (const half of ["encoder", "decoder"] as const) {
    const sha256 = Bun.SHA256.hash(files[half], "hex");
    if (files.areOthers !== true && sha256 !== modelSha256[half])
      throw new Error(`The ${half} of the open ears is another one: ${sha256}`);
  }
  writeTurns(kernel.memory);
  writeEncoder(new HalfWriter(files.encoder, kernel));
  writeDecoder(new HalfWriter(files.decoder, kernel));
}

/** Angles of the rotary positions: 16 speeds, each for two adjacent numbers. */
function writeTurns(memory: WebAssembly.Memory): void {
  const { turningWidth, positionsMax, turnsAt } = layout;
  const turns = new Float32Array(memory.buffer, turnsAt, positionsMax * 2 * turningWidth);
  for (let position = 0; position < positionsMax; position++) {
    const row = turns.subarray(position * 2 * turningWidth);
    for (let i = 0; i < turningWidth; i += 2) {
      const angle = Math.fround(position * Math.fround(10_000 ** (-i / turningWidth)));
      row[i] = row[i + 1] = Math.cos(angle);
      row[turningWidth + i] = -Math.sin(angle);
      row[turningWidth + i + 1] = Math.sin(angle);
    }
  }
}

function writeEncoder(half: HalfWriter): void {
  const { width, width2, layers } = layout;
  half.samples("conv1", layout.conv1At);
  half.floats("onnx::Mul_1488", layout.groupNormAt);
  half.floats("onnx::Add_1489", layout.groupNormAt + layout.rowBytes);
  half.convolution("conv2", layout.conv2At, {
    channels: width,
    taps: layout.taps2,
    outputs: width2,
    tapBytes: layout.tap2Bytes,
  });
  half.convolution("conv3", layout.conv3At, {
    channels: width2,
    taps: layout.taps3,
    outputs: width,
    tapBytes: layout.tap3Bytes,
  });
  for (let i = 0; i < layers; i++) {
    const at = layout.encoderAt + i * layout.encoderLayerBytes;
    half.attention(`/layers.${i}/self_attn`, at, selfPlaces);
    half.floats(`layers.${i}.input_layernorm.weight`, at + layout.selfNorm);
    half.floats(`layers.${i}.post_attention_layernorm.weight`, at + layout.encoderInnerNorm);
    half.product(`/layers.${i}/mlp/fc1`, at + layout.encoderWiden, widen(`layers.${i}.mlp.fc1.bias`));
    half.product(`/layers.${i}/mlp/fc2`, at + layout.encoderNarrow, narrow(`layers.${i}.mlp.fc2.bias`));
  }
  half.floats("layer_norm.weight", layout.encoderNormAt);
}

function writeDecoder(half: HalfWriter): void {
  for (let i = 0; i < layout.layers; i++) {
    const at = layout.decoderAt + i * layout.decoderLayerBytes;
    const path = `/model/decoder/layers.${i}`;
    const floats = `model.decoder.layers.${i}`;
    half.attention(`${path}/self_attn`, at, selfPlaces);
    half.attention(`${path}/encoder_attn`, at, crossPlaces);
    half.floats(`${floats}.input_layernorm.weight_merged_0`, at + layout.selfNorm);
    half.floats(`${floats}.post_attention_layernorm.weight_merged_0`, at + layout.crossNorm);
    half.floats(`${floats}.final_layernorm.weight_merged_0`, at + layout.decoderInnerNorm);
    half.product(
      `${path}/mlp/up_proj`,
      at + layout.decoderWiden,
      gated(`${floats}.mlp.up_proj.bias_merged_0`),
    );
    half.product(
      `${path}/mlp/down_proj`,
      at + layout.decoderNarrow,
      narrow(`${floats}.mlp.down_proj.bias_merged_0`),
    );
  }
  half.floats("model.decoder.norm.weight_merged_0", layout.decoderNormAt);
  half.vocabulary("model.decoder.embed_tokens.weight_merged_0", layout.vocabularyAt);
}

/** The four products of an attention: their names, and their places in a layer. */
type AttentionPlaces = readonly (readonly [name: string, at: number])[];

const selfPlaces: AttentionPlaces = [
  ["q_proj", layout.selfQuery],
  ["k_proj", layout.selfKey],
  ["v_proj", layout.selfValue],
  ["dense", layout.selfOut],
];
const crossPlaces: AttentionPlaces = [
  ["q_proj", layout.crossQuery],
  ["k_proj", layout.crossKey],
  ["v_proj", layout.crossValue],
  ["dense", layout.crossOut],
];

interface Product {
  readonly inputs: number;
  readonly outputs: number;
  /** Its name. */
  readonly bias?: string;
}

const square: Product = { inputs: layout.width, outputs: layout.width };
const widen = (bias: string): Product => ({ inputs: layout.width, outputs: layout.innerWidth, bias });
const gated = (bias: string): Product => ({ inputs: layout.width, outputs: layout.gatedWidth, bias });
const narrow = (bias: string): Product => ({ inputs: layout.innerWidth, outputs: layout.width, bias });

interface Convolution {
  readonly channels: number;
  readonly taps: number;
  readonly outputs: number;
  readonly tapBytes: number;
}

/** An unsigned byte minus this is signed. */
const flips = 128;

/** Writes the contents of one file. */
class HalfWriter {
  readonly #tensors: ReadonlyMap<string, Uint8Array>;
  readonly #inputs: ReadonlyMap<string, readonly string[]>;
  readonly #bytes: Uint8Array;
  readonly #floats: Float32Array;
  readonly #kernel: PackingKernel;

  constructor(file: Uint8Array, kernel: PackingKernel) {
    this.#tensors = readInitializers(file);
    this.#inputs = readInputs(file);
    this.#bytes = new Uint8Array(kernel.memory.buffer);
    this.#floats = new Float32Array(kernel.memory.buffer);
    this.#kernel = kernel;
  }

  /** A tensor of floats, unchanged. */
  floats(name: string, at: number): void {
    this.#bytes.set(this.#tensor(name), at);
  }

  attention(path: string, layerAt: number, places: AttentionPlaces): void {
    for (const [name, at] of places) this.product(`${path}/${name}`, layerAt + at, square);
  }

  /** Product of a node. The file has all outputs of an input in sequence. */
  product(path: string, at: number, { inputs, outputs, bias }: Product): void {
    const weights = this.#inputs.get(`${path}/MatMul_output_0_output_quantized`)?.[1] ?? "";
    const name = weights.replace(/_quantized$/, "");
    this.#header(name, at);
    const from = this.#stage(this.#tensor(weights));
    this.#kernel.pack(from, outputs, 1, inputs, outputs, flips, inputs, at + layout.headerBytes);
    if (bias !== undefined) this.floats(bias, at + layout.headerBytes + inputs * outputs);
  }

  /**
   * [output][channel][tap] in the file; one product per tap, `tapBytes` apart. A weight is its byte times the scale,
   * plus the offset, which is a float.
   */
  convolution(name: string, at: number, { channels, taps, outputs, tapBytes }: Convolution): void {
    const from = this.#stage(this.#tensor(`${name}.weight_quantized`));
    for (let tap = 0; tap < taps; tap++) {
      const tapAt = at + tap * tapBytes;
      this.#convolutionHeader(name, tapAt);
      const to = tapAt + layout.headerBytes;
      this.#kernel.pack(from + tap, outputs, channels * taps, channels, taps, 0, channels, to);
    }
    this.floats(`${name}.bias`, at + layout.headerBytes + channels * outputs);
  }

  /** Writes one channel, whose taps are the inputs of one product without biases. */
  samples(name: string, at: number): void {
    this.#convolutionHeader(name, at);
    const from = this.#stage(this.#tensor(`${name}.weight_quantized`));
    const { taps1, inputs1, width, headerBytes } = layout;
    this.#kernel.pack(from, width, taps1, taps1, 1, 0, inputs1, at + headerBytes);
  }

  #convolutionHeader(name: string, at: number): void {
    const [scale, offset] = [this.#float(`${name}.weight_scale`), this.#float(`${name}.weight_zero_point`)];
    this.#floats.set([scale, offset], at / layout.floatBytes);
  }

  /** All numbers of a piece are adjacent in the file. A few thousand pieces are packed at a time. */
  vocabulary(name: string, at: number): void {
    this.#header(name, at);
    const all = this.#tensor(`${name}_quantized`);
    for (let done = 0; done < all.length; done += stagingBytes) {
      const some = all.subarray(done, done + stagingBytes);
      const from = this.#stage(some);
      const { width } = layout;
      this.#kernel.pack(
        from,
        some.length / width,
        width,
        width,
        1,
        flips,
        width,
        at + layout.headerBytes + done,
      );
    }
  }

  /** Scale and offset: a weight is its signed byte times the scale, plus the offset. */
  #header(name: string, at: number): void {
    const scale = this.#float(`${name}_scale`);
    const [low = 0, high = 0] = this.#tensor(`${name}_zero_point`);
    const zero = low < 128 ? low : low - 128 + high * 128;
    this.#floats.set([scale, (flips - zero) * scale], at / layout.floatBytes);
  }

  #stage(bytes: Uint8Array): number {
    assert(bytes.length <= stagingBytes, "weights fit the place where they are packed");
    this.#bytes.set(bytes, layout.heapAt);
    return layout.heapAt;
  }

  #float(name: string): number {
    const [value] = new Float32Array(this.#tensor(name).slice().buffer);
    assert(value !== undefined, `${name} is a float`);
    return value;
  }

  #tensor(name: string): Uint8Array {
    const bytes = this.#tensors.get(name);
    assert(bytes !== undefined, `the model has "${name}"`);
    return bytes;
  }
}
