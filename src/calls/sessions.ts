// The sessions of this process: planned, started with a token or by the engine, found again by token, and let go when
// nobody comes. A session does not outlive the process, so what is in memory here is all there is.

import type { Store } from "../../db/open.ts";
import type { JsonObject } from "../../db/schema.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { balanceOf, hold } from "../billing/ledger.ts";
import { minuteMicros, startedCents, wholeCents } from "../billing/meter.ts";
import type { DeclaredHook } from "../cloud/hooks.ts";
import {
  checkSessionInput,
  type CrashedSession,
  getSession,
  insertSession,
  type NewSession,
  newSessionToken,
  sessionTokenHash,
  tokenWasIssued,
} from "../cloud/sessions.ts";
import type { Program } from "../flow/program.ts";
import { valueOfData } from "../flow/json-value.ts";
import type { SessionFacts } from "../hooks/event.ts";
import { type HookTarget, openSessionHooks, type SessionHooksOptions } from "../hooks/session.ts";
import type { CallRequest } from "./request.ts";
import { programOf } from "./build.ts";
import type { TellHooks } from "./hooks.ts";
import { checkPrefill, type StartWarning } from "./prefill.ts";
import type { Previews } from "./previews.ts";
import { type ProgramReader, StoredPrograms } from "./programs.ts";
import type { SessionProviders } from "./providers.ts";
import { SessionRecord } from "./record.ts";
import { type Plan, Session, type SessionParts } from "./session.ts";

export interface SessionsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** The built-in flows by name. */
  readonly programs: ReadonlyMap<string, Program>;
  /** A stored flow's text to its program, with all that its account has. */
  readonly reader: ProgramReader;
  readonly previews?: Pick<Previews, "find">;
  readonly perAccountMax: number;
  /** What a session of this account, or of nobody, hears, thinks and speaks with. */
  readonly providersOf: (accountId: string | undefined) => SessionProviders;
  /** Who is told about sessions; nobody without it. */
  readonly hooks?: HooksOfSessions;
}

export interface HooksOfSessions {
  readonly targetsOf: (accountId: string, declared: readonly DeclaredHook[]) => readonly HookTarget[];
  readonly enqueue: SessionHooksOptions["enqueue"];
}

/** What telling a session's hooks needs. */
interface Telling {
  readonly facts: SessionFacts;
  readonly accountId: string;
  readonly program: Program | undefined;
  readonly from: number;
}

/** An event from outside for a session. */
export interface SessionNews {
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly data: unknown;
}

export interface Wanted {
  readonly accountId: string;
  /** The API key that asks for it: revoking that ends the session. */
  readonly keyId?: string | undefined;
  /** As `asked` made it. */
  readonly request: CallRequest;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
}

export interface Started {
  readonly sessionId: string;
  readonly token: string;
  /** Cents of the balance, rounded down, and what of it is set aside for sessions that run, rounded up. */
  readonly creditsRemaining: number;
  readonly heldCents: number;
  readonly warnings: readonly StartWarning[];
}

/** From the start of a session to its first connection. */
const firstConnectMs = 5 * 60_000;
/** After this many seconds one of an account's sessions may be over. */
const retryAfterSeconds = 15;
const challenge = 'SessionToken realm="voice-flow"';

export class Sessions implements Disposable {
  readonly #o: SessionsOptions;
  readonly #record: SessionRecord;
  readonly #stored: StoredPrograms;
  readonly #parts: SessionParts;
  readonly #open = new Map<string, Session>();
  readonly #byToken = new Map<string, Session>();
  readonly #expiry = new Map<Session, Disposable>();
  readonly #perAccount = new Map<string, number>();

  constructor(options: SessionsOptions) {
    const { store, clock, log } = options;
    this.#o = options;
    this.#record = new SessionRecord({ store, clock, log });
    this.#stored = new StoredPrograms(store.durable, options.reader);
    const write = (session: Session): void => this.#write(session);
    const over = (session: Session): void => this.#forget(session);
    const hooksOf = (session: Session): TellHooks | undefined => this.#hooksOf(session);
    this.#parts = { clock, log, record: this.#record, write, over, hooksOf };
  }

  /** What a session with a token is asked to do. Rejects with `flow/not-found` and `flow/invalid`. */
  async asked(flowId: string | undefined, accountId: string): Promise<CallRequest> {
    if (flowId === undefined) return { mode: "assistant", programId: undefined };
    if (!StoredPrograms.named(flowId))
      throw this.#o.programs.has(flowId) ? StoredPrograms.builtIn(flowId) : StoredPrograms.unknown();
    return this.prepare({ mode: "flow", programId: flowId }, accountId);
  }

  /** Makes the stored flow that is asked for ready to run. Rejects like `asked`. */
  async prepare(request: CallRequest, accountId: string | undefined): Promise<CallRequest> {
    const { programId } = request;
    if (!StoredPrograms.named(programId)) return request;
    return { ...request, flow: await this.#stored.find(programId, accountId) };
  }

  /** Throws the Fault that refuses what is asked for: no such flow, no credits, too many. */
  plan(request: CallRequest, accountId: string | undefined, given?: Omit<Wanted, "accountId">): Plan {
    const { programs, previews, providersOf } = this.#o;
    const { context = {}, metadata = {} } = given ?? {};
    const { programId, flow } = request;
    const program = flow?.program ?? previews?.find(programId, accountId) ?? programOf(request, programs);
    const plan: Plan = {
      request,
      accountId,
      program,
      flowId: programId,
      flowRevision: flow?.revision,
      providers: providersOf(accountId),
      context,
      metadata,
    };
    if (accountId !== undefined) this.#checkRoom(accountId);
    return plan;
  }

  /** Starts a session that waits for whoever has its token. Throws like `plan`, and `credits/empty`. */
  start(wanted: Wanted): Started {
    const { accountId, request, context, metadata } = wanted;
    checkSessionInput(context, metadata);
    const plan = this.plan(request, accountId, wanted);
    const warnings = checkPrefill(plan.program, context, this.#o.clock.wall());
    const token = newSessionToken();
    const session = this.#make(plan, token);
    session.write();
    this.#byToken.set(token.hash, session);
    const expire = (): void => session.end("expired");
    this.#expiry.set(session, this.#o.clock.after(firstConnectMs, expire));
    const { balanceMicros, heldMicros } = balanceOf(this.#o.store.durable, accountId);
    const credits = { creditsRemaining: wholeCents(balanceMicros), heldCents: startedCents(heldMicros) };
    return { sessionId: session.id, token: token.token, ...credits, warnings };
  }

  /** A session of the engine; it is written down when it begins. Throws like `start`. */
  engine(request: CallRequest, accountId: string | undefined): Session {
    const plan = this.plan(request, accountId);
    if (accountId !== undefined) this.#checkCredits(accountId, plan);
    return this.#make(plan);
  }

  /** Throws `auth/invalid` for what is no token, and `session/over`. */
  find(token: string): Session {
    const session = this.#known(token);
    if (session !== undefined) return session;
    throw new Fault("auth/invalid", "The session's token is not known: POST /v1/sessions gives one.", {
      challenge,
    });
  }

  /** `undefined` for what is no token. Throws `session/over`. */
  accountOf(token: string): string | undefined {
    return this.#known(token)?.plan.accountId;
  }

  /** How long somebody has been connected to a session that is open. */
  connectedMs(sessionId: string): number | undefined {
    return this.#open.get(sessionId)?.connectedMs;
  }

  /** Hands an event to the call of an account's session. Throws `session/not-found`, `session/over`, `request/invalid`. */
  send({ accountId, sessionId, name, data }: SessionNews): void {
    const session = this.#open.get(sessionId);
    if (session === undefined || session.plan.accountId !== accountId) {
      this.flush();
      getSession(this.#o.store.durable, { accountId, sessionId });
      throw new Fault("session/over", "This session has ended: nothing waits for events in it any more.");
    }
    const value = valueOfData(data ?? null);
    if (value === undefined)
      throw new Fault("request/invalid", "The data of the event is nested too deep or holds too much.");
    session.input({ type: "event", name, data: value });
  }

  /** Tells the hooks of sessions that a crash has ended. For the start of the server. */
  tellOfCrash(crashed: readonly CrashedSession[]): void {
    for (const { id, accountId, flowId, flowRevision, metadata, connectedMs, hookSeq } of crashed) {
      const isKnown = flowId !== null && flowRevision !== null;
      const program = isKnown ? this.#stored.findNow(flowId, flowRevision, accountId) : undefined;
      const flow = { flowId: flowId ?? undefined, flowRevision: flowRevision ?? undefined };
      const facts = { sessionId: id, ...flow, metadata };
      this.#tellingOf({ accountId, program, facts, from: hookSeq })?.({
        type: "session.ended",
        outcome: undefined,
        reason: "crashed",
        durationMs: connectedMs,
        outputs: {},
      });
    }
  }

  /** The client has come in time. */
  arrived(session: Session): void {
    this.#expiry.get(session)?.[Symbol.dispose]();
    this.#expiry.delete(session);
  }

  /** What waits to be written is written. */
  flush(): void {
    this.#record.flush();
  }

  [Symbol.dispose](): void {
    for (const session of this.#open.values()) session.end("shutdown");
    this.#record[Symbol.dispose]();
  }

  #known(token: string): Session | undefined {
    const hash = sessionTokenHash(token);
    const session = hash === undefined ? undefined : this.#byToken.get(hash);
    if (session === undefined && hash !== undefined && tokenWasIssued(this.#o.store.durable, hash))
      throw new Fault("session/over", "This session has ended or was never used: start another one.");
    return session;
  }

  #hooksOf({ id, plan }: Session): TellHooks | undefined {
    const { accountId, program, flowId, flowRevision, metadata } = plan;
    const facts = { sessionId: id, flowId, flowRevision, metadata };
    return accountId === undefined ? undefined : this.#tellingOf({ accountId, program, facts, from: 0 });
  }

  #tellingOf({ accountId, program, facts, from }: Telling): TellHooks | undefined {
    const { hooks, clock, log } = this.#o;
    if (hooks === undefined) return undefined;
    try {
      const flow: { readonly id: string; readonly hooks?: readonly DeclaredHook[] } | undefined = program;
      const targets = hooks.targetsOf(accountId, flow?.hooks ?? []);
      if (targets.length === 0) return undefined;
      const { enqueue } = hooks;
      const counted = (hookSeq: number): void => this.#record.patch(facts.sessionId, { hookSeq });
      return openSessionHooks({ accountId, facts, targets, clock, enqueue, counted, from });
    } catch (error) {
      // A call goes on, whoever cannot be told about it.
      log.error("session.without-hooks", { session: facts.sessionId, error });
      return undefined;
    }
  }

  #make(plan: Plan, token?: Session["token"]): Session {
    const id = newId("ses", this.#o.clock.wall());
    return new Session({ id, plan, ...(token === undefined ? {} : { token }) }, this.#parts);
  }

  #write(session: Session): void {
    const { id, plan, token } = session;
    const { accountId, providers } = plan;
    const at = this.#o.clock.wall();
    const row: NewSession = { ...plan, id, token, at, providers: providers.names };
    if (accountId === undefined) this.#record.open(row);
    else {
      this.#checkRoom(accountId);
      const micros = minuteMicros(providers.metered);
      this.#o.store.durable.transaction(
        (tx) => {
          insertSession(tx, row);
          hold(tx, { accountId, sessionId: id, micros, at });
        },
        { behavior: "immediate" },
      );
      this.#perAccount.set(accountId, this.#running(accountId) + 1);
    }
    this.#open.set(id, session);
  }

  #forget(session: Session): void {
    const { id, token, plan } = session;
    this.arrived(session);
    this.#open.delete(id);
    if (token !== undefined) this.#byToken.delete(token.hash);
    const { accountId } = plan;
    if (accountId === undefined) return;
    const left = this.#running(accountId) - 1;
    if (left > 0) this.#perAccount.set(accountId, left);
    else this.#perAccount.delete(accountId);
  }

  #running(accountId: string): number {
    return this.#perAccount.get(accountId) ?? 0;
  }

  #checkRoom(accountId: string): void {
    const { perAccountMax } = this.#o;
    if (this.#running(accountId) < perAccountMax) return;
    const message = `An account has at most ${perAccountMax} sessions at the same time: end one, or wait.`;
    throw new Fault("session/limit", message, { retryAfterSeconds });
  }

  /** The hold decides; this only tells before the connection is upgraded. */
  #checkCredits(accountId: string, { providers }: Plan): void {
    const { availableMicros } = balanceOf(this.#o.store.durable, accountId);
    if (availableMicros >= minuteMicros(providers.metered)) return;
    throw new Fault("credits/empty", "There are not enough credits for a minute of this session: add some.");
  }
}
