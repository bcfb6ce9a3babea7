// Voice activity detector: the embedded one (Silero), frames of many calls in, the probability of speech in each
// window of 32 ms out. A window is judged as soon as it is full: several together would cost as much.

import {
  contextSamples,
  inputSamples,
  stateNumbers,
  windowSamples,
} from "./silero/assembly/memory-layout.ts";
import { SileroKernel } from "./silero/silero-kernel.ts";

export interface WindowProbability {
  readonly id: number;
  readonly probability: number;
  /** Samples since the session began, up to the end of the window. */
  readonly atSample: number;
}

/** What one call's detector remembers: 3.3 KB. */
class VadStream {
  /** The context, and behind it the part of the window that has come. */
  readonly input = new Float32Array(inputSamples);
  readonly state = new Float32Array(2 * stateNumbers);
  atSample = 0;
  #filled = contextSamples;

  /** Moves samples from `from` on into the window, as many as it has room for; says how many those were. */
  take(pcm: Int16Array, from: number): number {
    const count = Math.min(pcm.length - from, inputSamples - this.#filled);
    for (let i = 0; i < count; i++) this.input[this.#filled + i] = (pcm[from + i] ?? 0) / 32_768;
    this.#filled += count;
    this.atSample += count;
    return count;
  }

  get full(): boolean {
    return this.#filled === inputSamples;
  }

  /** Begins the next window: the end of this one stands ahead of it. */
  next(): void {
    this.input.copyWithin(0, windowSamples);
    this.#filled = contextSamples;
  }

  restart(atSample: number): void {
    this.input.fill(0);
    this.state.fill(0);
    this.#filled = contextSamples;
    this.atSample = atSample;
  }
}

export class VadEngine {
  readonly #kernel: SileroKernel;
  readonly #tell: (heard: WindowProbability) => void;
  readonly #streams = new Map<number, VadStream>();

  private constructor(kernel: SileroKernel, tell: (heard: WindowProbability) => void) {
    this.#kernel = kernel;
    this.#tell = tell;
  }

  /** `tell` is called for every window, by the `push` that fills it. */
  static async open(tell: (heard: WindowProbability) => void): Promise<VadEngine> {
    return new VadEngine(await SileroKernel.open(), tell);
  }

  /** Takes samples of a session, 16 kHz, and judges the windows that they fill; an unknown session begins with them. */
  push(id: number, pcm: Int16Array): void {
    const stream = this.#stream(id);
    for (let from = 0; from < pcm.length;) {
      from += stream.take(pcm, from);
      if (!stream.full) return;
      const probability = this.#kernel.judge(stream.input, stream.state);
      stream.next();
      this.#tell({ id, probability, atSample: stream.atSample });
    }
  }

  /** What follows does not follow what came before; counting goes on from `atSample`. */
  restart(id: number, atSample: number): void {
    this.#stream(id).restart(atSample);
  }

  end(id: number): void {
    this.#streams.delete(id);
  }

  #stream(id: number): VadStream {
    const known = this.#streams.get(id);
    if (known !== undefined) return known;
    const fresh = new VadStream();
    this.#streams.set(id, fresh);
    return fresh;
  }
}
