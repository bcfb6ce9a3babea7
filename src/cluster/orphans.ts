// Orphaned sessions: sessions open at this node in the store but unknown to the node, because the answer to their
// beginning was lost. They are ended, or their money would be held for ever.

import type { CrashedSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";

export interface OrphansOptions {
  readonly store: Pick<Store, "sessions">;
  readonly clock: Pick<Clock, "wall">;
  readonly log: Log;
  readonly node: { readonly id: string };
  /** True if this node has the session, or has something of it to write. */
  readonly knows: (sessionId: string) => boolean;
  /** Receives ended sessions with hooks. */
  readonly tellOfCrash: (crashed: readonly CrashedSession[]) => Promise<void>;
}

export const orphansEveryMs = 30_000;
/** The beginning of a younger session may be under way. */
const ageMsMin = 60_000;

export class Orphans {
  readonly #o: OrphansOptions;
  /** Unknown at the last look; they may be on their way to this node, such as an adopted one. */
  #unknown: ReadonlySet<string> = new Set();

  constructor(options: OrphansOptions) {
    this.#o = options;
  }

  /** Ends sessions that are unknown for the second time. Rejects if the store does. */
  async round(): Promise<void> {
    const { store, clock, log, node, knows, tellOfCrash } = this.#o;
    const { id: home } = node;
    const at = clock.wall();
    const open = await store.sessions.openAt({ home, before: at - ageMsMin });
    const unknown = open.filter((id) => !knows(id));
    const ids = unknown.filter((id) => this.#unknown.has(id));
    this.#unknown = new Set(unknown);
    if (ids.length === 0) return;
    const { sessions, withHooks } = await store.sessions.sweep({ at, home, ids });
    log.warn("sessions.orphaned", { sessions });
    if (withHooks.length > 0) await tellOfCrash(withHooks);
  }
}
