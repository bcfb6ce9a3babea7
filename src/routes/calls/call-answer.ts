// Call answer: the fields of a call in routes, as JSON and as a line of CSV, and the figures of days.

import type {
  CallChoice,
  CallPage,
  CallRow,
  DayFigures,
  Figures,
  FlowFigures,
} from "../../../db/port/call-store.ts";
import type { DoneDelivery } from "../../../db/port/outbox-store.ts";
import type { LedgerEntry } from "../../../db/port/ledger-store.ts";
import { Fault } from "../../base/fault.ts";
import { microsPerCent } from "../../billing/price.ts";
import type { WaitingDelivery } from "../../hooks/delivery.ts";
import { typeIn } from "../../hooks/hook-event.ts";
import { openParties } from "../../cloud/phone/phone-seal.ts";
import type { SubjectIndex } from "../../cloud/subject-index.ts";
import type { Vault } from "../../cloud/vault.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { csvCell } from "./csv-cell.ts";
import type { callQuery } from "./call-schemas.ts";

export interface CallFacts {
  readonly sessions: Pick<Sessions, "connectedMs">;
  /** Opens the numbers of telephone calls. */
  readonly vault: Pick<Vault, "open">;
}

export function callOf(row: CallRow, { sessions, vault }: CallFacts) {
  const { from, to } = row.parties === null ? {} : openParties(vault, row.id, row.parties);
  // The row is up to a heartbeat behind.
  const runs = row.endedAt === null ? sessions.connectedMs(row.id) : undefined;
  return {
    id: row.id,
    created_at: timeOf(row.createdAt),
    started_at: row.firstConnectedAt === null ? null : timeOf(row.firstConnectedAt),
    ended_at: row.endedAt === null ? null : timeOf(row.endedAt),
    status: row.status,
    end_reason: row.endReason,
    flow_id: row.flowId,
    flow_name: row.flowName,
    flow_revision: row.flowRevision,
    transport: row.transport,
    direction: row.direction,
    from_number: from ?? null,
    to_number: to ?? null,
    duration_ms: Math.round(runs ?? row.connectedMs),
    outcome: row.outcome,
    latency_p95_ms: row.latencyP95Ms,
    interruptions: row.interruptions,
    trouble: row.trouble,
    cost_cents: row.costMicros / microsPerCent,
    tags: [...row.tags],
    note: row.note,
  };
}

export type CallEntry = ReturnType<typeof callOf>;

function timeOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Selection of a query. Throws `request/bad-query` for a day outside the calendar. */
export function choiceOf(
  accountId: string,
  query: typeof callQuery.static,
  hashOf: SubjectIndex["hashOf"],
): CallChoice {
  const { q, failed, from, to, flow_id: flowId, end_reason: endReason } = query;
  const { status, outcome, transport, direction, tag, trouble } = query;
  const range = { from: momentOf(from, "from"), to: momentOf(to, "to") };
  if (range.from !== undefined && range.to !== undefined && range.from > range.to)
    throw badQuery("to", `Must not be before "from" (${from}), but is ${to}`);
  const subjectHash = query.subject === undefined ? undefined : hashOf(accountId, query.subject);
  return {
    accountId,
    words: q === undefined || q.trim() === "" ? undefined : q,
    flowId,
    status,
    endReason,
    outcome,
    transport,
    direction,
    subjectHash,
    tag,
    failed: failed === undefined ? undefined : failed === "true",
    trouble,
    ...range,
  };
}

/** Throws `request/bad-query` for a day outside the calendar. */
export function momentOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw badQuery(name, `Is not a date: ${text}`);
}

function badQuery(name: string, detail: string): Fault {
  const errors = [{ pointer: `/${name}`, detail }];
  return new Fault("request/bad-query", `The query does not fit its schema at "/${name}": ${detail}`, {
    errors,
  });
}

/** Every value that the schema accepts is a cursor. */
export function afterOf(cursor: string | undefined): CallPage["after"] {
  if (cursor === undefined) return undefined;
  const dot = cursor.indexOf(".");
  return { createdAt: Number(cursor.slice(0, dot)), id: cursor.slice(dot + 1) };
}

export function cursorOf({ createdAt, id }: Pick<CallRow, "createdAt" | "id">): string {
  return `${createdAt}.${id}`;
}

const columns = [
  "id",
  "created_at",
  "started_at",
  "ended_at",
  "status",
  "end_reason",
  "flow_id",
  "flow_name",
  "flow_revision",
  "transport",
  "direction",
  "from_number",
  "to_number",
  "duration_ms",
  "outcome",
  "latency_p95_ms",
  "interruptions",
  "trouble",
  "cost_cents",
  "tags",
  "note",
] as const satisfies readonly (keyof CallEntry)[];

export const csvHead = `${columns.join(",")}\r\n`;

/** Line by RFC 4180; tags are separated by a space. */
export function csvLine(call: CallEntry): string {
  const cells = columns.map((name) => (name === "tags" ? call.tags.join(" ") : call[name]));
  return `${cells.map(csvCell).join(",")}\r\n`;
}

export function entryOfLedger({ id, at, kind, micros, note }: LedgerEntry) {
  return { id, at: timeOf(at), kind, cents: micros / microsPerCent, note };
}

export function waitingOf({ nextAt, body, ...delivery }: WaitingDelivery) {
  const { attempts } = delivery;
  return {
    ...sentTo(delivery),
    event: typeIn(body) ?? null,
    status:
      nextAt === null ? ("behind" as const) : attempts > 0 ? ("retrying" as const) : ("waiting" as const),
    last_error: null,
    next_at: nextAt === null ? null : timeOf(nextAt),
    delivered_at: null,
    can_retry: nextAt !== null,
  };
}

export function doneOf({ event, lastError, doneAt, body, ...delivery }: DoneDelivery) {
  const isTaken = lastError === null;
  return {
    ...sentTo(delivery),
    event: event === "" ? null : event,
    status: isTaken ? ("delivered" as const) : ("given_up" as const),
    last_error: lastError,
    next_at: null,
    delivered_at: isTaken ? timeOf(doneAt) : null,
    can_retry: body !== null,
  };
}

function sentTo({ id, signer, url, attempts }: Pick<DoneDelivery, "id" | "signer" | "url" | "attempts">) {
  return { id: String(id), hook_id: signer.startsWith("hook_") ? signer : null, url, attempts };
}

const dayMs = 86_400_000;
const msPerMinute = 60_000;

/** First of this number of days, the last of which is today. */
export function firstDay(days: number, at: number): string {
  return dayAt(at - (days - 1) * dayMs);
}

function dayAt(epochMs: number): string {
  return timeOf(epochMs).slice(0, 10);
}

/** Figures of this number of days up to today, including days without a call. */
export function figuresOf({ running, days: dayFigures }: Figures, days: number, at: number) {
  const byDay = new Map(dayFigures.map((day) => [day.day, day]));
  const all = Array.from({ length: days }, (_, n) => dayAt(at - (days - 1 - n) * dayMs));
  return {
    now: { calls: running },
    today: sumsOf(byDay.get(dayAt(at))),
    days: all.map((day) => ({ day, ...sumsOf(byDay.get(day)) })),
  };
}

/** Figures for each flow, summed over its revisions. */
export function figuresByFlow(figures: readonly FlowFigures[], names: ReadonlyMap<string, string>) {
  const byFlow = Map.groupBy(figures, ({ flowId }) => flowId);
  return Array.from(byFlow, ([flowId, revisions]) => {
    const sum = (of: (each: FlowFigures) => number): number =>
      revisions.reduce((all, each) => all + of(each), 0);
    return {
      flow_id: flowId,
      flow_name: flowId === null ? null : (names.get(flowId) ?? null),
      calls: sum(({ calls }) => calls),
      failed: sum(({ failed }) => failed),
      minutes: sum(({ connectedMs }) => connectedMs) / msPerMinute,
      cost_cents: sum(({ costMicros }) => costMicros) / microsPerCent,
    };
  }).toSorted((a, b) => b.cost_cents - a.cost_cents);
}

function sumsOf(day: DayFigures | undefined) {
  const { calls = 0, failed = 0, connectedMs = 0, costMicros = 0, latencies = [] } = day ?? {};
  return {
    calls,
    succeeded: calls - failed,
    failed,
    minutes: connectedMs / msPerMinute,
    cost_cents: costMicros / microsPerCent,
    latency_p50_ms: percentile(latencies, 0.5),
    latency_p95_ms: percentile(latencies, 0.95),
  };
}

/** Upper bound of the class that contains this quantile of all answers. */
function percentile(latencies: DayFigures["latencies"], share: number): number | null {
  const all = latencies.reduce((sum, [, answers]) => sum + answers, 0);
  let left = Math.ceil(all * share);
  for (const [uptoMs, answers] of latencies) {
    left -= answers;
    if (left <= 0) return uptoMs;
  }
  return null;
}
