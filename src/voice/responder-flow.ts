// A flow as a responder: hands each input to the pure step, speaks its effects, and waits for what it wants done
// outside. Decides nothing itself.

import { frameMs } from "../audio/frame.ts";
import { unreachable } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Expectation } from "../flow/expectation.ts";
import { expectationOf } from "../flow/guide/expectation-of.ts";
import type { BargeIn, Program } from "../flow/program.ts";
import type { FlowEffect, FlowInput, Listening, SessionFacts, Speech, Work } from "../flow/run/contract.ts";
import { hearingAt } from "../flow/run/hear.ts";
import { initialState } from "../flow/run/initial.ts";
import { listeningAt } from "../flow/run/listening.ts";
import type { FlowState } from "../flow/run/state.ts";
import { step } from "../flow/run/step.ts";
import { fillerAfterMs, type Outside, type RecordWork, workOutside } from "../flow/work.ts";
import type { FlowOutside } from "./flow-outside.ts";
import type { CallService, MayCutIn, Responder, ResponderInput, Said } from "./responder.ts";

export interface FlowResponderOptions {
  readonly program: Program;
  readonly facts: SessionFacts;
  readonly outside: FlowOutside;
  readonly clock: Clock;
  readonly log: Log;
}

export function openFlowResponder(options: FlowResponderOptions): Responder {
  return new FlowResponder(options);
}

/** How long the client may take to put a caller through. */
const transferMsMax = 10_000;
/** Who goes on speaking so soon after the end of their turn has not been answered yet, but misheard as done. */
const reopenMs = 700;
/** What it takes until talking over the agent is noticed. */
const noticeMs = 300;

type Ended = Extract<Said, { readonly type: "end" }>;

class FlowResponder implements Responder {
  readonly name: string;
  readonly takesEvents = true;
  readonly #o: FlowResponderOptions;
  readonly #works = new Map<number, AbortController>();
  #state: FlowState;
  #call: CallService | undefined;
  /** Results that the flow has not been told, and fillers that have become due. */
  #pending: (FlowInput | { readonly type: "filler"; readonly speech: Speech })[] = [];
  #changed = Promise.withResolvers<void>();
  #isAnswering = false;
  /** Begun only when everything that was said has been heard: transfers and recordings. */
  #deferred: { readonly work: number; readonly what: Work }[] = [];
  #transferred: ((ok: boolean) => void) | undefined;
  #recording: AbortController | undefined;
  /** Events that could still be taken back, until the turn that made them is settled. */
  #held: Extract<Said, { readonly type: "flow-event" }>[] = [];
  #settling: Disposable | undefined;
  /** The caller's last words and when they were answered. */
  #lastWords: { readonly text: string; readonly atMs: number } | undefined;
  #reopens = false;
  #ended = false;

  constructor(options: FlowResponderOptions) {
    this.#o = options;
    this.name = "builtin";
    this.#state = initialState(options.program, options.facts);
  }

  expectation(): Expectation | undefined {
    const { program, clock } = this.#o;
    const hearing = hearingAt(program, this.#state, { wallMs: clock.wall() });
    return expectationOf(hearing, this.#listening);
  }

  get silenceMs(): number | undefined {
    return this.#deferred.length > 0 ? 0 : this.#listening.silenceMs;
  }

  get isSensitive(): boolean {
    return this.#listening.isSensitive;
  }

  attend(call: CallService): void {
    this.#call = call;
  }

  /** A transition happens at once and whole: cutting the answer cuts words, never the step or what it has begun. */
  async *answer(input: ResponderInput, signal: AbortSignal): AsyncGenerator<Said> {
    this.#isAnswering = true;
    try {
      yield* this.#take(input);
      while (!this.#ended) {
        const next = this.#pending.shift();
        if (next !== undefined) {
          yield* next.type === "filler" ? this.#say(next.speech) : this.#step(next);
          continue;
        }
        const isWorking = this.#listening.mode === "working" && this.#deferred.length === 0;
        if (!isWorking || signal.aborted || this.#works.size === 0) return;
        await this.#change(signal);
      }
    } finally {
      this.#isAnswering = false;
    }
  }

  /** `repeat` speaks the whole last turn again, whatever was heard of it; but who was not heard at all goes on. */
  interrupted(heard: string): void {
    const last = this.#lastWords;
    const soon = last !== undefined && this.#o.clock.now() - last.atMs <= reopenMs + noticeMs;
    this.#reopens = heard === "" && soon;
  }

  /** A flow knows only what answers its questions. */
  note(): void {}

  leave(): Ended | undefined {
    if (this.#ended) return undefined;
    let end: Ended | undefined;
    for (const said of this.#step({ type: "hang-up" })) {
      if (said.type === "end") end = said;
      if (said.type === "flow-event") this.#call?.tell(said);
    }
    for (const work of this.#works.keys()) this.#cancel(work);
    return end;
  }

  get #listening(): Listening {
    return listeningAt(this.#o.program, this.#state);
  }

  *#take(input: ResponderInput): Generator<Said> {
    switch (input.type) {
      case "woken":
        return;
      case "transferred":
        this.#transferred?.(input.ok);
        return;
      case "silence":
        if (this.#deferred.length === 0) yield* this.#step({ type: "silence" });
        else yield* this.#beginDeferred();
        return;
      case "keys":
        // A key ends a recording; what it means to a question it is not asked.
        if (this.#recording !== undefined) this.#recording.abort();
        else yield* this.#answered({ type: "keys", keys: input.keys });
        return;
      case "words":
        // Nobody is misheard as done who sent it off, and who goes on typing means another turn.
        if (input.typed === true) yield* this.#answered({ type: "words", text: input.text });
        else yield* this.#hear(input.text);
        return;
      case "context":
        yield* this.#step({ type: "ask-again" });
        return;
      default:
        yield* this.#answered(input);
    }
  }

  *#hear(text: string): Generator<Said> {
    if (this.#listening.accepts === "dtmf") return;
    const before = this.#lastWords;
    if (this.#reopens && before !== undefined) {
      const joined = `${before.text} ${text}`;
      this.#lastWords = { text: joined, atMs: this.#o.clock.now() };
      this.#reopens = false;
      yield* this.#step({ type: "reopened", text: joined });
      return;
    }
    yield* this.#answered({ type: "words", text });
    this.#lastWords = { text, atMs: this.#o.clock.now() };
  }

  /** Something of the caller's own: what was said before stands now. */
  *#answered(input: FlowInput): Generator<Said> {
    yield* this.#settled();
    this.#lastWords = undefined;
    this.#reopens = false;
    yield* this.#step(input);
  }

  *#step(input: FlowInput): Generator<Said> {
    const { program, clock, log } = this.#o;
    const [state, effects] = step(program, this.#state, { ...input, wallMs: clock.wall() });
    this.#state = state;
    log.debug("flow.step", { flow: program.id, input: input.type, node: state.frames.at(-1)?.node });
    let mayCutIn: MayCutIn = true;
    for (const effect of effects) {
      if (effect.type === "say" && cutInOf(effect.bargeIn) !== mayCutIn) {
        mayCutIn = cutInOf(effect.bargeIn);
        yield { type: "interruptible", value: mayCutIn };
      }
      yield* this.#carryOut(effect);
    }
  }

  *#carryOut(effect: FlowEffect): Generator<Said> {
    const flowId = this.#o.program.id;
    switch (effect.type) {
      case "say":
        yield* this.#say(effect);
        return;
      case "enter":
        yield { type: "flow-state", flowId: effect.flow, state: effect.node, previous: effect.previous };
        return;
      case "set":
        yield { type: "flow-variable", flowId: effect.flow, key: effect.variable, value: effect.logged };
        return;
      case "work":
        this.#begin(effect.work, effect.what);
        return;
      case "cancel":
        this.#cancel(effect.work);
        return;
      case "taken-back":
        this.#held = [];
        return;
      case "emit":
        this.#hold({ type: "flow-event", flowId, name: effect.event, data: effect.data });
        return;
      case "trace":
        this.#o.log.debug("flow.trace", { flow: flowId, code: effect.code, detail: effect.detail });
        if (effect.code.startsWith("speech/")) {
          yield { type: "warning", code: effect.code, message: effect.detail };
        }
        return;
      case "end":
        this.#ended = true;
        yield* this.#settled();
        yield { type: "end", flowId, outcome: effect.outcome, outputs: effect.outputs };
        return;
      default:
        unreachable(effect);
    }
  }

  *#say({ text, logged, voice }: Speech): Generator<Said> {
    if (text === "") return;
    yield {
      type: "text",
      // The newline keeps texts apart that do not end in a full stop.
      delta: `${text}\n`,
      ...(logged === text ? {} : { logged: `${logged}\n` }),
      ...(voice === undefined ? {} : { manner: voice }),
    };
  }

  #begin(work: number, what: Work): void {
    if (what.type === "transfer" || what.type === "record") this.#deferred.push({ work, what });
    else this.#run(work, what);
  }

  *#beginDeferred(): Generator<Said> {
    const begun = this.#deferred;
    this.#deferred = [];
    for (const { work, what } of begun) {
      if (what.type === "transfer") yield { type: "transfer", address: what.address };
      this.#run(work, what);
    }
  }

  #run(work: number, what: Work): void {
    const { outside, clock } = this.#o;
    const controller = new AbortController();
    this.#works.set(work, controller);
    const filler = what.type === "tool" ? what.filler : undefined;
    const timer =
      filler && clock.after(fillerAfterMs, () => this.#notify({ type: "filler", speech: filler }));
    const all: Outside = {
      ...outside,
      record: (asked, signal) => this.#record(asked, signal),
      transfer: (_, signal) => this.#putThrough(signal),
    };
    void workOutside({ work, what }, all, controller.signal).then((input) => {
      timer?.[Symbol.dispose]();
      if (this.#works.get(work) !== controller) return;
      this.#works.delete(work);
      this.#notify(input);
    });
  }

  #cancel(work: number): void {
    this.#works.get(work)?.abort();
    this.#works.delete(work);
    this.#deferred = this.#deferred.filter((one) => one.work !== work);
  }

  async #record(work: RecordWork, signal: AbortSignal) {
    const { maxMs, endSilenceMs } = work;
    const stop = new AbortController();
    this.#recording = stop;
    const both = AbortSignal.any([signal, stop.signal]);
    const frames = (await this.#call?.record({ maxMs, endSilenceMs }, both)) ?? [];
    this.#recording = undefined;
    if (frames.length === 0) return { id: "", seconds: 0 };
    const id = await this.#o.outside.keep(frames, work);
    return { id, seconds: (frames.length * frameMs) / 1000 };
  }

  /** The client answers with an input; no answer is none. */
  async #putThrough(signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#transferred = resolve;
    using _late = this.#o.clock.after(transferMsMax, () => resolve(false));
    signal.addEventListener("abort", () => resolve(false), { once: true });
    const ok = await promise;
    this.#transferred = undefined;
    return ok;
  }

  #notify(what: FlowInput | { readonly type: "filler"; readonly speech: Speech }): void {
    if (this.#ended) return;
    this.#pending.push(what);
    this.#changed.resolve();
    if (!this.#isAnswering) this.#call?.wake();
  }

  async #change(signal: AbortSignal): Promise<void> {
    this.#changed = Promise.withResolvers();
    const { promise, resolve } = this.#changed;
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (!signal.aborted) await promise;
  }

  /** An event is sent once the turn that made it can no longer be taken back. */
  #hold(event: Extract<Said, { readonly type: "flow-event" }>): void {
    this.#held.push(event);
    this.#settling ??= this.#o.clock.after(reopenMs + noticeMs, () => this.#settle());
  }

  *#settled(): Generator<Said> {
    const held = this.#held;
    this.#held = [];
    this.#settling?.[Symbol.dispose]();
    this.#settling = undefined;
    yield* held;
  }

  #settle(): void {
    for (const event of this.#settled()) if (event.type === "flow-event") this.#call?.tell(event);
  }
}

function cutInOf(bargeIn: BargeIn): MayCutIn {
  return bargeIn === "dtmf" ? "keys" : bargeIn;
}
