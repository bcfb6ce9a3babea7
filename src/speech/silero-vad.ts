// Voice activity detector: the embedded one (Silero), frames of many calls in, the probability of speech in each
// window of 32 ms out. Windows of different calls that are due together are judged together, which halves their cost.

import * as ort from "onnxruntime-web/wasm";
import model from "../../node_modules/@ricky0123/vad-web/dist/silero_vad_v6.onnx" with { type: "file" };
import runtimeWasm from "../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { sampleRate } from "../audio/frame.ts";
import { assert } from "../base/assert.ts";

const windowSamples = 512;
/** The model needs the end of the last window before each: without it, it silently finds no speech at all. */
const contextSamples = 64;
const inputSamples = contextSamples + windowSamples;
const stateNumbers = 128;
const stateRows = 2;
/** A larger batch gains nothing and would delay the next one. */
const batchMax = 16;

export interface WindowProbability {
  readonly id: number;
  readonly probability: number;
  /** Samples since the session began, up to the end of the window. */
  readonly atSample: number;
}

/** What one call's detector remembers: some 6 KB. */
class VadStream {
  readonly id: number;
  /** The context, and behind it the part of the window that has come. */
  readonly input = new Float32Array(inputSamples);
  /** Two rows of numbers. */
  readonly state = new Float32Array(stateRows * stateNumbers);
  /** Samples in order; a number is a gap, after which counting goes on from there. */
  readonly waiting: (Int16Array | number)[] = [];
  filled = 0;
  #taken = 0;
  atSample = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** Fills the window from what waits; says whether it is full. */
  fill(): boolean {
    while (this.filled < windowSamples) {
      const [first] = this.waiting;
      if (first === undefined) return false;
      if (typeof first === "number") this.#forget(first);
      else if (!this.#take(first)) return true;
      this.waiting.shift();
    }
    return true;
  }

  /** Moves samples into the window; says whether all of them fitted. */
  #take(pcm: Int16Array): boolean {
    const until = Math.min(pcm.length, this.#taken + windowSamples - this.filled);
    this.atSample += until - this.#taken;
    for (; this.#taken < until; this.#taken++) {
      this.input[contextSamples + this.filled++] = (pcm[this.#taken] ?? 0) / 32_768;
    }
    if (this.#taken < pcm.length) return false;
    this.#taken = 0;
    return true;
  }

  next(): void {
    this.input.copyWithin(0, windowSamples, inputSamples);
    this.filled = 0;
  }

  #forget(atSample: number): void {
    this.input.fill(0);
    this.state.fill(0);
    this.filled = 0;
    this.atSample = atSample;
  }
}

export class VadEngine {
  readonly #model: ort.InferenceSession;
  readonly #tell: (heard: WindowProbability) => void;
  readonly #sessions = new Map<number, VadStream>();
  readonly #rate = new ort.Tensor("int64", BigInt64Array.of(BigInt(sampleRate)), []);
  /** Input and state for each size of a batch, reused. */
  readonly #batches: { readonly input: ort.Tensor; readonly state: ort.Tensor }[] = [];
  #running: Promise<void> | undefined;

  private constructor(session: ort.InferenceSession, tell: (heard: WindowProbability) => void) {
    this.#model = session;
    this.#tell = tell;
    for (let n = 1; n <= batchMax; n++) {
      this.#batches.push({
        input: new ort.Tensor("float32", new Float32Array(n * inputSamples), [n, inputSamples]),
        state: new ort.Tensor("float32", new Float32Array(n * stateRows * stateNumbers), [
          stateRows,
          n,
          stateNumbers,
        ]),
      });
    }
  }

  /** `tell` is called for every window, in order for each session. Takes 200 ms. */
  static async open(tell: (heard: WindowProbability) => void): Promise<VadEngine> {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = await Bun.file(runtimeWasm).arrayBuffer();
    const bytes = new Uint8Array(await Bun.file(model).arrayBuffer());
    return new VadEngine(await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] }), tell);
  }

  /** Takes samples of a session; an unknown one begins with them. Call `run` afterwards. */
  push(id: number, pcm: Int16Array): void {
    this.#session(id).waiting.push(pcm);
  }

  /** What follows does not follow what came before; counting goes on from `atSample`. */
  restart(id: number, atSample: number): void {
    this.#session(id).waiting.push(atSample);
  }

  end(id: number): void {
    this.#sessions.delete(id);
  }

  /** Judges every window that is complete. Resolves when none is left. */
  run(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  #session(id: number): VadStream {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const fresh = new VadStream(id);
    this.#sessions.set(id, fresh);
    return fresh;
  }

  async #runAll(): Promise<void> {
    for (;;) {
      const due: VadStream[] = [];
      for (const session of this.#sessions.values()) {
        if (due.length === batchMax) break;
        if (session.fill()) due.push(session);
      }
      if (due.length === 0) return;
      // A stream that was served goes to the end of the queue: under overload, all fall behind alike.
      for (const session of due) {
        this.#sessions.delete(session.id);
        this.#sessions.set(session.id, session);
      }
      await this.#judge(due);
    }
  }

  async #judge(due: readonly VadStream[]): Promise<void> {
    const batch = this.#batches[due.length - 1];
    assert(batch !== undefined, "there is a batch of each size");
    const row = due.length * stateNumbers;
    const input = floats(batch.input);
    const state = floats(batch.state);
    due.forEach((session, i) => {
      input.set(session.input, i * inputSamples);
      for (let r = 0; r < stateRows; r++) {
        const from = session.state.subarray(r * stateNumbers, (r + 1) * stateNumbers);
        state.set(from, r * row + i * stateNumbers);
      }
    });
    const ends = due.map((session) => session.atSample);
    for (const session of due) session.next();
    const { output, stateN } = await this.#model.run({ ...batch, sr: this.#rate });
    assert(output !== undefined && stateN !== undefined, "the model answers");
    const probabilities = floats(output);
    const next = floats(stateN);
    due.forEach((session, i) => {
      for (let r = 0; r < stateRows; r++) {
        const from = r * row + i * stateNumbers;
        session.state.set(next.subarray(from, from + stateNumbers), r * stateNumbers);
      }
      // It may have ended meanwhile; the result is then dropped.
      if (!this.#sessions.has(session.id)) return;
      this.#tell({ id: session.id, probability: probabilities[i] ?? 0, atSample: ends[i] ?? 0 });
    });
  }
}

function floats(tensor: ort.Tensor): Float32Array {
  assert(tensor.data instanceof Float32Array, "the model speaks in floats");
  return tensor.data;
}
