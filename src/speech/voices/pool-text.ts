// Text of the pool: one text on its way from a Worker, from memory or from a file to its listener.

import type { Clock } from "../../base/clock.ts";
import {
  type ErrorKind,
  ProviderError,
  type TtsEvent,
  type TtsStream,
  type WordTime,
} from "../../providers/provider-contract.ts";
import type { SaidText } from "./kept-speech.ts";
import type { PoolClient, SlotAssigner } from "../pool-client.ts";
import type { WorkerAnswer } from "../speech-message.ts";
import type { VoiceLoad } from "./voice-load.ts";
import type { WorkerSlot } from "../worker-slot.ts";

/** Some two minutes of speech; a reply is cut into sentences long before. */
const textCharsMax = 2_000;

export interface PoolTextParts {
  /** Threads of the voice; called for a text that is not stored. */
  readonly places: () => SlotAssigner;
  readonly timed: () => () => void;
  readonly clock: Pick<Clock, "now">;
  readonly speed: number;
  readonly text: string;
  /** Earlier speech of the text. */
  readonly known: SaidText | undefined;
  /** Reads it from storage; undefined: not stored. */
  readonly find: (() => Promise<SaidText | undefined> | undefined) | undefined;
  readonly found: (said: SaidText) => SaidText;
  /** Receives the complete speech. */
  readonly said: (pieces: readonly Int16Array[], words: readonly WordTime[], isAhead: boolean) => void;
  /** Load of the voice: waiting texts, and those of calls. The result is called at the end. Absent: no call waits. */
  readonly load?: VoiceLoad;
  readonly begins?: () => () => void;
  /** Whether no call waits for the text. */
  readonly isAhead?: boolean;
}

export class PoolText implements TtsStream, PoolClient {
  readonly #o: PoolTextParts;
  readonly #sink: (event: TtsEvent) => void;
  readonly #done = Promise.withResolvers<"ended" | "cancelled">();
  readonly #heard: Int16Array[] = [];
  readonly #words: WordTime[] = [];
  #id = 0;
  #places: SlotAssigner | undefined;
  #slot: WorkerSlot | undefined;
  #settled = false;
  #retried = false;
  /** Samples of a repeated text that were reported the first time. */
  #knownSamples = 0;
  #knownWords = 0;
  #begun: (() => void) | undefined;
  #waiting: ReturnType<VoiceLoad["begin"]> | undefined;
  #over: (() => void) | undefined;

  constructor(options: PoolTextParts, sink: (event: TtsEvent) => void) {
    this.#o = options;
    this.#sink = sink;
    // A caller that cancels may ignore the end.
    this.#done.promise.catch(() => {});
    const { text, known, find } = options;
    if (text.length > textCharsMax) {
      this.#fail("bad_input", `A text may have ${textCharsMax} characters, this one has ${text.length}`);
    } else if (known !== undefined) {
      queueMicrotask(() => this.#replay(known));
    } else if (find !== undefined) {
      void this.#find(find);
    } else {
      this.#ask();
    }
  }

  get done(): Promise<"ended" | "cancelled"> {
    return this.#done.promise;
  }

  cancel(): void {
    if (this.#settled) return;
    this.#slot?.order({ type: "speak-cancel", id: this.#id });
    this.#settle();
    this.#done.resolve("cancelled");
  }

  answer(answer: WorkerAnswer): void {
    if (this.#settled) return;
    if (answer.type === "audio") {
      if (this.#heard.length === 0) {
        this.#begun?.();
        this.#waiting?.begun(this.#o.clock.now());
      }
      const pcm = answer.pcm.subarray(this.#knownSamples);
      this.#knownSamples -= Math.min(this.#knownSamples, answer.pcm.length);
      if (pcm.length === 0) return;
      this.#heard.push(pcm);
      this.#sink({ type: "audio", pcm });
    } else if (answer.type === "words") {
      const words = answer.words.slice(this.#knownWords);
      this.#knownWords -= Math.min(this.#knownWords, answer.words.length);
      if (words.length === 0) return;
      this.#words.push(...words);
      this.#sink({ type: "words", words });
    } else if (answer.type === "spoken") {
      if (this.#heard.length > 0) this.#o.said(this.#heard, this.#words, this.#o.isAhead === true);
      this.#end();
    } else if (answer.type === "failed") {
      this.#fail(answer.kind, answer.message);
    }
  }

  /** The text is spoken again, once, from where its sound broke off: the same text always sounds the same. */
  moveTo(slot: WorkerSlot): void {
    if (this.#settled) return;
    if (this.#retried) {
      this.#fail("transient", "The voice stopped in the middle of a text");
      return;
    }
    this.#retried = true;
    this.#knownSamples = this.#heard.reduce((sum, { length }) => sum + length, 0);
    this.#knownWords = this.#words.length;
    this.#order(slot);
  }

  end(): void {
    if (!this.#settled) this.#fail("transient", "Speech synthesis has been shut down");
  }

  async #find(find: NonNullable<PoolTextParts["find"]>): Promise<void> {
    const saidText = await find();
    if (this.#settled) return;
    if (saidText === undefined) return this.#ask();
    this.#replay(this.#o.found(saidText));
  }

  #ask(): void {
    const { places, timed, load, begins, clock } = this.#o;
    this.#places = places();
    const { id, slot } = this.#places.join(this);
    this.#id = id;
    this.#begun = timed();
    this.#waiting = load?.begin(clock.now());
    this.#over = begins?.();
    this.#order(slot);
  }

  #order(slot: WorkerSlot): void {
    this.#slot = slot;
    const { speed, text, isAhead = false } = this.#o;
    slot.order({ type: "speak", id: this.#id, speed, text, isAhead });
  }

  #replay({ pcm, words }: SaidText): void {
    if (this.#settled) return;
    if (words.length > 0) this.#sink({ type: "words", words });
    if (this.#settled) return;
    if (pcm.length > 0) this.#sink({ type: "audio", pcm });
    if (!this.#settled) this.#end();
  }

  #end(): void {
    const usage = { unit: "chars", amount: this.#o.text.length, basis: "measured" } as const;
    this.#sink({ type: "usage", usage });
    // The sink may have cancelled.
    if (this.#settled) return;
    this.#settle();
    this.#done.resolve("ended");
  }

  #fail(kind: ErrorKind, message: string): void {
    const emitted = this.#heard.length > 0;
    this.#settle();
    this.#done.reject(
      new ProviderError(kind, {
        provider: "builtin",
        capability: "tts",
        phase: emitted ? "stream" : "start",
        message,
        emitted,
      }),
    );
  }

  #settle(): void {
    this.#settled = true;
    this.#waiting?.gaveUp();
    this.#over?.();
    this.#places?.leave(this.#id);
  }
}
