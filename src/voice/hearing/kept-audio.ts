// Kept audio: the last frames of a caller by position in the call, for a recogniser that gets the audio before
// detected speech. Positions count samples since the call began.

import { type Frame, samplesPerFrame, silence } from "../../audio/frame.ts";

export class KeptAudio {
  readonly #frames: Frame[] = [];
  #from = 0;
  #end = 0;

  /** Beginning of the oldest frame. */
  get from(): number {
    return this.#from;
  }

  /** End of the latest frame. */
  get end(): number {
    return this.#end;
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    this.#end += samplesPerFrame;
  }

  /** Frame that begins at a position; undefined: dropped already, or not received yet. */
  at(place: number): Frame | undefined {
    return this.#frames[(place - this.#from) / samplesPerFrame];
  }

  since(place: number): readonly Frame[] {
    return this.#frames.slice((place - this.#from) / samplesPerFrame);
  }

  /** Silences the frame `back` frames before the latest. */
  silence(back: number): void {
    const at = this.#frames.length - 1 - back;
    if (at >= 0) this.#frames[at] = silence;
  }

  /** Drops audio before a position. */
  dropBefore(place: number): void {
    const drop = Math.floor((place - this.#from) / samplesPerFrame);
    if (drop <= 0) return;
    // Usually one per frame, which allocates nothing.
    if (drop === 1) this.#frames.shift();
    else this.#frames.splice(0, drop);
    this.#from += drop * samplesPerFrame;
  }

  clear(): void {
    this.#frames.length = 0;
  }
}
