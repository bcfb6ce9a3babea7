// Flow responder: passes each input to the flow's pure step, reports the facts of its effects at once, and speaks the
// rest. Decides nothing itself.

import { assert, unreachable } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Expectation, HearingQuestion } from "../flow/engine/expectation.ts";
import type { ToolWork } from "../flow/engine/outside-work.ts";
import { expectationOf } from "../flow/engine/guide/expectation-of.ts";
import { onlyListens, type SaidSoFar, saidSoFar } from "../flow/engine/understand/said-so-far.ts";
import { outlookOf } from "../flow/engine/run/outlook-of.ts";
import type { Program } from "../flow/language/program.ts";
import type {
  FlowEffect,
  FlowInput,
  TurnRules,
  FlowSession,
  Speech,
} from "../flow/engine/run/step-contract.ts";
import { listeningPointAt } from "../flow/engine/run/ask/listening-point.ts";
import { awaitsBeep } from "../flow/engine/run/outside/answering-machine.ts";
import { initialState } from "../flow/engine/run/initial-state.ts";
import { turnTakingAt } from "../flow/engine/run/turn-taking.ts";
import type { FlowState } from "../flow/engine/run/flow-state.ts";
import { step } from "../flow/engine/run/step.ts";
import { type FlowMemory, hasSpoken, lostResult, textOfMemory } from "./flow/flow-memory.ts";
import { type FlowOutside, FlowWorks, type WorkResult } from "./flow-works.ts";
import type { CallService, Cut, Fact, Responder, ResponderInput, Words } from "./responder.ts";
import { foreseenReply } from "./preemption/foreseen-reply.ts";
import { isReopened } from "./pauses/reopened-turn.ts";
import { wordsOf } from "./flow/flow-words.ts";
import { questionIn, wordsInput } from "./flow/heard-proposal.ts";
import { answersSensitively, repeatsHidden } from "./flow/sensitive-answers.ts";
import { HeldEvents } from "./flow/held-events.ts";
import { tellTraced } from "./flow/traced-facts.ts";
import { heardOf, type HeardWords, joinedWords } from "./heard-words.ts";
import { type Said, unheardLetters } from "./flow/unheard-letters.ts";

export interface FlowResponderOptions {
  readonly program: Program;
  readonly facts: FlowSession;
  readonly outside: FlowOutside;
  readonly clock: Clock;
  readonly log: Log;
  /** Memory of a responder in another process: `resumed` continues it. */
  readonly memory?: FlowMemory | undefined;
  /** Sees each step; a call's words take another path. */
  readonly watch?: (state: FlowState, effects: readonly FlowEffect[]) => void;
}

export function openFlowResponder(options: FlowResponderOptions): Responder {
  return new FlowResponder(options);
}

class FlowResponder implements Responder {
  readonly name = "builtin";
  readonly takesEvents = true;
  readonly keysAnswer = true;
  readonly preempt: Responder["preempt"];
  readonly #o: FlowResponderOptions;
  #state: FlowState;
  #attended: { readonly call: CallService; readonly works: FlowWorks } | undefined;
  /** Outside inputs that the flow has not taken yet. */
  #pending: WorkResult[] = [];
  #changed = Promise.withResolvers<void>();
  #isAnswering = false;
  readonly #held: HeldEvents;
  /** The caller's last words and the time of their answer. */
  #lastWords: (HeardWords & { readonly atMs: number }) | undefined;
  #reopens = false;
  /** The caller heard the first words of the cut answer. */
  #isBegunHeard = false;
  /** Words of the last answer, and the interruptibility of the next ones. */
  #said: Said[] = [];
  #mayCutIn = true;
  #end: Extract<Fact, { readonly type: "end" }> | undefined;
  /** Last words of the flow, until an answer has brought them. */
  #goodbye: readonly Words[] = [];

  constructor(options: FlowResponderOptions) {
    this.#o = options;
    if (options.outside.preempt !== undefined) this.preempt = (text) => this.#preempt(text);
    const { memory, program, facts, clock } = options;
    this.#held = new HeldEvents(clock, (event) => this.#call.tell(event));
    this.#state = memory?.state ?? initialState(program, facts);
    this.#end = memory?.end;
  }

  get #ended(): boolean {
    return this.#end !== undefined;
  }

  expectation(): Expectation | undefined {
    const { program, clock } = this.#o;
    const hearing = listeningPointAt(program, this.#state, { wallMs: clock.wall() });
    return expectationOf(hearing, this.#listening);
  }

  question(): HearingQuestion | undefined {
    return questionIn(this.#o, this.#state);
  }

  saidSoFar(text: string): SaidSoFar | undefined {
    const { program, clock } = this.#o;
    const point = listeningPointAt(program, this.#state, { wallMs: clock.wall() });
    return point === undefined || this.#listening.accepts === "dtmf" ? undefined : saidSoFar(text, point);
  }

  onlyListens(text: string): boolean {
    return onlyListens(text, this.#state.language);
  }

  get outlook(): Expectation | undefined {
    const phrases = outlookOf(this.#o.program);
    // Each question sets its own pauses.
    return phrases.length === 0 ? undefined : { anyOf: [{ type: "phrases", phrases }], endSilenceMs: 0 };
  }

  get silenceMs(): number | undefined {
    return this.#works.waitForSilence ? 0 : this.#listening.silenceMs;
  }

  get isSensitive(): boolean {
    return this.#listening.isSensitive;
  }

  get isUnrecorded(): boolean {
    return this.#state.isUnrecorded === true;
  }

  get isWriting(): boolean {
    return this.#works.writes;
  }

  get awaitsBeep(): boolean {
    return awaitsBeep(this.#o.program, this.#state, this.#o.clock.wall());
  }

  memory(): string {
    const came = this.#pending.flatMap((what) => (what.type === "filler" ? [] : [what]));
    const { kept: works } = this.#works;
    return textOfMemory({ state: this.#state, works, came, held: this.#held.all, end: this.#end });
  }

  get isAway(): boolean {
    return this.#state.frames.at(-1)?.phase.type === "away";
  }

  get isOnHold(): boolean {
    return this.#works.isElsewhere || this.isAway;
  }

  attend(call: CallService): void {
    const isSecret = (work: ToolWork, answer: string): boolean =>
      this.isUnrecorded ||
      answersSensitively(this.#o.program, work) ||
      repeatsHidden(this.#o.program, this.#state, answer);
    const works = new FlowWorks({ ...this.#o, call, isSecret, came: (what) => this.#came(what) });
    this.#attended = { call, works };
  }

  /** Cutting the answer cuts words, never the step or its work. */
  async *answer(input: ResponderInput, signal: AbortSignal): AsyncGenerator<Words> {
    this.#isAnswering = true;
    this.#said = [];
    this.#mayCutIn = true;
    try {
      const words = this.#take(input);
      // The input did not ask for this answer.
      this.#preempt(undefined);
      yield* words;
      while (!this.#ended) {
        const next = this.#pending.shift();
        if (next !== undefined) {
          yield* next.type === "filler" ? this.#fill(next.speech) : this.#step(next);
          continue;
        }
        const isWorking = this.#listening.mode === "working" && !this.#works.waitForSilence;
        if (!isWorking || signal.aborted || this.#works.running === 0) return;
        await this.#change(signal);
      }
      if (!signal.aborted) this.#goodbye = [];
    } finally {
      this.#isAnswering = false;
    }
  }

  /**
   * The flow's history keeps only what was heard, and a model's running reply ends here. `repeat` speaks the whole
   * last turn again, however much of it was heard; a turn without words continues instead.
   */
  interrupted(heard: string, { agoMs = 0, goesOn = true }: Cut = {}): void {
    if (!this.#ended) this.#step({ type: "cut", unheardLetters: unheardLetters(this.#said, heard) });
    const last = this.#lastWords;
    this.#isBegunHeard = heard !== "";
    this.#reopens = goesOn && isReopened(heard, last && this.#o.clock.now() - agoMs - last.atMs);
  }

  /** A flow knows only answers to its questions. */
  note(): void {}

  leave(): void {
    this.#preempt(undefined);
    if (!this.#ended) this.#step({ type: "hang-up" });
  }

  /** A turn that continues after its answer reaches the flow in another form, and few do. */
  #preempt(text: string | undefined): void {
    const { program, clock, outside } = this.#o;
    const isAsked = text !== undefined && !this.#reopens && this.#listening.accepts !== "dtmf";
    const callerWords = isAsked && { text, wallMs: clock.wall() };
    outside.preempt?.(callerWords ? foreseenReply(program, this.#state, callerWords) : undefined, this.#call);
  }

  get #call(): CallService {
    return this.#there.call;
  }

  get #works(): FlowWorks {
    return this.#there.works;
  }

  get #there() {
    assert(this.#attended !== undefined, "attend() comes before anything else");
    return this.#attended;
  }

  get #listening(): TurnRules {
    return turnTakingAt(this.#o.program, this.#state);
  }

  /**
   * When this returns, all effects of the input have happened and been reported; only the words are still to be said.
   */
  #take(input: ResponderInput): readonly Words[] {
    if (input.type === "resumed") return this.#resume(input);
    if (this.#ended) return this.#goodbye;
    switch (input.type) {
      case "woken":
      case "begun":
        return [];
      case "transferred":
        this.#works.transferred(input);
        return [];
      case "silence":
        if (!this.#works.waitForSilence) return this.#step({ type: "silence" });
        this.#works.beginDeferred();
        return [];
      case "keys": // A key ends a recording; what it means to a question it is not asked.
        return this.#works.endRecording() ? [] : this.#answered({ type: "keys", keys: input.keys });
      case "no-match": {
        // A cough or a "people" after an answer does not change it, and the answer is repeated.
        const before = this.#reopens ? this.#lastWords : undefined;
        return before === undefined ? this.#answered(input) : this.#goOn(before);
      }
      case "words":
        // A sent text is complete, and another one is another turn.
        if (input.typed === true) return this.#answered({ type: "words", text: input.text });
        return this.#hear(input);
      case "context":
        return this.#step({ type: "ask-again" });
      case "returned": // A greeting is not said twice; an answer that was not heard is.
        return this.#askAgain(this.#state.turns > 0 && !(input.isWhole && input.unsaid.length === 0));
      default:
        return this.#answered(input);
    }
  }

  /** Running work continues, or has failed; without work the caller is asked again. */
  #resume({ unsaid }: Extract<ResponderInput, { readonly type: "resumed" }>): readonly Words[] {
    const { works = [], came = [], held = [] } = this.#o.memory ?? {};
    for (const event of held) this.#call.tell(event);
    if (this.#end !== undefined) {
      this.#goodbye = this.#state.said.flatMap((speech) => this.#wordsOf(speech));
      this.#call.tell(this.#end);
      return this.#goodbye;
    }
    this.#pending.push(...came);
    for (const each of works) {
      const lost = lostResult(each, hasSpoken(this.#state));
      if (lost === undefined) this.#works.begin(each.work, each.what);
      else this.#pending.push(lost);
      if (lost !== undefined && each.what.type === "tool") this.#works.lost(each.what);
      if (lost?.type === "transferred") this.#call.tell({ type: "transfer-lost" });
    }
    return this.#askAgain(unsaid.length > 0);
  }

  #askAgain(whole: boolean): readonly Words[] {
    return this.#pending.length + this.#works.running > 0 ? [] : this.#step({ type: "ask-again", whole });
  }

  #hear(heard: HeardWords): readonly Words[] {
    if (this.#listening.accepts === "dtmf") return [];
    const before = this.#lastWords;
    // A caller who recognises the next question by its first words may answer it.
    const soFar = this.saidSoFar(heard.text) ?? "";
    const answersNext = this.#isBegunHeard && ["answer", "yes-or-no", "may-grow"].includes(soFar);
    if (this.#reopens && before !== undefined && !answersNext) return this.#goOn(joinedWords(before, heard));
    const words = this.#answered(wordsInput(heardOf(heard)));
    this.#lastWords = { ...heardOf(heard), atMs: this.#o.clock.now() };
    return words;
  }

  /** The last turn continues: these are all its words. */
  #goOn({ text, confidence }: HeardWords): readonly Words[] {
    const whole = { text, ...(confidence === undefined ? {} : { confidence }) };
    this.#lastWords = { ...whole, atMs: this.#o.clock.now() };
    this.#reopens = false;
    return this.#step({ type: "reopened", ...whole });
  }

  /** Input of the caller: earlier answers stand now. */
  #answered(input: FlowInput): readonly Words[] {
    this.#held.settle();
    this.#lastWords = undefined;
    this.#reopens = false;
    return this.#step(input);
  }

  #step(input: FlowInput): readonly Words[] {
    const { program, clock, log } = this.#o;
    const [state, effects] = step(program, this.#state, { ...input, wallMs: clock.wall() });
    this.#state = state;
    this.#o.watch?.(state, effects);
    log.debug("flow.step", { flow: program.id, input: input.type, node: state.frames.at(-1)?.node });
    const words: Words[] = [];
    for (const effect of effects) {
      if (effect.type !== "say") {
        this.#carryOut(effect);
        continue;
      }
      if (effect.bargeIn !== this.#mayCutIn) {
        this.#mayCutIn = effect.bargeIn;
        words.push({ type: "interruptible", value: this.#mayCutIn });
      }
      this.#said.push({ text: effect.text, logged: effect.logged, isRemembered: true });
      words.push(...this.#wordsOf(effect));
    }
    if (this.#ended) this.#goodbye = words;
    return words;
  }

  #fill(filler: Speech): readonly Words[] {
    this.#said.push({ text: filler.text, logged: filler.logged, isRemembered: false });
    return this.#wordsOf(filler);
  }

  #wordsOf(speech: Speech): readonly Words[] {
    return wordsOf(speech, this.#o.program.pronounce.get(speech.language));
  }

  #carryOut(effect: Exclude<FlowEffect, { readonly type: "say" }>): void {
    const flowId = this.#o.program.id;
    switch (effect.type) {
      case "enter": {
        const { flow, node: state, previous } = effect;
        if (effect.by === "return") this.#call.tell({ type: "transfer-returned" });
        return this.#call.tell({ type: "flow-state", flowId: flow, state, previous });
      }
      case "set": {
        const { flow, variable: key, logged: value } = effect;
        return this.#call.tell({ type: "flow-variable", flowId: flow, key, value });
      }
      case "work":
        return this.#works.begin(effect.work, effect.what);
      case "cancel":
        return this.#works.cancel(effect.work);
      case "taken-back":
        return this.#held.drop();
      case "emit":
        return this.#held.hold({ type: "flow-event", flowId, name: effect.event, data: effect.data });
      case "trace":
        this.#o.log.debug("flow.trace", { flow: flowId, code: effect.code, detail: effect.detail });
        return tellTraced(effect, this.#call);
      case "end":
        this.#end = { type: "end", flowId, outcome: effect.outcome, outputs: effect.outputs };
        this.#held.settle();
        this.#call.tell(this.#end);
        return;
      default:
        unreachable(effect);
    }
  }

  #came(what: WorkResult): void {
    if (this.#ended) return;
    this.#pending.push(what);
    this.#changed.resolve();
    if (!this.#isAnswering) this.#call.wake();
  }

  async #change(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = (this.#changed = Promise.withResolvers());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (!signal.aborted) await promise;
  }
}
