// Token bucket: allows a burst at once, and a rate per second. Only counts.

export interface TokenBucketOptions {
  readonly size: number;
  readonly perSecond: number;
}

export class TokenBucket {
  readonly #options: TokenBucketOptions;
  #level: number;
  #levelAt: number;

  constructor(now: number, options: TokenBucketOptions) {
    this.#options = options;
    this.#level = options.size;
    this.#levelAt = now;
  }

  /** Takes up to `wanted` tokens; returns the whole number taken. `now` in milliseconds of a steady clock. */
  take(wanted: number, now: number): number {
    const grown = ((now - this.#levelAt) / 1000) * this.#options.perSecond;
    this.#level = Math.min(this.#options.size, this.#level + grown);
    this.#levelAt = now;
    const taken = Math.min(wanted, Math.max(0, Math.floor(this.#level)));
    this.#level -= taken;
    return taken;
  }
}
