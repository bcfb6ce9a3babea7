// Record of sessions: the only writer of their rows. Events are gathered and written in one transaction four times a
// second, for all calls together, and every few seconds how long each has run. Callers of it never wait.

import type {
  BeginningSession,
  BeginRefusal,
  NewSession,
  SessionBatch,
  SessionPatch,
  SettledSession,
  SettlingSession,
  StoredSessionEvent,
} from "../../db/port/session-store.ts";
import { StoreAway } from "../../db/port/store-away.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";

/** What a heartbeat writes down; after a crash it is the truth. */
export interface RunningSession {
  readonly id: string;
  pulse(): SessionPatch;
}

export interface ClosingEvents {
  /** Row and money are on the disk. */
  readonly done: () => void;
  /** They could not be written; they will be as soon as they can, and `done` follows. */
  readonly late: () => void;
}

interface SessionClosing {
  readonly settling: Settling;
  readonly done: () => void;
}

export interface RecordOptions {
  readonly store: Pick<Store, "of" | "sessions" | "disk">;
  readonly clock: Clock;
  readonly log: Log;
  /** The node that writes. */
  readonly home: string;
}

/** What a session settles; which node that is, is known here. */
type Settling = Omit<SettlingSession, "home">;

/** What a power cut may cost of a transcript. */
const batchMs = 250;
/** How long after a failure it is tried again: a full disk gets no room within a quarter of a second. */
const retryMs = 1_000;
/** What a crash may cost of a session's charge. */
const heartbeatMs = 5_000;
/** When nothing can be written for long, the oldest lines go: a full disk must not fill the memory too. */
const eventsMax = 100_000;

export class SessionRecord implements AsyncDisposable {
  readonly #o: RecordOptions;
  readonly #running = new Set<RunningSession>();
  #rows: NewSession[] = [];
  #events: StoredSessionEvent[] = [];
  #patches = new Map<string, SessionPatch>();
  /** Sessions that are over and whose end could not be written yet. */
  #closings: SessionClosing[] = [];
  #batch: Disposable | undefined;
  /** Of the last batch. */
  #number = 0;
  /** A batch of which nobody knows whether it was written: it is sent once more, under its number. */
  #unanswered: SessionBatch | undefined;
  /** One batch at a time, in the order of what happened. Never rejects. */
  #writing: Promise<void> | undefined;
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
    void this.flush(); // A server at rest has no timers.
  }

  /** Writes the row of a session of an account, with its first minute, on the disk when this resolves. */
  begin(beginning: BeginningSession): Promise<BeginRefusal | undefined> {
    return this.#o.store.of(beginning.row.accountId).sessions.begin(beginning);
  }

  /** Writes a row together with money: both or neither, and on the disk when this resolves. Rejects when it cannot. */
  async settle(settling: Settling): Promise<SettledSession> {
    await this.flush();
    // Only there when that failed; one line that cannot be written must not keep money from being settled.
    const { id, accountId } = settling;
    const waiting = this.#patches.get(id);
    this.#patches.delete(id);
    try {
      const patch = { ...waiting, ...settling.patch };
      const { home, store } = this.#o;
      return await store.of(accountId).sessions.settle({ ...settling, home, patch });
    } catch (error) {
      this.#putBack(id, waiting);
      throw error;
    }
  }

  /** Settles the end of a session at once, or, when it cannot be written, as soon as it can. */
  async close(settling: Settling, { done, late }: ClosingEvents): Promise<void> {
    try {
      await this.settle(settling);
    } catch (error) {
      const { store, log } = this.#o;
      if (!store.disk.failed(error)) log.error("session.not-settled", { session: settling.id, error });
      this.#closeLater({ settling, done });
      late();
      return;
    }
    done();
  }

  /** Writes what waits. What cannot be written waits on. */
  async flush(): Promise<void> {
    this.#batch?.[Symbol.dispose]();
    this.#batch = undefined;
    while (this.#writing !== undefined) await this.#writing;
    if (!this.#waits) return;
    this.#writing = this.#write();
    await this.#writing;
  }

  /** What cannot be written now is settled by the next start, up to the last heartbeat. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#beat?.[Symbol.dispose]();
    await this.flush();
    await this.#closeWaiting();
    this.#late?.[Symbol.dispose]();
    this.#batch?.[Symbol.dispose]();
  }

  get #waits(): boolean {
    return (
      this.#unanswered !== undefined ||
      this.#rows.length > 0 ||
      this.#events.length > 0 ||
      this.#patches.size > 0
    );
  }

  #wake(ms = batchMs): void {
    this.#batch ??= this.#o.clock.after(ms, () => void this.flush());
  }

  #closeLater(closing: SessionClosing): void {
    this.#closings.push(closing);
    this.#late ??= this.#o.clock.after(retryMs, () => {
      this.#late = undefined;
      void this.#closeWaiting();
    });
  }

  /**
   * The ends that wait, until one fails: that one is tried last the next time, so that it does not hold the others up
   * for ever.
   */
  async #closeWaiting(): Promise<void> {
    for (let closing = this.#closings.shift(); closing !== undefined; closing = this.#closings.shift()) {
      try {
        await this.settle(closing.settling);
      } catch {
        this.#closeLater(closing);
        return;
      }
      this.#o.log.info("session.settled-late", { session: closing.settling.id });
      closing.done();
    }
  }

  #pulse(): void {
    for (const session of this.#running) this.patch(session.id, session.pulse());
    this.#beat = this.#o.clock.after(heartbeatMs, () => this.#pulse());
    void this.flush();
  }

  async #write(): Promise<void> {
    try {
      if (this.#unanswered !== undefined) await this.#send(this.#unanswered);
      await this.#send(this.#nextBatch());
    } catch (error) {
      const { store, log } = this.#o;
      if (!store.disk.failed(error)) log.error("record.failed", { error, events: this.#events.length });
      this.#wake(retryMs);
    } finally {
      this.#writing = undefined;
    }
  }

  #nextBatch(): SessionBatch {
    this.#number += 1;
    const { home } = this.#o;
    const [rows, patches, events] = [this.#rows, this.#patches, this.#events];
    this.#rows = [];
    this.#patches = new Map();
    this.#events = [];
    return { home, number: this.#number, rows, patches, events, snapshots: new Map() };
  }

  async #send(batch: SessionBatch): Promise<void> {
    this.#unanswered = undefined;
    try {
      await this.#o.store.sessions.write(batch);
    } catch (error) {
      // Patches say how things are, so they may be written twice, and newer ones take their place.
      for (const [id, patch] of batch.patches) this.#putBack(id, patch);
      if (error instanceof StoreAway) this.#unanswered = { ...batch, patches: new Map() };
      else {
        this.#rows = [...batch.rows, ...this.#rows];
        this.#events = [...batch.events, ...this.#events].slice(-eventsMax);
      }
      throw error;
    }
  }

  /** What has come since then is newer. */
  #putBack(id: string, patch: SessionPatch | undefined): void {
    if (patch !== undefined) this.#patches.set(id, { ...patch, ...this.#patches.get(id) });
  }
}
