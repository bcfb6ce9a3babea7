// Simulated speech: a detector, a recogniser and a voice for marked audio, with delays from a seed. The
// recogniser understands the caller's words one by one, but only those whose frames arrived.

import { type Frame, samplesPerFrame } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import {
  ProviderError,
  type Stt,
  type SttEvent,
  type SttSession,
  type Tts,
  type TtsEvent,
  type Vad,
} from "../providers/provider-contract.ts";
import { ModelSpeech } from "../providers/audio/model-speech.ts";
import { callerSoundIn, framesOf, sentenceAudio } from "./marked-audio.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** The detector judges windows of 32 ms, like the real one. */
const windowSamples = 512;
const [surely, hardly] = [0.98, 0.02];

export interface SimSpeech {
  readonly vad: Vad;
  readonly stt: Stt;
  readonly tts: Tts;
  /** The words of utterances by their numbers, for the recogniser. */
  readonly utterances: (readonly string[])[];
  /** The texts that the voice received, by the numbers in their audio. */
  readonly sentences: readonly string[];
  /** Speech of a model, in audio of its own number. `isAsked`: it may be heard. */
  readonly modelSpeech: (isAsked: boolean) => { readonly number: number; readonly speech: ModelSpeech };
  readonly texts: SpokenTexts;
  /** Number of open pieces of work. */
  readonly open: () => number;
}

/** Texts of the agent's audio, by its numbers. */
export interface SpokenTexts {
  readonly of: (number: number) => string;
  /** Speaker; undefined: the voice. */
  readonly by: (number: number) => "model" | "unasked model" | undefined;
}

/** Quality of the engines: their shortest and longest delays, in milliseconds, and their rates of failure. */
export interface SpeechHealth {
  readonly finalMs: readonly [number, number];
  readonly voiceMs: readonly [number, number];
  /** Probabilities that a turn is never answered, and that a text fails before its first sound. */
  readonly finalLost: number;
  readonly voiceFails: number;
}

export interface SimSpeechOptions extends SpeechHealth {
  readonly clock: Clock;
  readonly random: SeededRandom;
}

export function simSpeech(options: SimSpeechOptions): SimSpeech {
  const utterances: (readonly string[])[] = [];
  const sentences: string[] = [];
  const spoken = new Map<number, { readonly speech: ModelSpeech; readonly isAsked: boolean }>();
  let open = 0;
  const count = (by: number): void => void (open += by);
  return {
    vad: { open: (sink) => new Detector(sink, count) },
    stt: {
      id: "simulated",
      open: (sink) => Promise.resolve(new Ears({ ...options, sink, utterances, count })),
    },
    tts: {
      id: "simulated",
      speak: (text, sink) => new Speaking({ ...options, text, sink, sentences, count }),
    },
    utterances,
    sentences,
    modelSpeech: (isAsked) => {
      const number = sentences.push("") - 1;
      const speech = new ModelSpeech(() => undefined);
      spoken.set(number, { speech, isAsked });
      return { number, speech };
    },
    texts: {
      of: (number) => spoken.get(number)?.speech.text.trim() ?? sentences[number] ?? "",
      by: (number) => {
        const speech = spoken.get(number);
        return speech && (speech.isAsked ? "model" : "unasked model");
      },
    },
    open: () => open,
  };
}

type Count = (by: number) => void;

class Detector {
  readonly #sink: Parameters<Vad["open"]>[0];
  readonly #count: Count;
  #at = 0;
  #kept = 0;
  #isLoud = false;
  #closed = false;

  constructor(sink: Parameters<Vad["open"]>[0], count: Count) {
    this.#sink = sink;
    this.#count = count;
    count(1);
  }

  push(frame: Frame): void {
    if (this.#closed) return;
    this.#isLoud ||= callerSoundIn(frame) !== undefined;
    this.#kept += samplesPerFrame;
    if (this.#kept < windowSamples) return;
    this.#kept -= windowSamples;
    this.#at += windowSamples;
    const probability = this.#isLoud ? surely : hardly;
    this.#isLoud = this.#kept > 0 && callerSoundIn(frame) !== undefined;
    this.#sink({ probability, atSample: this.#at });
  }

  reset(): void {
    this.#at += this.#kept;
    this.#kept = 0;
    this.#isLoud = false;
  }

  close(): void {
    if (!this.#closed) this.#count(-1);
    this.#closed = true;
  }
}

interface EarsOptions extends SimSpeechOptions {
  readonly sink: (event: SttEvent) => void;
  readonly utterances: readonly (readonly string[])[];
  readonly count: Count;
}

class Ears implements SttSession {
  readonly #o: EarsOptions;
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  readonly #timers = new Set<Disposable>();
  /** Keys of the words heard in this turn, in order. */
  #heard: string[] = [];
  #last = "";
  #hasNoise = false;
  #closed = false;

  constructor(options: EarsOptions) {
    this.#o = options;
    options.count(1);
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  send(frame: Frame): void {
    const sound = callerSoundIn(frame);
    if (sound === undefined || this.#closed) return;
    if (sound.type === "noise") {
      this.#hasNoise = true;
      return;
    }
    const key = `${sound.utterance}.${sound.word}`;
    if (key === this.#last) return;
    this.#last = key;
    this.#heard.push(this.#o.utterances[sound.utterance]?.[sound.word] ?? "");
    this.#o.sink({ type: "partial", text: this.#heard.join(" "), complete: false });
  }

  finalize(turn: number): void {
    const text = this.#heard.join(" ");
    const rejected = text === "" && this.#hasNoise;
    this.reset();
    const { clock, random, finalMs, finalLost } = this.#o;
    if (random.chance(finalLost)) return;
    const timer = clock.after(random.int(...finalMs), () => {
      this.#timers.delete(timer);
      this.#o.sink({ type: "end_of_turn", turn, text, rejected });
    });
    this.#timers.add(timer);
  }

  reset(): void {
    this.#heard = [];
    this.#last = "";
    this.#hasNoise = false;
  }

  expect(): void {}

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) timer[Symbol.dispose]();
    this.#o.count(-1);
    this.#over.resolve(undefined);
  }
}

interface SpeakingOptions extends SimSpeechOptions {
  readonly text: string;
  readonly sink: (event: TtsEvent) => void;
  readonly sentences: string[];
  readonly count: Count;
}

class Speaking {
  readonly #done = Promise.withResolvers<"ended" | "cancelled">();
  readonly #count: Count;
  readonly #timer: Disposable;
  #isOver = false;

  constructor({ clock, random, voiceMs, voiceFails, text, sink, sentences, count }: SpeakingOptions) {
    this.#count = count;
    count(1);
    const sentence = sentences.push(text) - 1;
    const fails = random.chance(voiceFails);
    this.#timer = clock.after(random.int(...voiceMs), () => {
      if (fails) return this.#fail();
      sink({ type: "audio", pcm: sentenceAudio(sentence, framesOf(text)) });
      this.#end("ended");
    });
  }

  get done(): Promise<"ended" | "cancelled"> {
    return this.#done.promise;
  }

  cancel(): void {
    this.#timer[Symbol.dispose]();
    this.#end("cancelled");
  }

  #end(how: "ended" | "cancelled"): void {
    this.#close();
    this.#done.resolve(how);
  }

  #fail(): void {
    this.#close();
    const info = { provider: "simulated", capability: "tts", phase: "start", emitted: false } as const;
    this.#done.reject(new ProviderError("transient", { ...info, message: "The simulated voice is hoarse" }));
  }

  #close(): void {
    if (!this.#isOver) this.#count(-1);
    this.#isOver = true;
  }
}
