// Session: the only owner of its row, hold, meter, line and call, from the request for it until the last second is
// settled. What happens is decided by session-step.ts; this carries it out.

import { unreachable } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import { ReplayRing } from "../base/replay-ring.ts";
import { Scope } from "../base/scope.ts";
import type { Calls } from "../calls/live-calls.ts";
import type { Plan } from "../calls/call-plan.ts";
import type { SessionPatch } from "../../db/port/session-store.ts";
import type { SessionToken } from "../cloud/stored-sessions.ts";
import type { Call } from "../voice/call.ts";
import type { CallEvent, CallInput, LineEvent } from "../voice/call-event.ts";
import type { Line } from "../voice/line.ts";
import { Timers } from "../voice/named-timers.ts";
import type { Arrival } from "./arrival.ts";
import { Charge } from "./session-charge.ts";
import { CallHooks, type TellHooks } from "./session-hooks.ts";
import { ReconnectingLine } from "./reconnecting-line.ts";
import type { RunningSession, SessionRecord } from "./session-record.ts";
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
import type { SessionFacts } from "./session-facts.ts";
import { sessionOver } from "./session-faults.ts";
import { firstConnectMs, graceMs, retryAfterSeconds, warmUpMsMax } from "./session-waits.ts";
import { Transcript } from "./transcript.ts";
import { WarmUpQueue } from "./warm-up-queue.ts";

export interface SessionParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly record: SessionRecord;
  readonly calls: Pick<Calls, "open" | "ready" | "warm">;
  /** Writes the row and holds the first minute. Rejects with what refuses it. */
  readonly write: (session: Session) => Promise<void>;
  /** It counts against ENGINE_OPEN_SESSIONS_MAX, or does not any more. */
  readonly moved: (session: Session) => void;
  readonly forget: (session: Session) => void;
  /** Its receivers of events; absent: none. */
  readonly hooksOf: (session: Session) => TellHooks | undefined;
}

const outOfCredits = "I am sorry, your credits are used up, so I have to end this call now. Goodbye.";

export class Session implements RunningSession {
  readonly id: string;
  readonly plan: Plan;
  readonly token: SessionToken | undefined;
  readonly #usesExamples: boolean;
  readonly #o: SessionParts;
  readonly #log: Log;
  readonly #scope: Scope;
  readonly #timers: Timers<"wait" | "warm-up">;
  readonly #transcript: Transcript;
  readonly #charge: Charge;
  readonly #queue = new WarmUpQueue();
  readonly #line: ReconnectingLine;
  readonly #said = new ReplayRing();
  readonly #events: SessionEvent[] = [];
  /** Connections that are there and not yet attached, by their numbers. */
  readonly #lines = new Map<number, Line>();
  /** The number of the last connection. */
  #numbered = 0;
  #state: SessionState = sessionStart;
  #stepping = false;
  /** Its row, while and after it is written. Never rejects. */
  #writing: Promise<void> | undefined;
  #refusal: Error | undefined;
  #call: Call | undefined;
  /** When the server stops (`Clock.now`); undefined: it does not. */
  #leavesAt: number | undefined;
  #hooks: CallHooks | undefined;
  /** The call's own account of its end. */
  #last: LineEvent | undefined;

  constructor(facts: SessionFacts, parts: SessionParts) {
    const { id, plan, token, usesExamples = false } = facts;
    this.id = id;
    this.plan = plan;
    this.token = token;
    this.#usesExamples = usesExamples;
    this.#o = parts;
    this.#log = parts.log.with({ session: id });
    this.#scope = new Scope("session", (error) => this.#log.error("session.bug", { error }));
    this.#timers = new Timers(parts.clock);
    this.#transcript = new Transcript((line) => {
      parts.record.add({ sessionId: id, ...line });
      this.#hooks?.line(line);
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
    this.#line = new ReconnectingLine(this.#queue, {
      ready: () => this.#tellLeaving(),
      gone: (reason) => {
        const { line } = this.#state;
        this.#dispatch(reason === "lost" ? { type: "lost", line } : { type: "hung-up", line, reason });
      },
    });
  }

  /** Whether it counts against ENGINE_OPEN_SESSIONS_MAX. */
  get takesPlace(): boolean {
    return takesPlace(this.#state);
  }

  /** Whether there is a row of it, and money held. */
  get isWritten(): boolean {
    return this.#state.row !== "unwritten";
  }

  get connectedMs(): number {
    return this.#charge.meter.connectedMs;
  }

  /** Resolves when nothing of it is left but what could not be written yet. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }
  readonly #ended = Promise.withResolvers<void>();

  /** Writes its row, and waits for a client with its token. Rejects with the Fault that refuses it. */
  async start(): Promise<void> {
    this.#dispatch({ type: "started" });
    await this.#writing;
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  /** A connection is being answered. Throws `calls/limit` when too many are. */
  offer(): Arrival {
    if (this.#state.offers.length >= offersMax) {
      const message = `${offersMax} connections to this session are being answered already: wait for one of them.`;
      throw new Fault("calls/limit", message, { retryAfterSeconds });
    }
    this.#numbered += 1;
    const line = this.#numbered;
    this.#dispatch({ type: "offered", line });
    const { mode, programId } = this.plan.request;
    const resumed = this.#state.call !== "none";
    const resume = this.token && { token: this.token.token, ttlMs: graceMs };
    return {
      session: { sessionId: this.id, mode, programId, resumed, said: this.#said, resume },
      open: (connection) => this.#arrive(line, connection),
      withdraw: () => this.#dispatch({ type: "withdrawn", line }),
    };
  }

  /** Whether it takes nothing any more; what it cost may still be counted. */
  get isOver(): boolean {
    return this.#state.phase === "over";
  }

  /** Something for the call that does not come over its line. */
  input(input: CallInput): void {
    this.#queue.input(input);
  }

  /** The server stops: the agent says goodbye after `ms` milliseconds. Without a call the session is over at once. */
  shutdown(ms: number): void {
    this.#leavesAt = this.#o.clock.now() + ms;
    if (this.#call === undefined) this.stop("shutdown");
    else this.#call.shutdown(ms);
  }

  /** A client that comes back while the server stops learns of it, too. */
  #tellLeaving(): void {
    if (this.#leavesAt === undefined) return;
    const timeLeftMs = Math.max(0, this.#leavesAt - this.#o.clock.now());
    this.#line.tell({ type: "ending", reason: "shutdown", timeLeftMs, atMs: this.connectedMs });
  }

  /** Ends it at once. Idempotent. */
  stop(reason: StopReason): void {
    this.#dispatch({ type: "stopped", reason });
  }

  pulse(): SessionPatch {
    return this.#charge.pulse();
  }

  async #arrive(line: number, connection: Line): Promise<void> {
    this.#lines.set(line, connection);
    this.#dispatch({ type: "arrived", line });
    await this.#writing;
    // The connection that was attached is gone.
    if (!this.#lines.delete(line)) return;
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.isOver) throw sessionOver();
    throw new Fault("session/replaced", "A later connection has taken this session over.");
  }

  /** Steps are taken one at a time: what an effect causes is stepped after it, never inside it. */
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
      if (placed !== this.takesPlace) this.#o.moved(this);
    }
  }

  /** A bug in one effect ends this session, and the other effects of its end are carried out all the same. */
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
        this.#timers.arm("wait", effect.for === "first" ? firstConnectMs : graceMs, () =>
          this.#dispatch({ type: "expired" }),
        );
        return;
      case "stop-waiting":
        this.#timers.disarm("wait");
        return;
      case "begin":
        this.#begin();
        return;
      case "open-call":
        this.#openWarm();
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
        return;
      case "dismiss":
        this.#call?.dismiss(outOfCredits, "credits");
        return;
      case "end-call":
        this.#call?.end(effect.reason);
        return;
      case "close-line":
        if (this.#last !== undefined) this.#line.tell(this.#last);
        this.#line.closeConnection(effect.reason);
        return;
      case "count-use":
        this.#charge.whenCounted(() => this.#dispatch({ type: "counted", reason: effect.reason }));
        return;
      case "settle":
        this.#settle(effect.reason, effect.free);
        return;
      case "tell-ended":
        this.#tellEnded(effect.reason);
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
    const { clock, record, hooksOf } = this.#o;
    const at = clock.wall();
    record.patch(this.id, { status: "running", firstConnectedAt: at, heartbeatAt: at });
    record.follow(this);
    const tell = hooksOf(this);
    this.#hooks = tell === undefined ? undefined : new CallHooks(tell);
  }

  #attach(line: number): void {
    const connection = this.#lines.get(line);
    this.#lines.delete(line);
    if (connection !== undefined) this.#line.use(connection);
  }

  /** At once when speech is warm, else as soon as it is. */
  #openWarm(): void {
    const { calls } = this.#o;
    if (calls.ready) return this.#open();
    const late = (): void => this.stop("overloaded");
    this.#timers.arm("warm-up", warmUpMsMax, late);
    calls.warm.then(() => this.#openLate(), late);
  }

  #openLate(): void {
    if (this.isOver) return;
    try {
      this.#open();
    } catch (error) {
      this.#log.error("session.bug", { effect: "open-call", error });
      this.stop("failed");
    }
  }

  #open(): void {
    this.#timers.disarm("warm-up");
    const { id, plan } = this;
    const call = this.#o.calls.open({
      sessionId: id,
      plan,
      usesExamples: this.#usesExamples,
      record: plan.record,
      line: this.#line,
      emit: (event) => this.#told(event),
    });
    this.#call = call;
    const end = (): Promise<void> => (call.end("failed"), call.ended);
    this.#scope.own({ [Symbol.asyncDispose]: end });
    this.#dispatch({ type: "opened" });
    this.#queue.hand(call);
  }

  /** What happens in the call. Neither throws nor waits. */
  #told(event: CallEvent): void {
    try {
      if (event.type === "ended") this.#last = event;
      else if (event.type !== "tool-finished") this.#line.tell(event);
      this.#transcript.take(event);
      this.#hooks?.take(event);
    } catch (error) {
      this.#log.error("session.bug", { event: event.type, error });
    }
    if (event.type === "ended") this.#dispatch({ type: "call-ended", reason: event.reason });
  }

  #settle(reason: SessionEndReason, free: boolean): void {
    const { outcome = null, usage } = this.#transcript;
    const ended = { endReason: reason, outcome, usage, ...(free && { costMicros: 0 }) };
    // No heartbeat comes after the last word about it.
    this.#o.record.forget(this);
    const late = (): void => this.#dispatch({ type: "deferred" });
    this.#charge.close(ended, { done: () => this.#dispatch({ type: "settled" }), late }).catch((error) => {
      this.#log.error("session.bug", { effect: "settle", error });
      late();
    });
  }

  #tellEnded(reason: SessionEndReason): void {
    this.#hooks?.ended({ outcome: this.#transcript.outcome, reason, durationMs: this.connectedMs });
  }

  #forget(): void {
    this.#timers.disarmAll();
    this.#o.record.forget(this);
    this.#o.forget(this);
    void this.#scope.close().then(() => this.#ended.resolve());
  }
}
