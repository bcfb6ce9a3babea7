// Reply: one numbered answer of the agent. Takes the responder's words, cuts them into sentences and passes them to
// the playout. It is a lifetime: an interruption closes it, and no word of it arrives afterwards. Facts do not come
// this way.

import type { Clock } from "../base/clock.ts";
import type { Scope } from "../base/scope.ts";
import type { CallEvent, WithoutTime } from "./call-event.ts";
import type { ModelSpeech, SpeechListener } from "../providers/audio/model-speech.ts";
import type { CallFront } from "./duplex/call-front.ts";
import type { Playout } from "./playout/playout.ts";
import { type Cut, masked, type Responder, type VoiceManner, type Words } from "./responder.ts";
import { SentenceCutter, sentencesOf } from "./sentence-splitter.ts";
import type { TurnInput } from "./turn.ts";

type ReplyEvent = Extract<CallEvent, { readonly type: "reply-started" | "reply-text" | "reply-written" }>;

export interface ReplyOptions {
  readonly number: number;
  readonly input: TurnInput;
  /** Said before the answer, without being part of it; cannot be interrupted. */
  readonly opening?: string | undefined;
  readonly responder: Responder;
  /** Words some of the answer; undefined: none does. */
  readonly front: CallFront | undefined;
  /** Scope of the reply, which the reply closes. */
  readonly scope: Scope;
  /** Resolves when the previous reply has released the responder; undefined: already released. */
  readonly after: Promise<void> | undefined;
  readonly playout: Playout;
  readonly clock: Clock;
  readonly tell: (event: WithoutTime<ReplyEvent>) => void;
  /** The responder starts: its reports belong to this reply from now on. */
  readonly asked: () => void;
  /** The answer has words. */
  readonly wrote: () => void;
  /** Expected phrases have changed. */
  readonly expect: () => void;
  /** The responder has a bug; a cut answer is no excuse for it. */
  readonly bug: (error: unknown) => void;
}

/** Time for a cut answer to end by itself; then the next one continues without it. */
const cutAnswerMsMax = 1_000;

export class Reply {
  readonly #o: ReplyOptions;
  readonly #over = Promise.withResolvers<void>();
  #sentences = new SentenceCutter();
  /** Sentences shown by a text-only answer: unheard, but read. */
  readonly #shown: string[] = [];
  #interruptible = true;
  #voice: VoiceManner | undefined;
  #language: string | undefined;
  #pronounce: ReadonlyMap<string, string> | undefined;
  #speech: ModelSpeech | undefined;
  #running = true;
  #heard: { readonly text: string; readonly untilMs: number; readonly goesOn: boolean } | undefined;

  constructor(options: ReplyOptions) {
    this.#o = options;
    options.scope.run((signal) => this.#run(signal));
  }

  /** Resolves when the responder is free again and knows what was heard; undefined: it is. */
  get over(): Promise<void> | undefined {
    return this.#running ? this.#over.promise : undefined;
  }

  /** Stops in the middle; `heard` is all that the caller has heard of it. */
  interrupt(heard: string, cut: Required<Cut>): void {
    const { opening = "" } = this.#o;
    const ofAnswer = heard.startsWith(opening) ? heard.slice(opening.length).trimStart() : "";
    const received = this.#aloud ? ofAnswer : this.#shown.join(" ");
    if (this.#running) {
      const { agoMs, goesOn } = cut;
      this.#heard = { text: received, untilMs: this.#o.clock.now() - agoMs, goesOn };
      void this.#o.scope.close();
    } else this.#note(received, cut);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { after, bug } = this.#o;
    // Without a wait the input is taken at once: it counts even if the caller hangs up in the same moment.
    if (after !== undefined) await after;
    try {
      await this.#answer(signal);
    } catch (error) {
      bug(error);
    }
    this.#running = false;
    try {
      if (this.#heard !== undefined) {
        const { text, untilMs, goesOn } = this.#heard;
        this.#note(text, { agoMs: this.#o.clock.now() - untilMs, goesOn });
      }
    } catch (error) {
      bug(error);
    }
    this.#over.resolve();
  }

  async #answer(signal: AbortSignal): Promise<void> {
    const { number, tell, playout, scope } = this.#o;
    // A reply cut before it began still gives the responder the caller's input.
    if (!signal.aborted) tell({ type: "reply-started", reply: number });
    if (!signal.aborted) this.#open();
    for await (const words of this.#patiently(this.#source(signal), signal)) {
      if (!signal.aborted) this.#take(words);
    }
    if (signal.aborted) return;
    this.#speak(this.#sentences.flush());
    tell({ type: "reply-written", reply: number });
    this.#o.expect();
    playout.finish(number);
    void scope.close();
  }

  #open(): void {
    const { opening } = this.#o;
    if (opening === undefined) return;
    this.#interruptible = false;
    this.#speak([opening], this.#o.responder.isUnrecorded === true ? { logs: [] } : {});
    this.#interruptible = true;
  }

  #source(signal: AbortSignal): AsyncIterable<Words> {
    const { input, responder, asked } = this.#o;
    if (input.type === "say" || input.type === "farewell")
      return literally(input.text, responder.isUnrecorded === true);
    asked();
    const words = responder.answer(input, signal);
    return this.#front?.worded(words, signal) ?? words;
  }

  /** The answer within its time limit: a cut one that does not stop is left behind. */
  async *#patiently(answer: AsyncIterable<Words>, signal: AbortSignal): AsyncGenerator<Words> {
    const words = answer[Symbol.asyncIterator]();
    const late = Promise.withResolvers<undefined>();
    let patience: Disposable | undefined;
    const cut = (): void => {
      patience = this.#o.clock.after(cutAnswerMsMax, () => late.resolve(undefined));
    };
    if (signal.aborted) cut();
    else signal.addEventListener("abort", cut, { once: true });
    try {
      for (;;) {
        const next = await Promise.race([words.next(), late.promise]);
        if (next === undefined || next.done === true) return;
        yield next.value;
      }
    } finally {
      signal.removeEventListener("abort", cut);
      patience?.[Symbol.dispose]();
    }
  }

  #take(words: Words): void {
    if (words.type === "interruptible") {
      this.#speak(this.#sentences.flush());
      this.#interruptible = words.value;
      return;
    }
    if (words.type === "broken-off") {
      this.#speak(this.#sentences.breakOff());
      this.#sentences = new SentenceCutter();
      return;
    }
    const { speech, delta } = words;
    if (speech !== undefined) this.#spoken(speech);
    if (delta === "") return;
    this.#o.wrote();
    this.#o.tell({ type: "reply-text", reply: this.#o.number, delta });
    if (speech === undefined || !this.#aloud) this.#text(words);
  }

  /** The model says it itself, from now on. */
  #spoken(speech: ModelSpeech): void {
    if (speech === this.#speech) return;
    this.#speak(this.#sentences.flush());
    this.#speech = speech;
    const { playout, number } = this.#o;
    if (this.#aloud) playout.say(number, "", { spoken: true, interruptible: this.#interruptible, speech });
    else speech.listen(silentListener);
  }

  #text(words: Extract<Words, { readonly type: "text" }>): void {
    const { delta, logged, manner, language, pronounce, pauseMs, sound } = words;
    if (language !== this.#language || pronounce !== this.#pronounce) {
      this.#speak(this.#sentences.flush());
      this.#language = language;
      this.#pronounce = pronounce;
    }
    const isWhole = [logged, manner, pauseMs, sound].some((each) => each !== undefined);
    if (!isWhole && this.#voice === undefined) {
      this.#speak(this.#sentences.push(delta));
      return;
    }
    this.#speak(this.#sentences.flush());
    this.#voice = manner;
    // A sound is heard as one, however many sentences it has.
    const cut = sound === undefined ? sentencesOf : (text: string) => [text.trim()];
    this.#speak(cut(delta), {
      // A mask alone has no sentences.
      ...(logged === undefined ? {} : { logs: logged.trim() === masked ? [] : cut(logged) }),
      ...(pauseMs === undefined ? {} : { pauseMs }),
      ...(sound === undefined ? {} : { sound }),
    });
    this.#voice = undefined;
  }

  /** `logs`: the same sentences for all but the caller. `pauseMs`: silence after the last of them. */
  #speak(
    sentences: readonly string[],
    {
      logs,
      pauseMs,
      sound,
    }: { readonly logs?: readonly string[]; readonly pauseMs?: number; readonly sound?: string } = {},
  ): void {
    const { playout, number } = this.#o;
    const how = {
      spoken: this.#aloud,
      interruptible: this.#interruptible,
      ...(this.#voice === undefined ? {} : { voice: this.#voice }),
      ...(this.#language === undefined ? {} : { language: this.#language }),
      ...(this.#pronounce === undefined ? {} : { pronounce: this.#pronounce }),
    };
    sentences.forEach((sentence, i) => {
      // A masked text may have fewer sentences than the spoken one.
      const logged = logs === undefined ? undefined : (logs[i] ?? masked);
      const isLast = i === sentences.length - 1;
      playout.say(number, sentence, {
        ...how,
        ...(logged === undefined ? {} : { logged }),
        ...(pauseMs === undefined || !isLast ? {} : { pauseMs }),
        ...(sound === undefined ? {} : { sound }),
      });
    });
    if (!how.spoken) this.#shown.push(...sentences);
  }

  /** A text that is only read is nothing to word. */
  get #front(): CallFront | undefined {
    return this.#aloud ? this.#o.front : undefined;
  }

  get #aloud(): boolean {
    const { input } = this.#o;
    return !("speak" in input) || input.speak !== false;
  }

  /** Reports that the caller has heard the whole reply. */
  spoken(): void {
    const { input } = this.#o;
    if (input.type === "say") this.#note(input.text);
  }

  /** Words put into the agent's mouth are news to the responder. */
  #note(heard: string, cut?: Cut): void {
    const { input, responder } = this.#o;
    if (input.type !== "say" && input.type !== "farewell")
      responder.interrupted(this.#front?.heard(heard) ?? heard, cut);
    else if (heard !== "") responder.note("assistant", heard);
  }
}

/** The caller reads the words. */
const silentListener: SpeechListener = { audio: () => undefined, over: () => undefined };

// eslint-disable-next-line typescript/require-await -- an async iterable of one piece
async function* literally(text: string, isUnrecorded: boolean): AsyncGenerator<Words> {
  yield { type: "text", delta: text, ...(isUnrecorded ? { logged: masked } : {}) };
}
