// Supervision: interventions of an account in its running sessions: listen to both sides, make the agent
// speak, transfer the caller, or end the session. Each is written to the audit log before it happens, and to
// the session's record.

import type { AuditAction, AuditAuthor } from "../../../db/port/audit-store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Log } from "../../base/log.ts";
import { PeriodicTask } from "../../base/periodic-task.ts";
import { type CallListeners, listenersMax } from "../../calls/call-listeners.ts";
import type { Calls } from "../../calls/live-calls.ts";
import { type AuditTrail, entryOf } from "../../cloud/audit-trail.ts";
import type { Supervision as Action } from "../../voice/call-event.ts";
import type { Session } from "../session.ts";
import type { Sessions } from "../session-registry.ts";

export interface SupervisionOptions {
  readonly sessions: Pick<Sessions, "running">;
  readonly calls: Pick<Calls, "listenersOf">;
  readonly trail: Pick<AuditTrail, "append">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

/** Interval of checking a listener's login or key. */
const stillInEveryMs = 1_000;
/** Wait for a hanging store: the listener continues, and the next round may get an answer. */
const patienceMs = 15_000;

/** Session and actor. */
export interface SupervisedSession {
  readonly accountId: string;
  readonly sessionId: string;
  readonly by: AuditAuthor;
}

export interface PutThroughWish {
  /** Address in the notation of flows, such as tel:+4930123456. */
  readonly to: string;
  readonly whisper?: string | undefined;
  /** Words of the agent before the transfer. */
  readonly say?: string | undefined;
}

const audited: Readonly<Record<Action, AuditAction>> = {
  listened: "call.listened",
  said: "call.said",
  transferred: "call.transferred",
  ended: "call.ended",
};

/** Each method rejects with `session/not-found` and `session/over`; all but `end` with `session/not-connected`. */
export class Supervision {
  readonly #o: SupervisionOptions;

  constructor(options: SupervisionOptions) {
    this.#o = options;
  }

  /**
   * Both sides of the call as an endless WAV file, which ends soon after its listener's credentials (`isStillIn`).
   * Rejects with `session/not-audible` too.
   */
  async listen(
    of: SupervisedSession,
    isStillIn: () => Promise<boolean>,
  ): Promise<AsyncGenerator<Uint8Array>> {
    const session = await this.#talking(of);
    if (session.plan.redactText !== undefined)
      throw notAudible("Redaction of these words happens after they were spoken, so listening in is off.");
    const listeners = this.#o.calls.listenersOf(of.sessionId);
    if (listeners === undefined) throw notConnected();
    if (!listeners.hasRoom) throw notAudible(`${listenersMax} people listen already.`);
    await this.#note(of, session, "listened");
    return this.#heard(listeners, isStillIn);
  }

  async *#heard(
    listeners: Pick<CallListeners, "listen">,
    isStillIn: () => Promise<boolean>,
  ): AsyncGenerator<Uint8Array> {
    const { clock, log } = this.#o;
    const ended = new AbortController();
    await using _task = new PeriodicTask({
      clock,
      everyMs: stillInEveryMs,
      patienceMs,
      work: async () => {
        if (!(await isStillIn())) ended.abort(new Error("The login or key has ended"));
      },
      failed: (error) => log.warn("listening.unchecked", { error }),
    });
    yield* listeners.listen(ended.signal);
  }

  /** `interrupt`: at once, else when the agent has finished. */
  async say(of: SupervisedSession, text: string, interrupt: boolean): Promise<void> {
    const session = await this.#talking(of);
    await this.#note(of, session, "said");
    session.input({ type: "say", text, interrupt });
  }

  /** The session's record shows whether the client could. */
  async transfer(of: SupervisedSession, { to, whisper, say }: PutThroughWish): Promise<void> {
    const session = await this.#talking(of);
    await this.#note(of, session, "transferred");
    session.input({ type: "put-through", address: to, say, ...(whisper === undefined ? {} : { whisper }) });
  }

  /** `say`: last words of the agent; undefined: ends at once. */
  async end(of: SupervisedSession, say: string | undefined): Promise<void> {
    const session = await this.#o.sessions.running(of);
    await this.#note(of, session, "ended");
    if (say === undefined || !this.#isTalking(of)) session.stop("dismissed");
    else session.input({ type: "dismiss", text: say });
  }

  /** Closes any account's session at once, for the owner of the server. */
  async close(
    session: Session,
    { by, owner }: { readonly by: AuditAuthor; readonly owner: string },
  ): Promise<void> {
    const { trail, clock } = this.#o;
    const chains = new Set([session.plan.accountId, owner]);
    for (const accountId of chains)
      await trail.append(
        entryOf(by, { accountId, at: clock.wall(), action: audited.ended, target: session.id }),
      );
    session.input({ type: "supervised", action: "ended" });
    session.stop("dismissed");
  }

  async #talking(of: SupervisedSession): Promise<Session> {
    const session = await this.#o.sessions.running(of);
    if (!this.#isTalking(of)) throw notConnected();
    return session;
  }

  #isTalking({ sessionId }: SupervisedSession): boolean {
    return this.#o.calls.listenersOf(sessionId) !== undefined;
  }

  async #note(
    { accountId, sessionId, by }: SupervisedSession,
    session: Session,
    action: Action,
  ): Promise<void> {
    const { trail, clock } = this.#o;
    await trail.append(
      entryOf(by, { accountId, at: clock.wall(), action: audited[action], target: sessionId }),
    );
    session.input({ type: "supervised", action });
  }
}

function notConnected(): Fault {
  return new Fault("session/not-connected", "The caller has not come yet, so there is no call to join.");
}

function notAudible(why: string): Fault {
  return new Fault("session/not-audible", why);
}
