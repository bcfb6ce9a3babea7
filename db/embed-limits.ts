// Embed limits: whether an embed may have one more session, or a session of it one more minute. Pure.

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { EmbedRefusal, EmbedRow, EmbedUse } from "./port/embed-store.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
export const minuteMs = 60_000;

/** Start times from which sessions count, for the limits of an hour and of a day (UTC). Epoch milliseconds. */
export function embedWindows(at: number): { readonly hour: number; readonly day: number } {
  return { hour: at - hourMs, day: at - (at % dayMs) };
}

/** Milliseconds of a session, by its columns; a running one has its minute to the end. */
export function reservedMs(of: { readonly status: SQLWrapper; readonly connectedMs: SQLWrapper }): SQL {
  return sql`CASE ${of.status} WHEN 'ended' THEN ${of.connectedMs} ELSE (${of.connectedMs} / 60000 + 1) * 60000 END`;
}

/** Requested amounts on top of the used ones. */
export interface EmbedWish {
  /** Undefined: no new session, so their number does not matter. */
  readonly sessions?: number;
  readonly ms: number;
  readonly micros: number;
}

/** Reason of a refusal; undefined: allowed. */
export function embedRefusal(
  embed: EmbedRow,
  use: EmbedUse,
  { at, ...more }: EmbedWish & { readonly at: number },
): EmbedRefusal | undefined {
  const { sessionsPerHour, minutesPerDay, budgetMicros, usedMicros } = embed;
  if (embed.revokedAt !== null) return "revoked";
  if (embed.expiresAt !== null && embed.expiresAt <= at) return "expired";
  if (more.sessions !== undefined && isOver(use.sessions + more.sessions, sessionsPerHour)) return "sessions";
  if (isOver(use.reservedMs + more.ms, minutesPerDay === null ? null : minutesPerDay * minuteMs))
    return "minutes";
  return isOver(usedMicros + more.micros, budgetMicros) ? "budget" : undefined;
}

function isOver(amount: number, most: number | null): boolean {
  return most !== null && amount > most;
}
