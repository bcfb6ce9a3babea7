// Subject erasure: deletes all sessions of one subject. An erasure is recorded before its work, is done by one node
// at a time, continues after a crash, waits for a running session of the subject, and leaves a receipt.

import { createHash } from "node:crypto";
import { addCounts, type ErasureRow } from "../../db/port/retention-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import type { ErasedSubject } from "../hooks/subject-event.ts";
import type { SessionEraser } from "./session-eraser.ts";

export interface ErasuresOptions {
  readonly store: Pick<Store, "of" | "retention" | "nodes" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  /** `at`: now, by the clock of all nodes. */
  readonly node: { readonly id: string; readonly at: number };
  readonly eraser: SessionEraser;
  /** Notifies the account's hooks for this event; resolves when that is stored. */
  readonly told: (erased: ErasedSubject) => Promise<void>;
}

/** Interval of attempts, for nodes that return, sessions that end and backups that finish. */
const everyMs = 10_000;
/** Interval without work, where no other process can ask for an erasure. */
const restMs = 3_600_000;
const leadMs = 30_000;
/** Time of one node for a round, enough for a subject with thousands of sessions and recordings in a storage. */
const patienceMs = 600_000;
const sessionsAtOnce = 50;
/** Erasures of one account. Each is checked in every round. */
const runningMax = 1_000;

export class Erasures implements AsyncDisposable {
  readonly #o: ErasuresOptions;
  readonly #task: PeriodicTask;
  #isOver = false;
  /** True if an erasure is incomplete. */
  #waits = true;

  /** Resumes another process's leftovers at once. */
  constructor(options: ErasuresOptions) {
    const { clock, log } = options;
    this.#o = options;
    const failed = (error: unknown): void => log.error("erasures.failed", { error });
    const { isShared } = options.store;
    const pause = (): number => (isShared || this.#waits ? everyMs : restMs);
    this.#task = new PeriodicTask({ clock, everyMs: pause, patienceMs, work: () => this.round(), failed });
    this.#task.soon();
  }

  /** A running erasure of this subject is reused. Rejects with `request/limit` if too many run. */
  async ask(of: { readonly accountId: string; readonly subjectHash: string }): Promise<ErasureRow> {
    const { store, clock } = this.#o;
    const running = await store.retention.runningErasures();
    const same = running.find(
      ({ accountId, subjectHash }) => accountId === of.accountId && subjectHash === of.subjectHash,
    );
    if (same === undefined && running.filter((each) => each.accountId === of.accountId).length >= runningMax)
      throw new Fault(
        "request/limit",
        `An account has at most ${runningMax} erasures under way: wait for some.`,
        {
          retryAfterSeconds: everyMs / 1_000,
        },
      );
    const at = clock.wall();
    const erasure = same ?? (await store.retention.addErasure({ ...of, id: newId("era", at), at }));
    this.#waits = true;
    this.#task.soon();
    return erasure;
  }

  /** The next process, or another node, continues the work. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#task[Symbol.asyncDispose]();
  }

  /** @internal One round, if this node's turn. Rejects if the store does. */
  async round(): Promise<void> {
    const { store, node, log } = this.#o;
    const running = await store.retention.runningErasures();
    this.#waits = running.length > 0;
    if (!this.#waits) return;
    const lead = { name: "erasures", nodeId: node.id, forMs: leadMs, at: node.at };
    if (store.isShared && !(await store.nodes.lead(lead))) return;
    const gone: string[] = [];
    for (const erasure of running) {
      try {
        if (await this.#forget(erasure)) gone.push(erasure.id);
        if (store.isShared) await store.nodes.lead({ ...lead, at: node.at });
      } catch (error) {
        log.warn("erasure.waits", { erasure: erasure.id, account: erasure.accountId, error });
      }
    }
    if (gone.length > 0 && (await store.retention.clean())) await this.#finish(gone);
  }

  /** True if nothing is left of it. */
  async #forget({ id: erasureId, accountId, subjectHash, createdAt }: ErasureRow): Promise<boolean> {
    const { store, eraser, told } = this.#o;
    let isAll = true;
    await store.of(accountId).phone.forgetSubject({ accountId, subjectHash });
    for (let after = ""; ;) {
      const page = { accountId, subjectHash, after, limit: sessionsAtOnce };
      const sessionRows = await store.retention.sessionsOf(page);
      // Later calls of the subject are not part of the request.
      const due = sessionRows.filter((row) => row.createdAt <= createdAt);
      const sessionIds = due.filter(({ status }) => status === "ended").map(({ id }) => id);
      if (sessionIds.length < due.length) isAll = false;
      // First: a repeated notice is better than none.
      if (sessionIds.length > 0) await told({ accountId, erasureId, sessionIds });
      for (const sessionId of sessionIds) {
        if (this.#isOver) return false;
        await eraser.erase({ accountId, sessionId, erasureId });
      }
      const last = sessionRows.at(-1);
      if (last === undefined) return isAll;
      after = last.id;
    }
  }

  async #finish(ids: readonly string[]): Promise<void> {
    const { store, clock, log } = this.#o;
    const done = (await store.retention.runningErasures()).filter(({ id }) => ids.includes(id));
    for (const erasure of done) {
      const at = clock.wall();
      await store.retention.finishErasure({ id: erasure.id, at, hash: receiptOf(erasure, at) });
      log.info("erasure.done", { erasure: erasure.id, account: erasure.accountId, ...erasure.counts });
    }
  }
}

/**
 * @internal SHA-256 of the receipt's facts as JSON, in this order: id, counts, times of request and completion in
 * epoch milliseconds.
 */
export function receiptOf({ id, counts, createdAt }: Omit<ErasureRow, "finishedAt">, at: number): string {
  const { sessions, words, values, numbers, audio, hooks } = addCounts(counts, {});
  const facts = [id, sessions, words, values, numbers, audio, hooks, createdAt, at];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
