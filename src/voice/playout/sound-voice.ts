// Sound voice: a recorded sound in place of a voice. The voice speaks a sound that is not ready in time, and the
// call's record has the reason.

import type { ProviderContext, Tts, TtsEvent, TtsStream } from "../../providers/provider-contract.ts";

/**
 * Loads a recorded sound by file or address, as PCM16 mono at 16 kHz. Rejects with an error whose message is a clause
 * about it ("is not there") without an address.
 */
export type LoadSound = (sound: string) => Promise<Int16Array>;

export interface SoundVoiceOptions {
  readonly sound: string;
  readonly load: LoadSound;
  /** Says the text where the sound cannot be played. */
  readonly tts: Tts;
}

/** Longest wait for a sound; usually it comes from memory or a disk. */
const loadMsMax = 1_000;
const late = "is not there in time";

export function soundVoice({ sound, load, tts }: SoundVoiceOptions): Tts {
  return {
    id: tts.id,
    ...(tts.speaks && { speaks: tts.speaks }),
    speak(text, sink, context) {
      const stream = new SoundStream({ sound, load, tts }, context);
      return { cancel: () => stream.cancel(), done: stream.play(text, sink) };
    },
  };
}

class SoundStream {
  readonly #o: SoundVoiceOptions;
  readonly #context: ProviderContext;
  readonly #cancelled = Promise.withResolvers<"cancelled">();
  #isCancelled = false;
  #spoken: TtsStream | undefined;

  constructor(options: SoundVoiceOptions, context: ProviderContext) {
    this.#o = options;
    this.#context = context;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#spoken?.cancel();
    this.#cancelled.resolve("cancelled");
  }

  async play(text: string, sink: (event: TtsEvent) => void): Promise<"ended" | "cancelled"> {
    const { sound, load, tts } = this.#o;
    const { clock, log, tell } = this.#context;
    const patience = Promise.withResolvers<never>();
    using _ = clock.after(loadMsMax, () => patience.reject(new Error(late)));
    try {
      const pcm = await Promise.race([load(sound), patience.promise, this.#cancelled.promise]);
      if (pcm === "cancelled") return pcm;
      sink({ type: "audio", pcm });
      return "ended";
    } catch (error) {
      if (this.#isCancelled) return "cancelled";
      const { message } = error as Error;
      log.warn("call.sound-not-played", { message });
      tell?.({ code: "sound/not-played", message: `The voice said a text whose sound ${message}` });
    }
    this.#spoken = tts.speak(text, sink, this.#context);
    return await this.#spoken.done;
  }
}
