// Rate limit: a fixed window per key, counted separately. A window opens with the key's first use and is forgotten at
// its end.

import type { Clock } from "../clock.ts";

export interface RateLimitOptions {
  readonly clock: Pick<Clock, "now">;
  /** Uses per window. */
  readonly max: number;
  readonly windowMs: number;
}

/** Counts uses by key, and refuses excess ones. */
export interface Limiter {
  /** Counts one use. Undefined: allowed; otherwise the whole seconds until a retry; a refused use is not counted. */
  take(key: string): number | undefined;
  /** Undoes one `take`: the counted event did not happen. */
  giveBack(key: string): void;
}

/** Limit of uses per minute, identified by its name. */
export type OpenLimit = (name: string, perMinuteMax: number) => Limiter;

export const minuteMs = 60_000;

/** Limits that count in this process only. */
export function ownLimits(clock: Pick<Clock, "now">): OpenLimit {
  return (_name, max) => new RateLimit({ clock, max, windowMs: minuteMs });
}

interface Window {
  readonly endsAt: number;
  count: number;
}

/** Clients choose the keys: beyond this many, the oldest windows are forgotten. */
const keysMax = 100_000;

/** @internal */
export class RateLimit implements Limiter {
  readonly #o: RateLimitOptions;
  readonly #windows = new Map<string, Window>();

  constructor(options: RateLimitOptions) {
    this.#o = options;
  }

  /** Refuses with the whole seconds until the window ends. */
  take(key: string): number | undefined {
    const now = this.#o.clock.now();
    const latest = this.#windows.get(key);
    const window = latest !== undefined && latest.endsAt > now ? latest : this.#open(key, now);
    if (window.count >= this.#o.max) return Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
    window.count += 1;
    return undefined;
  }

  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  #open(key: string, now: number): Window {
    // Re-inserted to keep the map in the order of the windows' ends.
    this.#windows.delete(key);
    for (const [old, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < keysMax) break;
      this.#windows.delete(old);
    }
    const window = { endsAt: now + this.#o.windowMs, count: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
