// The calls that live in this process, from admission to drain. Engine and house meet here.

import type { Clock } from "../base/clock.ts";
import { delay } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/tick.ts";
import type { Program } from "../flow/program.ts";
import type { Llm, Stt, Tts, Vad } from "../providers/contract.ts";
import { Call } from "../voice/call.ts";
import type { CallEvent, EndReason } from "../voice/event.ts";
import type { Line } from "../voice/line.ts";
import { Admission, type Ticket } from "./admit.ts";
import { openResponder, programOf } from "./build.ts";
import type { CallRequest } from "./request.ts";
import type { CallsOutside } from "./flow-outside.ts";
import type { Sessions } from "./sessions.ts";
import { WaitingRoom } from "./waiting.ts";

/** What hears and speaks; `ready` resolves when it is warm. */
export interface Speech {
  readonly ready: Promise<void>;
  readonly stt: Stt;
  readonly tts: Tts;
  readonly vad: Vad;
}

export interface CallsOptions {
  readonly clock: Clock;
  /** The beat of all calls, one a frame. */
  readonly ticker: Ticker;
  readonly log: Log;
  readonly speech: Speech | undefined;
  readonly llm: Llm | undefined;
  readonly systemPrompt: string;
  readonly programs: ReadonlyMap<string, Program>;
  readonly callsMax: number;
  readonly durationMsMax: number;
  /** What flows can have done. */
  readonly outside: CallsOutside;
  /** Who keeps records and lets accounts pay; without it calls are nobody's and leave no trace. */
  readonly sessions?: Sessions;
}

/** How long a call waits for speech to be warm. */
const warmUpMsMax = 10_000;
/** It does not come while the process runs; this keeps clients from asking again at once. */
const speechOffSeconds = 300;
const outOfCredits = "I am sorry, your credits are used up, so I have to end this call now. Goodbye.";

export class Calls implements AsyncDisposable {
  readonly #o: CallsOptions;
  readonly #admission: Admission;
  readonly #live = new Set<Call>();
  #ready = false;

  constructor(options: CallsOptions) {
    this.#o = options;
    this.#admission = new Admission(options.callsMax);
    void options.speech?.ready.then(
      () => (this.#ready = true),
      () => undefined, // Whoever opened the engine has logged why; calls are refused with `overloaded`.
    );
  }

  /** Whether a call that starts now is heard at once. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Calls that are admitted and not over. */
  get size(): number {
    return this.#admission.size;
  }

  /** Throws the Fault that refuses the request, if what it asks for does not exist. */
  check(request: CallRequest, accountId?: string): void {
    const { sessions, programs } = this.#o;
    if (sessions === undefined) programOf(request, programs);
    else sessions.plan(request, accountId);
  }

  /** Makes ready what is asked for; `admit` wants it so. Rejects with the Fault that refuses it. */
  async prepare(request: CallRequest, accountId?: string): Promise<CallRequest> {
    return (await this.#o.sessions?.prepare(request, accountId)) ?? request;
  }

  /** Holds a place. Throws a Fault: no room, no speech, no such flow, no credits. */
  admit(request: CallRequest, accountId?: string): Ticket {
    const session = this.#o.sessions?.engine(request, accountId);
    if (session === undefined) programOf(request, this.#o.programs);
    return this.#admit(request, session);
  }

  /** Holds a place for the session with this token, or finds the one it has. Throws a Fault: no such session, no room. */
  join(token: string): Ticket {
    const { sessions } = this.#o;
    if (sessions === undefined) throw new Error("Nobody has a token where no sessions are kept");
    const session = sessions.find(token);
    const { request } = session.plan;
    if (!session.begun) return this.#admit(request, session);
    return { ...request, sessionId: session.id, session, resumed: true, release: () => undefined };
  }

  /** Starts the admitted call on its line, or goes on with it there. */
  start(ticket: Ticket, line: Line): void {
    const { speech, sessions } = this.#o;
    if (speech === undefined) throw new Error("admit() lets nobody in without speech");
    const { session, resumed } = ticket;
    if (session !== undefined) sessions?.arrived(session);
    if (resumed === true) {
      session?.rejoin(line);
      return;
    }
    const kept = session?.begin(line) ?? line;
    try {
      if (this.#ready) kept.attach(this.#open(ticket, kept, speech));
      else void this.#startWarm(ticket, kept, speech);
    } catch (error) {
      session?.end("failed");
      throw error;
    }
  }

  #admit(request: CallRequest, session: Ticket["session"]): Ticket {
    if (this.#o.speech === undefined) {
      throw new Fault(
        "speech/unavailable",
        "Speech is switched off on this server: start it with SPEECH=on.",
        { retryAfterSeconds: speechOffSeconds },
      );
    }
    return this.#admission.admit(request, this.#o.clock.wall(), session);
  }

  /** No new calls; running ones are told, get up to `ms`, and are then ended. */
  async drain(ms: number): Promise<void> {
    this.#admission.stop();
    const { clock } = this.#o;
    for (const call of this.#live) call.shutdown(ms);
    const timer = new AbortController();
    const allOver = Promise.all([...this.#live].map((call) => call.ended));
    await Promise.race([allOver, delay(clock, ms, timer.signal)]);
    timer.abort();
    const rest = [...this.#live];
    for (const call of rest) {
      call.end("shutdown");
      call.abandon();
    }
    await Promise.all(rest.map((call) => call.ended));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drain(0);
  }

  async #startWarm(ticket: Ticket, line: Line, speech: Speech): Promise<void> {
    const gaveUp = new AbortController();
    const leave = (reason: EndReason): void => {
      if (gaveUp.signal.aborted) return;
      gaveUp.abort();
      ticket.release();
      ticket.session?.end(reason);
      line.close(reason);
    };
    const room = new WaitingRoom(leave);
    line.attach(room);
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    using _patience = this.#o.clock.after(warmUpMsMax, () => resolve("late"));
    const warm = await Promise.race([speech.ready.catch(() => "late" as const), late]);
    if (gaveUp.signal.aborted) return;
    if (warm === "late") leave("overloaded");
    else room.enter(this.#open(ticket, line, speech));
  }

  #open(ticket: Ticket, line: Line, { stt, tts, vad }: Speech): Call {
    const { clock, ticker, systemPrompt, programs, durationMsMax } = this.#o;
    const { session } = ticket;
    const log = this.#o.log.with({ session: ticket.sessionId });
    const llm = session === undefined ? this.#o.llm : session.plan.providers.llm;
    const responder = openResponder(ticket, {
      clock,
      log,
      llm,
      systemPrompt,
      programs,
      guided: stt.guided,
      program: session?.plan.program,
      flow: {
        accountId: session?.plan.accountId,
        context: session?.plan.context ?? {},
        metadata: session?.plan.metadata ?? {},
        usesExamples: session?.token === undefined,
        ...this.#o.outside,
      },
    });
    const note = callLog(log);
    const emit = (event: CallEvent): void => {
      try {
        if (event.type !== "tool-finished") line.tell(event);
      } finally {
        // Whatever becomes of the line: the session is settled, and its place is free at once, though a tool may go on.
        session?.tell(event);
        note(event);
        if (event.type === "ended") ticket.release();
      }
    };
    const call = new Call({
      line,
      responder,
      stt,
      tts,
      vad,
      clock,
      ticker,
      log,
      durationMsMax,
      emit,
    });
    session?.onEmpty(() => call.dismiss(outOfCredits, "credits"));
    session?.onInput((input) => call.input(input));
    this.#live.add(call);
    log.info("call.started", { mode: ticket.mode, responder: responder.name });
    void call.ended.then(() => this.#live.delete(call));
    return call;
  }
}

/** Logs how a call went, without a word of what was said. */
function callLog(log: Log): (event: CallEvent) => void {
  let turns = 0;
  return (event) => {
    if (event.type === "latency") {
      turns += 1;
      log.debug("call.turn", { ...event.latency });
    }
    if (event.type === "failed") log.warn("call.failed", { code: event.code, fatal: event.fatal });
    if (event.type === "ended")
      log.info("call.ended", { reason: event.reason, durationMs: event.durationMs, turns });
  };
}
