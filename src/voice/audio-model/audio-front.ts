// Audio front: an audio language model as hearing and model of a call. It hears every frame, takes the turns, and what
// it says are the answers of a language model that come spoken. The history stays ours: from it a session that has
// ended is continued by another one.

import type { Frame } from "../../audio/frame.ts";
import { delay } from "../../base/clock.ts";
import type {
  AudioLlm,
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmSession,
  AudioLlmTalk,
} from "../../providers/audio/audio-llm-contract.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmMessage,
  type LlmRequest,
  ProviderError,
} from "../../providers/provider-contract.ts";
import type { Hearing, HearingParts } from "../hearing/call-hearing.ts";
import type { HistoryLine } from "../llm-history.ts";
import { ModelTurns } from "./model-turns.ts";
import { Pending } from "./pending.ts";

export interface AudioFrontOptions {
  readonly model: AudioLlm;
  /** The account's own key pays. */
  readonly ownKey: boolean;
}

/** A vendor answers within a second, or something is wrong. */
const openMsMax = 6_000;
/** Time limit from a request to the first event of its answer. */
const firstMsMax = 8_000;
/** A session that lived this long worked, so a later failure is a new one. */
const wellMs = 10_000;
/** Waits before the tries after a failure. */
const triesAfterMs = [0, 500, 2_000] as const;
/** Audio that is kept while there is no session: ten seconds. */
const framesKeptMax = 500;

export class AudioFront implements Hearing {
  /** The model as the responder asks it: one conversation, so earlier messages are not sent again. */
  readonly llm: Llm;
  readonly #o: AudioFrontOptions;
  readonly #turns = new ModelTurns();
  readonly #session = new Pending<AudioLlmSession>();
  #parts: HearingParts | undefined;
  #talk: (() => AudioLlmTalk) | undefined;
  #kept: Frame[] = [];
  /** Lines of ours that the model does not know yet. */
  #news: LlmMessage[] = [];
  /** Results of tools that it knows, by the ids of their calls. */
  #results = new Map<string, string>();
  #request = 0;
  #asked: { readonly request: number; readonly answered: (answer: AudioLlmAnswer) => void } | undefined;
  /** An answer of its own accord that waits for its turn, and one whose turn it is. */
  #begun: AudioLlmAnswer | undefined;
  #claimed: AudioLlmAnswer | undefined;
  /** The last failure of a session. */
  #failure: { readonly kind: ProviderError["kind"]; readonly attempts: number } | undefined;
  #isClosed = false;

  constructor(options: AudioFrontOptions) {
    this.#o = options;
    const { model } = options;
    this.llm = {
      id: model.id,
      model: model.model,
      can: { tools: true, json: false },
      stream: (request, { clock }, signal) => this.#stream(request, { clock, signal }),
    };
  }

  /** Called once, first. `talk`: the conversation so far, for each new session. */
  attend(parts: HearingParts, talk: () => AudioLlmTalk): this {
    this.#parts = parts;
    this.#talk = talk;
    return this;
  }

  /** A line of the history that did not come from the model. */
  added({ role, text }: HistoryLine): void {
    if (text.trim() === "") return;
    if (role === "user") this.#drop();
    this.#news.push({ role, text });
  }

  /** `line` gets the words of the turns that the model answers now. */
  answersIn(line: HistoryLine): void {
    this.#turns.answeredIn(line);
    this.#claimed?.cancel();
    this.#claimed = this.#begun;
    this.#begun = undefined;
  }

  /** Drops an answer of the model's own accord that is not read. */
  #drop(): void {
    this.#begun?.cancel();
    this.#claimed?.cancel();
    this.#begun = undefined;
    this.#claimed = undefined;
  }

  hear(frame: Frame): void {
    const session = this.#session.value;
    if (session !== undefined) session.hear(frame);
    else if (!this.#isClosed) this.#kept = [...this.#kept, frame].slice(-framesKeptMax);
  }

  expect(): void {
    // A model that takes the turn expects anything.
  }

  played(): void {
    // The client or the vendor removes the echo.
  }

  takenBack(): void {
    // As above.
  }

  close(): void {
    this.#isClosed = true;
    this.#kept = [];
    this.#drop();
    this.#session.value?.close();
    this.#session.fail(cancelled(this.#o.model));
  }

  async listen(signal: AbortSignal): Promise<boolean> {
    const { clock, log } = this.#there.context;
    for (let tries = 0; ;) {
      const from = clock.now();
      try {
        const session = await this.#open(signal);
        if (tries > 0) this.#tell("retried");
        const error = await session.closed;
        this.#session.clear();
        if (error === undefined || signal.aborted) return false;
        throw error;
      } catch (error) {
        if (signal.aborted) return false;
        if (!(error instanceof ProviderError)) throw error;
        const { kind, info } = error;
        // The vendor ends each session after a time; nothing is wrong.
        if (kind === "session_limit" && info.phase === "stream") continue;
        tries = clock.now() - from > wellMs ? 1 : tries + 1;
        this.#failure = { kind, attempts: tries };
        const after = unrepairable.has(kind) ? undefined : triesAfterMs[tries - 1];
        if (after === undefined) {
          log.error("call.audio-llm-failed", { error });
          this.#tell("gave_up");
          this.#session.fail(error);
          return true;
        }
        await delay(clock, after, signal).catch(() => undefined);
      }
    }
  }

  /** For the record: names and numbers only. */
  #tell(action: "retried" | "gave_up"): void {
    const { model, ownKey } = this.#o;
    if (this.#failure === undefined) return;
    const { kind: error, attempts } = this.#failure;
    const incident = { kind: "llm", provider: model.id, error, ownKey, attempts, action } as const;
    const [code, end] =
      action === "retried"
        ? ["provider/retried", "and continued after a retry"]
        : ["provider/gave-up", "and no fallback could continue"];
    this.#there.context.tell?.({ code, message: `"${model.id}" failed, ${end}`, incident });
  }

  get #there(): HearingParts {
    if (this.#parts === undefined) throw new Error("attend() comes before anything else");
    return this.#parts;
  }

  async #open(signal: AbortSignal): Promise<AudioLlmSession> {
    const { context, guard } = this.#there;
    const late = new AbortController();
    using _ = context.clock.after(openMsMax, () => late.abort());
    const talk = this.#talk?.() ?? { instructions: "", tools: [], history: [] };
    // The history for the new session has all of it.
    this.#news = [];
    this.#results = new Map(
      talk.history.flatMap((message) => (message.role === "tool" ? [[message.id, message.text]] : [])),
    );
    const session = await this.#o.model.open(talk, {
      sink: guard.around((event: AudioLlmEvent) => this.#take(event)),
      context,
      signal: AbortSignal.any([signal, late.signal]),
    });
    for (const frame of this.#kept.splice(0)) session.hear(frame);
    this.#session.set(session);
    return session;
  }

  #take(event: AudioLlmEvent): void {
    const { heard, tell, interrupt, begun, atMs } = this.#there;
    switch (event.type) {
      case "speech-started":
        // The model has fallen silent, so the agent does.
        this.#drop();
        interrupt();
        return heard({ type: "speech-started" });
      case "speech-ended":
        heard({ type: "speech-ended" });
        return heard({ type: "turn-ended", silentMs: event.silentMs, reason: "recogniser-over" });
      case "turn":
        return this.#turns.taken(event.turn, atMs());
      case "words": {
        const { turn, text, isFinal: final } = event;
        const words = this.#turns.words(turn, text, final);
        if (words === undefined) return;
        return tell({ type: "user-words", text: words.text, final, rejected: false, takenAtMs: words.atMs });
      }
      case "answer":
        return this.#answer(event.answer, begun);
      case "warning":
        return tell(event);
      case "usage":
        // The session's account has it.
        return;
    }
  }

  #answer(answer: AudioLlmAnswer, begins: () => void): void {
    if (answer.request === undefined) {
      this.#begun?.cancel();
      this.#begun = answer;
      return begins();
    }
    if (answer.request !== this.#asked?.request) return answer.cancel();
    this.#asked.answered(answer);
  }

  async *#stream(
    request: LlmRequest,
    { clock, signal }: Pick<HearingParts, "clock"> & { readonly signal: AbortSignal },
  ): AsyncGenerator<LlmEvent> {
    const late = new AbortController();
    using patience = clock.after(firstMsMax, () => late.abort());
    const both = AbortSignal.any([signal, late.signal]);
    let answer: AudioLlmAnswer | undefined;
    const stop = (): void => answer?.cancel();
    both.addEventListener("abort", stop, { once: true });
    let [isFirst, isWhole] = [true, false];
    try {
      const session = await this.#session.within(both);
      if (session !== undefined) answer = await this.#answerOf(session, request, both);
      if (both.aborted) stop();
      for await (const event of answer?.events ?? []) {
        if (isFirst) patience[Symbol.dispose]();
        isFirst = false;
        yield event;
      }
      if (late.signal.aborted && isFirst) throw tooLate(this.#o.model);
      if (signal.aborted) throw cancelled(this.#o.model);
      isWhole = true;
    } finally {
      both.removeEventListener("abort", stop);
      if (!isWhole) stop();
    }
  }

  /** The model's own answer, if it has begun one; otherwise it is requested. Undefined: not in time. */
  async #answerOf(
    session: AudioLlmSession,
    { messages, toolChoice }: LlmRequest,
    signal: AbortSignal,
  ): Promise<AudioLlmAnswer | undefined> {
    this.#tellNews(session, messages);
    const claimed = this.#claimed;
    this.#claimed = undefined;
    if (claimed !== undefined) return claimed;
    const request = ++this.#request;
    const { promise, resolve } = Promise.withResolvers<AudioLlmAnswer | undefined>();
    const stop = (): void => resolve(undefined);
    this.#asked = { request, answered: resolve };
    signal.addEventListener("abort", stop, { once: true });
    void session.closed.then(stop);
    session.ask(request, { mayCall: toolChoice !== "none" });
    const answer = await promise;
    signal.removeEventListener("abort", stop);
    this.#asked = undefined;
    if (answer === undefined) session.withdraw(request);
    if (answer === undefined && !signal.aborted) throw tooLate(this.#o.model);
    return answer;
  }

  #tellNews(session: AudioLlmSession, messages: readonly LlmMessage[]): void {
    for (const message of messages) {
      if (message.role !== "tool") continue;
      const before = this.#results.get(message.id);
      if (before === message.text) continue;
      this.#results.set(message.id, message.text);
      const later = { role: "system", text: `Later result of ${message.name}: ${message.text}` } as const;
      session.add([before === undefined ? message : later]);
    }
    if (this.#news.length > 0) session.add(this.#news.splice(0));
  }
}

/** Another session would fail as well. */
const unrepairable: ReadonlySet<ProviderError["kind"]> = new Set([
  "auth",
  "quota",
  "bad_input",
  "unsupported",
  "content",
]);

function errorOf({ id: provider }: AudioLlm, kind: ProviderError["kind"], message: string): ProviderError {
  return new ProviderError(kind, { provider, capability: "llm", phase: "stream", message, emitted: false });
}

const tooLate = (model: AudioLlm): ProviderError =>
  errorOf(model, "transient", "The language model did not answer in time");

const cancelled = (model: AudioLlm): ProviderError =>
  errorOf(model, "cancelled", "The answer was no longer needed");
