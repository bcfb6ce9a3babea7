// Echo estimate: how loud the agent's own voice may at most come back through the caller's microphone, so that the
// agent does not take its own voice for a caller who interrupts.

import { SpeechEnergy } from "./speech-energy.ts";
import type { Frame } from "./frame.ts";

/**
 * A loudspeaker without echo cancellation comes back 20 dB down; a caller who talks over it is louder than 17 dB
 * down.
 */
const comesBack = 0.02;
/** How long a frame may take there and back, 200 ms of it in the client's buffer: 500 ms. */
const framesKept = 25;

export class EchoEstimate {
  readonly #energy = new SpeechEnergy();
  /** The loudest that was played in each of the last frames, in a ring. */
  readonly #played = new Float64Array(framesKept);
  #at = 0;

  /** A frame is sent to the caller; several may be sent at once. */
  play(frame: Frame): void {
    this.#played[this.#at] = Math.max(this.#played[this.#at] ?? 0, this.#energy.of(frame));
  }

  /** A frame comes from the caller: the energy (`SpeechEnergy`) up to which it may be an echo. */
  next(): number {
    let loudest = 0;
    // By index: an iterator would cost several times as much, for every frame of every call.
    for (let i = 0; i < framesKept; i++) loudest = Math.max(loudest, this.#played[i] ?? 0);
    this.#at = (this.#at + 1) % framesKept;
    this.#played[this.#at] = 0;
    return loudest * comesBack;
  }
}
