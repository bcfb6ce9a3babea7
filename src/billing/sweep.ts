// Crash sweep: at start, ends sessions that a crash left open, and settles what they used up to their last heartbeat.

import { eq, isNull, ne } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { holds, sessions } from "../../db/tables.ts";
import { settle } from "./ledger.ts";

/** Why a session ended that was not ended by anyone. */
const endReason = "crashed";

/** For the start of the server, before any session. Answers with the number of sessions that were left open. */
export function sweep(db: Db, at: number): number {
  return db.transaction(
    (tx) => {
      const left = tx.select().from(sessions).where(ne(sessions.status, "ended")).all();
      const costs = new Map(left.map(({ id, costMicros }) => [id, costMicros]));
      for (const { id, startedAt, heartbeatAt } of left) {
        const endedAt = heartbeatAt ?? startedAt ?? at;
        tx.update(sessions).set({ status: "ended", endedAt, endReason }).where(eq(sessions.id, id)).run();
      }
      // Also holds whose session is not there or already ended: the crash came between the two.
      for (const { sessionId, settledMicros } of tx
        .select()
        .from(holds)
        .where(isNull(holds.closedAt))
        .all()) {
        const recorded =
          costs.get(sessionId) ??
          tx.select().from(sessions).where(eq(sessions.id, sessionId)).get()?.costMicros;
        settle(tx, { sessionId, totalMicros: recorded ?? settledMicros, at, close: true });
      }
      return left.length;
    },
    { behavior: "immediate" },
  );
}
