// One living conversation: wires listener, turn, responder and playout, and carries out what the turn step
// decides. It decides nothing itself and knows no protocol, no vendor and no money.

import { type Frame, silence } from "../audio/frame.ts";
import { unreachable } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { Scope } from "../base/scope.ts";
import type { Ticker } from "../base/tick.ts";
import type { ProviderContext, Stt, Tts, Vad } from "../providers/contract.ts";
import type { CallEvent, CallInput, EndReason } from "./event.ts";
import { Farewells } from "./farewells.ts";
import { hearUntilItFails } from "./hearing.ts";
import { Latency } from "./latency.ts";
import type { CallLine, CallSide } from "./line.ts";
import { Listener, type ListenerEvent } from "./listener.ts";
import { Playout, type PlayoutEvent } from "./playout.ts";
import { Reply } from "./reply.ts";
import { Recordings } from "./recorder.ts";
import type { Responder } from "./responder.ts";
import { Timers } from "./timers.ts";
import {
  step,
  type TurnEffect,
  type TurnEvent,
  type TurnInput,
  type TurnState,
  turnStart,
  type TurnTimer,
} from "./turn.ts";

export interface CallOptions {
  readonly line: CallLine;
  readonly responder: Responder;
  readonly stt: Stt;
  readonly tts: Tts;
  readonly vad: Vad;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly log: Log;
  readonly durationMsMax: number;
  /** Everything that happens, in order, the line's copy included. Neither throws nor waits. */
  readonly emit: (event: CallEvent) => void;
}

type Told<E> = E extends { readonly atMs: number } ? Omit<E, "atMs"> : never;

/** Talking over the agent for this long is meant; shorter is a cough, a hum or a "yes" that the words decide. */
const bargeInMs = 120;
/** After the last sample was due, for what the network and the client's own buffer add. */
const hangUpGraceMs = 300;

export class Call implements CallSide {
  readonly #o: CallOptions;
  readonly #scope: Scope;
  readonly #listener: Listener;
  readonly #playout: Playout;
  readonly #latency: Latency;
  readonly #context: ProviderContext;
  readonly #beganAt: number;
  readonly #timers: Timers<TurnTimer | "duration" | "hang-up">;
  readonly #farewells: Farewells;
  readonly #recordings = new Recordings();
  readonly #events: TurnEvent[] = [];
  #state: TurnState = turnStart;
  #stepping = false;
  #begun = false;
  #muted = false;
  #reply: Reply | undefined;
  #endReason: EndReason | undefined;

  constructor(options: CallOptions) {
    const { clock, log, line } = options;
    this.#o = options;
    this.#timers = new Timers(clock);
    this.#beganAt = clock.now();
    this.#context = { clock, log };
    this.#scope = new Scope("call", (error) => this.#bug(error));
    this.#latency = new Latency(clock);
    this.#listener = new Listener({
      clock,
      openVad: (sink) => options.vad.open(sink),
      tell: (event) => this.#heard(event),
    });
    const { tts, ticker } = options;
    const tell = (reply: number, event: PlayoutEvent): void => this.#played(reply, event);
    const played = (frame: Frame): void => this.#listener.played(frame);
    this.#playout = new Playout({ line, tts, clock, ticker, context: this.#context, tell, played });
    options.responder.attend?.({
      wake: () => this.#dispatch({ type: "input", input: { type: "woken" }, interrupt: false }),
      tell: (event) => {
        if (this.#endReason === undefined) this.#tell(event);
      },
      record: (limits, stop) => this.#recordings.record(limits, stop),
    });
    this.#scope.run(async (signal) => {
      const hearing = { stt: options.stt, listener: this.#listener, context: this.#context };
      if (await hearUntilItFails(hearing, signal)) this.#deaf();
    });
    this.#farewells = new Farewells({
      timers: this.#timers,
      durationMsMax: options.durationMsMax,
      tell: (event) => this.#tell(event),
      say: (text, reason) => {
        if (this.#begun) this.#dispatch({ type: "farewell", text, reason });
        else this.end(reason);
      },
      end: (reason) => this.end(reason),
    });
  }

  /** Resolves when nothing of the call is left. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }
  readonly #ended = Promise.withResolvers<void>();

  ready(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#dispatch({ type: "begin" });
  }

  hear(frame: Frame): void {
    if (this.#endReason !== undefined) return;
    const heard = this.#muted ? silence : frame;
    this.#recordings.hear(heard);
    this.#listener.hear(heard);
  }

  input(input: CallInput): void {
    if (this.#endReason !== undefined) return;
    switch (input.type) {
      case "text":
        this.#tell({ type: "user-typed", text: input.text, ...this.#sensitive });
        this.#take({ type: "words", text: input.text, speak: input.speak, typed: true }, input.interrupt);
        return;
      case "keys":
        this.#tell({ type: "user-keys", keys: input.keys, ...this.#sensitive });
        this.#take({ type: "keys", keys: input.keys }, true);
        return;
      case "context":
        this.#o.responder.note(input.role, input.text);
        if (input.run) this.#take({ type: "context" }, true);
        return;
      case "say":
        this.#take({ type: "say", text: input.text }, input.interrupt);
        return;
      case "interrupt":
        this.#dispatch({ type: "interrupt" });
        return;
      case "mute":
        this.#muted = input.muted;
        this.#tell({ type: "user-muted", muted: input.muted, source: "client" });
        return;
      case "transferred":
        if (this.#o.responder.takesEvents === true) this.#dispatch({ type: "input", input, interrupt: true });
        return;
      case "event":
        if (this.#o.responder.takesEvents === true)
          this.#dispatch({ type: "input", input, interrupt: false });
        return;
      case "end":
        this.#leave(input.drain);
        return;
      default:
        unreachable(input);
    }
  }

  gone(reason: EndReason): void {
    this.end(reason);
  }

  /** The server stops: the caller is told, and after `ms` the agent says goodbye. */
  shutdown(ms: number): void {
    if (this.#endReason === undefined) this.#farewells.shutdown(ms);
  }

  /** The agent says this, and the call is over. */
  dismiss(text: string, reason: EndReason): void {
    if (this.#endReason === undefined) this.#farewells.dismiss(text, reason);
  }

  /** Ends the call at once. Idempotent; the first reason stands. */
  end(reason: EndReason): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = reason;
    this.#timers.disarmAll();
    const cut = this.#cutOff();
    this.#recordings.stop();
    this.#lastWord(reason);
    this.#playout.close();
    this.#listener.close();
    const durationMs = Math.round(this.#o.clock.now() - this.#beganAt);
    this.#tell({ type: "ended", reason, durationMs, ...cut });
    this.#o.line.close(reason);
    void this.#scope.close().then(() => this.#ended.resolve());
  }

  /** What was heard of a reply that the end cuts off. */
  #cutOff(): Pick<Extract<CallEvent, { type: "ended" }>, "cut"> {
    const { floor } = this.#state;
    if (floor.holder !== "agent") return {};
    const heard = this.#playout.interrupt(floor.reply);
    if (heard === undefined) return {};
    const { replyText: heardText, logged } = heard;
    return { cut: { reply: floor.reply, heardText, ...(logged === undefined ? {} : { logged }) } };
  }

  #tellWords(text: string, how: { readonly final: boolean; readonly rejected: boolean }): void {
    this.#tell({ type: "user-words", text, ...how, ...this.#sensitive });
  }

  /** What the caller says now may be for their own client only. */
  get #sensitive(): { readonly sensitive?: true } {
    return this.#o.responder.isSensitive === true ? { sensitive: true } : {};
  }

  #deaf(): void {
    this.#failed("stt_unavailable", "Speech recognition is unavailable", true);
    this.#farewells.say("I am sorry, I cannot hear you any more. Goodbye.", "failed");
  }

  #failed(code: string, message: string, fatal: boolean): void {
    this.#tell({ type: "failed", code, message, fatal });
  }

  #heard(event: ListenerEvent): void {
    switch (event.type) {
      case "speech-started":
      case "speech-ended":
        this.#tell({ type: "user-speaking", speaking: event.type === "speech-started" });
        this.#dispatch(event);
        return;
      case "partial":
        this.#tellWords(event.text, { final: false, rejected: false });
        return;
      case "turn-ended":
        this.#latency.turnEnded(event.silentMs);
        return;
      case "warning":
        this.#tell(event);
        return;
      case "words":
        this.#latency.words();
        this.#tellWords(event.text, { final: true, rejected: event.rejected });
        this.#dispatch(event);
        return;
      default:
        unreachable(event);
    }
  }

  #played(reply: number, event: PlayoutEvent): void {
    switch (event.type) {
      case "sentence":
        this.#tell({ ...event, reply });
        return;
      case "speaking":
        this.#tell({ type: "agent-speaking", speaking: event.speaking, reply });
        if (event.speaking) this.#latency.audio((latency) => this.#tell({ type: "latency", latency }));
        return;
      case "mute":
        this.#o.log.warn("call.tts-failed", { error: event.error });
        this.#failed("tts_unavailable", "A sentence could not be spoken", event.fatal);
        if (event.fatal) this.end("failed");
        return;
      case "interruptible":
        this.#dispatch({ type: "interruptible", reply, value: event.value });
        return;
      case "spoken":
        this.#reply?.spoken();
        this.#dispatch({ type: "spoken", reply });
        return;
      default:
        unreachable(event);
    }
  }

  #take(input: TurnInput, interrupt: boolean): void {
    this.#latency.typed();
    this.#dispatch({ type: "input", input, interrupt });
  }

  /** Steps are taken one at a time: what an effect causes is stepped after it, never inside it. */
  #dispatch(event: TurnEvent): void {
    this.#events.push(event);
    if (this.#stepping) return;
    this.#stepping = true;
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
        const [state, effects] = step(this.#state, next);
        this.#state = state;
        for (const effect of effects) this.#carryOut(effect);
      }
    } catch (error) {
      this.#bug(error);
    } finally {
      this.#stepping = false;
    }
  }

  /** A bug of ours ends this call, audibly for nobody else. */
  #bug(error: unknown): void {
    this.#o.log.error("call.bug", { error });
    this.end("failed");
  }

  #carryOut(effect: TurnEffect): void {
    if (this.#endReason !== undefined) return;
    switch (effect.type) {
      case "answer":
        this.#answer(effect.reply, effect.input);
        return;
      case "interrupt":
        this.#interrupt(effect.reply);
        return;
      case "arm":
        this.#armTurn(effect.timer);
        return;
      case "disarm":
        this.#timers.disarm(effect.timer);
        return;
      case "hang-up":
        this.#timers.arm("hang-up", hangUpGraceMs, () => this.end(effect.reason));
        return;
      default:
        unreachable(effect);
    }
  }

  #answer(reply: number, input: TurnInput): void {
    const before = this.#reply;
    this.#playout.begin(reply);
    this.#reply = new Reply({
      number: reply,
      input,
      responder: this.#o.responder,
      scope: this.#scope.child(`reply ${reply}`),
      after: before?.over,
      playout: this.#playout,
      clock: this.#o.clock,
      tell: (event) => this.#tell(event),
      dispatch: (event) => this.#dispatch(event),
      wrote: () => this.#latency.text(),
      expect: () => this.#expect(),
    });
  }

  #interrupt(reply: number): void {
    const heard = this.#playout.interrupt(reply);
    this.#reply?.interrupt(heard?.replyText ?? "");
    if (heard === undefined) return;
    this.#tell({
      type: "interrupted",
      reply,
      segment: heard.segment,
      heardText: heard.segmentText,
      heardReplyText: heard.replyText,
      ...(heard.logged === undefined ? {} : { logged: heard.logged }),
      heardMs: heard.ms,
    });
  }

  #expect(): void {
    const expectation = this.#o.responder.expectation();
    this.#listener.expect(expectation);
    this.#tell({ type: "expecting", expectation });
  }

  #leave(drain: boolean): void {
    const { floor } = this.#state;
    if (!drain || floor.holder !== "agent") this.end("caller");
    else this.#dispatch({ type: "closing", reply: floor.reply, reason: "caller" });
  }

  /** A flow that was left has an outcome all the same. */
  #lastWord(reason: EndReason): void {
    if (reason === "completed") return;
    const end = this.#o.responder.leave?.();
    if (end?.flowId === undefined) return;
    const { flowId, outcome, outputs } = end;
    this.#tell({ type: "flow-ended", flowId, outcome, ...(outputs === undefined ? {} : { outputs }) });
  }

  #armTurn(timer: TurnTimer): void {
    const ms = timer === "silence" ? this.#o.responder.silenceMs : bargeInMs;
    if (ms === undefined) this.#timers.disarm(timer);
    else this.#timers.arm(timer, ms, () => this.#dispatch({ type: "timer", timer }));
  }

  #tell(event: Told<CallEvent>): void {
    const atMs = Math.round(this.#o.clock.now() - this.#beganAt);
    const told = { ...event, atMs } as CallEvent;
    this.#o.emit(told);
  }
}
