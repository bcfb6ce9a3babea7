// Filler shelf: audio of fillers in voices that live on a network, synthesised ahead, so that a caller hears one in
// time even when the vendor hangs. One for the process: what one call has prepared, the next finds ready.

import { sampleRate } from "../audio/frame.ts";
import { aborted } from "../base/abort-promise.ts";
import type { ProviderContext, Tts } from "../providers/provider-contract.ts";
import { AudioCache } from "../speech/audio-cache.ts";

/** A voice of a vendor or a server. */
export interface ShelvedVoice {
  /** The same for calls that may hear each other's audio: vendor, server, model, voice, language, and whose key. */
  readonly id: string;
  readonly tts: Tts;
}

export interface StockOptions {
  readonly context: ProviderContext;
  /** The call that pays for it is over. */
  readonly signal: AbortSignal;
}

/** Some 20 minutes: ten fillers in a hundred voices. */
const shelfMib = 32;
/** How long a voice may take for one filler, and how long one may be. */
const fillerMsMax = 4_000;
/** A voice that has failed is not asked again for so long. */
const restMs = 60_000;
/** Voices whose failure is remembered; beyond that all are forgotten. */
const restingVoicesMax = 1_000;

export class FillerShelf {
  readonly #audio = new AudioCache(shelfMib);
  readonly #busy = new Set<string>();
  /** Until when a voice is left alone, in milliseconds of the clock. */
  readonly #resting = new Map<string, number>();

  get(voiceId: string, text: string): Int16Array | undefined {
    return this.#audio.get(keyOf(voiceId, text));
  }

  /**
   * Makes what is missing, one text after the other: a vendor takes few at once, and the call comes first. Resolves
   * when no more will be made; never rejects.
   */
  async stock({ id, tts }: ShelvedVoice, texts: readonly string[], options: StockOptions): Promise<void> {
    const { context, signal } = options;
    const missing = texts.filter((text) => this.get(id, text) === undefined);
    const isResting = (this.#resting.get(id) ?? -Infinity) > context.clock.now();
    if (missing.length === 0 || isResting || this.#busy.has(id) || signal.aborted) return;
    this.#busy.add(id);
    const done = new AbortController();
    const over = AbortSignal.any([signal, done.signal]);
    try {
      const voice = tts.forCall?.(context, over) ?? tts;
      for (const text of missing) {
        this.#audio.put(keyOf(id, text), await spokenWhole(voice, text, { context, signal: over }));
      }
    } catch (error) {
      if (!signal.aborted) this.#rest(id, error, context);
    } finally {
      done.abort();
      this.#busy.delete(id);
    }
  }

  #rest(id: string, error: unknown, { clock, log }: ProviderContext): void {
    log.info("filler.failed", { error });
    if (this.#resting.size >= restingVoicesMax) this.#resting.clear();
    this.#resting.set(id, clock.now() + restMs);
  }
}

function keyOf(voiceId: string, text: string): string {
  return JSON.stringify([voiceId, text]);
}

/** Rejects when the voice fails, takes longer or says more than `fillerMsMax`, says nothing, or the signal is aborted. */
async function spokenWhole(
  voice: Tts,
  text: string,
  { context, signal }: StockOptions,
): Promise<readonly Int16Array[]> {
  const audio: Int16Array[] = [];
  let samples = 0;
  const enough = Promise.withResolvers<never>();
  using _late = context.clock.after(fillerMsMax, () => enough.reject(new Error("The voice took too long")));
  const stream = voice.speak(
    text,
    (event) => {
      if (event.type !== "audio") return;
      audio.push(event.pcm);
      samples += event.pcm.length;
      if (samples > (fillerMsMax * sampleRate) / 1_000) enough.reject(new Error("The voice does not end"));
    },
    context,
  );
  try {
    await Promise.race([stream.done, enough.promise, aborted(signal)]);
  } finally {
    stream.cancel();
  }
  if (signal.aborted || samples === 0) throw new Error("The voice said nothing");
  return audio;
}
