// Sliding window of delays: durations of the last seconds, as their 95th percentile. Noting one allocates nothing.

/** More than the media clock beats in that time. */
const keptMax = 256;
const recentMs = 5_000;
const percentile = 0.95;

export class DelayWindow {
  readonly #ms = new Float64Array(keptMax);
  readonly #at = new Float64Array(keptMax).fill(Number.NEGATIVE_INFINITY);
  #next = 0;

  /** `now`: of a monotonic clock, in milliseconds. */
  note(ms: number, now: number): void {
    this.#ms[this.#next] = ms;
    this.#at[this.#next] = now;
    this.#next = (this.#next + 1) % keptMax;
  }

  /** 95th percentile in milliseconds; 0 without any sample in the last 5 s. */
  p95(now: number): number {
    const recent = this.#ms.filter((_ms, index) => (this.#at[index] ?? 0) > now - recentMs).toSorted();
    return recent[Math.ceil(recent.length * percentile) - 1] ?? 0;
  }
}
