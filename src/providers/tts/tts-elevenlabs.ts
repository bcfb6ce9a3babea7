// ElevenLabs voice: the multi-context socket of its text-to-speech API, with the times of each character. Wire format:
// https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input

import { asArray, asRecord, asText } from "../connection/json-fields.ts";
import { failure, kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Tts, WordTime } from "../provider-contract.ts";
import { socketVoice } from "./socket-voice.ts";
import { bytesOfBase64, languageOf, type VoiceNews, type VoiceProtocol, within } from "./voice-protocol.ts";
import { timesOf } from "./word-times.ts";

/** Longest idle time that the vendor allows. */
const inactivitySeconds = 180;

export function openElevenLabsTts(settings: ProviderSettings): Tts {
  return socketVoice(settings, elevenLabs(settings));
}

function elevenLabs({ provider, baseUrl, apiKey, model, language }: ProviderSettings): VoiceProtocol {
  const of = { provider, capability: "tts" } as const;
  return {
    of,
    charsMax: 5_000,
    textsMax: 5,
    idleMsMax: (inactivitySeconds - 10) * 1_000,
    address({ voice }) {
      const query = new URLSearchParams({
        model_id: model,
        output_format: "pcm_16000",
        auto_mode: "true",
        inactivity_timeout: String(inactivitySeconds),
        sync_alignment: "true",
        apply_text_normalization: "auto",
      });
      // Older models detect the language and reject the parameter.
      if (model.endsWith("_v2_5")) query.set("language_code", languageOf(language));
      const path = `/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`;
      return { url: `${baseUrl}${path}?${query}`, headers: { "xi-api-key": apiKey?.reveal() ?? "" } };
    },
    say(id, text, { speed }) {
      const settingsOfVoice = speed === 1 ? {} : { voice_settings: { speed: within(speed, 0.7, 1.2) } };
      return [
        // The first message of a context holds a space and its settings.
        { text: " ", context_id: id, ...settingsOfVoice },
        { text: `${text.trimEnd()} `, context_id: id, flush: true },
        // A running text is still spoken; then the context reports its end.
        { context_id: id, close_context: true },
      ].map((message) => JSON.stringify(message));
    },
    // The context is closed already, and no message stops the text sooner.
    afterStop: "ended",
    goodbye: JSON.stringify({ close_socket: true }),
    read(message, scrub) {
      const id = asText(message["contextId"] ?? message["context_id"]) || undefined;
      if (message["error"] !== undefined) {
        const words = `${asText(message["error"])} ${asText(message["message"])}`;
        return [
          { type: "failed", id, error: failure(of, kindOfWords(words), "stream", { detail: scrub(words) }) },
        ];
      }
      const news: VoiceNews[] = [];
      const letters = lettersOf(asRecord(message["alignment"]));
      if (letters.length > 0) news.push({ type: "letters", id, times: letters });
      const audio = asText(message["audio"]);
      if (audio !== "") news.push({ type: "audio", id, bytes: bytesOfBase64(audio) });
      if ((message["isFinal"] ?? message["is_final"]) === true) news.push({ type: "ended", id });
      return news;
    },
    // The vendor closes with 1008 for any complaint; the reason has the details.
    kindOfClose: (code, reason) => (code === 1008 ? kindOfWords(reason, "bad_input") : undefined),
  };
}

/** Both spellings occur: the documentation has one, and the service has used the other. */
function lettersOf(alignment: Readonly<Record<string, unknown>>): readonly WordTime[] {
  const starts = asArray(alignment["charStartTimesMs"] ?? alignment["charsStartTimesMs"]);
  const durations = asArray(alignment["charDurationsMs"] ?? alignment["charsDurationsMs"]);
  return timesOf([asArray(alignment["chars"]), starts, durations], 1, "durations");
}

const kinds: readonly (readonly [RegExp, ErrorKind])[] = [
  [/quota/i, "quota"],
  [/max_character_limit|voice_not_found|voice.*(?:does not exist|not found)/i, "bad_input"],
  [/timeout|time_limit/i, "session_limit"],
];

function kindOfWords(words: string, otherwise?: ErrorKind): ErrorKind {
  const kind = kinds.find(([pattern]) => pattern.test(words))?.[1] ?? kindOf(undefined, words);
  return kind === "transient" ? (otherwise ?? kind) : kind;
}
