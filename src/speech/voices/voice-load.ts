// Voice load: the wait of a text now for its first audio from one own voice, by the waiting texts and the last times.

/** Usual time to the first audio until one has been measured, in milliseconds. */
const headMsUsual = 60;
/** The share of the newest measurement. */
const newest = 0.2;

/** Times in milliseconds of one clock. */
export class VoiceLoad {
  /** Texts without audio yet: the start of their wait, and the number before them; oldest first. */
  readonly #waiting = new Map<number, { readonly at: number; readonly before: number }>();
  #headMs = headMsUsual;
  #number = 0;

  /** A text waits. Its caller reports the first audio, or gives it up. */
  begin(now: number): { readonly begun: (now: number) => void; readonly gaveUp: () => void } {
    const number = ++this.#number;
    this.#waiting.set(number, { at: now, before: this.#waiting.size });
    const begun = (at: number): void => {
      const waited = this.#waiting.get(number);
      if (!this.#waiting.delete(number) || waited === undefined) return;
      this.#headMs += newest * ((at - waited.at) / (waited.before + 1) - this.#headMs);
    };
    return { begun, gaveUp: () => void this.#waiting.delete(number) };
  }

  waitMs(now: number): number {
    const [oldest] = this.#waiting.values();
    // A hanging thread has measured nothing.
    return Math.max((this.#waiting.size + 1) * this.#headMs, oldest === undefined ? 0 : now - oldest.at);
  }
}
