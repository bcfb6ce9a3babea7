// Moonshine by onnxruntime-web: the network of the open recogniser as its makers have exported it. Raw audio of 16 kHz in,
// an encoder once a turn, a decoder one step for each piece, with what it has seen kept between the steps.

import * as ort from "onnxruntime-web/wasm";
import {
  type Encoded,
  type Past,
  samplesMax,
  samplesMin,
  startPiece,
  type Step,
  vocabularyPieces,
} from "../ears/ears-model.ts";
import { loadOrtEngine } from "../ort-engine.ts";
import { readEarsFiles } from "./ears-files.ts";
import type { OpenModel } from "./open-model.ts";

const heads = 8;
const layers = 6;
const headSize = 36;

type Tensors = Readonly<Record<string, ort.Tensor>>;

interface Sound {
  readonly states: ort.Tensor;
  /** Its keys and values, which the first step finds. */
  readonly cross: Tensors;
}

const namesOf = (kind: string, side: string): readonly string[] =>
  Array.from({ length: layers }, (_, layer) =>
    ["key", "value"].map((part) => `${kind}.${layer}.${side}.${part}`),
  ).flat();

const selfPast = namesOf("past_key_values", "decoder");
const crossPast = namesOf("past_key_values", "encoder");
const selfPresent = namesOf("present", "decoder");
const crossPresent = namesOf("present", "encoder");
/** Every output that is asked for is copied out of the engine's memory. */
const firstOutputs = ["logits", ...selfPresent, ...crossPresent];
const nextOutputs = ["logits", ...selfPresent];

/** Takes 1.5 s of processor time and 250 MB. */
export async function openOrtModel(): Promise<OpenModel> {
  await loadOrtEngine();
  const { encoder, decoder } = await readEarsFiles();
  const open = (bytes: Uint8Array) => ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  return new OrtModel(await open(encoder), await open(decoder));
}

class OrtModel implements OpenModel {
  readonly #encoder: ort.InferenceSession;
  readonly #decoder: ort.InferenceSession;
  readonly #sounds = new WeakMap<Encoded, Sound>();
  readonly #kept = new WeakMap<Past, Tensors>();
  /** Of what was kept before the first step; its first size is 0. */
  readonly #nothing = new ort.Tensor("float32", new Float32Array(0), [0, heads, 1, headSize]);

  constructor(encoder: ort.InferenceSession, decoder: ort.InferenceSession) {
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  async encode(pcm: Float32Array): Promise<Encoded> {
    if (pcm.length > samplesMax) throw new RangeError(`A turn has at most ${samplesMax} samples`);
    const filled = new Float32Array(Math.max(pcm.length, samplesMin));
    filled.set(pcm);
    const { last_hidden_state: states } = await this.#encoder.run({
      input_values: new ort.Tensor("float32", filled, [1, filled.length]),
    });
    if (states === undefined) throw new Error("The encoder has no states");
    const encoded = { samples: filled.length, frames: states.dims[1] ?? 0 };
    this.#sounds.set(encoded, { states, cross: {} });
    return encoded;
  }

  async begin(encoded: Encoded, pieces: readonly number[]): Promise<Step> {
    const length = pieces.length + 1;
    const { states } = this.#soundOf(encoded);
    const past = Object.fromEntries([...selfPast, ...crossPast].map((name) => [name, this.#nothing]));
    const out = await this.#decoder.run(
      {
        input_ids: idsOf([startPiece, ...pieces], [1, length]),
        encoder_hidden_states: states,
        use_cache_branch: new ort.Tensor("bool", [false], [1]),
        ...past,
      },
      firstOutputs,
    );
    this.#sounds.set(encoded, { states, cross: renamed(out, crossPresent, crossPast) });
    return this.#stepOf(out, 1, length);
  }

  async next(encoded: Encoded, past: Past, pieces: readonly number[]): Promise<Step> {
    const rows = pieces.length;
    const { states, cross } = this.#soundOf(encoded);
    const out = await this.#decoder.run(
      {
        input_ids: idsOf(pieces, [rows, 1]),
        encoder_hidden_states: repeated(states, rows),
        use_cache_branch: new ort.Tensor("bool", [true], [1]),
        ...this.#keptOf(past),
        ...mapped(cross, (one) => repeated(one, rows)),
      },
      nextOutputs,
    );
    return this.#stepOf(out, rows, past.length + 1);
  }

  pick(past: Past, rows: readonly number[]): Past {
    if (rows.length === past.rows && rows.every((row, at) => row === at)) return past;
    const size = past.length * heads * headSize;
    return this.#past(
      rows.length,
      past.length,
      this.#changed(past, (from) => {
        const to = new Float32Array(rows.length * size);
        for (const [at, row] of rows.entries())
          to.set(from.subarray(row * size, (row + 1) * size), at * size);
        return new ort.Tensor("float32", to, [rows.length, heads, past.length, headSize]);
      }),
    );
  }

  shorten(past: Past, length: number): Past {
    if (length === past.length) return past;
    const [from, to] = [past.length * headSize, length * headSize];
    return this.#past(
      1,
      length,
      this.#changed(past, (all) => {
        const cut = new Float32Array(heads * to);
        for (let head = 0; head < heads; head++)
          cut.set(all.subarray(head * from, head * from + to), head * to);
        return new ort.Tensor("float32", cut, [1, heads, length, headSize]);
      }),
    );
  }

  release(encoded: Encoded): void {
    this.#sounds.delete(encoded);
  }

  #soundOf(encoded: Encoded): Sound {
    const sound = this.#sounds.get(encoded);
    if (sound === undefined) throw new Error("The turn was released");
    return sound;
  }

  #keptOf(past: Past): Tensors {
    return this.#kept.get(past) ?? {};
  }

  #changed(past: Past, change: (data: Float32Array) => ort.Tensor): Tensors {
    return mapped(this.#keptOf(past), ({ data }) => change(data as Float32Array));
  }

  #past(rows: number, length: number, kept: Tensors): Past {
    const past = { rows, length };
    this.#kept.set(past, kept);
    return past;
  }

  #stepOf(out: Tensors, rows: number, length: number): Step {
    const logits = out["logits"]?.data as Float32Array;
    const logSums = Float64Array.from({ length: logits.length / vocabularyPieces }, (_, row) =>
      logSumOf(logits, row),
    );
    return { logits, logSums, past: this.#past(rows, length, renamed(out, selfPresent, selfPast)) };
  }
}

const idsOf = (pieces: readonly number[], shape: readonly number[]): ort.Tensor =>
  new ort.Tensor("int64", BigInt64Array.from(pieces, BigInt), shape);

const mapped = (tensors: Tensors, change: (tensor: ort.Tensor) => ort.Tensor): Tensors =>
  Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, change(tensor)]));

function renamed(tensors: Tensors, from: readonly string[], to: readonly string[]): Tensors {
  return Object.fromEntries(
    from.map((name, at) => {
      const tensor = tensors[name];
      if (tensor === undefined) throw new Error(`The decoder has no output ${name}`);
      return [to[at] ?? "", tensor];
    }),
  );
}

function repeated(tensor: ort.Tensor, rows: number): ort.Tensor {
  if (rows === 1) return tensor;
  const from = tensor.data as Float32Array;
  const to = new Float32Array(rows * from.length);
  for (let row = 0; row < rows; row++) to.set(from, row * from.length);
  return new ort.Tensor("float32", to, [rows, ...tensor.dims.slice(1)]);
}

function logSumOf(logits: Float32Array, row: number): number {
  const all = logits.subarray(row * vocabularyPieces, (row + 1) * vocabularyPieces);
  let most = -Infinity;
  for (const one of all) if (one > most) most = one;
  let sum = 0;
  for (const one of all) sum += Math.exp(one - most);
  return most + Math.log(sum);
}
