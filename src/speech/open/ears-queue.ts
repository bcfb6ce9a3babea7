// Ears queue: the turns that one thread has to hear, one at a time, the most urgent first. A final text is waited for by a
// caller; a closed question's is short. What came at a pause helps only while it is new, and texts of a turn that is still
// being spoken only where there is nothing else to do.

const urgencies = ["short-final", "final", "pause", "interim"] as const;
export type HearingUrgency = (typeof urgencies)[number];

export type HearingJob = () => Promise<void>;

/** Turns that wait to be heard at their pauses; beyond, those turns are heard at their ends alone. */
const pausesMax = 4;

export class EarsQueue {
  readonly #waiting: Readonly<Record<HearingUrgency, HearingJob[]>> = {
    "short-final": [],
    final: [],
    pause: [],
    interim: [],
  };
  readonly #failed: (error: unknown) => void;
  #isBusy = false;

  /** `failed` hears of an error that a job did not expect. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** False where the job was not taken, because there is too much else to do. */
  add(urgency: HearingUrgency, job: HearingJob): boolean {
    if (urgency === "interim" && (this.#isBusy || this.#next() !== undefined)) return false;
    if (urgency === "pause" && this.#waiting.pause.length >= pausesMax) return false;
    this.#waiting[urgency].push(job);
    if (!this.#isBusy) void this.#work();
    return true;
  }

  /** Between two jobs the thread takes in new messages, so that what they overtake is not done. */
  async #work(): Promise<void> {
    this.#isBusy = true;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const job = this.#next()?.shift();
      if (job === undefined) break;
      await job().catch(this.#failed);
    }
    this.#isBusy = false;
  }

  #next(): HearingJob[] | undefined {
    return urgencies.map((urgency) => this.#waiting[urgency]).find((jobs) => jobs.length > 0);
  }
}
