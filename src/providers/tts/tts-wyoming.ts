// Wyoming voice: servers of Home Assistant's protocol (wyoming-piper). One connection per text: synthesize,
// then the format of the audio, its chunks, and the end. https://github.com/OHF-Voice/wyoming (section "Text
// to Speech" of its README)

import { asNumber, asText } from "../connection/json-fields.ts";
import { type FailingProvider, failure, scrubber } from "../connection/provider-failure.ts";
import { openWyoming, type WyomingEvent } from "../connection/wyoming-frames.ts";
import type { ProviderError, ProviderSettings, Tts } from "../provider-contract.ts";
import { openServerVoice, type SpeechTask, type VoiceServer } from "./server-voice.ts";
import type { SpeechOut } from "./speech-stream.ts";
import { VoiceNames } from "./voice-names.ts";

/** The protocol has no limit; this is some five minutes of speech. */
const charsMax = 4_096;
/** The servers synthesize a whole sentence before they send its first sound. */
const firstAudioMs = 6_000;

export function openWyomingVoice(settings: ProviderSettings): Tts {
  return openServerVoice(new WyomingVoiceServer(settings), settings);
}

class WyomingVoiceServer implements VoiceServer {
  readonly of: FailingProvider;
  readonly charsMax = charsMax;
  readonly firstAudioMs = firstAudioMs;
  readonly #settings: ProviderSettings;
  readonly #names: VoiceNames;

  constructor(settings: ProviderSettings) {
    this.of = { provider: settings.provider, capability: "tts" };
    this.#settings = settings;
    this.#names = new VoiceNames(settings.voice);
  }

  speak({ text, manner, context }: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void> {
    return this.#names.speak(manner.voice, context, async (voice) => {
      let hasAudio = false;
      const over = Promise.withResolvers<void>();
      // The opening may fail while the connection is still being made.
      over.promise.catch(() => undefined);
      const wyoming = await openWyoming({
        of: this.of,
        url: this.#settings.baseUrl,
        context,
        signal,
        onEvent: (event) => {
          if (event.type === "error") throw this.#error(event.data, text, hasAudio);
          if (event.type === "audio-start" || event.type === "audio-chunk") this.#checkFormat(event.data);
          hasAudio ||= event.payload.length > 0;
          if (event.type === "audio-chunk") out.pcm(event.payload, asNumber(event.data["rate"]) ?? 0);
          if (event.type === "audio-stop") over.resolve();
        },
        onOver: (error) => (error === undefined ? over.resolve() : over.reject(error)),
      });
      wyoming.send("synthesize", { text, ...(voice === "" ? {} : { voice: { name: voice } }) });
      try {
        await over.promise;
      } finally {
        wyoming.close();
      }
    });
  }

  #checkFormat({ width, channels }: Readonly<Record<string, unknown>>): void {
    if (width === 2 && channels === 1) return;
    const message = "The voice must send 16 bit samples in one channel";
    throw failure(this.of, "unsupported", "stream", { message });
  }

  /** Errors have no useful codes: wyoming-piper sends the name of an exception. */
  #error(data: WyomingEvent["data"], text: string, hasAudio: boolean): ProviderError {
    const detail = scrubber([text], undefined)(`${asText(data["code"])} ${asText(data["text"])}`);
    const kind = !hasAudio && /voice/i.test(detail) ? "bad_input" : "transient";
    return failure(this.of, kind, hasAudio ? "stream" : "start", { detail });
  }
}
