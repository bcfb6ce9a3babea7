// Audio front: an audio language model as hearing and model of a call. It hears every frame, takes the turns, and what
// it says are the answers of a language model that come spoken. The history stays ours: from it a session that has
// ended is continued by another one.

import type { Frame } from "../../audio/frame.ts";
import type {
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmSession,
  AudioLlmTalk,
} from "../../providers/audio/audio-llm-contract.ts";
import type { Llm, LlmEvent, LlmMessage, LlmRequest } from "../../providers/provider-contract.ts";
import type { Hearing, HearingParts } from "../hearing/call-hearing.ts";
import type { HistoryLine } from "../llm-history.ts";
import { type AudioFrontOptions, cancelled, ModelLine, tooLate } from "./model-line.ts";
import { ModelTurns } from "./model-turns.ts";

/** Time limit from a request to the first event of its answer. */
const firstMsMax = 8_000;

export class AudioFront implements Hearing {
  /** The model as the responder asks it: one conversation, so earlier messages are not sent again. */
  readonly llm: Llm;
  readonly #o: AudioFrontOptions;
  readonly #turns = new ModelTurns();
  #attended: { readonly parts: HearingParts; readonly line: ModelLine } | undefined;
  /** Lines of ours that the model does not know yet. */
  #news: LlmMessage[] = [];
  /** Results of tools that it knows, by the ids of their calls. */
  #results = new Map<string, string>();
  /** An answer of its own accord that waits for its turn, and one whose turn it is. */
  #begun: AudioLlmAnswer | undefined;
  #claimed: AudioLlmAnswer | undefined;

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
    const line = new ModelLine({
      ...this.#o,
      parts,
      talk: () => this.#begin(talk()),
      take: (event) => this.#take(event),
    });
    this.#attended = { parts, line };
    return this;
  }

  /** All that is ours is in the history that a new session gets. */
  #begin(talk: AudioLlmTalk): AudioLlmTalk {
    this.#news = [];
    this.#results = new Map(
      talk.history.flatMap((message) => (message.role === "tool" ? [[message.id, message.text]] : [])),
    );
    return talk;
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
    this.#there.line.hear(frame);
  }

  expect(): void {
    // A model that takes the turn expects anything.
  }

  played(): void {
    // The client or the vendor removes the echo.
  }

  takenBack(): void {
    // The client or the vendor removes the echo of this audio, too.
  }

  listen(signal: AbortSignal): Promise<boolean> {
    return this.#there.line.listen(signal);
  }

  close(): void {
    this.#drop();
    this.#there.line.close();
  }

  get #there() {
    if (this.#attended === undefined) throw new Error("attend() comes before anything else");
    return this.#attended;
  }

  #take(event: AudioLlmEvent): void {
    const { heard, tell, interrupt, begun, atMs } = this.#there.parts;
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
        this.#begun?.cancel();
        this.#begun = event.answer;
        return begun();
      case "warning":
        return tell(event);
      case "usage":
        // The session's account has it.
        return;
    }
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
      const session = await this.#there.line.within(both);
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
  #answerOf(
    session: AudioLlmSession,
    { messages, toolChoice }: LlmRequest,
    signal: AbortSignal,
  ): Promise<AudioLlmAnswer | undefined> {
    this.#tellNews(session, messages);
    const claimed = this.#claimed;
    this.#claimed = undefined;
    if (claimed !== undefined) return Promise.resolve(claimed);
    return this.#there.line.ask(session, { mayCall: toolChoice !== "none" }, signal);
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
