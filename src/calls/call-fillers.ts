// Call fillers: words for a waiting caller, in the call's own voice if the audio is ready, else in the built-in one
// if it speaks the language, else none.

import { fillersIn, stopWordsIn } from "../flow/locale/languages.ts";
import type { ProviderContext, Tts } from "../providers/provider-contract.ts";
import { fillerSoonMs } from "../voice/fillers/dead-air.ts";
import type { Fillers, WordsKind } from "../voice/fillers/filling-in.ts";
import type { Filler, SpokenManner } from "../voice/playout/playout-event.ts";
import type { AnswerTimes } from "./answer-times.ts";
import type { FillerShelf, ShelvedVoice } from "./filler-shelf.ts";
import { speaksLanguage } from "./provider-order.ts";

export interface CallFillersOptions {
  /** BCP 47: language of sentences without one. */
  readonly language: string;
  readonly builtIn: Tts;
  /** Voice of a vendor or a server; undefined: the call speaks with the built-in voice. */
  readonly voice: ShelvedVoice | undefined;
  readonly shelf: FillerShelf;
  readonly times: AnswerTimes;
  /** Answering model, shared by calls with equal answer times; absent: none. */
  readonly modelId?: string | undefined;
  readonly context: ProviderContext;
  /** The call is over. */
  readonly signal: AbortSignal;
  /** Any text; calls with different ones begin at different fillers. */
  readonly seed: string;
}

export class CallFillers implements Fillers {
  readonly #o: CallFillersOptions;
  #turn: number;
  #last: string | undefined;

  constructor(options: CallFillersOptions) {
    this.#o = options;
    this.#turn = Array.from(options.seed).reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0);
  }

  /** In a call without a model only a tool is slow, and each differently. */
  get soonMs(): number {
    return this.#answererId === undefined ? fillerSoonMs : this.#o.times.soonMs(this.#answererId);
  }

  answered(tookMs: number): void {
    if (this.#answererId !== undefined) this.#o.times.note(this.#answererId, tookMs);
  }

  get #answererId(): string | undefined {
    const { modelId, voice } = this.#o;
    return modelId === undefined ? undefined : JSON.stringify([modelId, voice?.id]);
  }

  next(kind: WordsKind, manner: SpokenManner): Filler | undefined {
    const language = manner.language ?? this.#o.language;
    const texts = inTurn(fillersIn(language)?.[kind] ?? [], this.#turn);
    const fresh = texts.length === 1 ? texts : texts.filter((text) => text !== this.#last);
    const filler = this.#own(fresh, manner, language) ?? this.#builtIn(fresh, manner, language);
    if (filler === undefined) return undefined;
    this.#turn += 1;
    this.#last = filler.text;
    return filler;
  }

  stop(manner: SpokenManner): string | undefined {
    return stopWordsIn(manner.language ?? this.#o.language);
  }

  /** Goodbyes exist in English only. */
  spare(manner: SpokenManner): Tts | undefined {
    const { voice, builtIn } = this.#o;
    const language = manner.language ?? this.#o.language;
    return voice !== undefined && speaksLanguage(builtIn.speaks, language) ? builtIn : undefined;
  }

  prepare(manner: SpokenManner): void {
    const { voice, shelf, context, signal } = this.#o;
    const words = fillersIn(manner.language ?? this.#o.language);
    if (voice === undefined || words === undefined) return;
    const [soon = [], still = []] = [words.soon, words.still].map((texts) => inTurn(texts, this.#turn));
    // First one of each kind: a call may need them soon.
    const first = [...soon.slice(0, 1), ...words.unsaid, ...still.slice(0, 1)];
    const texts = [...first, ...soon.slice(1), ...still.slice(1), ...words.opening];
    void shelf.stock(inManner(voice, manner), texts, { context, signal });
  }

  #own(texts: readonly string[], manner: SpokenManner, language: string): Filler | undefined {
    const { voice, shelf } = this.#o;
    if (voice === undefined) return undefined;
    const { id, tts } = inManner(voice, manner);
    for (const text of texts) {
      const audio = shelf.get(id, text);
      if (audio !== undefined) return { text, language, tts: readyVoice(tts, audio) };
    }
    return undefined;
  }

  #builtIn([text]: readonly string[], { voice }: SpokenManner, language: string): Filler | undefined {
    const { builtIn } = this.#o;
    if (text === undefined || !speaksLanguage(builtIn.speaks, language)) return undefined;
    // A voice's name is meaningful only to its own vendor.
    const { name: _, ...rest } = voice ?? {};
    const manner = this.#o.voice === undefined ? voice : rest;
    return { text, language, tts: manner === undefined ? builtIn : (builtIn.voiced?.(manner) ?? builtIn) };
  }
}

/** The same texts from another starting point. */
function inTurn(texts: readonly string[], turn: number): readonly string[] {
  const from = texts.length === 0 ? 0 : turn % texts.length;
  return [...texts.slice(from), ...texts.slice(0, from)];
}

function inManner({ id, tts }: ShelvedVoice, { voice }: SpokenManner): ShelvedVoice {
  if (voice === undefined) return { id, tts };
  return { id: JSON.stringify([id, voice.name, voice.speed]), tts: tts.voiced?.(voice) ?? tts };
}

/** Repeats its earlier audio at once. */
function readyVoice({ id }: Tts, pcm: Int16Array): Tts {
  return {
    id,
    speak: (_, sink) => {
      sink({ type: "audio", pcm });
      return { done: Promise.resolve("ended"), cancel: () => undefined };
    },
  };
}
