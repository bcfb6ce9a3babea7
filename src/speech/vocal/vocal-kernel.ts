// Vocal kernel: the memory of one voice's networks, and the layers that work on it (assembly/vocal.ts).

import { assert } from "../../base/assert.ts";
import * as layout from "./assembly/vocal-layout.ts";
import code from "./vocal.wasm" with { type: "file" };

const pageBytes = 65_536;
/** Addresses are multiples of this. */
const unit = 16;

/** Functions of assembly/vocal.ts; all numbers are addresses and counts. */
export interface Layers {
  pack(
    from: number,
    outputs: number,
    outputStep: number,
    inputs: number,
    inputStep: number,
    filled: number,
    first: number,
    to: number,
  ): void;
  product(
    layer: number,
    inputs: number,
    outputs: number,
    rows: number,
    from: number,
    fromStep: number,
    to: number,
    toStep: number,
    adds: number,
  ): void;
  block(
    layer: number,
    width: number,
    taps: number,
    inner: number,
    rows: number,
    from: number,
    to: number,
  ): void;
  normaliseRows(norm: number, width: number, rows: number, from: number, to: number): void;
  attend(width: number, heads: number, rows: number, from: number, to: number): void;
  recur(
    layer: number,
    width: number,
    rows: number,
    gates: number,
    to: number,
    toStep: number,
    isBackward: number,
  ): void;
  /** Returns the phase after the step. */
  pulse(before: number, here: number, after: number, phase: number, to: number, apart: number): number;
  noise(state: number, to: number): void;
  addFrame(from: number, apart: number, to: number, weights: number): void;
}

export class VocalKernel {
  readonly layers: Layers;
  readonly #memory: WebAssembly.Memory;
  #end = layout.heapAt;

  private constructor(layers: Layers, memory: WebAssembly.Memory) {
    this.layers = layers;
    this.#memory = memory;
  }

  static async open(): Promise<VocalKernel> {
    const { instance } = await WebAssembly.instantiate(await Bun.file(code).arrayBuffer());
    const exports: unknown = instance.exports;
    const { memory, product } = instance.exports;
    assert(memory instanceof WebAssembly.Memory && typeof product === "function", "the kernel has both");
    return new VocalKernel(exports as Layers, memory);
  }

  /**
   * Reserves so many bytes for good, zeros at first; returns their address. Memory may grow, after which views of it
   * are useless.
   */
  take(bytes: number): number {
    const at = this.#end;
    this.#end = Math.ceil((at + bytes) / unit) * unit;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
    return at;
  }

  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, count);
  }

  bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, count);
  }
}
