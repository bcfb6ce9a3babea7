// Turn watch: how long the event loop works at once, in time of the processor, which a busy machine does not lengthen.

const lookEachMs = 1;

export class TurnWatch {
  #longestMs = 0;
  #last = process.threadCpuUsage();

  constructor() {
    setInterval(() => this.#look(), lookEachMs).unref();
  }

  /** Between two looks, since this was last asked. */
  takeLongest(): number {
    const longest = this.#longestMs;
    this.#longestMs = 0;
    return longest;
  }

  #look(): void {
    const now = process.threadCpuUsage();
    this.#longestMs = Math.max(
      this.#longestMs,
      (now.user - this.#last.user + now.system - this.#last.system) / 1_000,
    );
    this.#last = now;
  }
}
