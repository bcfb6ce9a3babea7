// Final transcript times: each recogniser's recent times for its last words, so that a call waits as long as its own
// server needs, not as the catalogue assumes.

import type { Stt } from "../provider-contract.ts";
import { openTimed } from "../timed-finals.ts";

/** Remembered turns of each recogniser; older times say nothing about today's load and network. */
const turnsMax = 50;
/** Minimum number of turns for a wait below the catalogue's: a few quick turns may be luck. */
const turnsMin = 10;
/** Remembered recognisers (provider, address, model and key); the one silent longest is dropped first. */
const recognisersMax = 1_000;

/**
 * Usual time of the last words, in milliseconds: the second slowest turn, because one slow answer is chance and two
 * are not. `listedMs`: from the catalogue; `tookMs`: of each turn, in any order.
 */
function expectedFinalMs(listedMs: number, tookMs: readonly number[]): number {
  const [, slow] = tookMs.toSorted((a, b) => b - a);
  if (slow === undefined) return listedMs;
  return tookMs.length < turnsMin ? Math.max(listedMs, slow) : slow;
}

/** In memory for the whole server: after a restart the catalogue counts until enough turns have been heard. */
export class FinalTimes {
  readonly #tookMs = new Map<string, readonly number[]>();

  get size(): number {
    return this.#tookMs.size;
  }

  /** `id`: of the breaker, so that accounts with keys of their own learn separately. Milliseconds. */
  expected(id: string, listedMs: number): number {
    return expectedFinalMs(listedMs, this.#tookMs.get(id) ?? []);
  }

  note(id: string, tookMs: number): void {
    const before = this.#tookMs.get(id) ?? [];
    this.#tookMs.delete(id);
    this.#tookMs.set(id, [...before, tookMs].slice(-turnsMax));
    const [oldest] = this.#tookMs.keys();
    if (this.#tookMs.size > recognisersMax && oldest !== undefined) this.#tookMs.delete(oldest);
  }

  /**
   * The same recogniser for one session: it waits for its last words by recent times, and notes the new ones. An
   * answer without a time is unchanged.
   */
  timed(id: string, stt: Stt): Stt {
    if (stt.finalMs === undefined) return stt;
    const finalMs = this.expected(id, stt.finalMs);
    return {
      ...stt,
      finalMs,
      open: (sink, context, signal) => {
        const took = (tookMs: number, text: string): void => {
          // An empty answer to a noise comes quickly. An empty one after a long time is words that did not come in
          // time.
          if (text !== "" || tookMs > finalMs) this.note(id, tookMs);
        };
        return openTimed(stt, { sink, context: { ...context, finalMs }, signal, took });
      },
    };
  }
}
