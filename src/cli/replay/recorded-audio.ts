// Recorded audio: the caller's side of a recording, as frames.

import { type Frame, frameMs, sampleRate, samplesPerFrame } from "../../audio/frame.ts";
import type { PartPlace, ReadAt } from "../../calls/flight/flight-record.ts";

const stereo = 2;

export class RecordedAudio {
  readonly #caller: Int16Array;

  private constructor(caller: Int16Array) {
    this.#caller = caller;
  }

  /** Reads all of it: 1.9 MB a minute. */
  static async read(parts: readonly PartPlace[], read: ReadAt): Promise<RecordedAudio> {
    const seconds = parts.filter(({ kind }) => kind === "audio");
    const caller = new Int16Array(seconds.length * sampleRate);
    for (const [number, { from, bytes }] of seconds.entries()) {
      const both = new Int16Array((await read(from, bytes)).slice().buffer);
      for (let i = 0; i < sampleRate; i++) caller[number * sampleRate + i] = both[i * stereo] ?? 0;
    }
    return new RecordedAudio(caller);
  }

  /** Whole frames of this part of the call, as recorded. */
  frames(fromMs: number, toMs: number): readonly Frame[] {
    const from = Math.max(0, Math.floor(fromMs / frameMs)) * samplesPerFrame;
    const to = Math.max(0, Math.ceil(toMs / frameMs)) * samplesPerFrame;
    const frames: Frame[] = [];
    for (let at = from; at < to; at += samplesPerFrame) {
      const frame = new Int16Array(samplesPerFrame);
      frame.set(this.#caller.subarray(at, at + samplesPerFrame));
      frames.push(frame);
    }
    return frames;
  }
}
