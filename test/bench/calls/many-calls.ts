// Many calls: fills a store with two months of sessions of an account, with words, sums and tags.

import type { NewSession, SessionPatch, StoredSessionEvent } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { random as randomBy } from "../../support/random.ts";

const home = "n1";
const sessionsAtOnce = 200;
const linesEach = 8;
const wordsEach = 12;
const dayMs = 86_400_000;

export interface Calls {
  readonly accountId: string;
  readonly sessions: number;
  /** First of the ids; default 0. */
  readonly first?: number;
  /** Start of the last one, in epoch milliseconds. */
  readonly last: number;
}

export const days = 60;

export const idOf = (n: number): string => `ses_${String(n).padStart(8, "0")}`;

/** Start of the n-th call. */
export function startOf({ last, sessions, first = 0 }: Calls, n: number): number {
  const from = last - days * dayMs;
  return from + Math.floor(((last - from) * (n - first)) / sessions);
}

/** Few words often, most words seldom (Zipf), of 20,000. */
export function wordsBy(seed: number): (count: number) => string {
  const random = randomBy(seed);
  return (count) =>
    Array.from({ length: count }, () => `w${Math.floor(20_000 ** random.next()).toString(36)}`).join(" ");
}

/** Resolves to the duration of a call's end. */
export async function fill(store: Store, calls: Calls): Promise<{ readonly endMs: number }> {
  const words = wordsBy(1);
  const { accountId, sessions, first = 0 } = calls;
  const end = first + sessions;
  let endMs = 0;
  for (let from = first, number = 1; from < end; from += sessionsAtOnce, number++) {
    const part = Array.from({ length: Math.min(sessionsAtOnce, end - from) }, (_, n) => from + n);
    const patches = new Map(
      part.map((n): [string, SessionPatch] => [
        idOf(n),
        {
          status: "running",
          firstConnectedAt: startOf(calls, n),
          transport: n % 3 === 0 ? "webrtc" : "websocket",
        },
      ]),
    );
    const rows = part.map((n) => rowOf(calls, n));
    const events = part.flatMap((n) => eventsOf(n, words));
    await store.sessions.write({ home, number, rows, patches, events, snapshots: new Map() });
    const began = performance.now();
    await store.sessions.settle(
      part.map((n) => ({
        id: idOf(n),
        accountId,
        home,
        patch: {
          status: "ended",
          endedAt: startOf(calls, n) + 60_000,
          connectedMs: 60_000,
          endReason: n % 1_000 < 3 ? "failed" : "completed",
          outcome: n % 2_000 === 5 ? "complained" : "booked",
          costMicros: 2_000_000,
        } as const,
        totalMicros: 0,
        at: startOf(calls, n) + 60_000,
        close: true,
      })),
    );
    endMs += performance.now() - began;
  }
  for (let n = first; n < end; n += Math.ceil(sessions / 50))
    await store.calls.remark({ accountId, sessionId: idOf(n) }, { tags: ["vip"] });
  return { endMs: endMs / sessions };
}

function rowOf(calls: Calls, n: number): NewSession {
  return {
    id: idOf(n),
    accountId: calls.accountId,
    flowId: `flow_${n % 20}`,
    flowRevision: 1 + (n % 7),
    context: { customer: n },
    metadata: { campaign: "autumn" },
    providers: {},
    home,
    at: startOf(calls, n),
  };
}

function eventsOf(n: number, words: (count: number) => string): StoredSessionEvent[] {
  const sessionId = idOf(n);
  return Array.from({ length: linesEach }, (_, line): StoredSessionEvent[] => {
    const atMs = line * 4_000;
    const text = ["yes", words(wordsEach), ...(line === 0 ? seldom(n) : [])].join(" ");
    if (line % 2 === 0) return [{ sessionId, atMs, type: "caller", data: { text, by: "voice" } }];
    return [
      { sessionId, atMs, type: "agent", data: { reply: line, text } },
      { sessionId, atMs, type: "latency", data: { turn: line, audioMs: 300 + ((n * 7 + line) % 900) } },
    ];
  }).flat();
}

/** One call in 10,000 has the first word, and 5,000 consecutive calls have the other. */
function seldom(n: number): readonly string[] {
  return [...(n % 10_000 === 7 ? ["zanzibar"] : []), ...(n >= 20_000 && n < 25_000 ? ["christmas"] : [])];
}

const shifted = ["created_at", "started_at", "first_connected_at", "ended_at", "heartbeat_at"];

/**
 * Statements that make this many copies of each existing call, a moment later: writing them one by one takes an hour.
 * `sessionColumns`: all columns of its table.
 */
export function copies(sessionColumns: readonly string[], { each, sessions }: Calls & { each: number }) {
  const stepMs = Math.floor((days * dayMs) / (sessions * (each + 1)));
  const one = (copy: number): readonly string[] => {
    const at = copy * stepMs;
    const id = (column: string): string => `'ses_' || ${copy} || substr(${column}, 4)`;
    const values = sessionColumns.map((name) =>
      name === "id" ? id("id") : shifted.includes(name) ? `${name} + ${at}` : name,
    );
    const own = "id LIKE 'ses\\_0%' ESCAPE '\\'";
    return [
      `INSERT INTO sessions (${sessionColumns.join(", ")}) SELECT ${values.join(", ")} FROM sessions WHERE ${own}`,
      `INSERT INTO session_events (session_id, at_ms, type, data) SELECT ${id("session_id")}, at_ms, type, data
        FROM session_events WHERE session_${own}`,
      `INSERT INTO call_words (number, session_id, terms) SELECT number + ${at * 1_024}, ${id("session_id")}, terms
        FROM call_words WHERE session_${own}`,
    ];
  };
  const all = each + 1;
  return [
    ...Array.from({ length: each }, (_, n) => one(n + 1)).flat(),
    `UPDATE call_days SET calls = calls * ${all}, failed = failed * ${all}, cost_micros = cost_micros * ${all}`,
    `UPDATE call_day_latencies SET answers = answers * ${all}`,
  ];
}
