// Ears queue: the turns that one thread has to hear, one at a time, the most urgent first. A final text is waited for by a
// caller; a closed question's is short. A text at a pause helps only while it is new, and one of a turn that is still being
// spoken only where there is nothing else to do.

const urgencies = ["short-final", "final", "pause", "interim"] as const;
export type HearingUrgency = (typeof urgencies)[number];

/** Turns that wait to be heard at their pauses; beyond, those turns are heard at their ends alone. */
const pausesMax = 4;

export class EarsQueue {
  readonly #waiting: Readonly<Record<HearingUrgency, (() => void)[]>> = {
    "short-final": [],
    final: [],
    pause: [],
    interim: [],
  };
  #isArmed = false;

  /** False where the job was not taken, because there is too much else to do. */
  add(urgency: HearingUrgency, job: () => void): boolean {
    if (urgency === "interim" && this.#next() !== undefined) return false;
    if (urgency === "pause" && this.#waiting.pause.length >= pausesMax) return false;
    this.#waiting[urgency].push(job);
    this.#arm();
    return true;
  }

  /** Between two jobs the thread takes in new messages, so that what they overtake is not done. */
  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    setImmediate(() => {
      this.#isArmed = false;
      const job = this.#next()?.shift();
      try {
        job?.();
      } finally {
        if (this.#next() !== undefined) this.#arm();
      }
    });
  }

  #next(): (() => void)[] | undefined {
    return urgencies.map((urgency) => this.#waiting[urgency]).find((jobs) => jobs.length > 0);
  }
}
