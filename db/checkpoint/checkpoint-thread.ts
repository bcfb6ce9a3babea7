// Checkpoint thread: brings the log of the data file into the file beside the calls. SQLite would do it within whatever
// write makes the log long, and a call would wait for the disk meanwhile: 5 to 60 ms. What this thread does not come to
// is done that way.

import type { Clock } from "../../src/base/clock.ts";

export interface CheckpointOptions {
  /** Of the data file. */
  readonly path: string;
  readonly clock: Pick<Clock, "after">;
  /** A figure that changes with each write. */
  readonly written: () => number;
  /** Starts the thread. */
  readonly start: () => Worker;
}

/** Where retention deletes, some hundred pages are written in that time; SQLite begins at a thousand. */
const everyMs = 500;

export class CheckpointThread implements Disposable {
  readonly #o: CheckpointOptions;
  readonly #worker: Worker;
  #seen: number;
  #isBusy = false;
  #timer: Disposable;

  constructor(options: CheckpointOptions) {
    this.#o = options;
    this.#seen = options.written();
    this.#worker = options.start();
    this.#worker.onmessage = () => (this.#isBusy = false);
    // A thread that has died answers no more, and is asked no more.
    this.#worker.onerror = (event) => event.preventDefault();
    this.#timer = this.#later();
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#worker.terminate();
  }

  #later(): Disposable {
    return this.#o.clock.after(everyMs, () => {
      this.#look();
      this.#timer = this.#later();
    });
  }

  #look(): void {
    const written = this.#o.written();
    if (this.#isBusy || written === this.#seen) return;
    this.#seen = written;
    this.#isBusy = true;
    this.#worker.postMessage(this.#o.path);
  }
}
