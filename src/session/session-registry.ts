// Registry of sessions: the sessions of this process. Decides on admission, finds sessions by their tokens, limits
// their number, and ends them at shutdown.

import type { CrashedSession, NewSession, SessionPlace } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, delay } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { minuteMicros, startedCents, wholeCents } from "../billing/price.ts";
import type { Calls } from "../calls/live-calls.ts";
import type { Asker, CallRequest, Plan, Planner, SessionContext } from "../calls/call-plan.ts";
import { checkPrefill } from "../calls/context-check.ts";
import { checkSessionInput, getSession, type SessionToken } from "../cloud/stored-sessions.ts";
import { valueOfData } from "../flow/value/json-value.ts";
import { Receivers, type ReceiversOptions } from "../hooks/hook-receivers.ts";
import type { ArrivalManner, SessionNews, SessionRequest, OpenedSession } from "./session-request.ts";
import { Outcomes, type OutcomesOptions } from "./session-outcomes.ts";
import { SessionRecord } from "./session-record.ts";
import type { Arrival } from "./arrival.ts";
import { Session } from "./session.ts";
import { rowFacts } from "./session-facts.ts";
import { adopt, type AdoptionOptions } from "./session-adoption.ts";
import { handOver, release } from "./session-handover.ts";
import type { SessionCounters } from "./session-counters.ts";
import type { SessionParts } from "./session-parts.ts";
import { Admission, type AdmissionOptions, type Overload } from "./session-admission.ts";
import type { SnapshotVault } from "./session-snapshot.ts";
import { checkAccountOpen, SessionTokens } from "./session-tokens.ts";
import { tokenUnknown, whyRefused } from "./session-faults.ts";

export interface SessionsOptions extends AdmissionOptions, Pick<OutcomesOptions, "contracts"> {
  readonly store: Pick<Store, "of" | "accounts" | "sessions" | "disk" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  readonly calls: Pick<Calls, "hasSpeech" | "open" | "ready" | "warm" | "over" | "abandon">;
  readonly planner: Planner;
  /** Id of this node, read each time. */
  readonly home: string;
  /** Seals the data for other nodes. */
  readonly vault: SnapshotVault;
  /** Seals the numbers of telephone calls. */
  readonly numbers: Pick<SnapshotVault, "seal">;
  /** Like `AdoptionOptions`; absent: sessions of other nodes are over here. */
  readonly elsewhere?: AdoptionOptions["elsewhere"] | undefined;
  readonly counters?: SessionCounters | undefined;
  /** Receivers of session events; absent: none. */
  readonly hooks?: Pick<ReceiversOptions, "targetsOf" | "enqueue" | "sealed"> & {
    /** Resolves when queued writes are done or failed. Never rejects. */
    readonly flush?: () => Promise<void>;
  };
}

export class Sessions implements AsyncDisposable {
  readonly #o: SessionsOptions;
  readonly #record: SessionRecord;
  readonly #receivers: Receivers | undefined;
  readonly #outcomes: Outcomes;
  readonly #parts: SessionParts<Session>;
  /** Open sessions by id. */
  readonly #open = new Map<string, Session>();
  readonly #tokens: SessionTokens<Session>;
  readonly #admission: Admission<Session>;

  constructor(options: SessionsOptions) {
    const { clock, log, calls, hooks, vault, elsewhere } = options;
    this.#o = options;
    this.#outcomes = new Outcomes(options);
    this.#tokens = new SessionTokens({
      ...options,
      get home() {
        return options.home;
      },
      flush: () => this.flush(),
      adopt: elsewhere && ((place, token) => this.#adopt(place, token, elsewhere)),
    });
    this.#admission = new Admission(options, ({ plan }) => plan.accountId);
    this.#record = new SessionRecord({
      ...options,
      get home() {
        return options.home;
      },
      moved: (id) => this.#open.get(id)?.gone(),
      hooksWritten: () => this.#hooksWritten(),
    });
    const counted = (id: string, hookSeq: number): void => this.#record.patch(id, { hookSeq });
    this.#receivers = hooks && new Receivers({ ...hooks, clock, log, counted });
    this.#parts = {
      clock,
      log,
      calls,
      outcomes: this.#outcomes,
      record: this.#record,
      write: (session) => this.#write(session),
      placed: (session) => this.#placed(session),
      forget: (session) => this.#forget(session),
      hooksOf: (session, from) => this.#receivers?.of(session, from),
      vault,
    };
  }

  /** Number of sessions with a place: a client is connecting, connected, or may return. */
  get size(): number {
    return this.#admission.places.size;
  }

  /** Prepares the requested call for `arrive`. Rejects with the Fault that refuses it. */
  prepare(request: CallRequest, accountId?: string): Promise<CallRequest> {
    const ready = this.#o.planner.prepare(request, accountId);
    ready.catch((error: unknown) => this.#count(error));
    return ready;
  }

  /**
   * Starts a session that waits for a client with its token. Rejects with `flow/not-found`, `credits/empty`,
   * `session/limit`, `calls/draining`, `auth/invalid`.
   */
  start(wanted: SessionRequest): Promise<OpenedSession> {
    return this.#letIn(() => this.#start(wanted));
  }

  async #start(wanted: SessionRequest): Promise<OpenedSession> {
    const { accountId, request, context, metadata } = wanted;
    checkSessionInput(context, metadata);
    this.#admission.checkDraining();
    const plan = this.#plan(request, wanted, wanted);
    if (this.#admission.overload !== undefined) await this.#admission.balance(accountId);
    this.#admission.checkLag(accountId);
    const warnings = checkPrefill(plan.program, context, {
      atMs: this.#o.clock.wall(),
      isOfPage: plan.embed !== undefined,
    });
    const token = this.#tokens.make(wanted.secret);
    const session = new Session({ id: newId("ses", this.#o.clock.wall()), plan, token }, this.#parts);
    await session.start();
    if (!session.isOver) this.#tokens.set(token, session);
    const { balanceMicros, heldMicros } = await this.#admission.balance(accountId);
    const credits = { creditsRemaining: wholeCents(balanceMicros), heldCents: startedCents(heldMicros) };
    return { sessionId: session.id, token: token.token, ...credits, warnings };
  }

  /** New session for a connection, written when the connection is up. Rejects like `start` and `join`. */
  arrive(request: CallRequest, asker: Asker = {}, manner: ArrivalManner = {}): Promise<Arrival> {
    return this.#letIn(() => this.#arrive(request, asker, manner));
  }

  async #arrive(request: CallRequest, asker: Asker, manner: ArrivalManner): Promise<Arrival> {
    const { comesBack = false, given } = manner;
    const plan = this.#plan(request, asker, given);
    await this.#admission.checkCredits(plan);
    this.#admission.checkPlace(plan.accountId);
    this.#admission.checkLag(plan.accountId);
    const token = comesBack ? this.#tokens.make() : undefined;
    const session = new Session(
      { id: newId("ses", this.#o.clock.wall()), plan, token, usesExamples: given === undefined },
      this.#parts,
    );
    this.#open.set(session.id, session);
    if (token !== undefined) this.#tokens.set(token, session);
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
    await checkAccountOpen(await this.#tokens.look(token), this.#o.store.accounts);
    const session = await this.#tokens.find(token);
    if (session === undefined) throw tokenUnknown();
    if (!session.takesPlace) this.#admission.checkPlace(session.plan.accountId);
    return session.offer();
  }

  /** `undefined` for a text that is no token. Rejects with `session/over`. */
  async accountOf(token: string): Promise<string | undefined> {
    const tokenLookup = await this.#tokens.look(token);
    if (tokenLookup === undefined) return undefined;
    return "session" in tokenLookup
      ? tokenLookup.session.plan.accountId
      : (tokenLookup.place.accountId ?? undefined);
  }

  /** The server is stopping: serves present and returning clients only. */
  get isDraining(): boolean {
    return this.#admission.isDraining;
  }

  /** Reason why no new session is admitted despite a free place; undefined: none. */
  get overload(): Overload | undefined {
    return this.#admission.overload;
  }

  /** Connected time of an open session's client, in milliseconds. */
  connectedMs(sessionId: string): number | undefined {
    return this.#open.get(sessionId)?.connectedMs;
  }

  /** Session on this node, of any account or none. */
  here(sessionId: string): Session | undefined {
    return this.#open.get(sessionId);
  }

  /** Open session of an account on this node. Rejects with `session/not-found`, `session/over`. */
  async running(key: Pick<SessionNews, "accountId" | "sessionId">): Promise<Session> {
    const session = this.here(key.sessionId);
    if (session?.isOver === false && session.plan.accountId === key.accountId) return session;
    await this.flush();
    await getSession(this.#o.store, key);
    throw new Fault("session/over", "This session has ended: nothing can be done in it any more.");
  }

  /** Sends an event to the call of an open session. Rejects like `running`, and with `request/invalid`. */
  async send({ name, data, ...key }: SessionNews): Promise<void> {
    const session = await this.running(key);
    const value = valueOfData(data ?? null);
    if (value === undefined)
      throw new Fault("request/invalid", "The data of the event is nested too deep or holds too much.");
    session.input({ type: "event", name, data: value });
  }

  /** API key ids, or account ids, of sessions open here. */
  idsInUse(of: "keyId" | "accountId"): readonly string[] {
    return Array.from(this.#open.values(), ({ plan }) => plan[of]).filter((id) => id !== undefined);
  }

  /** True if a session is open here, or its end is not written yet. */
  knows(sessionId: string): boolean {
    return [this.#open, this.#outcomes].some((of) => of.has(sessionId)) || this.#record.waitsFor(sessionId);
  }

  /** This node was given up, and another has ended its sessions. */
  lose(): void {
    for (const session of this.#open.values()) session.gone();
    this.#outcomes.lose();
  }

  /**
   * Ends sessions begun by a revoked key, or a closed or deleted account; `callsGoOn`: only sessions that
   * wait for a client.
   */
  endStartedBy(id: string, callsGoOn = false): void {
    for (const session of this.#open.values())
      if ([session.plan.keyId, session.plan.accountId].includes(id) && !(callsGoOn && session.hasBegun))
        session.stop("revoked");
  }

  /** Sends the ends of crashed sessions to their hooks. For the server's start. */
  async tellOfCrash(crashed: readonly CrashedSession[]): Promise<void> {
    await this.#receivers?.tellOfCrashes(crashed, this.#o.planner);
  }

  /** Waits for all pending writes. */
  flush(): Promise<void> {
    return this.#record.flush();
  }

  /**
   * Releases a session for another node; `to`: address for its client. True also for a session that is not here any
   * more. False: the session stays here, or its end is not written yet.
   */
  async release(sessionId: string, to?: string): Promise<boolean> {
    const session = this.#open.get(sessionId);
    if (session === undefined) return !this.#record.isClosing(sessionId);
    return release(session, to, this.#o.clock);
  }

  /**
   * Admits no clients, and other nodes take over the present ones, each between two turns; sessions without a
   * takeover are warned as by `drain`. After `ms` milliseconds all sessions have ended, except for changes of the
   * world and failed writes, two seconds later. `chooseUrl`: see `HandingOver`.
   */
  async handOver(ms: number, chooseUrl?: () => string | undefined): Promise<void> {
    this.#admission.isDraining = true;
    this.#record.leave();
    const { clock } = this.#o;
    const until = clock.now() + ms;
    await handOver([...this.#open.values()], { clock, until, chooseUrl });
    await this.drain(Math.max(0, until - clock.now()));
  }

  /** Admits no clients; present ones are warned, have up to `ms` milliseconds, and are then ended. */
  async drain(ms: number): Promise<void> {
    this.#admission.isDraining = true;
    const leaving = [...this.#admission.places];
    for (const session of leaving) session.shutdown(ms);
    const timer = new AbortController();
    const { calls } = this.#o;
    const left = Promise.all([calls.over(), ...leaving.map((session) => session.ended)]);
    const allOver = left.then(() => this.#outcomes.over());
    await Promise.race([allOver, delay(this.#o.clock, ms, timer.signal)]);
    timer.abort();
    for (const session of leaving) session.stop("shutdown");
    calls.abandon();
    this.#outcomes.abandon();
    await allOver;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain(0);
    for (const session of this.#open.values()) session.stop("shutdown");
    // Ended sessions that still wait for their providers' last reports.
    await Promise.all(Array.from(this.#open.values(), (session) => session.ended));
    await this.#outcomes[Symbol.asyncDispose]();
    await this.#receivers?.settled();
    await this.#record[Symbol.asyncDispose]();
  }

  /** Counts refusals. */
  async #letIn<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.#o.look?.();
      return await work();
    } catch (error) {
      this.#count(error);
      throw error;
    }
  }

  #count(refusal: unknown): void {
    if (refusal instanceof Fault) this.#o.counters?.refused(refusal.code);
  }

  #plan(request: CallRequest, asker: Asker, given?: SessionContext): Plan {
    const plan = this.#o.planner.plan(request, asker, given);
    if (plan.accountId !== undefined) this.#admission.checkAccount(plan.accountId);
    return plan;
  }

  async #adopt(
    place: SessionPlace,
    token: SessionToken,
    elsewhere: AdoptionOptions["elsewhere"],
  ): Promise<Session> {
    this.#admission.checkPlace();
    const end = (id: string): Promise<void> => this.#endForgotten([id]);
    const facts = await adopt(place, token, { ...this.#o, elsewhere, end });
    const session = new Session(facts, this.#parts);
    this.#open.set(session.id, session);
    this.#tokens.set(token, session);
    const { accountId, providers } = facts.plan;
    if (accountId !== undefined) this.#admission.enter(accountId, minuteMicros(providers.metered));
    return session;
  }

  async #endForgotten(ids: readonly string[]): Promise<void> {
    const { store, home, clock } = this.#o;
    const { withHooks } = await store.sessions.sweep({ home, ids, at: clock.wall() });
    await this.tellOfCrash(withHooks);
  }

  async #hooksWritten(): Promise<void> {
    await this.#receivers?.settled();
    await this.#o.hooks?.flush?.();
  }

  async #write(session: Session): Promise<void> {
    const { id, plan, token } = session;
    const { accountId, providers, keyId, embed } = plan;
    const { home, clock, store, numbers } = this.#o;
    const snapshot = store.isShared ? session.snapshot() : undefined;
    const row: NewSession = { id, token, home, snapshot, at: clock.wall(), ...rowFacts(id, plan, numbers) };
    this.#open.set(id, session);
    if (accountId === undefined) return this.#record.open(row);
    this.#admission.checkAccount(accountId);
    // Counted before the hold is written, so that concurrent sessions include it.
    const holdMicros = minuteMicros(providers.metered);
    this.#admission.enter(accountId, holdMicros);
    try {
      // This node counted its own sessions above; the store knows those of other nodes.
      const sessionsMax = this.#o.store.isShared ? this.#o.perAccountMax : undefined;
      const beginning = { row: { ...row, accountId }, holdMicros, keyId, sessionsMax, embed };
      const refused = await this.#record.begin(beginning);
      if (refused === "limit") throw this.#admission.accountFull();
      if (refused !== undefined) throw whyRefused(refused);
    } catch (error) {
      this.#admission.leave(accountId, holdMicros);
      throw error;
    }
  }

  #placed(session: Session): void {
    if (session.takesPlace) this.#admission.places.add(session);
    else this.#admission.places.delete(session);
  }

  #forget(session: Session): void {
    const { id, token, plan } = session;
    this.#open.delete(id);
    if (token !== undefined) this.#tokens.delete(token);
    const { accountId, providers } = plan;
    if (accountId !== undefined && session.isWritten)
      this.#admission.leave(accountId, minuteMicros(providers.metered));
  }
}
