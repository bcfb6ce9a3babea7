// Voice of the pool: the embedded voice in the engine's form. Texts are spoken in Workers; earlier ones come from
// memory or, if prepared, from a file.

import type { Clock } from "../../base/clock.ts";
import type { Tts } from "../../providers/provider-contract.ts";
import { AudioCache } from "../audio-cache.ts";
import { KeptSpeech, type SaidText } from "./kept-speech.ts";
import type { SlotAssigner } from "../pool-client.ts";
import { PoolText, type PoolTextParts } from "./pool-text.ts";
import { SharedTexts } from "./shared-texts.ts";
import { type Voice, voiceNamed } from "../speech-message.ts";
import { VoiceLoad } from "./voice-load.ts";

/** A quarter of an hour of speech. */
const cacheMib = 32;

/** Outside these it is not understood. */
const speedMin = 0.5;
const speedMax = 2;

export interface PoolVoicesOptions {
  /** Threads of a voice. */
  readonly placesOf: (voice: Voice) => SlotAssigner;
  /** Starts measuring a text's wait for its first audio; its result ends the measurement. */
  readonly timed: () => () => void;
  readonly clock: Pick<Clock, "now">;
  /** Storage of lines for future calls; absent: in memory only. */
  readonly kept?: KeptSpeech | undefined;
}

/** Voice name and speed, as in flows; absent: the server's. */
export interface LineManner {
  readonly name?: string;
  readonly speed?: number;
}

/** Makes future texts before a call needs them. */
export interface VoiceAhead {
  /** Name of its stored speech. */
  nameOf(text: string, manner?: LineManner): string;
  isKnown(text: string, manner?: LineManner): boolean;
  /** `yielded`: a call needed the voice, or it was cancelled, and nothing was made. Rejects if it cannot be said. */
  make(text: string, manner: LineManner | undefined, signal: AbortSignal): Promise<"made" | "yielded">;
}

export class PoolVoices {
  readonly #o: PoolVoicesOptions;
  readonly #cache = new AudioCache(cacheMib);
  readonly #loads = new Map<Voice, VoiceLoad>();
  readonly #making = new SharedTexts();
  /** Running texts of calls. */
  #live = 0;
  #ahead: PoolText | undefined;

  constructor(options: PoolVoicesOptions) {
    this.#o = options;
  }

  tts(voice: Voice, speed = 1): Tts {
    return {
      id: "builtin",
      speaks: ["en"],
      speak: (text, sink) =>
        this.#making.join(
          keyFor(voice, speed, text),
          (all) => new PoolText(this.#parts(voice, speed, text), all),
          sink,
        ),
      voiced: (manner) => {
        const { name, speed: its } = resolved(voice, { speed, ...manner });
        return this.tts(name, its);
      },
    };
  }

  /** Wait of a text now for its first audio in the busiest voice, in milliseconds. */
  get longestWaitMs(): number {
    return Math.max(0, ...Array.from(this.#loads.values(), (load) => load.waitMs(this.#o.clock.now())));
  }

  /** `voice`: the deployment's. */
  ahead(voice: Voice): VoiceAhead {
    const keyOf = (text: string, manner: LineManner = {}): string => {
      const { name, speed } = resolved(voice, manner);
      return keyFor(name, speed, text);
    };
    return {
      nameOf: (text, manner) => KeptSpeech.nameOf(keyOf(text, manner)),
      isKnown: (text, manner) => {
        const key = keyOf(text, manner);
        return this.#cache.get(key) !== undefined || this.#isKept(key);
      },
      make: (text, manner = {}, signal) => this.#makeAhead(text, resolved(voice, manner), signal),
    };
  }

  async #makeAhead(
    text: string,
    { name, speed }: ReturnType<typeof resolved>,
    signal: AbortSignal,
  ): Promise<"made" | "yielded"> {
    if (this.#live > 0 || signal.aborted) return "yielded";
    const { load: _, begins: __, ...parts } = this.#parts(name, speed, text);
    const made = new PoolText({ ...parts, timed: () => () => undefined, isAhead: true }, () => undefined);
    const giveUp = (): void => made.cancel();
    this.#ahead = made;
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      return (await made.done) === "ended" ? "made" : "yielded";
    } finally {
      signal.removeEventListener("abort", giveUp);
      if (this.#ahead === made) this.#ahead = undefined;
    }
  }

  #parts(voice: Voice, speed: number, text: string): PoolTextParts {
    const { placesOf, timed, clock } = this.#o;
    const key = keyFor(voice, speed, text);
    return {
      speed,
      text,
      timed,
      clock,
      places: () => placesOf(voice),
      known: this.#cache.known(key),
      find: this.#isKept(key) ? () => this.#o.kept?.read(KeptSpeech.nameOf(key)) : undefined,
      said: (pieces, words, isAhead) => this.#said(key, { pieces, words, isAhead }),
      // From memory, where audio for several callers is encoded once.
      found: (saidText) => {
        this.#cache.put(key, [saidText.pcm], saidText.words);
        return this.#cache.known(key) ?? saidText;
      },
      load: this.#loadOf(voice),
      begins: () => this.#begins(),
    };
  }

  /** Preparation stops at once, and restarts when no call needs the voice. */
  #begins(): () => void {
    this.#live += 1;
    this.#ahead?.cancel();
    let isOver = false;
    return () => {
      if (!isOver) this.#live -= 1;
      isOver = true;
    };
  }

  #said(
    key: string,
    { pieces, words, isAhead }: { pieces: readonly Int16Array[]; words: SaidText["words"]; isAhead: boolean },
  ): void {
    const { kept } = this.#o;
    // Prepared texts take no memory from those of calls.
    if (kept === undefined || !isAhead) this.#cache.put(key, pieces, words);
    if (kept === undefined) return;
    const pcm = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      pcm.set(piece, at);
      at += piece.length;
    }
    void kept.put(KeptSpeech.nameOf(key), { pcm, words });
  }

  #isKept(key: string): boolean {
    return this.#o.kept?.has(KeptSpeech.nameOf(key)) ?? false;
  }

  #loadOf(voice: Voice): VoiceLoad {
    const load = this.#loads.get(voice) ?? new VoiceLoad();
    this.#loads.set(voice, load);
    return load;
  }
}

function resolved(voice: Voice, { name, speed = 1 }: LineManner): { name: Voice; speed: number } {
  return {
    name: voiceNamed(name) ?? voice,
    speed: Math.min(speedMax, Math.max(speedMin, speed)),
  };
}

const keyFor = (voice: Voice, speed: number, text: string): string => `${voice} ${speed} ${text}`;
