// One session: a call, its record and its price, from the moment somebody asks for it until the last second is settled.

import type { JsonObject } from "../../db/schema.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { extend, settle } from "../billing/ledger.ts";
import { minuteMicros } from "../billing/meter.ts";
import type { SessionPatch, SessionToken } from "../cloud/sessions.ts";
import type { Program } from "../flow/program.ts";
import type { CallEvent, CallInput } from "../voice/event.ts";
import type { Line } from "../voice/line.ts";
import { CallHooks, type TellHooks } from "./hooks.ts";
import type { CallRequest } from "./request.ts";
import { Meter } from "./meter.ts";
import type { SessionProviders } from "./providers.ts";
import type { Running, SessionRecord } from "./record.ts";
import { SwitchLine } from "./switch.ts";
import { Transcript } from "./transcript.ts";

/** Everything that is decided before a session begins. */
export interface Plan {
  readonly request: CallRequest;
  /** Absent: nobody pays and nobody lists it. */
  readonly accountId: string | undefined;
  readonly program: Program | undefined;
  readonly flowId: string | undefined;
  readonly flowRevision: number | undefined;
  readonly providers: SessionProviders;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
}

export interface SessionParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly record: SessionRecord;
  /** Writes the row and holds the first minute. Throws what refuses it. */
  readonly write: (session: Session) => void;
  readonly over: (session: Session) => void;
  /** Whom to tell about it; nobody when absent. */
  readonly hooksOf: (session: Session) => TellHooks | undefined;
}

/** What comes before the call is there; more than that, and the oldest are of no use any more. */
const inputsKept = 16;

/** Why a session ended that had no call. */
type NoCall = "expired" | "shutdown";
type Reason = Extract<CallEvent, { type: "ended" }>["reason"] | NoCall;

export class Session implements Running {
  readonly id: string;
  readonly plan: Plan;
  readonly token: SessionToken | undefined;
  readonly #o: SessionParts;
  readonly #transcript: Transcript;
  readonly #meter: Meter;
  #written = false;
  #ended = false;
  #line: SwitchLine | undefined;
  #dismiss: (() => void) | undefined;
  #hooks: CallHooks | undefined;
  #input: ((input: CallInput) => void) | undefined;
  #inputs: CallInput[] = [];

  constructor(
    { id, plan, token }: { readonly id: string; readonly plan: Plan; readonly token?: SessionToken },
    parts: SessionParts,
  ) {
    this.id = id;
    this.plan = plan;
    this.token = token;
    this.#o = parts;
    this.#transcript = new Transcript((line) => {
      parts.record.add({ sessionId: id, ...line });
      this.#hooks?.line(line);
    });
    this.#meter = new Meter({
      clock: parts.clock,
      providers: plan.providers.metered,
      empty: () => this.#dismiss?.(),
      ...(plan.accountId === undefined ? {} : { renew: () => this.#renew() }),
    });
  }

  /** Somebody has been connected; until then only the token's time runs. */
  get begun(): boolean {
    return this.#line !== undefined;
  }

  get connectedMs(): number {
    return this.#meter.connectedMs;
  }

  /** The row is there from now on. Throws what refuses the session. */
  write(): void {
    if (this.#written) return;
    this.#o.write(this);
    this.#written = true;
  }

  /** Its client has come. Answers with the line that the call is to use. */
  begin(line: Line): Line {
    const { clock, record } = this.#o;
    this.write();
    const at = clock.wall();
    record.patch(this.id, { status: "running", firstConnectedAt: at, heartbeatAt: at });
    record.follow(this);
    const tell = this.#o.hooksOf(this);
    this.#hooks = tell === undefined ? undefined : new CallHooks(tell);
    this.#meter.run();
    if (this.token === undefined) return line;
    const connected = (yes: boolean): void => (yes ? this.#meter.run() : this.#meter.pause());
    this.#line = new SwitchLine(line, { clock, connected });
    return this.#line;
  }

  /** The client has come again. */
  rejoin(line: Line): void {
    this.#line?.use(line);
  }

  /** How to end the call when the credits are used up. */
  onEmpty(dismiss: () => void): void {
    this.#dismiss = dismiss;
  }

  /** The call that takes what comes from outside; it gets at once what came before it was there. */
  onInput(input: (input: CallInput) => void): void {
    this.#input = input;
    const kept = this.#inputs;
    this.#inputs = [];
    for (const each of kept) input(each);
  }

  /** Something for the call that does not come over its line. */
  input(input: CallInput): void {
    if (this.#input !== undefined) this.#input(input);
    else this.#inputs = [...this.#inputs, input].slice(-inputsKept);
  }

  /** What happens in the call. Neither throws nor waits. */
  tell(event: CallEvent): void {
    this.#transcript.take(event);
    this.#hooks?.take(event);
    if (event.type === "ended") this.end(event.reason);
  }

  /** Everything is settled and written when this returns. The first reason stands. */
  end(reason: Reason): void {
    if (this.#ended || !this.#written) return;
    this.#ended = true;
    this.#meter.pause();
    const { clock, log, record, over } = this.#o;
    const at = clock.wall();
    const patch: SessionPatch = {
      ...this.pulse(),
      // Nobody pays for a call that we could not begin.
      ...(reason === "overloaded" ? { costMicros: 0 } : {}),
      status: "ended",
      endedAt: at,
      endReason: reason,
      outcome: this.#transcript.outcome ?? null,
      usage: this.#transcript.usage,
    };
    try {
      if (this.plan.accountId === undefined) record.patch(this.id, patch);
      else record.settle(this.id, patch, (tx) => void settle(tx, { ...this.#bill(patch, at), close: true }));
    } catch (error) {
      // It stays open, and the next start settles it by its last heartbeat.
      log.error("session.not-settled", { session: this.id, error });
    }
    this.#hooks?.ended({
      outcome: this.#transcript.outcome,
      reason,
      durationMs: this.connectedMs,
    });
    record.forget(this);
    over(this);
  }

  pulse(): SessionPatch {
    const { connectedMs, costMicros } = this.#meter;
    return { heartbeatAt: this.#o.clock.wall(), connectedMs, costMicros };
  }

  #bill({ costMicros = 0 }: SessionPatch, at: number) {
    return { sessionId: this.id, totalMicros: costMicros, at };
  }

  /** Settled and written in one transaction: after a crash the charge is what the row says. */
  #renew(): boolean {
    const { clock, log, record } = this.#o;
    const at = clock.wall();
    let renewed = false;
    try {
      const patch = this.pulse();
      record.settle(this.id, patch, (tx) => {
        settle(tx, { ...this.#bill(patch, at), close: false });
        renewed = extend(tx, { sessionId: this.id, micros: minuteMicros(this.plan.providers.metered), at });
      });
      return renewed;
    } catch (error) {
      // Nobody is cut off for a fault of ours; what is used is settled at the end.
      log.error("session.not-renewed", { session: this.id, error });
      return true;
    }
  }
}
