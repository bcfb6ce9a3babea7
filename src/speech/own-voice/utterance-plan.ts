// Utterance plan: when each symbol and each word of an utterance is said, known before any of its sound is made.

import type { FrameSource } from "../vocal/sound-network.ts";
import type { ReadSymbols } from "../vocal/text-network.ts";
import type { Utterance } from "./sounded-text.ts";

/** A frame of the plan. */
const planFrameMs = 25;
/** No symbol lasts longer at the voice's own pace. */
const symbolFramesMax = 60;
/** Frames of the silence before the first sound that stay. */
const edge = 2;

export interface SpokenWord {
  /** The number of the written word. */
  readonly at: number;
  /** Start from the first sample of the utterance's audio. */
  readonly startMs: number;
  readonly endMs: number;
}

export class UtterancePlan implements FrameSource {
  /** The first frame that is made, the first that is not, and how many there are. */
  readonly begin: number;
  readonly end: number;
  readonly frames: number;
  readonly words: readonly SpokenWord[];
  readonly #read: ReadSymbols;
  /** Frame by frame: which symbol it belongs to. */
  readonly #symbols: Uint16Array;
  /** Start of each symbol, and the end of the last. */
  readonly #starts: Uint32Array;

  /** `pace`: 2 is twice as fast as the voice was made. */
  constructor(utterance: Utterance, read: ReadSymbols, pace: number) {
    this.#read = read;
    const count = read.lengths.length;
    this.#starts = new Uint32Array(count + 1);
    // Most symbols last two or three frames: each rounded by itself, a change of pace would be lost.
    let exact = 0;
    for (let symbol = 0; symbol < count; symbol++) {
      exact += Math.max(1, Math.min(symbolFramesMax, Math.exp(read.lengths[symbol] ?? 0))) / pace;
      this.#starts[symbol + 1] = Math.max(this.#start(symbol) + 1, Math.round(exact));
    }
    this.frames = this.#start(count);
    this.#symbols = new Uint16Array(this.frames);
    for (let symbol = 0; symbol < count; symbol++)
      this.#symbols.fill(symbol, this.#start(symbol), this.#start(symbol + 1));
    this.begin = Math.max(0, this.#start(1) - edge);
    // A symbol's sound is over some 290 ms before its end where silence follows, and never less than 130.
    const lastSound = utterance.words.at(-1)?.to ?? 0;
    this.end = Math.max(this.begin + edge, this.#start(lastSound + 1) - edge);
    // Symbol 0 is the silence before the first one of the utterance.
    const msAt = (symbol: number): number => (this.#start(symbol + 1) - this.begin) * planFrameMs;
    this.words = utterance.words.map(({ at, from, to }) => ({ at, startMs: msAt(from), endMs: msAt(to) }));
  }

  /** Writes the input of the network for these frames: a row each, which may be longer. */
  write(from: number, to: number, rows: Float32Array): void {
    const { vectors, width } = this.#read;
    const stride = rows.length / (to - from);
    for (let frame = from, row = 0; frame < to; frame++, row += stride) {
      const symbol = this.#symbols[frame] ?? 0;
      const start = this.#start(symbol);
      const length = this.#start(symbol + 1) - start;
      const behind = frame - start;
      rows.set(vectors.subarray(symbol * width, (symbol + 1) * width), row);
      const place = row + width;
      rows[place] = (behind + 0.5) / length;
      rows[place + 1] = Math.log(length) / 2;
      rows[place + 2] = 1 / (behind + 1);
      rows[place + 3] = 1 / (length - behind);
    }
  }

  #start(symbol: number): number {
    return this.#starts[symbol] ?? 0;
  }
}
