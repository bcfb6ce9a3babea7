// Job queue of a speech Worker: runs its long jobs one at a time, the most urgent first. Between two of them the
// thread takes in new messages, so a frame never waits longer than one job.

/** Most urgent first: a final text, which a caller waits for; the next audio of a reply; a partial text. */
const urgencies = ["final", "voice", "partial"] as const;
export type Urgency = (typeof urgencies)[number];

export class SpeechJobQueue {
  readonly #waiting: Readonly<Record<Urgency, (() => void)[]>> = { final: [], voice: [], partial: [] };
  #armed = false;

  add(urgency: Urgency, job: () => void): void {
    this.#waiting[urgency].push(job);
    this.#arm();
  }

  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    setImmediate(() => {
      this.#armed = false;
      const urgency = urgencies.find((one) => this.#waiting[one].length > 0);
      if (urgency === undefined) return;
      const job = this.#waiting[urgency].shift();
      try {
        job?.();
      } finally {
        if (urgencies.some((one) => this.#waiting[one].length > 0)) this.#arm();
      }
    });
  }
}
