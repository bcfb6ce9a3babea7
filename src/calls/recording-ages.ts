// Recording retention: the days for which each session's recordings are stored, by its account and its flow, and
// their part of the account's storage.

import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { daysFor, type RetentionDays } from "../cloud/account-retention.ts";
import { idsAtOnce, type RecordingsOptions } from "./recordings.ts";

/** Recordings of an erased session are not stored at all. */
export function recordingAges(
  { retention }: Pick<Store, "retention">,
  days: RetentionDays,
): NonNullable<RecordingsOptions["ageOf"]> {
  return async (sessionIds) => {
    const owners = await retention.owners(sessionIds);
    const accounts = [...new Set(owners.flatMap(({ accountId }) => accountId ?? []))];
    const rules = new Map(
      await Promise.all(accounts.map(async (id) => [id, await retention.rules(id)] as const)),
    );
    return new Map(
      owners.map(({ sessionId, accountId, audioDays, isErased }) => {
        const { audio } = daysFor(days, rules.get(accountId ?? ""));
        return [sessionId, isErased ? Number.NEGATIVE_INFINITY : Math.min(audio, audioDays ?? audio)];
      }),
    );
  };
}

/** `here`: name of the directory's place, which outlives this process; undefined if there is only one place. */
export function recordingTotals(
  { retention }: Pick<Store, "retention">,
  clock: Pick<Clock, "wall">,
  here = "here",
): NonNullable<RecordingsOptions["counted"]> {
  return async (where, bytes) => {
    const ids = [...bytes.keys()];
    const sums = new Map<string, number>();
    for (let at = 0; at < ids.length; at += idsAtOnce)
      for (const { sessionId, accountId } of await retention.owners(ids.slice(at, at + idsAtOnce)))
        if (accountId !== null) sums.set(accountId, (sums.get(accountId) ?? 0) + (bytes.get(sessionId) ?? 0));
    const accounts = Array.from(sums, ([accountId, sum]) => ({ accountId, bytes: sum }));
    await retention.setRecorded(where === "here" ? here : where, { at: clock.wall(), accounts });
  };
}
