// Registry of sessions: those of this process. It decides who gets in, finds sessions by their tokens, limits how
// many there are, and ends all of them at shutdown. A session does not outlive the process, so what is in memory here
// is all there is.

import type { CrashedSession, NewSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import { type Clock, delay } from "../base/clock.ts";
import { Fault, type FaultCode } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import { minuteMicros, startedCents, wholeCents } from "../billing/price.ts";
import type { Calls } from "../calls/live-calls.ts";
import type { Asker, CallRequest, Plan, Planner } from "../calls/call-plan.ts";
import { checkPrefill, type StartWarning } from "../calls/context-check.ts";
import {
  checkSessionInput,
  getSession,
  newSessionToken,
  sessionTokenHash,
} from "../cloud/stored-sessions.ts";
import { valueOfData } from "../flow/value/json-value.ts";
import { AccountRoom } from "./account-room.ts";
import { Receivers, type ReceiversOptions } from "./hook-receivers.ts";
import { SessionRecord } from "./session-record.ts";
import type { Arrival } from "./arrival.ts";
import { Session, type SessionParts } from "./session.ts";
import { creditsEmpty, keyRevoked, sessionOver } from "./session-faults.ts";

export interface SessionsOptions {
  readonly store: Pick<Store, "of" | "sessions" | "disk">;
  readonly clock: Clock;
  readonly log: Log;
  readonly calls: Pick<Calls, "hasSpeech" | "open" | "ready" | "warm" | "over" | "abandon">;
  /** Says whether the server keeps up with the calls it has. */
  readonly ticker: Pick<Ticker, "isBehind">;
  readonly planner: Planner;
  readonly home: string;
  readonly perAccountMax: number;
  /** Sessions that take a place at the same time. */
  readonly placesMax: number;
  /** Counts who is not let in, by why. */
  readonly refused?: (code: FaultCode) => void;
  /** Receivers of session events; absent: none. */
  readonly hooks?: Pick<ReceiversOptions, "targetsOf" | "enqueue">;
}

/** An event from outside for a session. */
export interface SessionNews {
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly data: unknown;
}

export interface SessionRequest {
  readonly accountId: string;
  /** The API key that asks for it: revoking that ends the session. */
  readonly keyId?: string | undefined;
  /** As `Planner.asked` made it. */
  readonly request: CallRequest;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  /** Whether the call is recorded; undefined: as the deployment has it. */
  readonly record?: boolean | undefined;
}

export interface ArrivalManner {
  /** It gets a token, with which a client that was lost finds its call again. */
  readonly comesBack?: boolean;
}

export interface Started {
  readonly sessionId: string;
  readonly token: string;
  /** Cents of the balance, rounded down, and what of it is set aside for sessions that run, rounded up. */
  readonly creditsRemaining: number;
  readonly heldCents: number;
  readonly warnings: readonly StartWarning[];
}

/**
 * @internal After this many seconds one of an account's sessions may be over, or a place be free: a short call's
 * length.
 */
export const retryAfterSeconds = 15;
/** A stall is caught up with by then; a server that lags for longer refuses again. */
const lagRetrySeconds = 2;
/** Speech does not come while the process runs; this keeps clients from asking again at once. */
const speechOffSeconds = 300;
const challenge = 'SessionToken realm="voice-flow"';

export class Sessions implements AsyncDisposable {
  readonly #o: SessionsOptions;
  readonly #record: SessionRecord;
  readonly #receivers: Receivers | undefined;
  readonly #parts: SessionParts;
  /** Every session that is not over, by its id. */
  readonly #open = new Map<string, Session>();
  readonly #byToken = new Map<string, Session>();
  /** Written sessions that are not over, by account. */
  readonly #room: AccountRoom;
  readonly #places = new Set<Session>();
  #draining = false;

  constructor(options: SessionsOptions) {
    const { clock, log, calls, hooks } = options;
    this.#o = options;
    this.#room = new AccountRoom({ ...options, retryAfterSeconds });
    this.#record = new SessionRecord(options);
    const counted = (id: string, hookSeq: number): void => this.#record.patch(id, { hookSeq });
    this.#receivers = hooks && new Receivers({ ...hooks, clock, log, counted });
    this.#parts = {
      clock,
      log,
      calls,
      record: this.#record,
      write: (session) => this.#write(session),
      moved: (session) => this.#moved(session),
      forget: (session) => this.#forget(session),
      hooksOf: (session) => this.#receivers?.of(session),
    };
  }

  /** Sessions that take a place: a client is connecting, connected, or may come back. */
  get size(): number {
    return this.#places.size;
  }

  /** Makes ready what is asked for; `arrive` wants it so. Rejects with the Fault that refuses it. */
  prepare(request: CallRequest, accountId?: string): Promise<CallRequest> {
    const ready = this.#o.planner.prepare(request, accountId);
    ready.catch((error: unknown) => this.#count(error));
    return ready;
  }

  /**
   * Starts a session that waits for a client with its token. Rejects with `flow/not-found`, `credits/empty`,
   * `session/limit`, `calls/draining`, `auth/invalid`.
   */
  start(wanted: SessionRequest): Promise<Started> {
    return this.#letIn(() => this.#start(wanted));
  }

  async #start(wanted: SessionRequest): Promise<Started> {
    const { accountId, request, context, metadata } = wanted;
    checkSessionInput(context, metadata);
    this.#checkDraining();
    this.#checkLag();
    const plan = this.#plan(request, wanted, wanted);
    const warnings = checkPrefill(plan.program, context, this.#o.clock.wall());
    const token = newSessionToken();
    const session = new Session({ id: this.#newId(), plan, token }, this.#parts);
    await session.start();
    if (!session.isOver) this.#byToken.set(token.hash, session);
    const { balanceMicros, heldMicros } = await this.#o.store.of(accountId).ledger.balance(accountId);
    const credits = { creditsRemaining: wholeCents(balanceMicros), heldCents: startedCents(heldMicros) };
    return { sessionId: session.id, token: token.token, ...credits, warnings };
  }

  /**
   * A session of its own for a connection; it is written down when the connection is there. Rejects like `start` and
   * `join`.
   */
  arrive(request: CallRequest, asker: Asker = {}, manner: ArrivalManner = {}): Promise<Arrival> {
    return this.#letIn(() => this.#arrive(request, asker, manner));
  }

  async #arrive(request: CallRequest, asker: Asker, { comesBack = false }: ArrivalManner): Promise<Arrival> {
    const plan = this.#plan(request, asker);
    if (plan.accountId !== undefined) await this.#checkCredits(plan.accountId, plan);
    this.#checkPlace();
    this.#checkLag();
    const token = comesBack ? newSessionToken() : undefined;
    const session = new Session({ id: this.#newId(), plan, token, usesExamples: true }, this.#parts);
    this.#open.set(session.id, session);
    if (token !== undefined) this.#byToken.set(token.hash, session);
    return session.offer();
  }

  /**
   * A connection to the session with this token. Rejects with `auth/invalid`, `session/over`, `calls/limit`,
   * `calls/draining`.
   */
  join(token: string): Promise<Arrival> {
    return this.#letIn(() => this.#join(token));
  }

  async #join(token: string): Promise<Arrival> {
    const session = await this.#known(token);
    if (session === undefined)
      throw new Fault("auth/invalid", "The session's token is not known: POST /v1/sessions gives one.", {
        challenge,
      });
    if (!session.takesPlace) this.#checkPlace();
    return session.offer();
  }

  /** `undefined` for what is no token. Rejects with `session/over`. */
  async accountOf(token: string): Promise<string | undefined> {
    return (await this.#known(token))?.plan.accountId;
  }

  /** The server is stopping: who is there or may come back is served, and nobody else. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** How long a client has been connected to an open session, in milliseconds. */
  connectedMs(sessionId: string): number | undefined {
    return this.#open.get(sessionId)?.connectedMs;
  }

  /**
   * Hands an event to the call of an account's session. Rejects with `session/not-found`, `session/over`,
   * `request/invalid`.
   */
  async send({ accountId, sessionId, name, data }: SessionNews): Promise<void> {
    const session = this.#open.get(sessionId);
    if (session === undefined || session.isOver || session.plan.accountId !== accountId) {
      await this.flush();
      await getSession(this.#o.store, { accountId, sessionId });
      throw new Fault("session/over", "This session has ended: nothing waits for events in it any more.");
    }
    const value = valueOfData(data ?? null);
    if (value === undefined)
      throw new Fault("request/invalid", "The data of the event is nested too deep or holds too much.");
    session.input({ type: "event", name, data: value });
  }

  /** Ids of the API keys with which sessions that are open here were begun. */
  get keysInUse(): readonly string[] {
    return Array.from(this.#open.values(), ({ plan }) => plan.keyId).filter((id) => id !== undefined);
  }

  /** Whether a session is open here, or its end still waits to be written. */
  knows(sessionId: string): boolean {
    return this.#open.has(sessionId) || this.#record.waitsFor(sessionId);
  }

  /** This node was given up, and another has ended its sessions. */
  lose(): void {
    for (const session of this.#open.values()) session.stop("shutdown");
  }

  /** Ends what was begun with an API key, now that it is revoked. */
  endStartedBy(keyId: string): void {
    for (const session of this.#open.values()) if (session.plan.keyId === keyId) session.stop("revoked");
  }

  /** Sends the ends of sessions that a crash has ended to their hooks. For the start of the server. */
  async tellOfCrash(crashed: readonly CrashedSession[]): Promise<void> {
    for (const session of crashed) {
      const { flowId, flowRevision, accountId } = session;
      const isKnown = flowId !== null && flowRevision !== null;
      const { planner } = this.#o;
      const program = isKnown ? await planner.programAt(flowId, flowRevision, accountId) : undefined;
      this.#receivers?.tellOfCrash(session, program);
    }
    await this.#receivers?.settled();
  }

  /** What waits to be written is written. */
  flush(): Promise<void> {
    return this.#record.flush();
  }

  /** No client gets in any more; those who are there are warned, have up to `ms` milliseconds, and are then ended. */
  async drain(ms: number): Promise<void> {
    this.#draining = true;
    const leaving = [...this.#places];
    for (const session of leaving) session.shutdown(ms);
    const timer = new AbortController();
    const { calls } = this.#o;
    const allOver = Promise.all([calls.over(), ...leaving.map((session) => session.ended)]);
    await Promise.race([allOver, delay(this.#o.clock, ms, timer.signal)]);
    timer.abort();
    for (const session of leaving) session.stop("shutdown");
    calls.abandon();
    await allOver;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain(0);
    for (const session of this.#open.values()) session.stop("shutdown");
    // Those that are over and still wait for what their providers have to say.
    await Promise.all(Array.from(this.#open.values(), (session) => session.ended));
    await this.#receivers?.settled();
    await this.#record[Symbol.asyncDispose]();
  }

  /** Counts what is refused. */
  async #letIn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#count(error);
      throw error;
    }
  }

  #count(refusal: unknown): void {
    if (refusal instanceof Fault) this.#o.refused?.(refusal.code);
  }

  #plan(request: CallRequest, asker: Asker, given?: SessionRequest): Plan {
    const plan = this.#o.planner.plan(request, asker, given);
    if (plan.accountId !== undefined) this.#room.check(plan.accountId);
    return plan;
  }

  #newId(): string {
    return newId("ses", this.#o.clock.wall());
  }

  async #known(token: string): Promise<Session | undefined> {
    const hash = sessionTokenHash(token);
    const session = hash === undefined ? undefined : this.#byToken.get(hash);
    if (
      session === undefined &&
      hash !== undefined &&
      (await this.#o.store.sessions.byToken(hash)) !== undefined
    )
      throw sessionOver();
    return session;
  }

  async #write(session: Session): Promise<void> {
    const { id, plan, token } = session;
    const { accountId, providers, keyId, flowId, flowRevision, context, metadata } = plan;
    const at = this.#o.clock.wall();
    const facts = { flowId, flowRevision, context, metadata, providers: providers.names };
    const row: NewSession = { id, accountId, token, at, home: this.#o.home, ...facts };
    this.#open.set(id, session);
    if (accountId === undefined) {
      this.#record.open(row);
      return;
    }
    this.#room.check(accountId);
    // Counted before it is written, or others that are written meanwhile would not know of it.
    this.#room.enter(accountId);
    const holdMicros = minuteMicros(providers.metered);
    try {
      const refused = await this.#record.begin({ row: { ...row, accountId }, holdMicros, keyId });
      if (refused !== undefined) throw refused === "key" ? keyRevoked() : creditsEmpty();
    } catch (error) {
      this.#room.leave(accountId);
      throw error;
    }
  }

  #moved(session: Session): void {
    if (session.takesPlace) this.#places.add(session);
    else this.#places.delete(session);
  }

  #forget(session: Session): void {
    const { id, token, plan } = session;
    this.#open.delete(id);
    if (token !== undefined) this.#byToken.delete(token.hash);
    const { accountId } = plan;
    if (accountId !== undefined && session.isWritten) this.#room.leave(accountId);
  }

  #checkPlace(): void {
    if (!this.#o.calls.hasSpeech) {
      throw new Fault(
        "speech/unavailable",
        "Speech is switched off on this server: start it with SPEECH=on.",
        { retryAfterSeconds: speechOffSeconds },
      );
    }
    this.#checkDraining();
    const { placesMax } = this.#o;
    if (this.#places.size < placesMax) return;
    const message = `All ${placesMax} places are taken: try again later, or raise ENGINE_OPEN_SESSIONS_MAX`;
    throw new Fault("calls/limit", message, { retryAfterSeconds });
  }

  /** Of new sessions only: who holds a token has been promised one. */
  #checkLag(): void {
    if (!this.#o.ticker.isBehind) return;
    const message = "This server is behind with the calls it has: try again in a moment";
    throw new Fault("calls/limit", message, { retryAfterSeconds: lagRetrySeconds });
  }

  #checkDraining(): void {
    if (!this.#draining) return;
    const message = "This server is stopping and takes no new calls: try another, or again in a moment";
    throw new Fault("calls/draining", message, { retryAfterSeconds });
  }

  /** The hold decides; this only refuses earlier, before the connection is upgraded. */
  async #checkCredits(accountId: string, { providers }: Plan): Promise<void> {
    const { availableMicros } = await this.#o.store.of(accountId).ledger.balance(accountId);
    if (availableMicros < minuteMicros(providers.metered)) throw creditsEmpty();
  }
}
