// Bridged audio: the audio of one telephone on its way to another one. Packets come unevenly and leave evenly: a
// little is kept so that no hole opens, and what gathers beyond that is left out, so that each side hears the other
// without delay.

import { type Frame, Framer, type Pcm } from "../audio/frame.ts";

/** In frames of 20 ms: gathered before the first one leaves, and the most that waits. */
const kept = { first: 2, max: 6 } as const;

export class BridgedAudio {
  readonly #framer = new Framer();
  readonly #queue: Frame[] = [];
  #flows = false;

  hear(pcm: Pcm): void {
    this.#framer.push(pcm, (frame) => this.#queue.push(frame));
    if (this.#queue.length > kept.max) this.#queue.splice(0, this.#queue.length - kept.first);
  }

  /** Audio that is due now; undefined: silence. */
  take(): Frame | undefined {
    if (this.#queue.length >= kept.first) this.#flows = true;
    const frame = this.#flows ? this.#queue.shift() : undefined;
    if (frame === undefined) this.#flows = false;
    return frame;
  }
}
