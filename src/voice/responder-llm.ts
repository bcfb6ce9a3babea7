// Language model responder: keeps the conversation's history, and has fixed sentences for a failing model. Cuts no
// sentences and knows no vendor; assistant-tools.ts runs the tools.

import { assert } from "../base/assert.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import { nowForModels } from "../flow/value/now-for-models.ts";
import { onlyListens, type SaidSoFar, thoughtSoFar } from "../flow/engine/understand/said-so-far.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmMessage,
  type LlmRequest,
  ProviderError,
  type ProviderContext,
} from "../providers/provider-contract.ts";
import type { AssistantTools } from "./assistant-tools.ts";
import { cacheKeyOf } from "./cache-key.ts";
import type { Unheard } from "./call-snapshot.ts";
import { SentenceCutter } from "./sentence-splitter.ts";
import { withoutStall } from "./model-stall.ts";
import { type HistoryLimits, type HistoryLine, type KeptEntry, LlmHistory } from "./llm-history.ts";
import { isReopened } from "./pauses/reopened-turn.ts";
import { PreemptiveAnswer } from "./preemption/preemptive-answer.ts";
import type { AudioFront } from "./audio-model/audio-front.ts";
import { apologies, greet, requests, spoken } from "./audio-model/assistant-phrases.ts";
import type { CallService, Cut, Responder, ResponderInput, Words } from "./responder.ts";

export interface LlmResponderOptions {
  readonly llm: Llm;
  /** A function is evaluated for each request. */
  readonly systemPrompt: string | (() => string);
  /** Time zone of the caller, IANA; absent: unknown, and times are in UTC. */
  readonly timezone?: string;
  readonly context: ProviderContext;
  /** Tools, if the model takes tools. */
  readonly tools?: AssistantTools;
  /** Its tools are missing because its model accepts none. */
  readonly lacksTools?: boolean;
  readonly limits?: HistoryLimits;
  /** Spoken language, BCP 47; absent: unknown. */
  readonly language?: string;
  /** The model is asked before the end of the caller's turn, unless one of its tools could change something. */
  readonly preempts?: boolean;
  /** The model hears the caller and speaks itself: `llm` is its own. */
  readonly front?: AudioFront;
  /** Memory of a responder in another process: `resumed` continues it. */
  readonly memory?: string | undefined;
}

/** Memory of the responder, besides its settings. */
interface LlmMemory {
  readonly history: readonly KeptEntry[];
  readonly failures: number;
  readonly silences: number;
}

export function openLlmResponder(options: LlmResponderOptions): Responder {
  return new LlmResponder(options);
}

const limitsDefault: HistoryLimits = { charsMax: 24_000, messagesMax: 60 };
/** Stops a model that does not stop itself: about ten minutes of speech. */
const answerCharsMax = 8_000;
const failuresMax = 3;
const silenceMs = 20_000;

interface Asked {
  readonly messages: readonly LlmMessage[];
  /** Line of the answer. */
  readonly line: HistoryLine;
  /** The answer, if already begun. */
  readonly begun: PreemptiveAnswer | undefined;
}

class LlmResponder implements Responder {
  readonly #o: LlmResponderOptions;
  readonly #history: LlmHistory;
  /** All requests of an assistant begin alike. */
  readonly #cacheKey: string;
  readonly preempt: Responder["preempt"];
  readonly hears: Responder["hears"];
  #call: CallService | undefined;
  /** Answer to words that may be all of the caller's turn. */
  #preemptive: PreemptiveAnswer | undefined;
  /** Answer being spoken; its heard part may still change. */
  #current: HistoryLine | undefined;
  /** Time of the answer to the caller's words; undefined after another answer. */
  #wordsAtMs: number | undefined;
  /** The caller cut in so soon that they had not finished. */
  #reopens = false;
  #failures = 0;
  #silences = 0;
  #unheard = 0;

  constructor(options: LlmResponderOptions) {
    this.#o = options;
    const { systemPrompt, tools, limits = limitsDefault, preempts = false, front } = options;
    if (preempts && front === undefined && tools?.mayWrite !== true)
      this.preempt = (text) => this.#preempt(text);
    const system = (): string => (typeof systemPrompt === "string" ? systemPrompt : systemPrompt());
    this.#history = new LlmHistory(system, limits, front && ((line) => front.added(line)));
    const talk = () => ({
      instructions: system(),
      tools: tools?.declared ?? [],
      history: this.#history.turns,
    });
    if (front !== undefined) this.hears = (parts) => front.attend(parts, talk);
    this.#cacheKey = cacheKeyOf([system(), JSON.stringify(tools?.declared ?? [])]);
    if (options.memory !== undefined) this.#remember(JSON.parse(options.memory) as LlmMemory);
  }

  memory(): string {
    const [failures, silences] = [this.#failures, this.#silences];
    return JSON.stringify({ history: this.#history.kept, failures, silences } satisfies LlmMemory);
  }

  #remember({ history, failures, silences }: LlmMemory): void {
    this.#history.restore(history);
    this.#failures = failures;
    this.#silences = silences;
  }

  get silenceMs(): number {
    return this.#o.tools?.waitForSilence === true ? 0 : silenceMs;
  }

  get isWriting(): boolean {
    return this.#o.tools?.isWriting === true;
  }

  get takesEvents(): boolean {
    return this.#o.tools?.isTransferring === true;
  }

  get isOnHold(): boolean {
    return this.#o.tools?.isTransferring === true;
  }

  attend(call: CallService): void {
    this.#call = call;
    this.#o.tools?.attend(call);
  }

  get #attended(): CallService {
    assert(this.#call !== undefined, "attend() comes before anything else");
    return this.#call;
  }

  get name(): string {
    return this.#o.llm.model;
  }

  expectation(): Expectation | undefined {
    return undefined;
  }

  /** Meaning of the words so far, by their end, in a known language. */
  saidSoFar(text: string): SaidSoFar | undefined {
    const { language } = this.#o;
    return language === undefined ? undefined : thoughtSoFar(text, language);
  }

  onlyListens(text: string): boolean {
    return this.#o.language !== undefined && onlyListens(text, this.#o.language);
  }

  async *answer(input: ResponderInput, signal: AbortSignal): AsyncGenerator<Words> {
    const preemptive = this.#preemptive;
    this.#preemptive = undefined;
    if (input.type !== "words") preemptive?.drop();
    try {
      yield* this.#answer(input, signal, preemptive);
    } finally {
      preemptive?.drop();
    }
  }

  async *#answer(
    input: ResponderInput,
    signal: AbortSignal,
    preemptive: PreemptiveAnswer | undefined,
  ): AsyncGenerator<Words> {
    this.#current = undefined;
    const taken = this.#o.tools?.take(input);
    if (taken === "quiet") return;
    if (taken === "goodbye") return yield* this.#say(spoken.goodbye);
    if (input.type === "silence") return yield* this.#silent(signal);
    if (input.type === "resumed" || input.type === "returned") return yield* this.#resumed(input, signal);
    this.#silences = 0;
    if (input.type === "no-match" && !this.#reopens) return yield* this.#notUnderstood();
    if (input.type === "start") {
      this.#history.add("user", greet);
      if (this.#o.lacksTools === true)
        this.#warn("assistant/no-tools", "This language model takes no tools, so the assistant has none");
    }
    this.#reopens = false;
    this.#wordsAtMs =
      input.type === "words" && input.typed !== true ? this.#o.context.clock.now() : undefined;
    if (input.type === "words") this.#history.add("user", input.text);
    if (input.type === "begun") this.#o.front?.answersIn(this.#history.add("user", ""));
    if (input.type === "words") this.#unheard = 0;
    if (input.type === "keys")
      this.#history.add("user", `(The caller pressed ${Array.from(input.keys).join(" ")}.)`);
    return yield* this.#ask(signal, preemptive);
  }

  interrupted(heard: string, { agoMs = 0, goesOn = true }: Cut = {}): void {
    const line = this.#current;
    this.#current = undefined;
    const cutAtMs = this.#o.context.clock.now() - agoMs;
    const since = this.#wordsAtMs === undefined ? undefined : cutAtMs - this.#wordsAtMs;
    this.#reopens = goesOn && isReopened(heard, since);
    if (line === undefined) return;
    line.text = heard;
    // A continuing caller has no answer yet; their words before and after it are one turn.
    if (heard.trim() === "" || this.#reopens) this.#forget(line);
  }

  note(role: "user" | "assistant", text: string): void {
    this.#history.add(role, text);
  }

  leave(): void {
    this.#preempt(undefined);
  }

  #preempt(text: string | undefined): void {
    this.#preemptive?.drop();
    this.#preemptive = undefined;
    if (text === undefined) return;
    const { llm, context } = this.#o;
    this.#preemptive = new PreemptiveAnswer({
      llm,
      request: this.#request(this.#history.messages(text)),
      context,
      charsMax: answerCharsMax,
      call: this.#attended,
    });
  }

  #request(messages: readonly LlmMessage[]): LlmRequest {
    const { tools } = this.#o;
    return this.#dated({ messages, ...(tools !== undefined && { tools: tools.declared }) });
  }

  #dated(request: LlmRequest): LlmRequest {
    const now = nowForModels(this.#o.context.clock.wall(), this.#o.timezone ?? "UTC");
    return { ...request, cacheKey: this.#cacheKey, now };
  }

  async *#ask(signal: AbortSignal, preemptive: PreemptiveAnswer | undefined): AsyncGenerator<Words> {
    if (signal.aborted) return;
    const messages = this.#history.messages();
    const begun = preemptive?.fits(this.#request(messages)) === true ? preemptive : undefined;
    if (begun === undefined) preemptive?.drop();
    const line = this.#history.add("assistant", "");
    this.#current = line;
    // Closes the request when the listener leaves early or the model exceeds its limits.
    const enough = new AbortController();
    const both = AbortSignal.any([signal, enough.signal]);
    let refused = false;
    try {
      for await (const event of this.#stream({ messages, line, begun }, both)) {
        if (signal.aborted || this.#current !== line) return;
        if (event.type === "done") refused = event.reason === "content";
        if (event.type !== "text") continue;
        line.text += event.delta;
        yield event;
        if (line.text.length >= answerCharsMax) break;
      }
      if (signal.aborted) return;
      this.#failures = 0;
      if (line.text.trim() === "") yield { type: "text", delta: refused ? spoken.refused : spoken.nothing };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProviderError)) throw error;
      yield* this.#failed(error, line);
    } finally {
      enough.abort();
      if (line.text.trim() === "") this.#forget(line);
    }
  }

  #stream({ messages, line, begun }: Asked, signal: AbortSignal): AsyncIterable<LlmEvent> {
    const { llm, context, tools } = this.#o;
    let first = begun;
    const ask = (request: LlmRequest) => {
      const events = first?.take(signal) ?? llm.stream(this.#dated(request), context, signal);
      first = undefined;
      return withoutStall(events, {
        clock: context.clock,
        provider: llm.id,
        // A model that speaks writes no faster than it says.
        mayCall: () => tools !== undefined || this.#o.front !== undefined,
      });
    };
    if (tools === undefined) return ask({ messages });
    return tools.answer(messages, { ask, keep: (round) => this.#history.addRound(round, line), signal });
  }

  /** Our own words for it; the model never learns of them, or it would talk about them. */
  async *#failed({ kind, info }: ProviderError, line: HistoryLine): AsyncGenerator<Words> {
    const { phase, message, detail, httpStatus } = info;
    this.#o.context.log.warn("llm.failed", { kind, phase, message, detail, httpStatus });
    this.#warn(kind === "auth" ? "provider/auth" : "provider/failed", message);
    if (kind !== "content") this.#failures++;
    const isLast = this.#failures >= failuresMax;
    const words = isLast ? spoken.gaveUp : line.text === "" ? apologies[kind] : spoken.broken;
    if (isLast) this.#end("error");
    if (line.text === "") return yield { type: "text", delta: words };
    yield { type: "broken-off" };
    line.text = wholeSentences(line.text);
    yield { type: "text", delta: `\n${words}` };
  }

  /** Repeats the unheard part of its last words; asks again for the answer to unanswered input. */
  async *#resumed({ unsaid, isWhole }: Unheard, signal: AbortSignal): AsyncGenerator<Words> {
    const { last } = this.#history;
    const isAnswer = last !== undefined && "role" in last && last.role === "assistant";
    const [first] = unsaid;
    if (isAnswer && isWhole && first === undefined) return;
    // If the words were cut at once, only their heard part is there.
    const at = isAnswer && first !== undefined ? last.text.lastIndexOf(first) : -1;
    if (isAnswer && at >= 0) {
      last.text = last.text.slice(0, at);
      if (last.text.trim() === "") this.#history.remove(last);
    }
    if (this.#o.front !== undefined) this.#history.add("user", requests.again);
    if (isWhole && first !== undefined && this.#o.front === undefined) yield* this.#say(unsaid.join(" "));
    else {
      if (last === undefined) this.#history.add("user", greet);
      yield* this.#ask(signal, undefined);
    }
  }

  async *#silent(signal: AbortSignal): AsyncGenerator<Words> {
    // A caller who speaks at this moment is present.
    if (signal.aborted) return;
    this.#silences++;
    const isLast = this.#silences > 1;
    if (isLast) this.#end("gave_up");
    if (this.#o.front === undefined) return yield* this.#say(isLast ? spoken.silent : spoken.there);
    this.#history.add("user", isLast ? requests.silent : requests.there);
    yield* this.#ask(signal, undefined);
  }

  async *#notUnderstood(): AsyncGenerator<Words> {
    this.#unheard++;
    yield* this.#say(this.#unheard % 2 === 1 ? spoken.unheard : spoken.unheardAgain);
  }

  #warn(code: string, message: string): void {
    this.#attended.tell({ type: "warning", code, message });
  }

  /** Sent while the answer has the floor and can no longer be interrupted: its words will be heard. */
  #end(outcome: string): void {
    this.#attended.tell({ type: "end", outcome });
  }

  /** Our own words that belong to the conversation. */
  async *#say(words: string): AsyncGenerator<Words> {
    this.#current = this.#history.add("assistant", words);
    yield { type: "text", delta: words };
  }

  #forget(line: HistoryLine): void {
    this.#history.remove(line);
    if (this.#current === line) this.#current = undefined;
  }
}

/** Heard sentences of an interrupted text. */
function wholeSentences(text: string): string {
  const sentences = new SentenceCutter();
  return [...sentences.push(text), ...sentences.breakOff()].join(" ");
}
