// Kept audio: the last frames of a caller by their place in the call, for a recogniser that gets what came before speech
// was noticed. Places count samples since the call began.

import { type Frame, samplesPerFrame, silence } from "../../audio/frame.ts";

export class KeptAudio {
  readonly #frames: Frame[] = [];
  #from = 0;
  #end = 0;

  /** Where the oldest frame begins. */
  get from(): number {
    return this.#from;
  }

  /** Where the latest frame ends. */
  get end(): number {
    return this.#end;
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    this.#end += samplesPerFrame;
  }

  /** The frame that begins here; undefined: it is kept no more, or has not come. */
  at(place: number): Frame | undefined {
    return this.#frames[(place - this.#from) / samplesPerFrame];
  }

  since(place: number): readonly Frame[] {
    return this.#frames.slice((place - this.#from) / samplesPerFrame);
  }

  /** Silences the frame before so many later ones. */
  silence(back: number): void {
    const at = this.#frames.length - 1 - back;
    if (at >= 0) this.#frames[at] = silence;
  }

  /** Forgets what lies before. */
  dropBefore(place: number): void {
    const drop = Math.floor((place - this.#from) / samplesPerFrame);
    if (drop <= 0) return;
    // One a frame as a rule, which takes no memory.
    if (drop === 1) this.#frames.shift();
    else this.#frames.splice(0, drop);
    this.#from += drop * samplesPerFrame;
  }

  clear(): void {
    this.#frames.length = 0;
  }
}
