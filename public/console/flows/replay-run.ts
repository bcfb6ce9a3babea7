// Replay run: reads the pages that POST /v1/flows/{id}/replay returns, and counts their results. Pure.

import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";

export const replayResults = [
  "lost",
  "changed",
  "differs_already",
  "reworded",
  "same",
  "not_replayed",
] as const;
export type ReplayResult = (typeof replayResults)[number];

export interface ReplaySide {
  readonly outcome: string | undefined;
  /** The end as a sentence. */
  readonly told: string;
  readonly turns: number;
  readonly talk: readonly TalkTurn[];
}

export interface TalkTurn {
  /** Undefined: the agent spoke first. */
  readonly caller: string | undefined;
  readonly agent: string;
}

export interface ReplayRow {
  readonly id: string;
  readonly createdAt: string;
  readonly revision: number | undefined;
  readonly result: ReplayResult;
  /** Why it is not replayed. */
  readonly why: string | undefined;
  readonly before: ReplaySide | undefined;
  readonly after: ReplaySide | undefined;
  /** `guests: 4 → none` */
  readonly values: readonly string[];
  /** Index of the first turn that differs. */
  readonly firstDifference: number | undefined;
  readonly fromRecord: { readonly recorded: string; readonly replayed: string } | undefined;
  readonly unsaid: readonly string[];
  readonly hasStandIns: boolean;
  readonly missesModel: boolean;
}

export interface ReplayPage {
  readonly rows: readonly ReplayRow[];
  readonly next: string | undefined;
}

export function replayPageIn(body: unknown): ReplayPage {
  return { rows: listOf(body, "calls").map(replayRowIn), next: textOf(body, "next_cursor") };
}

export function replayRowIn(body: unknown): ReplayRow {
  const fromRecord = valueOf(body, "from_record");
  return {
    id: textOf(body, "call_id") ?? "",
    createdAt: textOf(body, "created_at") ?? "",
    revision: numberOf(body, "revision"),
    result: replayResults.find((each) => each === textOf(body, "result")) ?? "not_replayed",
    why: textOf(body, "why"),
    before: sideIn(valueOf(body, "before")),
    after: sideIn(valueOf(body, "after")),
    values: listOf(body, "values").map(
      (value) =>
        `${textOf(value, "name") ?? ""}: ${shownValue(valueOf(value, "before"))} → ${shownValue(valueOf(value, "after"))}`,
    ),
    firstDifference: numberOf(body, "first_difference"),
    fromRecord:
      textOf(fromRecord, "recorded") === undefined
        ? undefined
        : {
            recorded: textOf(fromRecord, "recorded") ?? "",
            replayed: textOf(fromRecord, "replayed") ?? "",
          },
    unsaid: listOf(body, "unsaid").map(String),
    hasStandIns: (numberOf(body, "stand_ins") ?? 0) > 0,
    missesModel: valueOf(body, "misses_model") === true,
  };
}

function sideIn(side: unknown): ReplaySide | undefined {
  const told = textOf(side, "told");
  if (told === undefined) return undefined;
  return {
    outcome: textOf(side, "outcome"),
    told,
    turns: numberOf(side, "turns") ?? 0,
    talk: listOf(side, "talk").map((turn) => ({
      caller: textOf(turn, "caller"),
      agent: textOf(turn, "agent") ?? "",
    })),
  };
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type ReplayCounts = Readonly<Record<ReplayResult, number>>;

export function countsOf(rows: readonly ReplayRow[]): ReplayCounts {
  const counts = Object.fromEntries(replayResults.map((result) => [result, 0])) as Record<
    ReplayResult,
    number
  >;
  for (const { result } of rows) counts[result] += 1;
  return counts;
}

export interface ChangedEnd {
  readonly before: string;
  readonly after: string;
  readonly calls: number;
}

/** Ends that calls had and now have, the most frequent first. */
export function changedEnds(rows: readonly ReplayRow[]): readonly ChangedEnd[] {
  const ends = new Map<string, ChangedEnd>();
  for (const { result, before, after } of rows) {
    if ((result !== "changed" && result !== "lost") || before === undefined || after === undefined) continue;
    if (before.told === after.told) continue;
    const key = JSON.stringify([before.told, after.told]);
    const calls = (ends.get(key)?.calls ?? 0) + 1;
    ends.set(key, { before: before.told, after: after.told, calls });
  }
  return [...ends.values()].toSorted((one, other) => other.calls - one.calls);
}

/** Part of a span of time, from its end to its beginning, that calls back to this one cover: 0 to 1. */
export function shareDone(
  createdAt: string | undefined,
  { fromMs, toMs }: Record<"fromMs" | "toMs", number>,
): number {
  const at = Date.parse(createdAt ?? "");
  if (Number.isNaN(at) || toMs <= fromMs) return 0;
  return Math.min(1, Math.max(0, (toMs - at) / (toMs - fromMs)));
}
