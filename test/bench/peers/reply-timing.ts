// Reply timing: an answer's delay and the evenness of its sound, from a caller's view, for any server.

import { quantile } from "../pinned.ts";

/** Sound of one message. */
export interface HeardAudio {
  /** Time on the listener's clock. */
  readonly atMs: number;
  readonly audioMs: number;
}

/** Known habits of a server. */
export interface ServerHabit {
  /** The configured silence that ends a turn, ms. */
  readonly stopMs: number;
  /** Lead of its sound over real time, ms. */
  readonly aheadMs: number;
}

export interface Reply {
  /** Time from the last chunk of speech to the first sound of the answer, less the silence that ends the turn, ms. */
  readonly addedMs: number;
  /** Lateness of each message of sound, ms, never negative. */
  readonly lateMs: readonly number[];
}

/**
 * Timing of a complete answer; undefined if less than 95 % of it came. `heard`: audio between two turns of a caller.
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

/** Milliseconds, in tenths; null without values. */
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
  /** Turns that needed an answer. */
  readonly turns: number;
  /** Turns among them without a complete answer. */
  readonly lost: number;
  readonly addedMs: Spread;
  readonly lateMs: Spread;
  /** Lateness of the callers' own audio, which is not the server's fault. */
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
