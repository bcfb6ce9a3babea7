// Call: one live conversation. Connects endpointing, turn, responder and playout, and carries out the turn step.
// Decides nothing itself and knows no protocol, no vendor and no money.

import { type Frame, silence } from "../audio/frame.ts";
import { unreachable } from "../base/assert.ts";
import { Guard } from "../base/guard.ts";
import { Scope } from "../base/scope.ts";
import type { ProviderNotice, ProviderWork, SttContext } from "../providers/provider-contract.ts";
import { OverAgent } from "./barge-in/over-agent.ts";
import type { CallEvent, CallInput, EndReason, WithoutTime } from "./call-event.ts";
import type { CallOptions } from "./call-options.ts";
import { type CallSnapshot, type Unheard, UnsaidSentences } from "./call-snapshot.ts";
import { type ClientInputParts, takeInput } from "./client-input.ts";
import { Beeps } from "./flow/beeps.ts";
import { Goodbyes } from "./goodbyes-and-limits.ts";
import { type HeardParts, takeHeard } from "./heard-input.ts";
import { endedIn, interruptionOf } from "./playout/heard-text.ts";
import type { Hearing } from "./hearing/call-hearing.ts";
import { openHearing } from "./hearing/open-hearing.ts";
import { withQuestion } from "./open-recogniser.ts";
import { Latency } from "./turn-latency.ts";
import { type FillingIn, openFilling } from "./fillers/filling-in.ts";
import type { CallSide } from "./line.ts";
import { preempting } from "./preemption/preempting.ts";
import { Playout } from "./playout/playout.ts";
import type { PlayoutEvent } from "./playout/playout-event.ts";
import { type PlayedParts, takePlayed } from "./playout/played-input.ts";
import { PutThrough } from "./supervision/put-through.ts";
import { Reply } from "./reply.ts";
import { CallRecorder } from "./recorder.ts";
import type { CallService, Fact } from "./responder.ts";
import { Timers } from "./named-timers.ts";
import type { TurnEvent, TurnInput, TurnTimer } from "./turn.ts";
import { type TurnDeed, TurnLoop } from "./turn-loop.ts";

/** After the due time of the last sample, for the network and the client's buffer. */
const hangUpGraceMs = 300;

export class Call implements CallSide {
  readonly #o: CallOptions;
  readonly #guard = new Guard((error) => this.#bug(error));
  readonly #scope: Scope;
  /** Work of the responder that may outlast the conversation. */
  readonly #works: Scope;
  readonly #listener: Hearing;
  readonly #playout: Playout;
  readonly #overAgent: OverAgent;
  readonly #latency: Latency;
  readonly #ears: readonly (Pick<CallSide, "hear"> | undefined)[];
  readonly #context: SttContext;
  readonly #beganAt: number;
  readonly #timers: Timers<TurnTimer | "duration" | "hang-up" | "dead-air" | "preemption" | "put-through">;
  readonly #goodbyes: Goodbyes;
  readonly #recordings = new CallRecorder();
  readonly #putThrough: PutThrough;
  readonly #turn: TurnLoop;
  readonly #inputs: ClientInputParts;
  readonly #unsaid = new UnsaidSentences();
  readonly #filling: FillingIn | undefined;
  #begun = false;
  /** Words unheard when the client went away; undefined: it is connected. */
  #unheard: Unheard | undefined;
  #muted = false;
  #reply: Reply | undefined;
  /** Reply of the responder's last request. */
  #asked = 0;
  /** While `leaving`, facts are still emitted; after that nothing is. */
  #phase: "living" | "leaving" | "over" = "living";

  constructor(options: CallOptions) {
    const { clock, log, line, stt, tts, ticker, responder, late, recorder } = options;
    const guard = this.#guard;
    this.#o = options;
    this.#timers = new Timers(guard.clock(clock));
    this.#turn = new TurnLoop({
      ...options,
      timers: this.#timers,
      silenceMs: () => (this.#isNotWaitedFor ? undefined : options.responder.silenceMs),
      tellsPartials: stt.tellsPartials !== false,
      keysAnswer: responder.keysAnswer === true,
      carryOut: (deed) => this.#carryOut(deed),
      replies: options.resumes?.replies,
    });
    this.#putThrough = this.#openPutThrough();
    this.#inputs = {
      responder: options.responder,
      turn: this.#turn,
      tell: (event) => this.#tell(event),
      take: (input, interrupt) => {
        this.#latency.typed();
        this.#dispatch({ type: "input", input, interrupt });
      },
      dispatch: (event) => this.#dispatch(event),
      mute: (muted) => (this.#muted = muted),
      leave: (drain) => this.#leave(drain),
      putThrough: this.#putThrough,
      dismiss: (text) => this.#goodbyes.dismiss(text, "dismissed"),
    };
    const { atMs = 0 } = options.resumes ?? {};
    this.#beganAt = clock.now() - atMs;
    this.#context = { clock, log, tell: this.warn, finished: this.finished, expected: responder.outlook };
    this.#latency = new Latency(clock);
    this.#listener = openHearing(options, {
      clock,
      guard,
      context: this.#context,
      atMs: () => this.#atMs,
      heard: preempting({ ...options, timers: this.#timers, turn: this.#turn }, (event) =>
        takeHeard(event, this.#hearing),
      ),
      tell: (event) => this.#tell(event),
      interrupt: () => this.#dispatch({ type: "interrupt" }),
      begun: () => this.#dispatch({ type: "input", input: { type: "begun" }, interrupt: true }),
      isAwaited: () => this.#playout.pausedMs !== undefined,
    });
    this.#ears = [recorder, this.#recordings, this.#listener, new Beeps(responder, this.#inputs.dispatch)];
    this.#scope = new Scope("call", (error) => this.#bug(error));
    this.#works = new Scope("work of a call", (error) => this.#bug(error));
    const tell = (reply: number, event: PlayoutEvent): void => takePlayed(reply, event, this.#playing);
    const heard = { context: this.#context, ears: this.#listener, loadSound: options.loadSound };
    this.#playout = new Playout({ line, tts, clock, ticker, guard, tell, late, ...heard });
    this.#overAgent = new OverAgent({ playout: this.#playout, responder, clock, tell: this.#inputs.tell });
    this.#filling = openFilling({ ...options, timers: this.#timers, playout: this.#playout });
    // Begins now; a failure ends the call, but only after the constructor has returned.
    this.#scope.run(() => Promise.try(() => options.responder.attend(this.#service())));
    this.#scope.run(async (signal) => {
      if (await this.#listener.listen(signal)) this.#goodbyes.deaf();
    });
    this.#goodbyes = new Goodbyes({
      timers: this.#timers,
      durationMsMax: options.durationMsMax - atMs,
      tell: this.#inputs.tell,
      say: (text, reason) => {
        if (this.#begun) this.#dispatch({ type: "farewell", text, reason });
        else this.end(reason);
      },
      end: (reason) => this.end(reason),
    });
  }

  /** Resolves when the call and all work of its responder have ended, which may be after `ended`. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }
  readonly #ended = Promise.withResolvers<void>();

  /** For the record: a provider's work has ended. */
  readonly finished = (work: ProviderWork): void => this.#tell({ type: "provider-finished", ...work });

  /** Snapshot for another process. */
  get snapshot(): CallSnapshot {
    const { replies } = this.#turn;
    return { atMs: this.#atMs, replies, ...this.#unsaid.read, memory: this.#o.responder.memory() };
  }

  /** Neither side says anything. */
  get isAtRest(): boolean {
    return this.#begun && this.#turn.isAtRest;
  }

  /** True while a change in the world is running. */
  get isWriting(): boolean {
    return this.#o.responder.isWriting === true;
  }

  /** For the record, and for the caller's client. */
  readonly warn = (notice: ProviderNotice): void => {
    if (this.#phase !== "over") this.#tell({ type: "warning", ...notice });
  };

  ready(): void {
    if (this.#begun) return this.#back();
    this.#begun = true;
    const { resumes, notice } = this.#o;
    if (notice !== undefined) this.warn(notice);
    this.#dispatch({ type: "begin", resumes: resumes && { ...resumes, type: "resumed" } });
  }

  /** No client is connected until the next one is `ready`. */
  away(): void {
    if (!this.#begun || this.#phase !== "living") return;
    // The interruption drops them.
    this.#unheard ??= this.#unsaid.read;
    this.#timers.disarm("silence");
    this.#dispatch({ type: "interrupt" });
  }

  #back(): void {
    const unheard = this.#unheard;
    this.#unheard = undefined;
    if (unheard === undefined || this.#phase !== "living" || this.#turn.floor.holder !== "nobody") return;
    this.#dispatch({ type: "input", input: { type: "returned", ...unheard }, interrupt: false });
  }

  /** The silence of a transferred or absent caller means nothing. */
  get #isNotWaitedFor(): boolean {
    return this.#putThrough.isWanted || this.#unheard !== undefined;
  }

  hear(frame: Frame): void {
    if (this.#phase !== "living") return;
    const heard = this.#muted || this.#o.responder.isAway === true ? silence : frame;
    try {
      for (const ear of this.#ears) ear?.hear(heard);
    } catch (error) {
      this.#bug(error);
    }
  }

  input(input: CallInput): void {
    if (this.#phase === "living") this.#guard.run(() => takeInput(input, this.#inputs));
  }

  gone(reason: EndReason): void {
    this.end(reason);
  }

  /** The server stops: the caller is warned, and after `ms` milliseconds the agent says goodbye. */
  shutdown(ms: number): void {
    if (this.#phase === "living") this.#guard.run(() => this.#goodbyes.shutdown(ms));
  }

  /** The agent says this, and the call is over. */
  dismiss(text: string, reason: EndReason): void {
    if (this.#phase === "living") this.#guard.run(() => this.#goodbyes.dismiss(text, reason));
  }

  /** Ends the call at once. Idempotent; the first reason stands. */
  end(reason: EndReason): void {
    if (this.#phase !== "living") return;
    this.#phase = "leaving";
    const durationMs = this.#atMs;
    let cut = {};
    this.#turn.stop();
    this.#guard.all([
      () => this.#timers.disarmAll(),
      () => (cut = this.#cutOff()),
      () => this.#recordings.stop(),
      // A call that continues elsewhere is not left.
      () => reason !== "moved" && this.#o.responder.leave?.(),
      () => (this.#phase = "over"),
      () => this.#playout.close(),
      () => this.#listener.close(),
      () => this.#tell({ type: "ended", reason, durationMs, ...cut }),
      () => this.#o.line.close(reason),
    ]);
    const left = this.#scope.close().then(() => this.#works.finish());
    void left.then(() => this.#ended.resolve());
  }

  /** Stops waiting for its responder's work. Call after the end. */
  abandon(): void {
    void this.#works.close();
  }

  #service(): CallService {
    const guard = this.#guard;
    return {
      wake: guard.around(() => this.#dispatch({ type: "input", input: { type: "woken" }, interrupt: false })),
      tell: guard.around((fact: Fact) => this.#learn(fact)),
      finished: guard.around((tool) => this.#tell({ type: "tool-finished", ...tool })),
      run: (work) => this.#works.run(work),
      record: (limits, stop) => this.#recordings.record(limits, stop),
    };
  }

  #openPutThrough(): PutThrough {
    return new PutThrough({
      timers: this.#timers,
      tell: (event) => this.#tell(event),
      goOn: () => this.#dispatch({ type: "filled" }),
      end: () => this.end("dismissed"),
    });
  }

  get #hearing(): HeardParts {
    return { ...this.#inputs, overAgent: this.#overAgent, latency: this.#latency, filling: this.#filling };
  }

  get #playing(): PlayedParts {
    const { log } = this.#o;
    return { ...this.#hearing, log, said: this.#reply, voiceless: () => this.#voiceless() };
  }

  #learn(fact: Fact): void {
    if (this.#phase === "over") return;
    if (fact.type !== "end") return this.#tell(fact);
    const { flowId, outcome, outputs } = fact;
    if (flowId !== undefined)
      this.#tell({ type: "flow-ended", flowId, outcome, ...(outputs === undefined ? {} : { outputs }) });
    this.#dispatch({ type: "closing", reply: this.#asked, reason: "completed" });
  }

  /** Heard part of a reply that the end cuts off. */
  #cutOff(): Pick<Extract<CallEvent, { type: "ended" }>, "cut"> {
    const { floor } = this.#turn;
    return floor.holder === "agent" ? endedIn(floor.reply, this.#playout.interrupt(floor.reply)) : {};
  }

  #voiceless(): void {
    const spare = this.#o.fillers?.spare(this.#playout.manner);
    if (spare === undefined || !this.#playout.speakWith(spare)) this.end("failed");
    else this.#goodbyes.say("I am sorry, I have lost my voice. Goodbye.", "failed");
  }

  #dispatch(event: TurnEvent): void {
    this.#guard.run(() => {
      this.#turn.take(event);
      const { holder } = this.#turn.floor;
      if (holder === "nobody" || holder === "over") this.#filling?.take({ type: "over" });
      if (holder === "nobody") this.#putThrough.rested();
    });
  }

  /** A bug of ours ends this call and no other. */
  #bug(error: unknown): void {
    this.#o.log.error("call.bug", { error });
    this.end("failed");
  }

  #carryOut(deed: TurnDeed): void {
    switch (deed.type) {
      case "answer":
        this.#answer(deed.reply, deed.input, deed.stops === true);
        return;
      case "interrupt":
        this.#interrupt(deed.reply);
        return;
      case "duck":
      case "pause":
      case "go-on":
        this.#overAgent.carryOut(deed);
        return;
      case "hang-up":
        this.#timers.arm("hang-up", hangUpGraceMs, () => this.end(deed.reason));
        return;
      default:
        unreachable(deed);
    }
  }

  #answer(reply: number, input: TurnInput, stops: boolean): void {
    const before = this.#reply;
    const opening = stops ? this.#o.fillers?.stop(this.#playout.manner) : undefined;
    this.#playout.begin(reply);
    this.#filling?.answering(input);
    this.#reply = new Reply({
      number: reply,
      input,
      opening,
      responder: this.#o.responder,
      front: this.#o.front,
      scope: this.#scope.child(`reply ${reply}`),
      after: before?.over,
      playout: this.#playout,
      clock: this.#o.clock,
      tell: (event) => this.#tell(event),
      asked: () => (this.#asked = reply),
      wrote: () => this.#latency.text(),
      expect: () => this.#expect(),
      bug: (error) => this.#bug(error),
    });
  }

  #interrupt(reply: number): void {
    const cut = { agoMs: this.#playout.pausedMs ?? 0, goesOn: this.#turn.floor.holder !== "nobody" };
    const heard = this.#playout.interrupt(reply);
    this.#filling?.take({ type: "over" });
    this.#unsaid.cut();
    this.#reply?.interrupt(heard?.replyText ?? "", cut);
    if (heard === undefined) return;
    this.#tell({ type: "interrupted", reply, ...interruptionOf(heard) });
  }

  #expect(): void {
    const expectation = this.#o.responder.expectation();
    // A recogniser may warn about its expectation, which is sent after it.
    this.#tell({ type: "expecting", expectation });
    this.#listener.expect(withQuestion(expectation, this.#o));
  }

  #leave(drain: boolean): void {
    const { floor } = this.#turn;
    if (!drain || floor.holder !== "agent") this.end("caller");
    else this.#dispatch({ type: "closing", reply: floor.reply, reason: "caller" });
  }

  #tell(event: WithoutTime<CallEvent>): void {
    this.#unsaid.take(event);
    this.#o.emit({ ...event, atMs: this.#atMs } as CallEvent);
  }

  get #atMs(): number {
    return Math.round(this.#o.clock.now() - this.#beganAt);
  }
}
