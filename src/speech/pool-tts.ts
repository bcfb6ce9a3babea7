// Voice of the pool: the embedded voice as the engine sees it. Texts are spoken in Workers, repeated ones come from
// memory.

import {
  ProviderError,
  type ErrorKind,
  type Tts,
  type TtsEvent,
  type TtsStream,
  type WordTime,
} from "../providers/provider-contract.ts";
import { AudioCache } from "./audio-cache.ts";
import type { PoolClient, SlotAssigner } from "./pool-client.ts";
import { fliteVoices, type WorkerAnswer, type Voice, voices } from "./speech-message.ts";
import type { WorkerSlot } from "./worker-slot.ts";

/** Some two minutes of speech; a reply is cut into sentences long before. */
const textCharsMax = 2_000;
/** A quarter of an hour of speech. */
const cacheMib = 32;

type Sink = (event: TtsEvent) => void;

/** `placesOf`: the threads that have a voice. `timed` begins to measure how long a text waits for its first audio, which is there when the answer is called. */
export function poolTts(
  placesOf: (voice: Voice) => SlotAssigner,
  timed: () => () => void,
): (voice: Voice) => Tts {
  const cache = new AudioCache(cacheMib);
  const open = (voice: Voice, speed: number): Tts => ({
    id: "builtin",
    speaks: ["en"],
    speak: (text, sink) => new Stream({ places: placesOf(voice), timed, cache, voice, speed, text, sink }),
    voiced: (manner) =>
      open(
        voices.find((name) => name === manner.name) ?? voice,
        Math.min(speedMax, Math.max(speedMin, manner.speed ?? speed)),
      ),
  });
  return (voice) => open(voice, 1);
}

/** Beyond these it is not understood. */
const speedMin = 0.5;
const speedMax = 2;

interface StreamOptions {
  readonly places: SlotAssigner;
  readonly timed: () => () => void;
  readonly cache: AudioCache;
  readonly voice: Voice;
  readonly speed: number;
  readonly text: string;
  readonly sink: Sink;
}

class Stream implements TtsStream, PoolClient {
  readonly #options: StreamOptions;
  readonly #done = Promise.withResolvers<"ended" | "cancelled">();
  readonly #heard: Int16Array[] = [];
  readonly #words: WordTime[] = [];
  #id = 0;
  #slot: WorkerSlot | undefined;
  #settled = false;
  #retried = false;
  #begun: (() => void) | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    // A caller that cancels may not look at how it ends.
    this.#done.promise.catch(() => {});
    const known = options.cache.get(this.#key);
    if (options.text.length > textCharsMax) {
      this.#fail(
        "bad_input",
        `A text may have ${textCharsMax} characters, this one has ${options.text.length}`,
      );
    } else if (known === undefined) {
      const { id, slot } = options.places.join(this);
      this.#id = id;
      this.#begun = options.timed();
      this.#order(slot);
    } else {
      queueMicrotask(() => this.#replay(known, options.cache.wordsOf(this.#key)));
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
      if (this.#heard.length === 0) this.#begun?.();
      this.#heard.push(answer.pcm);
      this.#options.sink({ type: "audio", pcm: answer.pcm });
    } else if (answer.type === "words") {
      this.#words.push(...answer.words);
      this.#options.sink({ type: "words", words: answer.words });
    } else if (answer.type === "spoken") {
      this.#options.cache.put(this.#key, this.#heard, this.#words);
      this.#end();
    } else if (answer.type === "failed") {
      this.#fail(answer.kind, answer.message);
    }
  }

  /** Text of which no audio has been sent is spoken again, once. */
  moveTo(slot: WorkerSlot): void {
    if (this.#settled) return;
    if (this.#heard.length > 0 || this.#retried) {
      this.#fail("transient", "The voice stopped in the middle of a text");
      return;
    }
    this.#retried = true;
    this.#order(slot);
  }

  end(): void {
    if (!this.#settled) this.#fail("transient", "Speech synthesis has been shut down");
  }

  get #key(): string {
    const { voice, speed, text } = this.#options;
    return `${voice} ${speed} ${text}`;
  }

  #order(slot: WorkerSlot): void {
    this.#slot = slot;
    const { voice, speed, text } = this.#options;
    const flite = fliteVoices.find((name) => name === voice);
    const order = { id: this.#id, speed, text };
    slot.order(
      flite === undefined ? { type: "speak-own", ...order } : { type: "speak", voice: flite, ...order },
    );
  }

  #replay(pcm: Int16Array, words: readonly WordTime[]): void {
    if (this.#settled) return;
    if (words.length > 0) this.#options.sink({ type: "words", words });
    if (this.#settled) return;
    if (pcm.length > 0) this.#options.sink({ type: "audio", pcm });
    if (!this.#settled) this.#end();
  }

  #end(): void {
    const usage = { unit: "chars", amount: this.#options.text.length, basis: "measured" } as const;
    this.#options.sink({ type: "usage", usage });
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
    this.#options.places.leave(this.#id);
  }
}
