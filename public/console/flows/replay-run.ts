// Replay run: the counted results of a replay, and its progress. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";

export type ReplayRow = ApiAnswer<"POST /v1/flows/:flow_id/replay">["calls"][number];
export type ReplaySide = NonNullable<ReplayRow["before"]>;
export type ReplayResult = ReplayRow["result"];

export const replayResults = [
  "lost",
  "changed",
  "differs_already",
  "reworded",
  "same",
  "not_replayed",
] as const satisfies readonly ReplayResult[];

/** `guests: 4 → none` */
export function valueChange({ name, before, after }: ReplayRow["values"][number]): string {
  return `${name}: ${shownValue(before)} → ${shownValue(after)}`;
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type ReplayCounts = Readonly<Record<ReplayResult, number>>;

export function countsOf(rows: readonly Pick<ReplayRow, "result">[]): ReplayCounts {
  const counts = Object.fromEntries(replayResults.map((result) => [result, 0])) as Record<
    ReplayResult,
    number
  >;
  for (const { result } of rows) counts[result] += 1;
  return counts;
}

type EndedRow = { readonly result: ReplayResult } & Record<
  "before" | "after",
  { readonly told: string } | null
>;

export interface ChangedEnd {
  readonly before: string;
  readonly after: string;
  readonly calls: number;
}

/** Old and new ends of calls, the most frequent first. */
export function changedEnds(rows: readonly EndedRow[]): readonly ChangedEnd[] {
  const ends = new Map<string, ChangedEnd>();
  for (const { result, before, after } of rows) {
    if ((result !== "changed" && result !== "lost") || before === null || after === null) continue;
    if (before.told === after.told) continue;
    const key = JSON.stringify([before.told, after.told]);
    const calls = (ends.get(key)?.calls ?? 0) + 1;
    ends.set(key, { before: before.told, after: after.told, calls });
  }
  return [...ends.values()].toSorted((one, other) => other.calls - one.calls);
}

/** Share of a time span, from its end to its beginning, that the calls back to this one cover: 0 to 1. */
export function shareDone(
  createdAt: string | undefined,
  { fromMs, toMs }: Record<"fromMs" | "toMs", number>,
): number {
  const at = Date.parse(createdAt ?? "");
  if (Number.isNaN(at) || toMs <= fromMs) return 0;
  return Math.min(1, Math.max(0, (toMs - at) / (toMs - fromMs)));
}
