// Marked speech: audio in which each word is a plateau of its own height, so that a fake recogniser understands it
// exactly, with the samples at which each word begins and ends.

import { type Frame, samplesPerFrame, toFrames } from "../../../../src/audio/frame.ts";

/** Expected phrases; the height of a word is its index. */
export const vocabulary = [
  "two",
  "coffees",
  "please",
  "naïve",
  "yes",
  "no",
  "stop",
  "hello",
  "there",
  "my",
  "number",
];
const heightStep = 1_500;
const rateIn = 16_000;

/** Each word 200 ms, then `silenceMs`. Throws for a word that is not in the vocabulary. */
export function speak(text: string, silenceMs = 500): Frame[] {
  const words = text === "" ? [] : text.split(" ");
  const wordSamples = 10 * samplesPerFrame;
  const pcm = new Int16Array(words.length * wordSamples + (silenceMs * rateIn) / 1_000);
  words.forEach((word, i) => {
    const height = vocabulary.indexOf(word) + 1;
    if (height === 0) throw new Error(`"${word}" cannot be said`);
    // A short gap, so that a repeated word counts twice.
    pcm.fill(height * heightStep, i * wordSamples, (i + 1) * wordSamples - 2 * samplesPerFrame);
  });
  return toFrames(pcm);
}

export interface MarkedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Shorter plateaus are edges that a resampler makes. */
const plateauMsMin = 60;

/** Understands marked speech at any rate, as a stream. */
export class MarkedEar {
  /** All complete words since the stream began. */
  readonly words: MarkedWord[] = [];
  readonly #rate: number;
  #samples = 0;
  #height = 0;
  #from = 0;

  constructor(rate = rateIn) {
    this.#rate = rate;
  }

  /** Milliseconds since the stream began. */
  get atMs(): number {
    return (this.#samples / this.#rate) * 1_000;
  }

  /** Silence since the last word; Infinity before the first. */
  get silentMs(): number {
    const last = this.words.at(-1);
    return this.#height !== 0 || last === undefined
      ? last === undefined
        ? Infinity
        : 0
      : this.atMs - last.endMs;
  }

  /** PCM16 little endian. */
  hear(bytes: Uint8Array): void {
    const pcm = new Int16Array(Uint8Array.from(bytes).buffer);
    for (const sample of pcm) {
      const height = Math.round(sample / heightStep);
      if (height !== this.#height) this.#turn(height);
      this.#samples += 1;
    }
  }

  #turn(height: number): void {
    const startMs = (this.#from / this.#rate) * 1_000;
    const text = vocabulary[this.#height - 1];
    if (text !== undefined && this.atMs - startMs >= plateauMsMin) {
      this.words.push({ text, startMs, endMs: this.atMs });
    }
    this.#height = height;
    this.#from = this.#samples;
  }
}
