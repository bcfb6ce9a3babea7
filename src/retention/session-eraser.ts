// Session erasure: deletes an ended session: its recordings on every node and in the storage, its pending hook
// deliveries, and last its row, so that an interrupted erasure is found again. Its cost stays in the ledger.

import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Slices } from "./slices.ts";

export interface EraserOptions {
  readonly store: Pick<Store, "retention">;
  readonly clock: Pick<Clock, "wall">;
  readonly slices: Slices;
  /** Deletes the files of sessions, here and on all other nodes, and answers their number. */
  readonly eraseFiles: (sessionIds: readonly string[]) => Promise<number>;
  /** Withdraws undelivered hook events, and answers their number. */
  readonly forgetHooks: (sessionId: string) => Promise<number>;
}

export interface ErasedSession {
  readonly accountId: string;
  readonly sessionId: string;
  /** Erasure whose counts include the deleted rows. */
  readonly erasureId?: string;
}

export class SessionEraser {
  readonly #o: EraserOptions;

  constructor(options: EraserOptions) {
    this.#o = options;
  }

  /**
   * False: it has not ended. Does nothing for a deleted session. Rejects if a node or the storage cannot be reached:
   * a repetition deletes the rest.
   */
  async erase(session: ErasedSession): Promise<boolean> {
    const { store, clock, slices, eraseFiles, forgetHooks } = this.#o;
    const { sessionId, erasureId } = session;
    const audio = await eraseFiles([sessionId]);
    if (erasureId !== undefined && audio > 0) await store.retention.countErased(erasureId, { audio });
    const hooks = await forgetHooks(sessionId);
    if (erasureId !== undefined && hooks > 0) await store.retention.countErased(erasureId, { hooks });
    for (;;) {
      const at = clock.wall();
      const removed = await slices.run(session.accountId, (rowsMax) =>
        store.retention.remove({ ...session, rowsMax, at }),
      );
      if (removed !== "more") return removed !== "open";
    }
  }
}
