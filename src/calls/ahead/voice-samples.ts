// Voice samples: a sample sentence of each built-in voice, synthesised on first use.

import { sampleRate } from "../../audio/frame.ts";
import { writeWav } from "../../audio/wav.ts";
import { Fault } from "../../base/fault.ts";
import { SingleFlight } from "../../base/shared-work/single-flight.ts";
import type { ProviderContext, Tts } from "../../providers/provider-contract.ts";
import { type Voice, voices } from "../../speech/speech-message.ts";

/** Sample sentence of an agent, with a question and numbers. */
const sampleText = "Thank you for calling. A table for 4 at 7:45, is that right?";
const offSeconds = 300;

export const listedVoices: readonly Voice[] = voices;

export class VoiceSamples {
  readonly #tts: Tts | undefined;
  readonly #context: ProviderContext;
  readonly #made = new Map<Voice, Uint8Array<ArrayBuffer>>();
  readonly #making = new SingleFlight<Uint8Array<ArrayBuffer>>();

  /** Without a voice: speech is switched off. */
  constructor(tts: Tts | undefined, { clock, log }: ProviderContext) {
    this.#tts = tts;
    this.#context = { clock, log };
  }

  /** WAV file of about four seconds. Rejects with `speech/unavailable`. */
  async of(name: Voice): Promise<Uint8Array<ArrayBuffer>> {
    const cached = this.#made.get(name);
    if (cached !== undefined) return cached;
    const tts = this.#tts;
    if (tts === undefined) {
      const message = "Speech is switched off on this server: start it with SPEECH=on.";
      throw new Fault("speech/unavailable", message, { retryAfterSeconds: offSeconds });
    }
    const made = await this.#making.do(name, () => this.#spoken(tts.voiced?.({ name }) ?? tts));
    this.#made.set(name, made);
    return made;
  }

  async #spoken(tts: Tts): Promise<Uint8Array<ArrayBuffer>> {
    const samples: number[] = [];
    await tts.speak(
      sampleText,
      (event) => {
        if (event.type === "audio") for (const sample of event.pcm) samples.push(sample);
      },
      this.#context,
    ).done;
    return writeWav({ rate: sampleRate, pcm: Int16Array.from(samples) });
  }
}
