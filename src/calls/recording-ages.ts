// Recording retention: for how many days each session's recordings are kept, by what its account says of it.

import type { Store } from "../../db/port/store.ts";
import { daysFor, type RetentionDays } from "../cloud/account-retention.ts";
import type { RecordingsOptions } from "./recordings.ts";

/** Those of a session that was erased are kept not at all. */
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
      owners.map(({ sessionId, accountId, isErased }) => [
        sessionId,
        isErased ? Number.NEGATIVE_INFINITY : daysFor(days, rules.get(accountId ?? "")).audio,
      ]),
    );
  };
}
