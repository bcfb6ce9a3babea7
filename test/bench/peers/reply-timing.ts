// Reply timing: delay of an answer and evenness of its sound, as a caller sees it, for any server.

import { quantile } from "../pinned.ts";

/** Sound that came in one message. */
export interface HeardAudio {
  /** Time on the listener's clock. */
  readonly atMs: number;
  readonly audioMs: number;
}

/** Known habits of a server. */
export interface ServerHabit {
  /** The silence that ends a turn, as it is set up, ms. */
  readonly stopMs: number;
  /** How far ahead of its pace it sends sound, ms. */
  readonly aheadMs: number;
}

export interface Reply {
  /** From the last chunk of speech to the first sound of the answer, less the silence that was waited for, ms. */
  readonly addedMs: number;
  /** For each message of sound how long after its time it came, ms, never negative. */
  readonly lateMs: readonly number[];
}

/**
 * Reply of a whole answer; undefined when none came or less than 95 % of it. `heard`: between two turns of a caller.
 */
export function replyOf(
  heard: readonly HeardAudio[],
  { turnEndMs = 0, answerMs = 0 },
  { stopMs, aheadMs }: ServerHabit,
): Reply | undefined {
  const [first] = heard;
  const wholeMs = heard.reduce((sum, { audioMs }) => sum + audioMs, 0);
  if (first === undefined || wholeMs < 0.95 * answerMs) return undefined;
  let beforeMs = 0;
  const lateMs = heard.map(({ atMs, audioMs }) => {
    const dueMs = first.atMs + Math.max(0, beforeMs - aheadMs);
    beforeMs += audioMs;
    return Math.max(0, atMs - dueMs);
  });
  return { addedMs: first.atMs - turnEndMs - stopMs, lateMs };
}

/** ms, in whole tenths; null when there is nothing to tell. */
export interface Spread {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly worst: number | null;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number | null =>
    sorted.length === 0 ? null : Math.round(quantile(sorted, share) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** Result of one run of all callers. */
export interface Outcome {
  /** Turns that were to be answered. */
  readonly turns: number;
  /** Turns among them without a whole answer. */
  readonly lost: number;
  readonly addedMs: Spread;
  readonly lateMs: Spread;
  /** How late the callers themselves sent, which is not the server's fault. */
  readonly callersLateMs: Spread;
}

export function summaryOf(replies: readonly (Reply | undefined)[], callersLate: readonly number[]): Outcome {
  const whole = replies.filter((reply) => reply !== undefined);
  return {
    turns: replies.length,
    lost: replies.length - whole.length,
    addedMs: spreadOf(whole.map(({ addedMs }) => addedMs)),
    lateMs: spreadOf(whole.flatMap(({ lateMs }) => lateMs)),
    callersLateMs: spreadOf(callersLate),
  };
}
