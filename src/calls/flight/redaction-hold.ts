// Redaction hold: a caller's speech whose words are not known yet. Until it is known whether something in them is
// replaced, their sound is not written either; audio that was, or that no recogniser understood, is silent.

interface Turn {
  readonly fromMs: number;
  isOver: boolean;
}

/** Sound before speech was noticed may belong to it, in milliseconds: a first consonant, and a detector that is late. */
const noticedMsMax = 2_000;
/** No turn takes so long to its words, in milliseconds; 3.2 MB of a call are kept for it in memory. */
const heldMsMax = 50_000;

export class RedactionHold {
  /** The oldest first. */
  readonly #turns: Turn[] = [];

  /** The caller has begun to speak. */
  began(nowMs: number): void {
    if (this.#turns.at(-1)?.isOver === false) return;
    this.#turns.push({ fromMs: Math.max(0, nowMs - noticedMsMax), isOver: false });
  }

  /** The turn is over; its words are awaited. */
  over(): void {
    const turn = this.#turns.at(-1);
    if (turn !== undefined) turn.isOver = true;
  }

  /**
   * The words of the oldest turn are known. Answers from when on the caller is not to be heard up to now; undefined where
   * nothing was replaced. All that waits goes with it: rather too much than the wrong turn.
   */
  judged(isReplaced: boolean, nowMs: number): number | undefined {
    const turn = this.#turns.shift();
    if (!isReplaced) return undefined;
    return turn?.fromMs ?? Math.max(0, nowMs - noticedMsMax);
  }

  /** The same for what has waited too long, and at the end of the call for all that waits. */
  givenUp(nowMs: number, isEnd: boolean): number | undefined {
    const [oldest] = this.#turns;
    if (oldest === undefined || (!isEnd && nowMs - oldest.fromMs < heldMsMax)) return undefined;
    this.#turns.shift();
    return oldest.fromMs;
  }

  /** From when on the sound may still have to be silent. */
  heldFrom(nowMs: number): number {
    return Math.min(this.#turns[0]?.fromMs ?? Number.POSITIVE_INFINITY, nowMs - noticedMsMax);
  }
}
