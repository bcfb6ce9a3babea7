// Record of sessions: the only writer of their rows. Events are collected and written in one transaction four times a
// second, for all calls together; running times every few seconds. Its callers never wait.

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
import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { Clock } from "../base/clock.ts";
import { GroupCommit } from "../base/shared-work/group-commit.ts";
import type { Log } from "../base/log.ts";
import type { SessionCounters } from "./session-counters.ts";
import type { AccountLeases } from "./account-leases.ts";
import { SettlementQueue } from "./settlement-queue.ts";

/** Changes for a heartbeat; after a crash only these are known. */
export interface RunningSession {
  readonly id: string;
  pulse(): SessionPatch;
  /** Snapshot for another node; undefined: none is needed. */
  snapshot(): JsonObject | undefined;
}

export interface ClosingEvents {
  /** Row and money are on the disk, or another node has the session. */
  readonly done: (settled: Pick<SettledSession, "extended" | "moved">) => void;
  /** The write failed; it is retried, and `done` follows. */
  readonly late: () => void;
}

interface SessionClosing extends Pick<ClosingEvents, "done"> {
  readonly settling: Settling;
}

export interface RecordOptions {
  readonly store: Pick<Store, "of" | "sessions" | "disk" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  /** Id of the writing node, read each time. */
  readonly home: string;
  /** Another node has this session now: its pending writes were dropped. */
  readonly moved: (sessionId: string) => void;
  /** Resolves when all events for hooks are written: the next node repeats none. Never rejects. */
  readonly hooksWritten: () => Promise<void>;
  /** Lease that pays for the next minutes; absent: the account pays. */
  readonly leases?: Pick<AccountLeases, "pays"> | undefined;
  readonly counters?: Pick<SessionCounters, "charged" | "writtenOff"> | undefined;
}

/** Settlement of a session without its node, which this record adds. */
type Settling = Omit<SettlingSession, "home">;

/** Milliseconds of a transcript that a power cut may lose. */
const batchMs = 250;
/** Delay after a failure: a full disk has no room a quarter of a second later. */
const retryMs = 1_000;
/** Milliseconds of a session's charge that a crash may lose. */
const heartbeatMs = 5_000;
/** If writing fails for long, the oldest lines are dropped: a full disk must not fill the memory, too. */
const eventsMax = 100_000;
/** Longest wait for the write of a note; an unreachable store stops no call. */
const noteMsMax = 1_000;

export class SessionRecord implements AsyncDisposable {
  readonly #o: RecordOptions;
  readonly #settlements: SettlementQueue;
  readonly #running = new Set<RunningSession>();
  #rows: NewSession[] = [];
  #events: StoredSessionEvent[] = [];
  #patches = new Map<string, SessionPatch>();
  /** Sessions whose snapshot differs from the written one. */
  readonly #noted = new Set<RunningSession>();
  /** Sessions whose snapshot differs, including those whose snapshot is being written. */
  readonly #unwritten = new Set<RunningSession>();
  /** Ended sessions with an unwritten end. */
  #closings: SessionClosing[] = [];
  #batch: Disposable | undefined;
  /** Number of the last batch. */
  #number = 0;
  /** Batch without an answer: it is sent again under its number. */
  #unanswered: SessionBatch | undefined;
  /** One batch at a time, in the order of events. Never rejects. */
  readonly #writes = new GroupCommit({ waits: () => this.#waits, write: () => this.#write() });
  #late: Disposable | undefined;
  #beat: Disposable | undefined;
  /** Another process continues all sessions here. */
  #isLeft = false;

  constructor(options: RecordOptions) {
    this.#o = options;
    this.#settlements = new SettlementQueue(options.store);
  }

  /** True if another node can continue a session. */
  get isShared(): boolean {
    return this.#isLeft || this.#o.store.isShared;
  }

  /** From now on another process can continue these sessions. */
  leave(): void {
    this.#isLeft = true;
  }

  /** True if the end of a session is not written yet. */
  isClosing(sessionId: string): boolean {
    return this.#closings.some(({ settling }) => settling.id === sessionId);
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
    this.#putPatch(id, patch);
    this.#wake();
  }

  /** Marks a session whose snapshot has changed. Does nothing on a single node. */
  note(session: RunningSession): void {
    if (!this.isShared) return;
    this.#noted.add(session);
    this.#unwritten.add(session);
    this.#wake();
  }

  /** Resolves when changes are written; false: they could not be, or not in time. */
  async written(session: RunningSession): Promise<boolean> {
    this.note(session);
    const late = Promise.withResolvers<boolean>();
    using _late = this.#o.clock.after(noteMsMax, () => late.resolve(false));
    const isDone = await Promise.race([this.flush().then(() => true), late.promise]);
    // Writes of other sessions do not matter.
    return isDone && !this.#unwritten.has(session);
  }

  /** Gives the session a heartbeat from now on. */
  follow(session: RunningSession): void {
    this.#running.add(session);
    this.#beat ??= this.#o.clock.after(heartbeatMs, () => this.#pulse());
  }

  forget(session: RunningSession): void {
    this.#running.delete(session);
    this.#noted.delete(session);
    this.#unwritten.delete(session);
    if (this.#running.size > 0) return;
    this.#beat?.[Symbol.dispose]();
    this.#beat = undefined;
    void this.flush(); // A server at rest has no timers.
  }

  /** Writes the row of an account's session with its first minute; both are on the disk when the promise resolves. */
  begin(beginning: BeginningSession): Promise<BeginRefusal | undefined> {
    const { accountId } = beginning.row;
    const fromLease = this.#o.leases?.pays(accountId);
    return this.#o.store.of(accountId).sessions.begin({ ...beginning, fromLease });
  }

  /** Writes a row together with money: both or neither, on the disk when the promise resolves. Rejects on failure. */
  async settle(settling: Settling): Promise<SettledSession> {
    await this.flush();
    // Retried alone after a failure: an unwritable line must not block the settlement of money.
    const { id, accountId } = settling;
    const waiting = this.#patches.get(id);
    this.#patches.delete(id);
    try {
      const patch = { ...waiting, ...settling.patch };
      const { home, leases } = this.#o;
      const fromLease = settling.extendMicros === undefined ? undefined : leases?.pays(accountId);
      const settled = await this.#settlements.settle({ ...settling, home, patch, fromLease });
      this.#count(settled, settling);
      if (settled.moved) this.#o.moved(id);
      return settled;
    } catch (error) {
      this.#putBack(id, waiting);
      throw error;
    }
  }

  #count({ moved, writtenOffMicros }: SettledSession, { close, patch }: Settling): void {
    const { counters } = this.#o;
    if (writtenOffMicros > 0) counters?.writtenOff(writtenOffMicros);
    if (close && !moved) counters?.charged(patch.connectedMs ?? 0);
  }

  /** Settles the end of a session at once, or as soon as it can be written. */
  async close(settling: Settling, { done, late }: ClosingEvents): Promise<void> {
    let settled: SettledSession;
    try {
      settled = await this.settle(settling);
    } catch (error) {
      const { store, log } = this.#o;
      if (!store.disk.failed(error)) log.error("session.not-settled", { session: settling.id, error });
      this.#closeLater({ settling, done });
      late();
      return;
    }
    done(settled);
  }

  /** True if a write of this session is pending. */
  waitsFor(id: string): boolean {
    return this.#patches.has(id) || this.#closings.some(({ settling }) => settling.id === id);
  }

  /** Writes pending changes. Failed writes stay pending. */
  flush(): Promise<void> {
    this.#batch?.[Symbol.dispose]();
    this.#batch = undefined;
    return this.#writes.flush();
  }

  /** The next start settles failed writes, up to the last heartbeat. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#beat?.[Symbol.dispose]();
    await this.flush();
    await this.#closeWaiting();
    this.#late?.[Symbol.dispose]();
    this.#batch?.[Symbol.dispose]();
  }

  get #waits(): boolean {
    const waiting = [this.#rows.length, this.#events.length, this.#patches.size, this.#noted.size];
    return this.#unanswered !== undefined || waiting.some((number) => number > 0);
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

  /** Pending ends until one fails: the failed one is tried last next time, so that it cannot block the others. */
  async #closeWaiting(): Promise<void> {
    for (let closing = this.#closings.shift(); closing !== undefined; closing = this.#closings.shift()) {
      let settled: SettledSession;
      try {
        settled = await this.settle(closing.settling);
      } catch {
        this.#closeLater(closing);
        return;
      }
      this.#o.log.info("session.settled-late", { session: closing.settling.id });
      closing.done(settled);
    }
  }

  #pulse(): void {
    for (const session of this.#running) this.patch(session.id, session.pulse());
    this.#beat = this.#o.clock.after(heartbeatMs, () => this.#pulse());
    void this.flush();
  }

  async #write(): Promise<void> {
    try {
      if (this.#unanswered !== undefined) await this.#send(this.#unanswered, []);
      const noted = [...this.#noted];
      const snapshots = this.#takeSnapshots();
      if (snapshots.size > 0) await this.#o.hooksWritten();
      await this.#send(this.#nextBatch(snapshots), noted);
      for (const session of noted) if (!this.#noted.has(session)) this.#unwritten.delete(session);
    } catch (error) {
      const { store, log } = this.#o;
      if (!store.disk.failed(error)) log.error("record.failed", { error, events: this.#events.length });
      this.#wake(retryMs);
    }
  }

  #nextBatch(snapshots: SessionBatch["snapshots"]): SessionBatch {
    this.#number += 1;
    const { home } = this.#o;
    const [rows, patches, events] = [this.#rows, this.#patches, this.#events];
    this.#rows = [];
    this.#patches = new Map();
    this.#events = [];
    return { home, number: this.#number, rows, patches, events, snapshots };
  }

  async #send(batch: SessionBatch, noted: readonly RunningSession[]): Promise<void> {
    this.#unanswered = undefined;
    try {
      for (const id of await this.#o.store.sessions.write(batch)) this.#o.moved(id);
    } catch (error) {
      // Patches and snapshots are absolute, so writing them twice is harmless, and newer ones replace them.
      for (const [id, patch] of batch.patches) this.#putBack(id, patch);
      for (const session of noted) this.#noted.add(session);
      if (error instanceof StoreAway)
        this.#unanswered = { ...batch, patches: new Map(), snapshots: new Map() };
      else {
        this.#rows = [...batch.rows, ...this.#rows];
        this.#events = [...batch.events, ...this.#events].slice(-eventsMax);
      }
      throw error;
    }
  }

  /** Present snapshots, with the charge so far. */
  #takeSnapshots(): ReadonlyMap<string, JsonObject> {
    const taken = new Map<string, JsonObject>();
    for (const session of this.#noted) {
      try {
        const snapshot = session.snapshot();
        if (snapshot === undefined) continue;
        taken.set(session.id, snapshot);
        this.#putPatch(session.id, session.pulse());
      } catch (error) {
        this.#o.log.error("session.bug", { session: session.id, error });
      }
    }
    this.#noted.clear();
    return taken;
  }

  #putPatch(id: string, patch: SessionPatch): void {
    this.#patches.set(id, { ...this.#patches.get(id), ...patch });
  }

  /** Later changes are newer. */
  #putBack(id: string, patch: SessionPatch | undefined): void {
    if (patch !== undefined) this.#patches.set(id, { ...patch, ...this.#patches.get(id) });
  }
}
