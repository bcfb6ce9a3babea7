// Ears queue: the turns for one thread, heard one at a time, most urgent first. A caller waits for a final text; a
// closed question's is short. A text at a pause helps only while it is new, and one of a running turn only if the
// thread is idle.

const urgencies = ["short-final", "final", "pause", "interim"] as const;
export type HearingUrgency = (typeof urgencies)[number];

export interface HearingJob {
  readonly urgency: HearingUrgency;
  /** Seconds of speech to hear. */
  readonly seconds: number;
  /** No text of the turn exists yet: its first words are worth more than further ones of another. */
  readonly isFirst?: boolean;
  /** True if it has become needless: it is dropped when its turn comes. */
  readonly isOvertaken: () => boolean;
  readonly run: () => void;
}

export interface EarsQueueOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Calls back after new messages have been read. */
  readonly soon: (then: () => void) => void;
}

/** Waiting work, in milliseconds of the processor, above which turns are heard only at their ends. */
const pauseQueuedMsMax = 250;
/**
 * Divisor of the thread's time for texts of running turns: one caller gets all of them, many share one caller's
 * amount.
 */
const interimParts = 10;
/** Lead of a turn's first text over that share: 200 ms of work. */
const firstAheadMs = 2_000;
/** Initial estimate of the cost per second of speech. */
const msPerSecondFirst = 40;
/** Weight of the last job in the mean cost per second. */
const newest = 0.1;
/** Minimum cost of a turn, in seconds. */
const secondsMin = 0.5;

export class EarsQueue {
  readonly #o: EarsQueueOptions;
  readonly #waiting: Readonly<Record<HearingUrgency, HearingJob[]>> = {
    "short-final": [],
    final: [],
    pause: [],
    interim: [],
  };
  #msPerSecond = msPerSecondFirst;
  #interimFrom = -Infinity;
  #isArmed = false;

  constructor(options: EarsQueueOptions) {
    this.#o = options;
  }

  /** False if the job was not taken, because there is too much other work. */
  add(job: HearingJob): boolean {
    const { urgency, isFirst = false } = job;
    if (urgency === "interim") {
      const from = this.#interimFrom - (isFirst ? firstAheadMs : 0);
      if (this.#next() !== undefined || this.#o.now() < from) return false;
    }
    if (urgency === "pause" && this.queuedMs >= pauseQueuedMsMax) return false;
    this.#waiting[urgency].push(job);
    this.#arm();
    return true;
  }

  /** Processor time of the waiting work. */
  get queuedMs(): number {
    const jobs = urgencies.flatMap((urgency) => this.#waiting[urgency]);
    return jobs.reduce((sum, job) => (job.isOvertaken() ? sum : sum + this.#costMs(job)), 0);
  }

  /** Between two jobs the thread reads new messages, so that needless jobs are dropped. */
  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#o.soon(() => {
      this.#isArmed = false;
      try {
        this.#runNext();
      } finally {
        if (this.#next() !== undefined) this.#arm();
      }
    });
  }

  #runNext(): void {
    let job: HearingJob | undefined;
    do job = this.#next()?.shift();
    while (job?.isOvertaken() === true);
    if (job === undefined) return;
    const from = this.#o.now();
    job.run();
    const ms = this.#o.now() - from;
    this.#msPerSecond += newest * (ms / Math.max(secondsMin, job.seconds) - this.#msPerSecond);
    if (job.urgency === "interim") this.#interimFrom = Math.max(from, this.#interimFrom) + interimParts * ms;
  }

  #costMs({ seconds }: HearingJob): number {
    return Math.max(secondsMin, seconds) * this.#msPerSecond;
  }

  #next(): HearingJob[] | undefined {
    return urgencies.map((urgency) => this.#waiting[urgency]).find((jobs) => jobs.length > 0);
  }
}
