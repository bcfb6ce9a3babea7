// Record of sessions: the only writer of their rows. Events are gathered and written in one transaction four times a
// second, for all calls together, and every few seconds how long each has run. Callers of it never wait.

import type { Db, Store } from "../../db/open-database.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import {
  addSessionEvents,
  insertSession,
  type NewSession,
  patchSession,
  type StoredSessionEvent,
  type SessionPatch,
} from "../cloud/stored-sessions.ts";

/** What a heartbeat writes down; after a crash it is the truth. */
export interface RunningSession {
  readonly id: string;
  pulse(): SessionPatch;
}

/** The end of a session: its row and its money, both or neither. */
export interface SessionClosing {
  readonly id: string;
  readonly patch: SessionPatch;
  readonly money: (tx: Db) => void;
  /** Both are on the disk. */
  readonly done: () => void;
}

export interface RecordOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a power cut may cost of a transcript. */
const batchMs = 250;
/** How long after a failure it is tried again: a full disk gets no room within a quarter of a second. */
const retryMs = 1_000;
/** What a crash may cost of a session's charge. */
const heartbeatMs = 5_000;
/** One insert's rows; SQLite counts parameters. */
const eventsAtOnce = 500;
/** When nothing can be written for long, the oldest lines go: a full disk must not fill the memory too. */
const eventsMax = 100_000;

export class SessionRecord implements Disposable {
  readonly #o: RecordOptions;
  readonly #running = new Set<RunningSession>();
  #rows: NewSession[] = [];
  #events: StoredSessionEvent[] = [];
  #patches = new Map<string, SessionPatch>();
  /** Sessions that are over and whose end could not be written yet. */
  #closings: SessionClosing[] = [];
  #batch: Disposable | undefined;
  #late: Disposable | undefined;
  #beat: Disposable | undefined;

  constructor(options: RecordOptions) {
    this.#o = options;
  }

  /** The row of a session without hooks. */
  open(row: NewSession): void {
    this.#rows.push(row);
    this.#wake();
  }

  add(event: StoredSessionEvent): void {
    this.#events.push(event);
    if (this.#events.length > eventsMax) this.#events.shift();
    this.#wake();
  }

  patch(id: string, patch: SessionPatch): void {
    this.#patches.set(id, { ...this.#patches.get(id), ...patch });
    this.#wake();
  }

  /** From now on it has a heartbeat. */
  follow(session: RunningSession): void {
    this.#running.add(session);
    this.#beat ??= this.#o.clock.after(heartbeatMs, () => this.#pulse());
  }

  forget(session: RunningSession): void {
    this.#running.delete(session);
    if (this.#running.size > 0) return;
    this.#beat?.[Symbol.dispose]();
    this.#beat = undefined;
    this.flush(); // A server at rest has no timers.
  }

  /** Writes a row together with money: both or neither, and on the disk when this returns. Throws when it cannot. */
  settle(id: string, patch: SessionPatch, money: (tx: Db) => void): void {
    this.flush();
    // Only there when that failed; one line that cannot be written must not keep money from being settled.
    const waiting = this.#patches.get(id);
    this.#o.store.durable.transaction(
      (tx) => {
        patchSession(tx, id, { ...waiting, ...patch });
        money(tx);
      },
      { behavior: "immediate" },
    );
    this.#patches.delete(id);
  }

  /** Settles the end of a session at once, or, when it cannot be written, as soon as it can. */
  close(closing: SessionClosing): void {
    try {
      this.settle(closing.id, closing.patch, closing.money);
    } catch (error) {
      const { store, log } = this.#o;
      if (!store.disk.failed(error)) log.error("session.not-settled", { session: closing.id, error });
      this.#closeLater(closing);
      return;
    }
    closing.done();
  }

  /** Writes what waits. What cannot be written waits on. */
  flush(): void {
    this.#batch?.[Symbol.dispose]();
    this.#batch = undefined;
    if (!this.#waits) return;
    try {
      this.#o.store.live.transaction((tx) => this.#write(tx), { behavior: "immediate" });
      this.#clear();
    } catch (error) {
      const { store, log } = this.#o;
      if (!store.disk.failed(error)) log.error("record.failed", { error, events: this.#events.length });
      this.#wake(retryMs);
    }
  }

  /** What cannot be written now is settled by the next start, up to the last heartbeat. */
  [Symbol.dispose](): void {
    this.#beat?.[Symbol.dispose]();
    this.flush();
    this.#closeWaiting();
    this.#late?.[Symbol.dispose]();
    this.#batch?.[Symbol.dispose]();
  }

  get #waits(): boolean {
    return this.#rows.length > 0 || this.#events.length > 0 || this.#patches.size > 0;
  }

  #wake(ms = batchMs): void {
    this.#batch ??= this.#o.clock.after(ms, () => this.flush());
  }

  #closeLater(closing: SessionClosing): void {
    this.#closings.push(closing);
    this.#late ??= this.#o.clock.after(retryMs, () => {
      this.#late = undefined;
      this.#closeWaiting();
    });
  }

  /**
   * The ends that wait, until one fails: that one is tried last the next time, so that it does not hold the others up
   * for ever.
   */
  #closeWaiting(): void {
    for (let closing = this.#closings.shift(); closing !== undefined; closing = this.#closings.shift()) {
      try {
        this.settle(closing.id, closing.patch, closing.money);
      } catch {
        this.#closeLater(closing);
        return;
      }
      this.#o.log.info("session.settled-late", { session: closing.id });
      closing.done();
    }
  }

  #pulse(): void {
    for (const session of this.#running) this.patch(session.id, session.pulse());
    this.#beat = this.#o.clock.after(heartbeatMs, () => this.#pulse());
    this.flush();
  }

  #write(tx: Db): void {
    for (const row of this.#rows) insertSession(tx, row);
    for (const [id, patch] of this.#patches) patchSession(tx, id, patch);
    for (let at = 0; at < this.#events.length; at += eventsAtOnce)
      addSessionEvents(tx, this.#events.slice(at, at + eventsAtOnce));
  }

  #clear(): void {
    this.#batch?.[Symbol.dispose]();
    this.#batch = undefined;
    this.#rows = [];
    this.#events = [];
    this.#patches = new Map();
  }
}
