// Ended call: figures derived from the events of a call: response times, interruptions, and the words that find
// it. Both databases write it in the transaction that ends the session.

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

/** Each class of latencies ends this much later than the one before it: a percentile is right to a twentieth. */
const classRatio = 1.05;
/** No caller waits longer without hanging up. */
const latencyMsMax = 600_000;

/** The end of the class that it falls into, in milliseconds. */
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

/** A provider that answered a second request has not failed. */
function isProviderGone({ type, data }: StoredEvent): boolean {
  const incident = data["incident"] as { readonly action?: unknown } | undefined;
  return type === "provider" && incident?.action !== "retried";
}

/** The reason of the end comes before trouble that the call survived. */
function troubleOf(endReason: string | null, events: readonly StoredEvent[]): Trouble | undefined {
  if (endReason === "lost") return "network";
  if (events.some(isProviderGone)) return "provider";
  // A tool whose result was no longer awaited has not failed.
  const failed = ({ type, data }: StoredEvent): boolean =>
    type === "tool" && data["ok"] === false && data["failure"] !== "cancelled";
  return events.some(failed) ? "tool" : undefined;
}

/** Effect of one transaction on the call part of a session's row. */
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

/** Undefined: nothing that lists or sums tell of. */
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

/** Contribution of an ended call to the sums of its day; undefined for one that never began. */
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

/** Room for as many calls that begin in the same millisecond. */
export const numbersPerMs = 1_024;

/** The hashes that a list asks for; undefined: it asks for no words. Empty: what it asks for is no word. */
export function searchedTerms({ accountId, words }: Pick<CallChoice, "accountId" | "words">) {
  return words === undefined ? undefined : termsIn(accountId, [words]);
}

/**
 * If so few calls are chosen by all but their words, words are looked for in these alone: else a word that is often said
 * would lead through all calls to the few.
 */
export const fewCalls = 1_000;

interface ChosenTables {
  readonly sessions: Readonly<Record<SearchedColumn, Column>>;
  readonly callTags: Table & Readonly<Record<"accountId" | "tag" | "sessionId", Column>>;
}

/** Condition of a list of calls, but for their words. */
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
    // Written out, or the index that has these alone is not used.
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

/** Without their words, what is asked for; undefined: nothing but words and when. */
export function choiceBesideWords({ words: _words, after, to, ...choice }: CallPage): CallChoice | undefined {
  const { accountId: _account, from: _from, limit: _limit, ...besides } = choice;
  if (Object.values(besides).every((value) => value === undefined)) return undefined;
  return after === undefined
    ? { ...choice, to }
    : { ...choice, to: Math.min(to ?? Infinity, after.createdAt + 1) };
}

/** Text of these, under which keys it stands. */
const textKeys = ["text", "whisper", "summary"] as const;
const saidTypes = ["caller", "agent", "transfer", "outcome"];
/** Limit for one call. */
const termsMax = 5_000;

/** By what a call is found: what was said as it is stored, so nothing that is masked there. */
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

/** 48 bits: of a million words, one search in hundreds of millions finds a call too many. */
const hashChars = 12;
const wordCharsMax = 64;

/**
 * Hashes, because the orders of indexes keep some of the deleted values. Each account has its own, so a word is never
 * looked up among other accounts' calls.
 */
function hashOf(accountId: string, word: string): string {
  return new Bun.CryptoHasher("sha256").update(`${accountId} ${word}`).digest("hex").slice(0, hashChars);
}

/** These write without spaces: each sign is found, and each pair. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** In small letters and without accents. */
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

/** Days with their latencies, both in their order. */
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

type SumRow = Readonly<Record<"calls" | "failed" | "connectedMs" | "costMicros", number | string>>;

/** As the sums are stored, of which each database has numbers of its own kind. */
export function flowFigures({
  flowId,
  revision,
  ...sums
}: SumRow & { readonly flowId: string; readonly revision: number }): FlowFigures {
  return {
    flowId: flowId === "" ? null : flowId,
    revision: revision === 0 ? null : revision,
    calls: Number(sums.calls),
    failed: Number(sums.failed),
    connectedMs: Number(sums.connectedMs),
    costMicros: Number(sums.costMicros),
  };
}

/** Rows with their tags, which are in their order. */
export function withTags<R extends { readonly id: string }>(
  rows: readonly R[],
  tags: readonly { readonly sessionId: string; readonly tag: string }[],
): readonly (R & { readonly tags: readonly string[] })[] {
  const bySession = Map.groupBy(tags, ({ sessionId }) => sessionId);
  return rows.map((row) => ({ ...row, tags: (bySession.get(row.id) ?? []).map(({ tag }) => tag) }));
}
