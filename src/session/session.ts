// Session: the only owner of its row, hold, meter, line and call, from the request until the last second is settled.
// session-step.ts decides; this carries it out.

import { unreachable } from "../base/assert.ts";
import type { Log } from "../base/log.ts";
import { Scope } from "../base/scope.ts";
import { callFields } from "../calls/call-fields.ts";
import type { Plan } from "../calls/call-plan.ts";
import type { SessionPatch } from "../../db/port/session-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { SessionToken } from "../cloud/stored-sessions.ts";
import type { Call } from "../voice/call.ts";
import type { CallInput } from "../voice/call-event.ts";
import type { Line } from "../voice/line.ts";
import { Timers } from "../voice/named-timers.ts";
import type { Arrival } from "./arrival.ts";
import { Charge } from "./session-charge.ts";
import { Conversation } from "./session-conversation.ts";
import { ReconnectingLine } from "./reconnecting-line.ts";
import type { RunningSession } from "./session-record.ts";
import {
  type SessionEndReason,
  offersMax,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  sessionStart,
  step,
  type StopReason,
  takesPlace,
} from "./session-step.ts";
import type { LeftSession, SessionFacts } from "./session-facts.ts";
import type { SessionParts } from "./session-parts.ts";
import { sessionOver, sessionReplaced, tooManyOffers } from "./session-faults.ts";
import { settleEnd } from "./session-outcomes.ts";
import { writeSnapshot } from "./session-snapshot.ts";
import { firstConnectMs, graceMs } from "./session-waits.ts";

const outOfCredits = "I am sorry, your credits are used up, so I have to end this call now. Goodbye.";

export class Session implements RunningSession {
  readonly id: string;
  readonly plan: Plan;
  readonly token: SessionToken | undefined;
  readonly usesExamples: boolean;
  readonly #o: SessionParts<Session>;
  readonly #log: Log;
  readonly #scope: Scope;
  readonly #timers: Timers<"wait" | "warm-up">;
  readonly #talk: Conversation;
  readonly #charge: Charge;
  readonly #line: ReconnectingLine;
  readonly #events: SessionEvent[] = [];
  /** Open connections that are not attached yet, by number. */
  readonly #lines = new Map<number, Line>();
  /** Number of the last connection. */
  #numbered = 0;
  #state: SessionState = sessionStart;
  #stepping = false;
  /** Write of its row, pending or done. Never rejects. */
  #writing: Promise<void> | undefined;
  #refusal: Error | undefined;
  /** A session being released: its client's new address, and the snapshot for another node. */
  readonly #moving: { to?: string | undefined; snapshot?: JsonObject | undefined } = {};
  /** Time of the server's stop (`Clock.now`); undefined: none. */
  #leavesAt: number | undefined;

  constructor(facts: SessionFacts, parts: SessionParts<Session>) {
    const { id, plan, token, usesExamples = false, adopted } = facts;
    this.id = id;
    this.plan = plan;
    this.token = token;
    this.usesExamples = usesExamples;
    this.#o = parts;
    this.#log = parts.log.with(callFields(id, plan));
    this.#scope = new Scope("session", (error) => this.#log.error("session.bug", { error }));
    this.#timers = new Timers(parts.clock);
    const { record, hooksOf } = parts;
    this.#talk = new Conversation({
      ...parts,
      log: this.#log,
      timers: this.#timers,
      sessionId: id,
      order: {
        plan,
        usesExamples,
        record: plan.record,
        ...(record.isShared && { noted: async () => void (await record.written(this)) }),
      },
      adopted,
      hooksOf: (from) => hooksOf(this, from),
      opened: (call) => this.#opened(call),
      ended: (reason) => this.#dispatch({ type: "call-ended", reason }),
      stop: (reason) => this.stop(reason),
      changed: () => record.note(this),
      isOver: () => this.isOver,
    });
    this.#charge = new Charge({
      ...parts,
      log: this.#log,
      sessionId: id,
      providers: plan.providers.metered,
      usage: plan.providers.usage,
      accountId: plan.accountId,
      due: () => this.#dispatch({ type: "minute-due" }),
    });
    this.#line = new ReconnectingLine(this.#talk.queue, {
      ready: () => this.#tellLeaving(),
      gone: (reason) => {
        const { line } = this.#state;
        this.#dispatch(reason === "lost" ? { type: "lost", line } : { type: "hung-up", line, reason });
      },
    });
    if (adopted !== undefined) this.#goOn(adopted);
  }

  /** True if the session counts against ENGINE_OPEN_SESSIONS_MAX. */
  get takesPlace(): boolean {
    return takesPlace(this.#state);
  }

  /** True if the session's client has come, here or at another node. */
  get hasBegun(): boolean {
    return this.#state.call !== "none" || this.#state.isCarried === true;
  }

  /** True if the session has a row and held money. */
  get isWritten(): boolean {
    return this.#state.row !== "unwritten";
  }

  get connectedMs(): number {
    return this.#charge.meter.connectedMs;
  }

  /** Resolves when all work is done except writes that failed so far. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }
  readonly #ended = Promise.withResolvers<void>();

  /** Writes the session's row, and waits for a client with its token. Rejects with the Fault that refuses it. */
  async start(): Promise<void> {
    this.#dispatch({ type: "started" });
    await this.#writing;
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  /** Answers a connection. Throws `calls/limit` if there are too many. */
  offer(): Arrival {
    if (this.#state.offers.length >= offersMax) throw tooManyOffers();
    this.#numbered += 1;
    const line = this.#numbered;
    this.#dispatch({ type: "offered", line });
    const { mode, programId } = this.plan.request;
    const resume = this.token && { token: this.token.token, ttlMs: graceMs };
    return {
      session: { sessionId: this.id, mode, programId, resumed: this.hasBegun, said: this.#talk.said, resume },
      open: (connection) => this.#arrive(line, connection),
      withdraw: () => this.#dispatch({ type: "withdrawn", line }),
    };
  }

  /** True if the session accepts no more events; its cost may still be counted. */
  get isOver(): boolean {
    return this.#state.phase === "over";
  }

  /** Input for the call from outside its line. */
  input(input: CallInput): void {
    this.#talk.queue.input(input);
  }

  /** The server stops: the agent says goodbye after `ms` milliseconds. Without a call the session ends at once. */
  shutdown(ms: number): void {
    this.#leavesAt = this.#o.clock.now() + ms;
    if (this.#talk.call === undefined) this.stop("shutdown");
    else this.#talk.call.shutdown(ms);
  }

  /** A client that returns while the server stops is notified too. */
  #tellLeaving(): void {
    if (this.#leavesAt === undefined) return;
    const timeLeftMs = Math.max(0, this.#leavesAt - this.#o.clock.now());
    this.#line.tell({ type: "ending", reason: "shutdown", timeLeftMs, atMs: this.connectedMs });
  }

  /** Ends the session at once. Idempotent. */
  stop(reason: StopReason): void {
    this.#dispatch({ type: "stopped", reason });
  }

  readonly expire = (): void => this.#dispatch({ type: "expired" });

  pulse(): SessionPatch {
    return this.#charge.pulse();
  }

  snapshot(): JsonObject | undefined {
    const { row, phase } = this.#state;
    if (this.#moving.snapshot !== undefined) return this.#moving.snapshot;
    const isOver = phase === "over" && row !== "releasing";
    if (this.token === undefined || row === "unwritten" || isOver) return undefined;
    const talk = this.hasBegun ? { paidMs: this.#charge.meter.paidMs, ...this.#talk.soFar } : undefined;
    return writeSnapshot(this, talk, this.#o.vault);
  }

  /** The session moved to another node: it ends here silently. */
  gone(): void {
    this.#talk.gone();
    this.#dispatch({ type: "moved" });
  }

  /** Work that a takeover would lose now. */
  get doing(): "nothing" | "talk" | "change" {
    const [{ phase }, { call }] = [this.#state, this.#talk];
    if (call?.isWriting === true) return "change";
    const isHeard = phase !== "waiting" && phase !== "away" && call?.isAtRest !== true;
    return isHeard ? "talk" : "nothing";
  }

  /**
   * Releases the session: from now on another node may have it. `to`: address for its client. False: its
   * snapshot could not be written, or no client could return to it, and it stays here.
   */
  async release(to: string | undefined): Promise<boolean> {
    const isOpen = (): boolean => this.token !== undefined && this.#state.row === "open";
    const isKept = isOpen() && (await this.#o.record.written(this));
    if (!isKept || !isOpen()) return this.#state.ended === "moved";
    this.#moving.to = to;
    this.#dispatch({ type: "released" });
    await this.#o.record.written(this);
    this.#dispatch({ type: "handed-on" });
    return true;
  }

  async #arrive(line: number, connection: Line): Promise<void> {
    this.#lines.set(line, connection);
    this.#dispatch({ type: "arrived", line });
    await this.#writing;
    // The attached connection is gone.
    if (!this.#lines.delete(line)) return;
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.isOver && this.#state.ended !== "moved") throw sessionOver();
    throw sessionReplaced();
  }

  /** Steps are taken one at a time: events caused by an effect are stepped after it, never inside it. */
  #dispatch(event: SessionEvent): void {
    this.#events.push(event);
    if (this.#stepping) return;
    this.#stepping = true;
    const placed = this.takesPlace;
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
        const [state, effects] = step({ returns: this.token !== undefined }, this.#state, next);
        this.#state = state;
        for (const effect of effects) this.#guarded(effect);
      }
    } finally {
      this.#stepping = false;
      if (placed !== this.takesPlace) this.#o.placed(this);
    }
  }

  /** A bug in one effect ends this session; the other effects of the end are still carried out. */
  #guarded(effect: SessionEffect): void {
    try {
      this.#carryOut(effect);
    } catch (error) {
      this.#log.error("session.bug", { effect: effect.type, error });
      this.#events.push({ type: "stopped", reason: "failed" });
    }
  }

  #carryOut(effect: SessionEffect): void {
    switch (effect.type) {
      case "write":
        this.#writing = this.#write();
        return;
      case "wait":
        this.#timers.arm("wait", effect.for === "first" ? firstConnectMs : graceMs, this.expire);
        return;
      case "stop-waiting":
        this.#timers.disarm("wait");
        return;
      case "begin":
        this.#begin();
        return;
      case "open-call":
        this.#talk.open(this.#line, this.#lines.get(this.#state.line));
        return;
      case "attach":
        this.#attach(effect.line);
        return;
      case "detach":
        this.#line.detach();
        return;
      case "meter-on":
        this.#charge.meter.run();
        return;
      case "meter-off":
        this.#charge.meter.pause();
        return;
      case "renew":
        void this.#charge.renew().then((paid) => this.#dispatch({ type: paid ? "renewed" : "refused" }));
        return;
      case "paid":
        this.#charge.meter.paid();
        this.#o.record.note(this);
        return;
      case "dismiss":
        this.#talk.call?.dismiss(outOfCredits, "credits");
        return;
      case "end-call":
        this.#talk.call?.end(effect.reason);
        return;
      case "close-line":
        if (this.#talk.last !== undefined) this.#line.tell(this.#talk.last);
        this.#line.closeConnection(effect.reason, this.#moving.to);
        return;
      case "count-use":
        this.#charge.whenCounted(() => this.#dispatch({ type: "counted", reason: effect.reason }));
        return;
      case "hand-on":
        this.#moving.snapshot = this.snapshot();
        this.#talk.gone();
        return;
      case "settle":
        this.#settle(effect.reason, effect.free);
        return;
      case "tell-ended":
        this.#talk.tellEnded(effect.reason, this.connectedMs);
        return;
      case "forget":
        this.#forget();
        return;
      default:
        unreachable(effect);
    }
  }

  async #write(): Promise<void> {
    try {
      await this.#o.write(this);
    } catch (error) {
      this.#refusal = error instanceof Error ? error : new Error(String(error));
    }
    this.#dispatch({ type: this.#refusal === undefined ? "written" : "unwritten" });
  }

  #begin(): void {
    const { clock, record } = this.#o;
    const at = clock.wall();
    const isFirst = this.#state.isCarried !== true;
    const transport = this.#lines.get(this.#state.line)?.transport ?? null;
    const first = { status: "running", firstConnectedAt: at, transport } as const;
    record.patch(this.id, { ...(isFirst && first), heartbeatAt: at });
    record.follow(this);
    if (isFirst) this.#talk.begin();
    // Written at once: until then another node would begin anew.
    if (record.isShared) void record.written(this);
  }

  /** Restores the state left by another node. */
  #goOn({ row, talk, openMicros }: LeftSession): void {
    const isCarried = row.status === "running";
    // Without a hold, the next minute is due at once.
    if (isCarried) this.#charge.goOn(row, openMicros > 0 ? talk?.paidMs : row.connectedMs);
    this.#dispatch({ type: "adopted", isCarried });
  }

  #attach(line: number): void {
    const connection = this.#lines.get(line);
    this.#lines.delete(line);
    if (connection !== undefined) this.#line.use(connection);
  }

  #opened(call: Call): void {
    this.#scope.own({ [Symbol.asyncDispose]: () => (call.end("failed"), call.ended) });
    this.#dispatch({ type: "opened" });
  }

  #settle(reason: SessionEndReason, free: boolean): void {
    // No heartbeat after the last write.
    this.#o.record.forget(this);
    const late = (): void => this.#dispatch({ type: "deferred" });
    const done = (): void => this.#dispatch({ type: "settled" });
    const of = { id: this.id, plan: this.plan, charge: this.#charge, talk: this.#talk, log: this.#log };
    settleEnd(of, { reason, free, outcomes: this.#o.outcomes, done, late });
  }

  #forget(): void {
    this.#timers.disarmAll();
    this.#o.record.forget(this);
    this.#o.forget(this);
    void this.#scope.close().then(() => this.#ended.resolve());
  }
}
