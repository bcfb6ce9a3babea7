// Reply schedule: when each piece of the agent's sound is due at a listener who plays it as it comes.

/** The server sends 200 ms ahead, in chunks of 40 ms: a chunk leaves when its second frame may. */
const aheadMs = 160;

export interface Piece {
  /** After its time, ms; never negative. */
  readonly lateMs: number;
  /** So long nothing was heard before it in the middle of a reply, ms. */
  readonly gapMs: number;
}

export class ReplySchedule {
  #isBegun = false;
  /** When the reply's first sound came, and when it is heard: later where the sound of another is still held. */
  #from = 0;
  #heardFrom = 0;
  #sentMs = 0;
  /** When all that came has been heard. */
  #heardUntil = -Infinity;

  /** The next sound belongs to another reply, or to the rest of one that was halted. */
  begin(): void {
    this.#isBegun = false;
  }

  /**
   * The reply took the turn from one that was still being heard. A listener of raw sound cannot drop what is held of
   * that, so the server waits for it: this says nothing about how late the server is.
   */
  get isCutIn(): boolean {
    return this.#heardFrom > this.#from;
  }

  /** Sound of so many milliseconds that came at this time, ms. */
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
