// Account erasure: deletes everything that a deleted account owned: its calls end first, then its sessions with their
// recordings go one by one, then everything except the ledger and the audit log. Done by one node at a time, and
// resumed after a crash.

import type { LeavingAccount } from "../../db/port/account-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { entryOf } from "../cloud/audit-trail.ts";
import type { SessionEraser } from "./session-eraser.ts";
import type { Slices } from "./slices.ts";

export interface AccountErasuresOptions {
  readonly store: Pick<Store, "of" | "accounts" | "retention" | "nodes" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  /** `at`: now, by the clock of all nodes. */
  readonly node: { readonly id: string; readonly at: number };
  readonly eraser: SessionEraser;
  readonly slices: Slices;
  /** Ends the sessions of an account that run here. */
  readonly end: (accountId: string) => void;
  /** Deletes the files of its recorded sounds. */
  readonly eraseSounds: (accountId: string) => Promise<void>;
}

/** Interval of attempts, for calls that end and for nodes that return. */
const everyMs = 10_000;
/** Interval without work, where no other process can delete an account. */
const restMs = 3_600_000;
const leadMs = 30_000;
/** Time of one node for a round, enough for thousands of sessions with recordings in a storage. */
const patienceMs = 600_000;
const sessionsAtOnce = 50;
/** Requests that began before the deletion may still have written rows until then. */
const graceMs = 60_000;

const bySystem = { actor: { kind: "system", id: null, address: null }, requestId: null } as const;

export class AccountErasures implements AsyncDisposable {
  readonly #o: AccountErasuresOptions;
  readonly #task: PeriodicTask;
  #isOver = false;
  #waits = true;

  /** Resumes another process's leftovers at once. */
  constructor(options: AccountErasuresOptions) {
    const { clock, log, store } = options;
    this.#o = options;
    const failed = (error: unknown): void => log.error("account-erasures.failed", { error });
    const pause = (): number => (store.isShared || this.#waits ? everyMs : restMs);
    this.#task = new PeriodicTask({ clock, everyMs: pause, patienceMs, work: () => this.#round(), failed });
    this.#task.soon();
  }

  /** An account was deleted. */
  left(accountId: string): void {
    this.#o.end(accountId);
    this.#waits = true;
    this.#task.soon();
  }

  /** The next process, or another node, continues the work. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#task[Symbol.asyncDispose]();
  }

  async #round(): Promise<void> {
    const { store, node, log } = this.#o;
    const leaving = await store.accounts.leaving();
    this.#waits = leaving.length > 0;
    if (!this.#waits) return;
    const lead = { name: "account-erasures", nodeId: node.id, forMs: leadMs, at: node.at };
    if (store.isShared && !(await store.nodes.lead(lead))) return;
    const gone: string[] = [];
    for (const account of leaving) {
      try {
        if (await this.#erase(account)) gone.push(account.id);
        if (store.isShared) await store.nodes.lead({ ...lead, at: node.at });
      } catch (error) {
        log.warn("account-erasure.waits", { account: account.id, error });
      }
    }
    if (gone.length > 0 && (await store.retention.clean())) await this.#finish(gone);
  }

  /** True if nothing is left of it, and nothing can be added. */
  async #erase({ id, deletedAt }: LeavingAccount): Promise<boolean> {
    const { store, clock, slices, end, eraseSounds } = this.#o;
    const from = clock.wall();
    // Includes calls begun since.
    end(id);
    if (!(await this.#eraseSessions(id))) return false;
    await eraseSounds(id);
    while (!(await slices.run(id, (rowsMax) => store.accounts.erase({ id, rowsMax }))))
      if (this.#isOver) return false;
    return from - deletedAt >= graceMs;
  }

  /** False while a call of it is running. */
  async #eraseSessions(accountId: string): Promise<boolean> {
    const { store, eraser } = this.#o;
    const { sessions } = store.of(accountId);
    for (;;) {
      const sessionRows = await sessions.list(accountId, sessionsAtOnce);
      let erased = 0;
      for (const { id: sessionId } of sessionRows) {
        if (this.#isOver) return false;
        if (await eraser.erase({ accountId, sessionId })) erased += 1;
      }
      if (sessionRows.length === 0) return true;
      if (erased === 0) return false;
    }
  }

  async #finish(ids: readonly string[]): Promise<void> {
    const { store, clock, log } = this.#o;
    for (const id of ids) {
      const at = clock.wall();
      const acts = [id, undefined].map(
        (accountId) => ({ accountId, at, action: "account.erased", target: id }) as const,
      );
      await store.accounts.erased(
        { id, at },
        acts.map((act) => entryOf(bySystem, act)),
      );
      log.info("account.erased", { account: id });
    }
  }
}
