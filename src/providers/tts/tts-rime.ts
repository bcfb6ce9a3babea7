// Rime voice: the JSON socket "ws3", one text at a time, with the times of each word. Wire format:
// https://docs.rime.ai/api-reference/coda/websockets-json and https://docs.rime.ai/docs/websockets-segment

import { asArray, asRecord, asText } from "../connection/json-fields.ts";
import { failure, kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Tts } from "../provider-contract.ts";
import { socketVoice } from "./socket-voice.ts";
import { textPieces } from "./text-pieces.ts";
import { bytesOfBase64, languageOf, type VoiceNews, type VoiceProtocol, within } from "./voice-protocol.ts";
import { timesOf } from "./word-times.ts";

/** Limit of one message; a flush joins the messages of a text. */
const charsPerMessageMax = 500;
/** ISO 639-2 codes, which Coda expects. */
const languages: Readonly<Record<string, string>> = {
  en: "eng",
  es: "spa",
  fr: "fra",
  de: "deu",
  pt: "por",
  ja: "jpn",
};

export function openRimeTts(settings: ProviderSettings): Tts {
  return socketVoice(settings, rime(settings));
}

function rime({ provider, baseUrl, apiKey, model, language }: ProviderSettings): VoiceProtocol {
  const of = { provider, capability: "tts" } as const;
  const short = languageOf(language);
  return {
    of,
    charsMax: 5_000,
    textsMax: 1,
    // The documentation does not say how long an idle socket stays open.
    idleMsMax: 240_000,
    address({ voice, speed }) {
      const query = new URLSearchParams({
        speaker: voice,
        modelId: model,
        audioFormat: "pcm",
        samplingRate: "16000",
        lang: languages[short] ?? short,
        // Nothing is spoken before a flush, and each flush ends with one "done".
        segment: "never",
      });
      if (speed !== 1) query.set("speedAlpha", String(within(speed, 0.5, 2)));
      return {
        url: `${baseUrl}/ws3?${query}`,
        headers: { Authorization: `Bearer ${apiKey?.reveal() ?? ""}` },
      };
    },
    say: (id, text) => [
      ...textPieces(text, charsPerMessageMax).map((piece) => JSON.stringify({ text: piece, contextId: id })),
      JSON.stringify({ operation: "flush" }),
    ],
    // "clear" drops only unflushed text; a running sentence ends only with its socket.
    afterStop: "leave",
    read(message, scrub): readonly VoiceNews[] {
      const id = asText(message["contextId"]) || undefined;
      switch (message["type"]) {
        case "chunk":
          return [{ type: "audio", id, bytes: bytesOfBase64(asText(message["data"])) }];
        case "timestamps": {
          const { words, start, end } = asRecord(message["word_timestamps"]);
          return [
            {
              type: "words",
              id,
              times: timesOf([asArray(words), asArray(start), asArray(end)], 1_000, "ends"),
            },
          ];
        }
        case "done":
          return [{ type: "ended", id }];
        case "error": {
          const words = asText(message["message"]);
          // The error does not name its text, and a late "done" would end the wrong one: the socket is closed.
          return [
            {
              type: "failed",
              error: failure(of, kindOfWords(words), "stream", { detail: scrub(words) }),
            },
          ];
        }
        default:
          return [];
      }
    },
  };
}

/** Rime's errors have no codes. */
function kindOfWords(words: string): ErrorKind {
  return /\b(?:speaker|voice|model|lang)/i.test(words) ? "bad_input" : kindOf(undefined, words);
}
