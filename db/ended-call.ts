// Ended call: figures from a call's events: response times, interruptions, and search words. Both databases write
// them in the transaction that ends the session.

import { and, type Column, eq, gte, isNotNull, lt, type SQL, sql, type Table } from "drizzle-orm";
import { type SearchedColumn, valued } from "./call-columns.ts";
import {
  type CallChoice,
  type CallPage,
  type DayFigures,
  endedAsMeant,
  type FlowFigures,
  type Trouble,
} from "./port/call-store.ts";
import type { SessionPatch, SessionRow, StoredSessionEvent } from "./port/session-store.ts";

type StoredEvent = Pick<StoredSessionEvent, "type" | "data">;

export interface CallSummary {
  /** Response times: upper ends of the classes, and the count of each. */
  readonly latencies: ReadonlyMap<number, number>;
  readonly set: {
    readonly latencyP95Ms: number | null;
    readonly interruptions: number;
    readonly failed: number;
    readonly trouble: Trouble | null;
  };
}

/** Ratio of successive latency classes: a percentile is exact to a twentieth. */
const classRatio = 1.05;
/** No caller waits longer without hanging up. */
const latencyMsMax = 600_000;

/** Upper end of its class, in milliseconds. */
function latencyClass(ms: number): number {
  const within = Math.min(Math.max(ms, 1), latencyMsMax);
  return Math.ceil(classRatio ** Math.ceil(Math.log(within) / Math.log(classRatio) - 1e-9));
}

export function summaryOf(endReason: string | null, events: readonly StoredEvent[]): CallSummary {
  const answers = events.flatMap(({ type, data }) => {
    const ms = data["audioMs"];
    return type === "latency" && typeof ms === "number" ? [ms] : [];
  });
  const latencies = new Map<number, number>();
  for (const ms of answers) {
    const end = latencyClass(ms);
    latencies.set(end, (latencies.get(end) ?? 0) + 1);
  }
  const sorted = answers.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
  const failed = endReason !== null && !endedAsMeant.includes(endReason);
  return {
    latencies,
    set: {
      latencyP95Ms: p95 === undefined ? null : Math.round(p95),
      interruptions: events.filter(({ type, data }) => type === "agent" && data["interrupted"] === true)
        .length,
      failed: failed ? 1 : 0,
      trouble: troubleOf(endReason, events) ?? (failed ? "other" : null),
    },
  };
}

/** A provider whose second attempt succeeded has not failed. */
function isProviderGone({ type, data }: StoredEvent): boolean {
  const incident = data["incident"] as { readonly action?: unknown } | undefined;
  return type === "provider" && incident?.action !== "retried";
}

/** The end's reason comes before trouble that the call survived. */
function troubleOf(endReason: string | null, events: readonly StoredEvent[]): Trouble | undefined {
  if (endReason === "lost") return "network";
  if (events.some(isProviderGone)) return "provider";
  // A tool whose result was no longer awaited has not failed.
  const failed = ({ type, data }: StoredEvent): boolean =>
    type === "tool" && data["ok"] === false && data["failure"] !== "cancelled";
  return events.some(failed) ? "tool" : undefined;
}

/** Change of one transaction to the call part of a session's row. */
type Before = Pick<
  SessionRow,
  "accountId" | "status" | "endedAt" | "firstConnectedAt" | "connectedMs" | "costMicros" | "endReason"
>;

export type CallChange =
  /** The call has ended. */
  | {
      readonly type: "ended";
      readonly accountId: string;
      readonly day: string;
      readonly endReason: string | null;
    }
  /** The call had ended before; its post-processing has a cost, and may have words. */
  | {
      readonly type: "finished";
      readonly accountId: string;
      readonly day: string;
      readonly costMicros: number;
    };

/** Undefined: no change to lists or sums. */
export function callChange(before: Before, patch: SessionPatch): CallChange | undefined {
  const { accountId } = before;
  if (accountId === null) return undefined;
  if (before.status === "ended") {
    const costMicros = (patch.costMicros ?? before.costMicros) - before.costMicros;
    if (before.endedAt === null || (costMicros === 0 && patch.callOutcome === undefined)) return undefined;
    return { type: "finished", accountId, day: dayOf(before.endedAt), costMicros };
  }
  const endedAt = patch.endedAt ?? before.endedAt;
  if (patch.status !== "ended" || endedAt === null) return undefined;
  return { type: "ended", accountId, day: dayOf(endedAt), endReason: patch.endReason ?? before.endReason };
}

/** Part of an ended call in its day's sums; undefined for one that never began. */
export function dayFigures(before: Before, patch: SessionPatch, { set: { failed } }: CallSummary) {
  const isCall = (patch.firstConnectedAt ?? before.firstConnectedAt) !== null || failed === 1;
  if (!isCall) return undefined;
  return {
    calls: 1,
    failed,
    connectedMs: patch.connectedMs ?? before.connectedMs,
    costMicros: patch.costMicros ?? before.costMicros,
  };
}

/** The day of UTC, as `2026-11-24`. */
function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Limit of calls that begin in the same millisecond. */
export const numbersPerMs = 1_024;

/** Hashes of a list's words; undefined: no words. Empty: the text has no word. */
export function searchedTerms({ accountId, words }: Pick<CallChoice, "accountId" | "words">) {
  return words === undefined ? undefined : termsIn(accountId, [words]);
}

/**
 * If at most this many calls match all other filters, words are searched in these alone: otherwise a frequent word
 * would lead through all calls.
 */
export const fewCalls = 1_000;

interface ChosenTables {
  readonly sessions: Readonly<Record<SearchedColumn, Column>>;
  readonly callTags: Table & Readonly<Record<"accountId" | "tag" | "sessionId", Column>>;
}

/** Condition of a list of calls, except for words. */
export function chosenIn({ sessions, callTags }: ChosenTables, choice: CallChoice): SQL | undefined {
  const { accountId, tag, failed, trouble, from, to } = choice;
  const tagged = and(eq(callTags.accountId, accountId), eq(callTags.tag, tag ?? ""));
  const is = <T>(value: T | undefined, by: (given: T) => SQL | undefined) =>
    value === undefined ? undefined : by(value);
  return and(
    eq(sessions.accountId, accountId),
    ...([...valued, "subjectHash"] as const).map((name) =>
      is(choice[name], (value) => eq(sessions[name], value)),
    ),
    // The condition is written out; otherwise SQLite would not use the partial index.
    is(failed, (value) => (value ? sql`${sessions.failed} = 1` : sql`${sessions.failed} = 0`)),
    is(trouble, (value) =>
      value === "any"
        ? isNotNull(sessions.trouble)
        : and(isNotNull(sessions.trouble), eq(sessions.trouble, value)),
    ),
    is(from, (value) => gte(sessions.createdAt, value)),
    is(to, (value) => lt(sessions.createdAt, value)),
    is(tag, () => sql`${sessions.id} IN (SELECT ${callTags.sessionId} FROM ${callTags} WHERE ${tagged})`),
  );
}

/** Filters besides words; undefined: only words and times. */
export function choiceBesideWords({ words: _words, after, to, ...choice }: CallPage): CallChoice | undefined {
  const { accountId: _account, from: _from, limit: _limit, ...besides } = choice;
  if (Object.values(besides).every((value) => value === undefined)) return undefined;
  return after === undefined
    ? { ...choice, to }
    : { ...choice, to: Math.min(to ?? Infinity, after.createdAt + 1) };
}

/** Text fields of these events, by key. */
const textKeys = ["text", "whisper", "summary"] as const;
const saidTypes = ["caller", "agent", "transfer", "outcome"];
/** Limit for one call. */
const termsMax = 5_000;

/** Search words of a call: from the stored texts, so no masked words. */
export function termsOf(accountId: string, events: readonly StoredEvent[]): readonly string[] {
  const texts = events
    .filter(({ type }) => saidTypes.includes(type))
    .flatMap(({ data }) => textKeys.map((key) => data[key]).filter((text) => typeof text === "string"));
  return termsIn(accountId, texts);
}

function termsIn(accountId: string, texts: readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const text of texts) for (const word of wordsIn(text)) words.add(word);
  return [...words].slice(0, termsMax).map((word) => hashOf(accountId, word));
}

/** 48 bits: with a million words, one search in hundreds of millions finds an extra call. */
const hashChars = 12;
const wordCharsMax = 64;

/**
 * Hashes, because index orders keep some of the deleted values. Each account has its own, so a word is never looked
 * up among other accounts' calls.
 */
function hashOf(accountId: string, word: string): string {
  return new Bun.CryptoHasher("sha256").update(`${accountId} ${word}`).digest("hex").slice(0, hashChars);
}

/** These scripts have no spaces between words: each sign is a word, and each pair. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Words in lower case, without accents. */
function* wordsIn(text: string): Generator<string> {
  const plain = text.normalize("NFKD").toLowerCase().replaceAll(/\p{M}/gu, "");
  for (const [run] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!unspaced.test(run)) {
      yield run.slice(0, wordCharsMax);
      continue;
    }
    const signs = Array.from(run);
    for (const [at, sign] of signs.entries()) {
      yield sign;
      const next = signs[at + 1];
      if (next !== undefined) yield sign + next;
    }
  }
}

interface LatencyRow {
  readonly day: string;
  readonly uptoMs: number;
  readonly answers: number;
}

type DayRow = Omit<DayFigures, "latencies"> & { readonly accountId: string };

/** Days with their latencies, both in order. */
export function dayRows(days: readonly DayRow[], latencies: readonly LatencyRow[]): readonly DayFigures[] {
  const byDay = Map.groupBy(latencies, ({ day }) => day);
  return days.map(({ accountId: _account, ...day }) => ({
    ...day,
    latencies: (byDay.get(day.day) ?? []).map(({ uptoMs, answers }): readonly [number, number] => [
      uptoMs,
      answers,
    ]),
  }));
}

interface FlowSums extends FlowFigures {
  readonly flowId: string;
  readonly revision: number;
}

/** Figures without the values that stand for "none". */
export function flowFigures({ flowId, revision, ...sums }: FlowSums): FlowFigures {
  return { flowId: flowId === "" ? null : flowId, revision: revision === 0 ? null : revision, ...sums };
}

/** Rows with their tags; the tags are in order. */
export function withTags<R extends { readonly id: string }>(
  rows: readonly R[],
  tags: readonly { readonly sessionId: string; readonly tag: string }[],
): readonly (R & { readonly tags: readonly string[] })[] {
  const bySession = Map.groupBy(tags, ({ sessionId }) => sessionId);
  return rows.map((row) => ({ ...row, tags: (bySession.get(row.id) ?? []).map(({ tag }) => tag) }));
}
