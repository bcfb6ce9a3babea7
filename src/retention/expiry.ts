// Expiry: deletes data beyond its retention, class by class and account by account, in small slices beside the calls,
// by one node for all.

import type { ExpiredSlice, Expiry as Expiring } from "../../db/port/retention-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, delay } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { daysFor, type RetentionDays } from "../cloud/account-retention.ts";
import type { Slices } from "./slices.ts";

export interface ExpiryOptions {
  readonly store: Pick<Store, "retention" | "nodes" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  /** `at`: now, by the clock of all nodes. */
  readonly node: { readonly id: string; readonly at: number };
  readonly slices: Slices;
  /** The deployment's longest retention of each class. */
  readonly days: RetentionDays;
  /** Rest between two slices, in milliseconds: no client waits, and the disk has other work. */
  readonly restMs: number;
}

const dayMs = 86_400_000;
const everyMs = 3_600_000;
const leadMs = 60_000;
const patienceMs = 3_600_000;
const accountsAtOnce = 100;
/** Numbers last: they outlive the rest of a session. */
const inOrder = ["words", "values", "numbers"] as const;

/** Owner name in the queue of bulk work. */
const retention = "";
/** Removing the words of a session from the index takes as long as dozens of rows. */
const rowsOfSession = 50;
const sizeOf = (rowsMax: number) => ({
  rowsMax,
  sessionsMax: Math.max(1, Math.floor(rowsMax / rowsOfSession)),
});

type Counts = Record<Expiring["of"], number>;

export class Expiry implements AsyncDisposable {
  readonly #o: ExpiryOptions;
  readonly #task: PeriodicTask;
  readonly #over = new AbortController();

  constructor(options: ExpiryOptions) {
    const { clock, log } = options;
    this.#o = options;
    const failed = (error: unknown): void => log.error("retention.failed", { error });
    this.#task = new PeriodicTask({ clock, everyMs, patienceMs, work: () => this.round(), failed });
    this.#task.soon();
  }

  /** Starts a round soon: a retention was shortened. */
  soon(): void {
    this.#task.soon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#task[Symbol.asyncDispose]();
  }

  /** @internal One round, if this node's turn. Rejects if the store does. */
  async round(): Promise<void> {
    const { store, clock, log, slices, days } = this.#o;
    const gone: Counts = { words: 0, values: 0, numbers: 0 };
    if (!(await this.#leads())) return;
    await this.#expire(null, daysFor(days, undefined), gone);
    for (let after = ""; ;) {
      const page = await store.retention.accounts({ after, limit: accountsAtOnce });
      for (const { accountId, rules } of page) await this.#expire(accountId, daysFor(days, rules), gone);
      const last = page.at(-1);
      if (last === undefined || this.#over.signal.aborted || !(await this.#leads())) break;
      after = last.accountId;
    }
    await this.#expireSlices(
      (of) => (rowsMax) => store.retention.expireByFlow({ of, ...sizeOf(rowsMax), at: clock.wall() }),
      gone,
    );
    // By then every node has deleted their files by age.
    await store.retention.forgetErased(clock.wall() - (days.audio + 1) * dayMs);
    await store.retention.forgetErasures(clock.wall() - days.numbers * dayMs);
    if (gone.words + gone.values + gone.numbers === 0) return;
    await store.retention.clean();
    log.info("retention.removed", { ...gone, longestMs: Math.round(slices.longestMs * 10) / 10 });
  }

  async #leads(): Promise<boolean> {
    const { store, node } = this.#o;
    const lead = { name: "retention", nodeId: node.id, forMs: leadMs, at: node.at };
    return !store.isShared || (await store.nodes.lead(lead));
  }

  async #expire(accountId: string | null, days: RetentionDays, gone: Counts): Promise<void> {
    const { store, clock } = this.#o;
    await this.#expireSlices(
      (of) => (rowsMax) => {
        const at = clock.wall();
        return store.retention.expire({
          of,
          accountId,
          before: at - days[of] * dayMs,
          ...sizeOf(rowsMax),
          at,
        });
      },
      gone,
    );
  }

  async #expireSlices(
    sliceOf: (of: Expiring["of"]) => (rowsMax: number) => Promise<ExpiredSlice>,
    gone: Counts,
  ): Promise<void> {
    const { clock, slices, restMs } = this.#o;
    for (const of of inOrder) {
      for (let isAll = false; !isAll && !this.#over.signal.aborted;) {
        const slice = await slices.run(retention, sliceOf(of));
        gone[of] += slice.rows;
        ({ isAll } = slice);
        if (slice.rows === 0) continue;
        if (restMs > 0) await delay(clock, restMs, this.#over.signal).catch(() => undefined);
      }
    }
  }
}
