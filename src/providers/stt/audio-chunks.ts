// Audio chunks: joins frames to the messages that a vendor expects, and computes when each may be sent
// without being ahead of real time.

import { type Frame, frameMs, samplesPerFrame } from "../../audio/frame.ts";

/** Joins frames of 20 ms to chunks of `chunkMs`. */
export class ChunkJoiner {
  readonly #framesPerChunk: number;
  #frames: Frame[] = [];

  /** Length of a chunk in milliseconds, a multiple of a frame. */
  constructor(chunkMs: number) {
    this.#framesPerChunk = Math.max(1, Math.round(chunkMs / frameMs));
  }

  /** Milliseconds of audio that wait for the rest of their chunk. */
  get openMs(): number {
    return this.#frames.length * frameMs;
  }

  /** The chunk that this frame completes, in a buffer of its own. */
  push(frame: Frame): Int16Array | undefined {
    this.#frames.push(frame);
    return this.#frames.length < this.#framesPerChunk ? undefined : this.#take(0);
  }

  /** Remaining samples, padded with silence to at least `msMin`; undefined if there are none. */
  rest(msMin: number): Int16Array | undefined {
    return this.#frames.length === 0 ? undefined : this.#take(Math.ceil(msMin / frameMs));
  }

  #take(framesMin: number): Int16Array {
    const frames = this.#frames;
    this.#frames = [];
    const chunk = new Int16Array(Math.max(frames.length, framesMin) * samplesPerFrame);
    frames.forEach((frame, i) => chunk.set(frame, i * samplesPerFrame));
    return chunk;
  }
}

export interface StreamPace {
  /** Audio that was sent before the chunk. */
  readonly sentMs: number;
  readonly chunkMs: number;
  /** Since the stream began. */
  readonly elapsedMs: number;
  /** Milliseconds by which the audio sent may be ahead of real time. */
  readonly aheadMs: number;
}

/** Milliseconds until a chunk may be sent. */
export function paceMs({ sentMs, chunkMs, elapsedMs, aheadMs }: StreamPace): number {
  return Math.max(0, sentMs + chunkMs - elapsedMs - aheadMs);
}
