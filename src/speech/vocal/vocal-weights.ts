// Vocal weights: the layers of a network as the kernel wants them, out of the file of a voice. Weights stay the bytes that
// they are in the file, and shapes are read from it: a voice that was trained with more or wider layers needs no other code.

import { assert } from "../../base/assert.ts";
import { readInitializers, readInputs } from "../silero/onnx-reader.ts";
import { floatBytes, widthMax } from "./assembly/vocal-layout.ts";
import type { VocalKernel } from "./vocal-kernel.ts";

/** Weights that are copied in their order of the file before they are packed, the most at once. */
const stagingBytes = 524_288;

/** Place of a layer in memory. */
export interface Product {
  readonly at: number;
  /** Filled up to whole vectors. */
  readonly inputs: number;
  readonly outputs: number;
}

export interface Block {
  readonly at: number;
  readonly width: number;
  readonly taps: number;
  /** Width between its two products. */
  readonly inner: number;
}

/** Some outputs of a product: weights of one byte with a scale for each output or for all. */
interface Weights {
  readonly bytes: Uint8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
  readonly outputs: number;
  readonly outputStep: number;
  readonly inputStep: number;
  /** Inputs that lie together, each group followed by others that fill a vector. */
  readonly groups: readonly { readonly inputs: number; readonly from: number; readonly to: number }[];
}

export class VocalWeights {
  readonly #kernel: VocalKernel;
  readonly #staging: number;
  readonly #tensors: ReadonlyMap<string, Uint8Array>;
  readonly #inputs: ReadonlyMap<string, readonly string[]>;

  /** Throws when `file` is no ONNX. */
  constructor(kernel: VocalKernel, staging: number, file: Uint8Array) {
    this.#kernel = kernel;
    this.#staging = staging;
    this.#tensors = readInitializers(file);
    this.#inputs = readInputs(file);
  }

  /** The address of what weights are copied to, for all networks of a kernel. */
  static staging(kernel: VocalKernel): number {
    return kernel.take(stagingBytes);
  }

  has(name: string): boolean {
    return this.#tensors.has(name);
  }

  /** Whether a node takes what another one gives. */
  follows(node: string, next: string): boolean {
    return this.#inputs.get(next)?.includes(node) === true;
  }

  /** The name of what a node multiplies by. */
  inputOf(node: string): string {
    return this.#inputs.get(node)?.[1] ?? "";
  }

  floats(name: string): Float32Array {
    const { buffer } = this.#bytes(name).slice();
    return new Float32Array(buffer);
  }

  /** Rows of bytes with a scale each, as floats. */
  rows(name: string): Float32Array {
    const scales = this.floats(`${name}_s`);
    const bytes = this.#bytes(`${name}_q`);
    const width = bytes.length / scales.length;
    return Float32Array.from(
      new Int8Array(bytes),
      (byte, at) => byte * (scales[Math.floor(at / width)] ?? Number.NaN),
    );
  }

  /** Floats for good. */
  keep(...parts: readonly Float32Array[]): number {
    const at = this.#kernel.take(parts.reduce((sum, part) => sum + part.length, 0) * floatBytes);
    let to = at;
    for (const part of parts) {
      this.#kernel.floats(to, part.length).set(part);
      to += part.length * floatBytes;
    }
    return at;
  }

  norm(name: string): number {
    return this.keep(this.floats(`${name}.weight`), this.floats(`${name}.bias`));
  }

  /** A block: a convolution of each number by itself, a norm, two products, and the share of all of it that counts. */
  block(node: string, name: string): Block {
    const share = this.floats(`${name}.g`);
    const width = share.length;
    const factors = this.floats(`${name}.d.weight`);
    const taps = factors.length / width;
    const inner = this.floats(`${name}.a.bias`).length;
    const byTap = factors.map((_, at) => factors[(at % width) * taps + Math.floor(at / width)] ?? Number.NaN);
    const at = this.keep(byTap, this.floats(`${name}.d.bias`));
    const norm = this.norm(`${name}.n`);
    const widen = this.product([this.dense(`${node}/a`, `${name}.a`)]);
    const narrow = this.product([this.dense(`${node}/b`, `${name}.b`, share)]);
    const rowBytes = width * floatBytes;
    assert(
      norm === at + (taps + 1) * rowBytes &&
        widen.at === norm + 2 * rowBytes &&
        narrow.at === widen.at + inner * (width + 2 * floatBytes),
      "the parts of a block lie behind one another",
    );
    return { at, width, taps, inner };
  }

  /** All existing blocks: "f.l.0", "f.l.1". */
  blocks(node: string, name: string): readonly Block[] {
    const blocks: Block[] = [];
    while (this.has(`${name}.${blocks.length}.g`))
      blocks.push(this.block(`${node}.${blocks.length}`, `${name}.${blocks.length}`));
    return blocks;
  }

  /** The weights of a node that multiplies: all outputs of an input lie together. `share`: a factor for each output. */
  dense(node: string, name: string, share?: Float32Array): Weights {
    const weights = this.inputOf(`${node}/MatMul_output_0`);
    const bytes = this.#bytes(`${weights}_q`);
    const scales = this.floats(`${weights}_s`);
    const bias = this.floats(`${name}.bias`);
    const outputs = scales.length;
    return {
      bytes,
      scales: share === undefined ? scales : scales.map((scale, at) => scale * (share[at] ?? Number.NaN)),
      bias: share === undefined ? bias : bias.map((each, at) => each * (share[at] ?? Number.NaN)),
      outputs,
      outputStep: 1,
      inputStep: outputs,
      groups: [{ inputs: bytes.length / outputs, from: 0, to: 0 }],
    };
  }

  /** Weights of which all inputs of an output lie together. */
  linear(name: string): Weights {
    const bytes = this.#bytes(`${name}.weight_q`);
    const bias = this.floats(`${name}.bias`);
    const inputs = bytes.length / bias.length;
    const scales = this.floats(`${name}.weight_s`);
    const groups = [{ inputs, from: 0, to: 0 }];
    return { bytes, scales, bias, outputs: bias.length, outputStep: inputs, inputStep: 1, groups };
  }

  /** A convolution over time as a product of rows of `channels` that lie behind one another, each `filled` wide. */
  window(name: string, channels: number, filled: number): Weights {
    const all = this.linear(name);
    const taps = widthOf(all) / channels;
    const groups = Array.from({ length: taps }, (_, tap) => ({
      inputs: channels,
      from: tap,
      to: tap * filled,
    }));
    return { ...all, inputStep: taps, groups };
  }

  /** The two halves of a recurrence in one direction: what inputs say, and what the state says. */
  recurrence(node: string, direction: 0 | 1): { readonly said: Weights; readonly state: Weights } {
    const [, inputWeights = "", state = "", biases = ""] = this.#inputs.get(node) ?? [];
    const bias = this.floats(biases);
    const outputs = bias.length / 4;
    const half = (name: string, biasAt: number): Weights => {
      const both = this.#bytes(`${name}_q`);
      const bytes = both.subarray((direction * both.length) / 2, ((direction + 1) * both.length) / 2);
      const inputs = bytes.length / outputs;
      const scales = new Float32Array(outputs).fill(this.floats(`${name}_s`)[direction] ?? Number.NaN);
      const groups = [{ inputs, from: 0, to: 0 }];
      const at = (2 * direction + biasAt) * outputs;
      return {
        bytes,
        scales,
        bias: bias.subarray(at, at + outputs),
        outputs,
        outputStep: inputs,
        inputStep: 1,
        groups,
      };
    };
    return { said: half(inputWeights, 0), state: half(state, 1) };
  }

  /** A product for good: outputs of all parts, one behind the other, and zeros up to whole vectors. */
  product(parts: readonly Weights[]): Product {
    const inputs = Math.ceil(Math.max(...parts.map((part) => widthOf(part))) / 8) * 8;
    const outputs = Math.ceil(parts.reduce((sum, part) => sum + part.outputs, 0) / 4) * 4;
    assert(inputs <= widthMax, "the kernel has room for rows of inputs");
    const at = this.#kernel.take(outputs * (inputs + 2 * floatBytes));
    let first = 0;
    for (const part of parts) {
      assert(part.bytes.length <= stagingBytes, "weights fit the place where they are packed");
      this.#kernel.bytes(this.#staging, part.bytes.length).set(part.bytes);
      const { outputStep, inputStep } = part;
      for (const { inputs: count, from, to } of part.groups) {
        const place = this.#staging + from;
        const where = at + Math.floor(to / 8) * 32;
        this.#kernel.layers.pack(place, part.outputs, outputStep, count, inputStep, inputs, first, where);
      }
      const scales = at + outputs * inputs + first * floatBytes;
      this.#kernel.floats(scales, part.outputs).set(part.scales);
      this.#kernel.floats(scales + outputs * floatBytes, part.outputs).set(part.bias);
      first += part.outputs;
    }
    return { at, inputs, outputs };
  }

  #bytes(name: string): Uint8Array {
    const bytes = this.#tensors.get(name);
    assert(bytes !== undefined, `the network has "${name}"`);
    return bytes;
  }
}

/** Inputs with what lies between them. */
const widthOf = ({ groups }: Weights): number => Math.max(...groups.map(({ inputs, to }) => inputs + to));
