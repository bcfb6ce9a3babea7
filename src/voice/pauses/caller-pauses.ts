// Pauses of a caller: how long this one falls silent within a turn, learned from the turns so far. Counted in audio.

/** A longer silence is no pause within a thought, but a caller who has lost the thread. Milliseconds. */
const pauseMsMax = 1_500;
/** Pauses of which the longest counts: an old pause of a caller who has hurried since then is dropped. */
const remembered = 6;
/** A pause is followed by a longer one now and then. */
const margin = 1.25;
/** Longest wait that earlier pauses cause. Milliseconds. */
const learnedMsMax = 800;

export class CallerPauses {
  readonly #pauses: number[] = [];

  /** The caller went on after so many milliseconds of silence. */
  note(ms: number): void {
    if (ms > pauseMsMax) return;
    this.#pauses.push(ms);
    if (this.#pauses.length > remembered) this.#pauses.shift();
  }

  /** How long to wait for this caller, in milliseconds; undefined: nothing is known. */
  get ms(): number | undefined {
    return this.#pauses.length === 0 ? undefined : Math.min(learnedMsMax, margin * Math.max(...this.#pauses));
  }
}
