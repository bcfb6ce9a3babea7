// Piper: voices of its HTTP server, in all three versions of its interface. One request per text; the answer
// is a whole WAV file at the rate of the voice, under any content type (Flask says text/html).
// https://github.com/OHF-Voice/piper1-gpl/blob/main/docs/API_HTTP.md

import { type FailingProvider, failure, scrubber } from "../connection/provider-failure.ts";
import { below } from "../connection/server-address.ts";
import { ProviderError, type ProviderSettings, type Tts } from "../provider-contract.ts";
import { openServerVoice, type SpeechTask, type VoiceServer } from "./server-voice.ts";
import { postSpeech, readSpeech, type SpeechRequest } from "./speech-request.ts";
import type { SpeechOut } from "./speech-stream.ts";
import { VoiceNames } from "./voice-names.ts";

/** Piper has no limit; this is some five minutes of speech. */
const charsMax = 4_096;
/** Piper synthesizes the whole text before it sends the first byte. */
const firstAudioMs = 6_000;

/**
 * Form of the request: JSON at /synthesize (piper1-gpl since 1.4), JSON at the root (1.3), plain text at the
 * root (rhasspy/piper, which would speak the JSON).
 */
type Form = "synthesize" | "root" | "plain";

export function openPiper(settings: ProviderSettings): Tts {
  return openServerVoice(new PiperServer(settings), settings);
}

/** One server, and the form that it accepts. */
class PiperServer implements VoiceServer {
  readonly of: FailingProvider;
  readonly charsMax = charsMax;
  readonly firstAudioMs = firstAudioMs;
  readonly #settings: ProviderSettings;
  readonly #names: VoiceNames;
  #form: Form = "synthesize";

  constructor(settings: ProviderSettings) {
    this.of = { provider: settings.provider, capability: "tts" };
    this.#settings = settings;
    this.#names = new VoiceNames(settings.voice);
  }

  speak(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void> {
    return this.#names.speak(task.manner.voice, task.context, async (voice) => {
      const named = { ...task, manner: { ...task.manner, voice } };
      const response = await this.#post(named, signal);
      await readSpeech(response, this.#request(named), out, signal);
    });
  }

  async #post(task: SpeechTask, signal: AbortSignal): Promise<Response> {
    const form = this.#form;
    try {
      return await postSpeech(this.#request(task), signal);
    } catch (error) {
      const status = error instanceof ProviderError ? error.info.httpStatus : undefined;
      if (form !== "synthesize" || (status !== 404 && status !== 405)) throw error;
      // Only servers that accept JSON list their voices.
      const { status: listed, body } = await fetch(below(this.#settings.baseUrl, "/voices"), {
        signal,
        redirect: "manual",
      });
      await body?.cancel();
      if (listed >= 500) throw failure(this.of, "transient", "start", { httpStatus: listed });
      this.#form = listed === 200 ? "root" : "plain";
      return postSpeech(this.#request(task), signal);
    }
  }

  #request({ text, manner }: SpeechTask): SpeechRequest {
    const { baseUrl, apiKey } = this.#settings;
    const body = {
      text,
      ...(manner.voice === "" ? {} : { voice: manner.voice }),
      // Piper takes the length of each sound, the inverse of the speed.
      ...(manner.speed === 1 ? {} : { length_scale: 1 / manner.speed }),
    };
    return {
      of: this.of,
      url: below(baseUrl, this.#form === "synthesize" ? "/synthesize" : "/"),
      key: apiKey,
      scrub: scrubber([text], apiKey),
      rate: undefined,
      body: this.#form === "plain" ? text : body,
    };
  }
}
