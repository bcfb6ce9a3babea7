// Speech answer: one response of a realtime model as the events of a language model. Its words come with their audio,
// its tool calls once each and only when it is complete, and nothing after it was cancelled.

import type { Resampler } from "../../audio/resampler.ts";
import type { AudioLlmAnswer } from "../audio/audio-llm-contract.ts";
import { ModelSpeech } from "../audio/model-speech.ts";
import type { LlmEvent, LlmToolCall, ProviderError, Usage } from "../provider-contract.ts";

export interface SpokenAnswerOptions {
  /** The vendor's name for it. */
  readonly id: string;
  readonly request: number | undefined;
  /** A resampler of its own for each speech. */
  readonly resampler: () => Resampler;
  /** Stops it at the vendor. */
  readonly stop: () => void;
  /** The caller has heard only so much of an item. */
  readonly truncate: (item: string, part: number, heardMs: number) => void;
}

/** Audio in the vendor's conversation. */
interface Voiced {
  readonly speech: ModelSpeech;
  readonly resampler: Resampler;
}

export class SpokenAnswer implements AudioLlmAnswer {
  readonly id: string;
  readonly request: number | undefined;
  readonly #o: SpokenAnswerOptions;
  readonly #events = new EventQueue();
  readonly #voiced = new Map<string, Voiced>();
  readonly #calls = new Map<string, LlmToolCall>();
  #isOver = false;
  #isStopped = false;

  constructor(options: SpokenAnswerOptions) {
    this.#o = options;
    this.id = options.id;
    this.request = options.request;
  }

  get events(): AsyncIterable<LlmEvent> {
    return this.#events;
  }

  /** Length of its audio so far, in milliseconds. */
  get madeMs(): number {
    return this.#voiced.values().reduce((sum, { speech }) => sum + speech.madeMs, 0);
  }

  /** Calls that it made, each once; those of an answer that was not completed are never carried out. */
  get calls(): readonly LlmToolCall[] {
    return [...this.#calls.values()];
  }

  cancel(): void {
    if (!this.#isDeaf) {
      this.stopped();
      this.#o.stop();
    }
    for (const { speech } of this.#voiced.values()) if (!speech.isPlayed) speech.cut(0);
  }

  /** The vendor has stopped it by itself: what still comes of it is dropped. */
  stopped(): void {
    if (this.#isDeaf) return;
    this.#isStopped = true;
    this.#endSpeech();
    this.#events.end();
  }

  get #isDeaf(): boolean {
    return this.#isOver || this.#isStopped;
  }

  audio(item: string, part: number, pcm: Int16Array): void {
    if (this.#isDeaf) return;
    const { speech, resampler } = this.#voicedAt(item, part);
    speech.push(resampler.push(pcm));
  }

  words(item: string, part: number, delta: string): void {
    if (this.#isDeaf || delta === "") return;
    const { speech } = this.#voicedAt(item, part);
    speech.write(delta);
    this.#events.push({ type: "text", delta, speech });
  }

  /** Words that the model writes and does not say. */
  written(delta: string): void {
    if (!this.#isDeaf && delta !== "") this.#events.push({ type: "text", delta });
  }

  /** All audio and all words of an item are there. */
  spoken(item: string): void {
    for (const [place, voiced] of this.#voiced) if (place.startsWith(`${item} `)) this.#finish(voiced);
  }

  called(call: LlmToolCall): void {
    if (!this.#isDeaf && call.id !== "") this.#calls.set(call.id, this.#calls.get(call.id) ?? call);
  }

  /** Complete. `reason`: why the model ended. `calls`: those to be carried out. */
  completed(
    reason: Extract<LlmEvent, { type: "done" }>["reason"],
    calls: readonly LlmToolCall[],
    usage: Usage | undefined,
  ): void {
    if (this.#isDeaf) return;
    for (const voiced of this.#voiced.values()) this.#finish(voiced);
    this.#isOver = true;
    for (const call of calls) this.#events.push({ type: "tool_call", ...call });
    if (usage !== undefined) this.#events.push({ type: "usage", usage });
    this.#events.push({ type: "done", reason: calls.length > 0 ? "tool_calls" : reason });
    this.#events.end();
  }

  /** Breaks it off: the reader gets the error. */
  failed(error: ProviderError): void {
    if (this.#isDeaf) return;
    this.#isOver = true;
    this.#endSpeech();
    this.#events.end(error);
  }

  #voicedAt(item: string, part: number): Voiced {
    const place = placeOf(item, part);
    const before = this.#voiced.get(place);
    if (before !== undefined) return before;
    const speech = new ModelSpeech((heardMs) => {
      if (!this.#isDeaf) this.cancel();
      this.#o.truncate(item, part, heardMs);
    });
    const voiced = { speech, resampler: this.#o.resampler() };
    this.#voiced.set(place, voiced);
    this.#events.push({ type: "text", delta: "", speech });
    return voiced;
  }

  #finish({ speech, resampler }: Voiced): void {
    if (!resampler.isDisposed) speech.push(resampler.flush());
    resampler[Symbol.dispose]();
    speech.end();
  }

  #endSpeech(): void {
    for (const { speech, resampler } of this.#voiced.values()) {
      resampler[Symbol.dispose]();
      speech.end();
    }
  }
}

const placeOf = (item: string, part: number): string => `${item} ${part}`;

/** Events for one reader, kept until it takes them. */
class EventQueue implements AsyncIterable<LlmEvent> {
  readonly #kept: LlmEvent[] = [];
  #end: { readonly error: ProviderError | undefined } | undefined;
  #wake: (() => void) | undefined;

  push(event: LlmEvent): void {
    this.#kept.push(event);
    this.#wake?.();
  }

  end(error?: ProviderError): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LlmEvent> {
    for (;;) {
      const next = this.#kept.shift();
      if (next !== undefined) yield next;
      else if (this.#end === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      } else if (this.#end.error === undefined) return;
      else throw this.#end.error;
    }
  }
}
