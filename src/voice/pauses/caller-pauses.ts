// Pauses of a caller: this caller's silences within a turn, learned from earlier turns. Counted in audio.

/** A longer silence is no pause within a thought: the caller has lost the thread. Milliseconds. */
const pauseMsMax = 1_500;
/** Number of remembered pauses; the longest counts. An old pause of a caller who has hurried since is dropped. */
const remembered = 6;
/** Sometimes a longer pause follows. */
const margin = 1.25;
/** Longest wait learned from pauses. Milliseconds. */
const learnedMsMax = 800;

export class CallerPauses {
  readonly #pauses: number[] = [];

  /** The caller continued after `ms` of silence. */
  note(ms: number): void {
    if (ms > pauseMsMax) return;
    this.#pauses.push(ms);
    if (this.#pauses.length > remembered) this.#pauses.shift();
  }

  /** Wait for this caller, in milliseconds; undefined: unknown. */
  get ms(): number | undefined {
    return this.#pauses.length === 0 ? undefined : Math.min(learnedMsMax, margin * Math.max(...this.#pauses));
  }
}
