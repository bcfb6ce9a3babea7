// Ears queue: the turns that one thread has to hear, one at a time, the most urgent first. A final text is waited for by a
// caller; a closed question's is short. A text at a pause helps only while it is new, and one of a turn that is still being
// spoken only where there is nothing else to do.

const urgencies = ["short-final", "final", "pause", "interim"] as const;
export type HearingUrgency = (typeof urgencies)[number];

export interface HearingJob {
  readonly urgency: HearingUrgency;
  /** Seconds of speech to be heard. */
  readonly seconds: number;
  /** Nothing of the turn has been heard yet: its first words are worth more than the next ones of another. */
  readonly isFirst?: boolean;
  /** Something else has made it needless: it is dropped when its turn comes. */
  readonly isOvertaken: () => boolean;
  readonly run: () => void;
}

export interface EarsQueueOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Calls back when new messages have been taken in. */
  readonly soon: (then: () => void) => void;
}

/** Work that waits, in milliseconds of the processor, beyond which turns are heard at their ends alone. */
const pauseQueuedMsMax = 250;
/**
 * Texts of turns that go on get one part in so many of the thread's time: one caller gets them as often as they are
 * wanted, and many share what one may take.
 */
const interimParts = 10;
/** The first of a turn is taken so long before the share allows for it: 200 ms of work. */
const firstAheadMs = 2_000;
/** Before anything has been heard, a second of speech is taken to cost so much. */
const msPerSecondFirst = 40;
/** Weight of the last job in the mean of what a second costs. */
const newest = 0.1;
/** The shortest turn costs as much as this many seconds. */
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

  /** False where the job was not taken, because there is too much else to do. */
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

  /** How much of the processor's time waits to be spent. */
  get queuedMs(): number {
    const jobs = urgencies.flatMap((urgency) => this.#waiting[urgency]);
    return jobs.reduce((sum, job) => (job.isOvertaken() ? sum : sum + this.#costMs(job)), 0);
  }

  /** Between two jobs the thread takes in new messages, so that what they overtake is not done. */
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
