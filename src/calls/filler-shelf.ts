// Filler shelf: audio of fillers in vendors' voices, synthesised in advance, so that a caller hears one in time even
// if the vendor hangs. One per process: calls share prepared fillers.

import { sampleRate } from "../audio/frame.ts";
import { aborted } from "../base/abort-promise.ts";
import type { ProviderContext, Tts } from "../providers/provider-contract.ts";
import { AudioCache } from "../speech/audio-cache.ts";

/** A voice of a vendor or a server. */
export interface ShelvedVoice {
  /** Equal for calls that may share audio: vendor, server, model, voice, language, and owner of the key. */
  readonly id: string;
  readonly tts: Tts;
}

export interface StockOptions {
  readonly context: ProviderContext;
  /** Aborts when the call that pays for the filler is over. */
  readonly signal: AbortSignal;
}

/** Some 20 minutes: ten fillers in a hundred voices. */
const shelfMib = 32;
/** Limit of synthesis time and of length for one filler. */
const fillerMsMax = 4_000;
/** Time without a new try after a voice failed. */
const restMs = 60_000;
/** Failed voices remembered; beyond that all are forgotten. */
const restingVoicesMax = 1_000;

export class FillerShelf {
  readonly #audio = new AudioCache(shelfMib);
  readonly #busy = new Set<string>();
  /** End of each voice's rest, in milliseconds of the clock. */
  readonly #resting = new Map<string, number>();

  get(voiceId: string, text: string): Int16Array | undefined {
    return this.#audio.get(keyOf(voiceId, text));
  }

  /**
   * Makes the missing ones, one text after the other: a vendor takes few at once, and the call comes first. Resolves
   * when done; never rejects.
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
