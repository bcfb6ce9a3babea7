// Text network: reads the symbols of an utterance. It gives what the sound network needs of each, and how long each lasts.

import { assert } from "../../base/assert.ts";
import { floatBytes, symbolsMax } from "./assembly/vocal-layout.ts";
import type { VocalKernel } from "./vocal-kernel.ts";
import type { Block, Product, VocalWeights } from "./vocal-weights.ts";

export interface ReadSymbols {
  /** A row of `width` numbers for each symbol. */
  readonly vectors: Float32Array;
  readonly width: number;
  /** The logarithm of how many frames of 25 ms each symbol lasts. */
  readonly lengths: Float32Array;
}

/** Parts of an attention that look at other things each. */
const heads = 4;

interface Attention {
  readonly norm: number;
  /** Queries, keys and values. */
  readonly asks: Product;
  readonly takes: Product;
}
interface Recurrence {
  readonly norm: number;
  readonly ways: readonly { readonly said: Product; readonly state: Product }[];
  readonly takes: Product;
}
type Layer =
  { readonly block: Block } | { readonly attention: Attention } | { readonly recurrence: Recurrence };

export class TextNetwork {
  readonly #kernel: VocalKernel;
  readonly #width: number;
  readonly #symbols: Float32Array;
  readonly #style: Product;
  readonly #layers: readonly Layer[];
  readonly #norm: number;
  readonly #lengths: {
    readonly block: Block;
    readonly norm: number;
    readonly weights: Float32Array;
    bias: number;
  };
  /** Rows of symbols between zeros, their results, and the layers' working memory. */
  readonly #rows: number;
  readonly #other: number;
  readonly #wide: number;
  readonly #edgeRows: number;

  constructor(kernel: VocalKernel, weights: VocalWeights) {
    this.#kernel = kernel;
    this.#symbols = weights.rows("e.weight");
    this.#style = weights.product([weights.linear("s")]);
    const width = this.#style.outputs;
    this.#width = width;
    const layers: Layer[] = [];
    for (let at = 0; weights.has(`l.${at}.n.weight`); at++) layers.push(...layersAt(weights, at));
    this.#layers = layers;
    this.#norm = weights.norm("n");
    this.#lengths = {
      block: weights.block("/db", "db"),
      norm: weights.norm("dn"),
      weights: weights.floats(weights.inputOf("/d/MatMul_output_0")),
      bias: weights.floats("d.bias")[0] ?? Number.NaN,
    };
    const blocks = [
      ...this.#layers.flatMap((layer) => ("block" in layer ? [layer.block] : [])),
      this.#lengths.block,
    ];
    this.#edgeRows = Math.floor(Math.max(...blocks.map(({ taps }) => taps)) / 2);
    const rows = symbolsMax + 2 * this.#edgeRows;
    this.#rows = kernel.take(rows * width * floatBytes);
    this.#other = kernel.take(rows * width * floatBytes);
    // Gates of a recurrence in both directions and its states, or queries, keys and values and what they take.
    this.#wide = kernel.take(symbolsMax * 5 * width * floatBytes);
  }

  /** `style`: the row for a text of so many symbols. */
  read(symbols: readonly number[], style: Float32Array): ReadSymbols {
    const [kernel, width, count] = [this.#kernel, this.#width, symbols.length];
    assert(count <= symbolsMax, "the utterance is short enough for the networks");
    const edge = this.#edgeRows * width;
    const all = kernel.floats(this.#rows, (count + 2 * this.#edgeRows) * width).fill(0);
    const rows = all.subarray(edge, edge + count * width);
    const at = this.#rows + edge * floatBytes;
    const { layers } = kernel;
    kernel.floats(this.#wide, style.length).set(style);
    layers.product(this.#style.at, style.length, width, 1, this.#wide, 0, this.#other, 0, 0);
    const speaker = kernel.floats(this.#other, width).slice();
    for (const [row, symbol] of symbols.entries())
      for (let n = 0; n < width; n++)
        rows[row * width + n] = (this.#symbols[symbol * width + n] ?? 0) + (speaker[n] ?? 0);
    for (const layer of this.#layers) {
      if ("block" in layer) this.#block(layer.block, count);
      else if ("attention" in layer) this.#attend(layer.attention, count);
      else this.#recur(layer.recurrence, count);
    }
    layers.normaliseRows(this.#norm, width, count, at, at);
    const vectors = rows.slice();
    this.#block(this.#lengths.block, count);
    layers.normaliseRows(this.#lengths.norm, width, count, at, at);
    const { weights, bias } = this.#lengths;
    const lengths = Float32Array.from({ length: count }, (_, row) =>
      weights.reduce((sum, weight, n) => sum + weight * (rows[row * width + n] ?? 0), bias),
    );
    return { vectors, width, lengths };
  }

  /** All layers leave the rows in place. */
  #block({ at, width, taps, inner }: Block, count: number): void {
    const before = (this.#edgeRows - Math.floor(taps / 2)) * width * floatBytes;
    this.#kernel.layers.block(at, width, taps, inner, count, this.#rows + before, this.#other);
    const made = this.#kernel.floats(this.#other, count * width);
    this.#kernel.floats(this.#rows + this.#edgeRows * width * floatBytes, made.length).set(made);
  }

  #attend({ norm, asks, takes }: Attention, count: number): void {
    const { layers } = this.#kernel;
    const [width, rowBytes] = [this.#width, this.#width * floatBytes];
    const at = this.#rows + this.#edgeRows * rowBytes;
    layers.normaliseRows(norm, width, count, at, this.#other);
    layers.product(asks.at, width, 3 * width, count, this.#other, rowBytes, this.#wide, 3 * rowBytes, 0);
    layers.attend(width, heads, count, this.#wide, this.#other);
    layers.product(takes.at, width, width, count, this.#other, rowBytes, at, rowBytes, 1);
  }

  #recur({ norm, ways, takes }: Recurrence, count: number): void {
    const { layers } = this.#kernel;
    const [width, rowBytes] = [this.#width, this.#width * floatBytes];
    const at = this.#rows + this.#edgeRows * rowBytes;
    const states = this.#wide + 3 * rowBytes * symbolsMax;
    layers.normaliseRows(norm, width, count, at, this.#other);
    for (const [way, { said, state }] of ways.entries()) {
      const gates = 3 * state.inputs;
      layers.product(said.at, width, gates, count, this.#other, rowBytes, this.#wide, gates * floatBytes, 0);
      const to = states + way * state.inputs * floatBytes;
      layers.recur(state.at, state.inputs, count, this.#wide, to, takes.inputs * floatBytes, way);
    }
    layers.product(takes.at, takes.inputs, width, count, states, takes.inputs * floatBytes, at, rowBytes, 1);
  }
}

/** A layer by its name, and the recurrence that follows the fourth one. */
function layersAt(weights: VocalWeights, at: number): readonly Layer[] {
  const [node, name] = [`/l.${at}`, `l.${at}`];
  if (weights.has(`${name}.g`)) {
    const block: Layer = { block: weights.block(node, name) };
    return weights.follows(`${node}/Add_1_output_0`, "/r/n/Sub_output_0")
      ? [block, recurrence(weights)]
      : [block];
  }
  return [
    {
      attention: {
        norm: weights.norm(`${name}.n`),
        asks: weights.product([weights.dense(`${node}/q`, `${name}.q`)]),
        takes: weights.product([weights.dense(`${node}/o`, `${name}.o`)]),
      },
    },
  ];
}

function recurrence(weights: VocalWeights): Layer {
  const norm = weights.norm("r.n");
  const ways = ([0, 1] as const).map((way) => {
    const { said, state } = weights.recurrence("/r/r/GRU_output_0", way);
    return { said: weights.product([said]), state: weights.product([state]) };
  });
  return { recurrence: { norm, ways, takes: weights.product([weights.dense("/r/o", "r.o")]) } };
}
