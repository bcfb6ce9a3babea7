// Duplex front: a model that speaks, in front of a flow. The flow decides on our own hearing, as ever. Its exact lines
// are spoken by the call's voice; the others are offered to the model, which says them in its own words and voice. Speech that
// nothing asked for is never played, so there is none over an exact line.

import type { Clock } from "../../base/clock.ts";
import type { FreeLines } from "../../flow/engine/run/free-lines.ts";
import type {
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmTalk,
} from "../../providers/audio/audio-llm-contract.ts";
import type { ModelSpeech } from "../../providers/audio/model-speech.ts";
import { type LlmMessage, ProviderError } from "../../providers/provider-contract.ts";
import { type AudioFrontOptions, ModelLine } from "../audio-model/model-line.ts";
import type { Hearing, HearingParts } from "../hearing/call-hearing.ts";
import { lettersIn } from "../../flow/engine/run/cut-speech.ts";
import { masked, type Words } from "../responder.ts";
import type { CallFront } from "./call-front.ts";
import { WordingJudge, type WordingFault } from "./wording-judge.ts";

export interface DuplexFrontOptions extends AudioFrontOptions {
  readonly lines: FreeLines;
  /** Language of lines that name none, BCP 47. */
  readonly language: string;
}

/** The model begins to say a line within this time, and makes no longer pause; else the voice says it. */
const firstMsMax = 1_500;
const gapMsMax = 1_500;
/** Turns that a new session gets. */
const historyMax = 30;

const rules = `You are the voice of a phone agent. You never decide, promise or answer anything yourself: a flow does.
Whenever the caller has spoken, call the function, and say nothing. You are asked for each line that you are to say.`;
const delegate = {
  name: "delegate",
  description: "Hands the caller's turn to the flow, which answers.",
  parameters: {
    type: "object",
    properties: { wish: { type: "string" } },
    required: ["wish"],
    additionalProperties: false,
  },
} as const;
const settled = "The flow has heard the caller and answers. Say nothing until you are asked.";

function requestFor(text: string): string {
  return `Say this one line to the caller now, in its language, warmly and in your own words. Keep its meaning: ask what it
asks, add nothing, promise nothing, and name no number, sum, day or name that is not in it.
Line: ${JSON.stringify(text.trim())}`;
}

type TextWords = Extract<Words, { readonly type: "text" }>;

/** How a line of the last answer was said. */
interface SaidLine {
  readonly text: string;
  readonly speech?: ModelSpeech;
}

export class DuplexFront implements CallFront {
  readonly #o: DuplexFrontOptions;
  #attended: { readonly parts: HearingParts; readonly line: ModelLine } | undefined;
  #history: LlmMessage[] = [];
  #said: SaidLine[] = [];

  constructor(options: DuplexFrontOptions) {
    this.#o = options;
  }

  beside(openOwn: (parts: HearingParts) => Hearing, parts: HearingParts): Hearing {
    const line = new ModelLine({
      ...this.#o,
      parts,
      talk: () => this.#talk(),
      take: (event) => this.#take(event),
    });
    this.#attended = { parts, line };
    const hearing = openOwn({
      ...parts,
      heard: (event) => {
        if (event.type === "words" && !event.rejected) this.#remember({ role: "user", text: event.text });
        parts.heard(event);
      },
    });
    return {
      hear: (frame) => {
        hearing.hear(frame);
        line.hear(frame);
      },
      played: (frame, inMs) => hearing.played(frame, inMs),
      takenBack: () => hearing.takenBack(),
      expect: (expectation) => hearing.expect(expectation),
      // Without the model the voice says all; without hearing the call is over.
      listen: async (signal) => {
        const model = line.listen(signal).catch((error: unknown) => parts.guard.run(() => throwing(error)));
        const isDeaf = await hearing.listen(signal);
        if (!isDeaf) await model;
        return isDeaf;
      },
      close: () => {
        line.close();
        hearing.close();
      },
    };
  }

  async *worded(words: AsyncIterable<Words>, signal: AbortSignal): AsyncGenerator<Words> {
    this.#said = [];
    for await (const each of words) {
      const free = each.type === "text" && isPlain(each) ? this.#o.lines.of(each.delta) : undefined;
      if (each.type !== "text" || free === undefined) {
        if (each.type === "text") this.#voiced(each);
        yield each;
        continue;
      }
      const fault = yield* this.#offered(each, { values: free.values, signal });
      if (signal.aborted) return;
      this.#there.parts.tell({
        type: "worded",
        by: fault === undefined ? "model" : "voice",
        ...(fault && { fault }),
      });
      if (fault === undefined) continue;
      this.#voiced(each);
      yield each;
    }
  }

  heard(text: string): string {
    let left = lettersIn(text);
    const heard = this.#said.map(({ text: line, speech }) => {
      const spoken = lettersIn(speech?.text ?? line);
      const now = Math.min(left, spoken);
      left -= now;
      const share = spoken === 0 ? 0 : now / spoken;
      return firstLetters(line, share * lettersIn(line));
    });
    return heard.filter((each) => each !== "").join(" ");
  }

  /** The voice says it, and the model knows. */
  #voiced({ delta, logged }: TextWords): void {
    this.#said.push({ text: delta });
    const text = (logged ?? delta).trim();
    const message: LlmMessage = { role: "assistant", text: text === "" ? masked : text };
    this.#remember(message);
    this.#there.line.session?.add([message]);
  }

  #remember(message: LlmMessage): void {
    this.#history = [...this.#history, message].slice(-historyMax);
  }

  #talk(): AudioLlmTalk {
    return { instructions: rules, tools: [delegate], history: this.#history, delegates: true };
  }

  get #there() {
    if (this.#attended === undefined) throw new Error("beside() comes before anything else");
    return this.#attended;
  }

  #take(event: AudioLlmEvent): void {
    // Turns and words are those of our own hearing.
    if (event.type === "answer") void this.#unasked(event.answer);
  }

  /** A delegation is settled at once: the flow hears the caller itself. Speech of the model's own is dropped. */
  async #unasked(answer: AudioLlmAnswer): Promise<void> {
    const { session } = this.#there.line;
    try {
      for await (const event of answer.events) {
        if (event.type === "tool_call")
          session?.add([{ role: "tool", id: event.id, name: event.name, text: settled }]);
        if (event.type !== "text") continue;
        answer.cancel();
        return;
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
  }

  /** Undefined: the model has said it. */
  async *#offered(
    words: TextWords,
    { values, signal }: { readonly values: readonly string[]; readonly signal: AbortSignal },
  ): AsyncGenerator<Words, Fault | undefined> {
    const { line, parts } = this.#there;
    const { delta: text, language = this.#o.language } = words;
    const wording = new WordingJudge({ text, values, language });
    using patience = new Deadline(parts.context.clock, signal);
    patience.within(firstMsMax);
    let answer: AudioLlmAnswer | undefined;
    const cancel = (): void => answer?.cancel();
    patience.signal.addEventListener("abort", cancel, { once: true });
    let [speech, spoken, fault]: [ModelSpeech | undefined, string, Fault | undefined] = [
      undefined,
      "",
      undefined,
    ];
    try {
      const request = { mayCall: false, instructions: requestFor(text) };
      // The session may still be opening.
      const session = await line.within(patience.signal);
      if (session !== undefined) answer = await line.ask(session, request, patience.signal);
      if (patience.signal.aborted) cancel();
      for await (const event of answer?.events ?? []) {
        if (event.type === "done") fault = speech === undefined ? "failed" : wording.end();
        if (event.type !== "text" || event.speech === undefined) continue;
        patience.within(gapMsMax);
        fault = wording.take(event.delta);
        if (fault !== undefined) break;
        if (speech === undefined) this.#said.push({ text, speech: event.speech });
        speech = event.speech;
        spoken += event.delta;
        yield { type: "text", delta: event.delta, speech };
      }
      if (patience.signal.aborted) fault ??= "late";
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      fault = patience.signal.aborted ? "late" : "failed";
    } finally {
      // A reply that is written ends its signal too, though its last lines are still to be played.
      patience.signal.removeEventListener("abort", cancel);
    }
    if (fault !== undefined) {
      if (!signal.aborted) speech?.breakOff(spoken);
      cancel();
    }
    return fault;
  }
}

function throwing(error: unknown): never {
  throw error;
}

type Fault = WordingFault | "late" | "failed";

/** A deadline that is set anew with each progress. */
class Deadline implements Disposable {
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #late = new AbortController();
  #timer: Disposable | undefined;

  constructor(clock: Clock, outer: AbortSignal) {
    this.#clock = clock;
    this.signal = AbortSignal.any([outer, this.#late.signal]);
  }

  within(ms: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#clock.after(ms, () => this.#late.abort());
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }
}

/** Lines in a manner of their own are the voice's. */
function isPlain({ logged, manner, pronounce, pauseMs, sound }: TextWords): boolean {
  return [logged, manner, pronounce, pauseMs, sound].every((each) => each === undefined);
}

function firstLetters(text: string, count: number): string {
  let left = Math.round(count);
  let end = 0;
  for (const each of text) {
    if (left <= 0) break;
    if (lettersIn(each) > 0) left -= 1;
    end += each.length;
  }
  return text.slice(0, end).trim();
}
