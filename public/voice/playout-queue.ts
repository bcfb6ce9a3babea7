// Playout queue: holds the agent's audio between network and loudspeaker. It prebuffers a little before it begins,
// knows exactly what has been played, and can be emptied at once. Pure; the worklet around it only pulls.

import { wireRate } from "./wire-audio.ts";

export interface PlayoutOptions {
  /** Audio to queue before playing begins: the jitter that the queue absorbs. */
  readonly prebufferMs: number;
  /** Longest wait for that amount, because a reply may be shorter. */
  readonly waitMsMax: number;
}

export interface PlayoutStatus {
  readonly playing: boolean;
  /** Samples that have gone to the loudspeaker, in total. */
  readonly played: number;
  /** Queued samples. */
  readonly waiting: number;
  /** Samples that were dropped before they were heard, in total. */
  readonly dropped: number;
  /** Number of times that the queue ran empty in the middle of a reply. */
  readonly gaps: number;
}

/** Audio that comes within this time after the queue ran empty was late; later audio is a new reply. */
const gapMs = 300;
/** Fade-out factor per sample when the queue runs empty: silence within 5 ms, without a click. */
const decay = 0.94;

const samplesOf = (ms: number): number => (ms * wireRate) / 1000;

export class PlayoutQueue {
  readonly #prebuffer: number;
  readonly #waitMax: number;
  #queue: Float32Array[] = [];
  /** Samples of the first block that have been played. */
  #offset = 0;
  #waiting = 0;
  #played = 0;
  #dropped = 0;
  #gaps = 0;
  #playing = false;
  /** Samples pulled since audio was queued, and since the queue ran empty. */
  #waited = 0;
  #dryFor = Infinity;
  #last = 0;

  constructor({ prebufferMs, waitMsMax }: PlayoutOptions) {
    this.#prebuffer = samplesOf(prebufferMs);
    this.#waitMax = samplesOf(waitMsMax);
  }

  get status(): PlayoutStatus {
    return {
      playing: this.#playing,
      played: this.#played,
      waiting: this.#waiting,
      dropped: this.#dropped,
      gaps: this.#gaps,
    };
  }

  push(samples: Float32Array): void {
    if (samples.length === 0) return;
    this.#queue.push(samples);
    this.#waiting += samples.length;
    if (!this.#playing && this.#dryFor < samplesOf(gapMs)) {
      this.#gaps += 1;
      this.#dryFor = Infinity;
    }
  }

  /** Drops everything that has not been played. */
  clear(): void {
    this.#dropped += this.#waiting;
    this.#queue = [];
    this.#offset = 0;
    this.#waiting = 0;
    this.#playing = false;
    this.#waited = 0;
    this.#dryFor = Infinity;
  }

  /** Fills `output` with the next samples, and with a fade to silence when the queue is empty. */
  pull(output: Float32Array): void {
    this.#begin(output.length);
    let at = 0;
    if (this.#playing) at = this.#take(output);
    if (this.#playing && at < output.length) {
      this.#playing = false;
      this.#dryFor = 0;
    }
    for (; at < output.length; at++) output[at] = this.#last *= decay;
    if (!this.#playing) this.#dryFor += output.length;
  }

  #begin(samples: number): void {
    if (this.#playing || this.#waiting === 0) return;
    if (this.#waiting >= this.#prebuffer || this.#waited >= this.#waitMax) {
      this.#playing = true;
      this.#waited = 0;
    } else {
      this.#waited += samples;
    }
  }

  /** Copies queued samples and returns how many there were. */
  #take(output: Float32Array): number {
    let at = 0;
    while (at < output.length) {
      const block = this.#queue[0];
      if (block === undefined) break;
      const part = block.subarray(this.#offset, this.#offset + output.length - at);
      output.set(part, at);
      at += part.length;
      this.#offset += part.length;
      if (this.#offset < block.length) continue;
      this.#queue.shift();
      this.#offset = 0;
    }
    this.#waiting -= at;
    this.#played += at;
    this.#last = at > 0 ? (output[at - 1] ?? 0) : this.#last;
    return at;
  }
}
