// Shared rates: limits for all nodes together. Each node counts for itself, sends its counts once a second while
// there are any, and receives those of the others.

import { createHmac } from "node:crypto";
import type { RateCount } from "../../db/port/rate-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, within } from "../base/clock.ts";
import { type Limiter, minuteMs, type OpenLimit, ownLimits } from "../base/limits/rate-limit.ts";
import type { Log } from "../base/log.ts";
import type { Membership } from "./membership.ts";
import { type Quota, quotaOf } from "./rate-share.ts";

export interface SharedRatesOptions {
  readonly store: Pick<Store, "rates" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: Pick<Membership, "id" | "sharedAt" | "view">;
  /** Secret for hashing keys, which may contain an address or an e-mail. The same at all nodes. */
  readonly secret: Uint8Array;
}

const exchangeMs = 1_000;
/** A node that has used up its part asks the others early, but not for each use. */
const usedUpMs = 100;
/** Timeout of a hanging store. */
const patienceMs = 5_000;
/** A counting node hears the others more often than this. */
const staleMs = 2 * exchangeMs;
/** Per transaction: more would delay calls that wait for the store. */
const keysAtOnce = 250;
/** Clocks of nodes that have heard of each other differ by less. */
const wrongMsMin = 2_000;
/** Clients choose the keys: beyond this many, the oldest of this minute are forgotten. */
const keysMax = 100_000;

/** Count of one key in the open window. */
interface Count {
  readonly max: number;
  own: number;
  others: number;
  /** Limit of `own` until the others are heard again, and the time when they were. */
  quota: Quota;
  heardAt: number;
  /** Hash in the store, once known. */
  hash: string | undefined;
}

/** On a single node limits are local, and there is nothing to dispose. */
export function openRates(options: SharedRatesOptions): Disposable & { readonly open: OpenLimit } {
  if (options.store.isShared) return new SharedRates(options);
  return { open: ownLimits(options.clock), [Symbol.dispose]: () => undefined };
}

class SharedRates implements Disposable {
  readonly #o: SharedRatesOptions;
  /** The number of the minute since the epoch, by the clock of all nodes. */
  #window = 0;
  readonly #counts = new Map<string, Count>();
  /** Names of the counts since the last exchange. */
  readonly #news = new Set<string>();
  #timer: Disposable | undefined;
  #exchangeAt = Number.POSITIVE_INFINITY;
  #exchanging = false;
  #isAway = false;
  #isClosed = false;

  constructor(options: SharedRatesOptions) {
    this.#o = options;
  }

  readonly open: OpenLimit = (limit, max): Limiter => {
    const nameOf = (key: string): string => `${limit} ${key}`;
    return { take: (key) => this.#take(nameOf(key), max), giveBack: (key) => this.#giveBack(nameOf(key)) };
  };

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
  }

  #take(name: string, max: number): number | undefined {
    const endsInMs = this.#turn();
    const count = this.#counts.get(name) ?? this.#begin(name, max);
    const isStale = this.#o.clock.now() - count.heardAt > staleMs;
    if (count.own >= (isStale ? count.quota.stale : count.quota.fresh)) {
      if (count.own + count.others >= max) return Math.max(1, Math.ceil(endsInMs / 1_000));
      this.#tell(name, usedUpMs);
      return 1;
    }
    count.own += 1;
    this.#tell(name, exchangeMs);
    return undefined;
  }

  #giveBack(name: string): void {
    this.#turn();
    const count = this.#counts.get(name);
    if (count === undefined || count.own === 0) return;
    count.own -= 1;
    this.#tell(name, exchangeMs);
  }

  /** Begins the present window; returns the milliseconds until its end. */
  #turn(): number {
    const at = this.#o.node.sharedAt;
    const window = Math.floor(at / minuteMs);
    // The others' clock becomes more exact with each beat: a small step back reopens nothing.
    if (window > this.#window || at < this.#window * minuteMs - wrongMsMin) {
      this.#window = window;
      this.#counts.clear();
      this.#news.clear();
    }
    return (this.#window + 1) * minuteMs - at;
  }

  #begin(name: string, max: number): Count {
    const nodes = this.#o.node.view.nodes.length;
    const quota = quotaOf({ max, own: 0, others: 0, nodes });
    const heardAt = this.#o.clock.now();
    const count: Count = { max, own: 0, others: 0, quota, heardAt, hash: undefined };
    const [oldest] = this.#counts.keys();
    if (this.#counts.size >= keysMax && oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(name, count);
    return count;
  }

  /** Interval of exchanging counts. */
  #tell(name: string, ms: number): void {
    this.#news.add(name);
    this.#exchangeIn(ms);
  }

  #exchangeIn(ms: number): void {
    const { clock } = this.#o;
    const at = clock.now() + ms;
    if (this.#isClosed || this.#exchanging || at >= this.#exchangeAt) return;
    this.#timer?.[Symbol.dispose]();
    this.#exchangeAt = at;
    this.#timer = clock.after(ms, () => void this.#exchange());
  }

  /** While the store is away, the last received counts apply. */
  async #exchange(): Promise<void> {
    const { clock, log } = this.#o;
    this.#turn();
    const names = [...this.#news];
    this.#news.clear();
    this.#exchanging = true;
    try {
      for (let from = 0; from < names.length; from += keysAtOnce)
        await within(clock, patienceMs, this.#hear(names.slice(from, from + keysAtOnce)));
      this.#isAway = false;
    } catch (error) {
      for (const name of names) if (this.#counts.has(name)) this.#news.add(name);
      if (!this.#isAway) log.warn("rates.not-shared", { error });
      this.#isAway = true;
    }
    this.#exchanging = false;
    this.#exchangeAt = Number.POSITIVE_INFINITY;
    if (this.#news.size > 0) this.#exchangeIn(exchangeMs);
  }

  async #hear(names: readonly string[]): Promise<void> {
    const { store, node, clock } = this.#o;
    const window = this.#window;
    const told = new Map<string, Count>();
    for (const name of names) {
      const count = this.#counts.get(name);
      if (count !== undefined) told.set((count.hash ??= this.#hash(name)), count);
    }
    const ownCounts: RateCount[] = [...told].map(([key, count]) => ({ key, count: count.own }));
    const heard = await store.rates.exchange({ nodeId: node.id, window, own: ownCounts });
    const others = new Map(heard.map(({ key, count }) => [key, count]));
    const nodes = node.view.nodes.length;
    for (const [key, count] of told) {
      count.others = others.get(key) ?? 0;
      count.quota = quotaOf({ ...count, nodes });
      count.heardAt = clock.now();
    }
  }

  #hash(name: string): string {
    return createHmac("sha256", this.#o.secret).update(name).digest("base64url");
  }
}
