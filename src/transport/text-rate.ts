// Text rate limit: counts a client's texts, and the invalid ones among them.

import { TokenBucket } from "../base/limits/token-bucket.ts";
import type { Limits } from "./connection-limits.ts";

export class TextGuard {
  readonly #limits: Limits;
  readonly #bucket: TokenBucket;
  #dropped = 0;
  /** Times of the last texts that were not JSON; at most the limit. */
  #nonsenseAt: number[] = [];

  constructor(now: number, limits: Limits) {
    this.#limits = limits;
    this.#bucket = new TokenBucket(now, { size: limits.textsBurst, perSecond: limits.textsPerSecond });
  }

  /** Decides whether the next text of `bytes` may be read. A long one counts as several. */
  admit(bytes: number, now: number): "read" | "drop" | "flood" {
    const texts = Math.max(
      1,
      Math.ceil(Math.min(bytes, this.#limits.textBytesMax) / this.#limits.textShareBytes),
    );
    if (this.#bucket.take(texts, now) === texts) return "read";
    return ++this.#dropped < this.#limits.textsDroppedMax ? "drop" : "flood";
  }

  /** Counts a text that was not JSON; true if there are too many. */
  nonsense(now: number): boolean {
    const since = now - this.#limits.invalidJsonWindowMs;
    this.#nonsenseAt = [...this.#nonsenseAt.filter((at) => at > since), now];
    return this.#nonsenseAt.length > this.#limits.invalidJsonMax;
  }
}
