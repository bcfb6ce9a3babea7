// Reply schedule: the due time of each piece of the agent's sound, for a listener who plays it on arrival.

/** The server sends 200 ms ahead, in chunks of 40 ms: a chunk leaves when its second frame may. */
const aheadMs = 160;

export interface Piece {
  /** Milliseconds after its time; never negative. */
  readonly lateMs: number;
  /** Silence before it within a reply, in milliseconds. */
  readonly gapMs: number;
}

export class ReplySchedule {
  #isBegun = false;
  /** Start of the reply's sound; later if the sound of another is still buffered. */
  #from = 0;
  #heardFrom = 0;
  #sentMs = 0;
  /** End of all received sound. */
  #heardUntil = -Infinity;

  /** The next sound belongs to another reply, or to the rest of a paused one. */
  begin(): void {
    this.#isBegun = false;
  }

  /**
   * True if the reply interrupted one that was still being heard. A listener of raw sound cannot drop its buffer, so
   * the server waits for it: this says nothing about the server's lateness.
   */
  get isCutIn(): boolean {
    return this.#heardFrom > this.#from;
  }

  /** Takes sound of this length that arrived at this time, in milliseconds. */
  take(atMs: number, audioMs: number): Piece {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#from = atMs;
      this.#heardFrom = Math.max(atMs, this.#heardUntil);
      this.#sentMs = 0;
    }
    const dueMs = Math.max(this.#from, this.#heardFrom + this.#sentMs - aheadMs);
    const gapMs = Math.max(0, atMs - Math.max(this.#heardUntil, this.#from));
    this.#sentMs += audioMs;
    this.#heardUntil = Math.max(this.#heardUntil, atMs) + audioMs;
    return { lateMs: Math.max(0, atMs - dueMs), gapMs };
  }
}
