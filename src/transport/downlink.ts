// Downlink: the agent's outgoing audio. Frames become chunks at the client's rate. The call decides when they are
// played; this only collects, converts and sends.

import { bytesOf, type Frame, sampleRate } from "../audio/frame.ts";
import type { Limits } from "./connection-limits.ts";

/** Stream between two rates, as made by `src/audio/resampler.ts`. */
export interface Converter extends Disposable {
  push(pcm: Int16Array): Int16Array;
  /** Returns the buffered samples and ends the stream. */
  flush(): Int16Array;
}

export interface DownlinkOptions {
  readonly limits: Limits;
  readonly outRate: number;
  /** Needed only when `outRate` is not 16 kHz. */
  readonly convert: (from: number, to: number) => Converter;
  readonly send: (bytes: Uint8Array) => void;
}

export class Downlink {
  readonly #options: DownlinkOptions;
  /** Gathered samples at the client's rate. */
  readonly #chunk: Int16Array;
  #filled = 0;
  /** Converter of one answer: its last samples come out only at its end. */
  #converter: Converter | undefined;

  constructor(options: DownlinkOptions) {
    this.#options = options;
    this.#chunk = new Int16Array((options.outRate * options.limits.chunkMs) / 1000);
  }

  play(frame: Frame): void {
    const { outRate, convert } = this.#options;
    if (outRate === sampleRate) {
      this.#gather(frame);
      return;
    }
    this.#converter ??= convert(sampleRate, outRate);
    this.#gather(this.#converter.push(frame));
  }

  /** Sends the collected samples as a shorter chunk. */
  flush(): void {
    const tail = this.#converter?.flush();
    if (tail !== undefined) this.#gather(tail);
    this.#endStream();
    if (this.#filled > 0) this.#options.send(bytesOf(this.#chunk.subarray(0, this.#filled)));
    this.#filled = 0;
  }

  /** Drops the collected samples. */
  clear(): void {
    this.#endStream();
    this.#filled = 0;
  }

  #gather(pcm: Int16Array): void {
    for (let at = 0; at < pcm.length;) {
      const take = Math.min(pcm.length - at, this.#chunk.length - this.#filled);
      this.#chunk.set(take === pcm.length ? pcm : pcm.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled < this.#chunk.length) return;
      this.#options.send(bytesOf(this.#chunk));
      this.#filled = 0;
    }
  }

  #endStream(): void {
    this.#converter?.[Symbol.dispose]();
    this.#converter = undefined;
  }
}
