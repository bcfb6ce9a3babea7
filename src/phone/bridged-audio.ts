// Bridged audio: the audio of one telephone on its way to another. Packets arrive unevenly and leave evenly: a small
// buffer avoids gaps, and its excess is dropped, so each side hears the other without delay.

import { type Frame, Framer, type Pcm } from "../audio/frame.ts";

/** In frames of 20 ms: buffered before the first one leaves, and the maximum. */
const kept = { first: 2, max: 6 } as const;

export class BridgedAudio {
  readonly #framer = new Framer();
  readonly #queue: Frame[] = [];
  #flows = false;

  hear(pcm: Pcm): void {
    this.#framer.push(pcm, (frame) => this.#queue.push(frame));
    if (this.#queue.length > kept.max) this.#queue.splice(0, this.#queue.length - kept.first);
  }

  /** Audio due now; undefined: silence. */
  take(): Frame | undefined {
    if (this.#queue.length >= kept.first) this.#flows = true;
    const frame = this.#flows ? this.#queue.shift() : undefined;
    if (frame === undefined) this.#flows = false;
    return frame;
  }
}
