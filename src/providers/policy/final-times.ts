// Final transcript times: how long each recogniser lately took for its last words, so that a call waits as long as its
// own server needs, and not as long as the catalogue supposes.

import type { Stt } from "../provider-contract.ts";
import { openTimed } from "../timed-finals.ts";

/** Turns that are remembered of each recogniser; older times say nothing about today's load and network. */
const turnsMax = 50;
/** With fewer turns the wait is not below the catalogue's: a few quick ones may be luck. */
const turnsMin = 10;
/** Recognisers (provider, address, model and key) that are remembered; the one that was silent longest goes first. */
const recognisersMax = 1_000;

/**
 * How long the last words take as a rule, in milliseconds: the slowest of the turns but one, because a single slow
 * answer is chance and a second one is not. `listedMs`: as the catalogue says; `tookMs`: of each turn, in any order.
 */
function expectedFinalMs(listedMs: number, tookMs: readonly number[]): number {
  const [, slow] = tookMs.toSorted((a, b) => b - a);
  if (slow === undefined) return listedMs;
  return tookMs.length < turnsMin ? Math.max(listedMs, slow) : slow;
}

/** All of a deployment, in memory: after a restart the catalogue counts until enough turns have been heard. */
export class FinalTimes {
  readonly #tookMs = new Map<string, readonly number[]>();

  get size(): number {
    return this.#tookMs.size;
  }

  /** `id`: of the breaker, so that accounts with keys of their own learn apart. Milliseconds. */
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
   * The same recogniser for one session: it waits for its last words as long as they took lately, and how long they
   * take now is noted. An answer that says nothing of its time stays as it is.
   */
  timed(id: string, stt: Stt): Stt {
    if (stt.finalMs === undefined) return stt;
    const finalMs = this.expected(id, stt.finalMs);
    return {
      ...stt,
      finalMs,
      open: (sink, context, signal) => {
        const took = (tookMs: number, text: string): void => {
          // Nothing is quickly said of a noise. But nothing after a long time is what did not come in time.
          if (text !== "" || tookMs > finalMs) this.note(id, tookMs);
        };
        return openTimed(stt, { sink, context: { ...context, finalMs }, signal, took });
      },
    };
  }
}
