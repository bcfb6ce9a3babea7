// Redaction hold: a caller's speech whose words are not known yet. Its sound is held until it is known if a word is
// replaced; replaced audio, or audio that no recogniser understood, is silent.

interface Turn {
  readonly fromMs: number;
  isOver: boolean;
}

/** Sound before detected speech may belong to it, in milliseconds: a first consonant, and a late detector. */
const noticedMsMax = 2_000;
/** Longest wait for a turn's words, in milliseconds; 3.2 MB of memory per call. */
const heldMsMax = 50_000;

export class RedactionHold {
  /** The oldest first. */
  readonly #turns: Turn[] = [];

  /** The caller has begun to speak. */
  began(nowMs: number): void {
    if (this.#turns.at(-1)?.isOver === false) return;
    this.#turns.push({ fromMs: Math.max(0, nowMs - noticedMsMax), isOver: false });
  }

  /** The turn has ended; its words are awaited. */
  over(): void {
    const turn = this.#turns.at(-1);
    if (turn !== undefined) turn.isOver = true;
  }

  /**
   * The words of the oldest turn are known. Returns the start of the caller's silence up to now; undefined if nothing
   * was replaced. All waiting audio is included: rather too much than the wrong turn.
   */
  judged(isReplaced: boolean, nowMs: number): number | undefined {
    const turn = this.#turns.shift();
    if (!isReplaced) return undefined;
    return turn?.fromMs ?? Math.max(0, nowMs - noticedMsMax);
  }

  /** Start of audio that waited too long; at the call's end, of all held audio. */
  givenUp(nowMs: number, isEnd: boolean): number | undefined {
    const [oldest] = this.#turns;
    if (oldest === undefined || (!isEnd && nowMs - oldest.fromMs < heldMsMax)) return undefined;
    this.#turns.shift();
    return oldest.fromMs;
  }

  /** Start of the sound that may still become silent. */
  heldFrom(nowMs: number): number {
    return Math.min(this.#turns[0]?.fromMs ?? Number.POSITIVE_INFINITY, nowMs - noticedMsMax);
  }
}
