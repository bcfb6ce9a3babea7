// Deepgram voice: the socket of Aura-2, which speaks one text at a time and sends no times. Wire format:
// https://developers.deepgram.com/docs/tts-websocket

import { asText } from "../connection/json-fields.ts";
import { failure, kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Tts } from "../provider-contract.ts";
import { socketVoice } from "./socket-voice.ts";
import { textPieces } from "./text-pieces.ts";
import {
  languageOf,
  networkIdleMsMax,
  type VoiceNews,
  type VoiceProtocol,
  within,
} from "./voice-protocol.ts";

const charsPerMessageMax = 2_000;

export function openDeepgramTts(settings: ProviderSettings): Tts {
  return socketVoice(settings, deepgram(settings));
}

function deepgram({ provider, baseUrl, apiKey, model, language }: ProviderSettings): VoiceProtocol {
  const of = { provider, capability: "tts" } as const;
  return {
    of,
    charsMax: 5_000,
    textsMax: 1,
    // The vendor accepts 20 flushes in 60 seconds on a socket, one for each text, and ignores later ones:
    // https://developers.deepgram.com/docs/tts-ws-flush
    textsPerSocketMax: 20,
    // The service itself closes a socket after an hour.
    idleMsMax: networkIdleMsMax,
    address({ voice, speed }) {
      const query = new URLSearchParams({
        // A voice is a model: aura-2-thalia-en.
        model: voice.startsWith("aura-") ? voice : `${model}-${voice}-${languageOf(language)}`,
        encoding: "linear16",
        sample_rate: "16000",
      });
      if (speed !== 1) query.set("speed", String(within(speed, 0.7, 1.5)));
      return {
        url: `${baseUrl}/v1/speak?${query}`,
        headers: { Authorization: `Token ${apiKey?.reveal() ?? ""}` },
      };
    },
    say: (_id, text) => [
      ...textPieces(text, charsPerMessageMax).map((piece) => JSON.stringify({ type: "Speak", text: piece })),
      JSON.stringify({ type: "Flush" }),
    ],
    stop: () => [JSON.stringify({ type: "Clear" })],
    afterStop: "stopped",
    binaryAudio: true,
    goodbye: JSON.stringify({ type: "Close" }),
    read(message, scrub): readonly VoiceNews[] {
      const code = asText(message["code"] ?? message["err_code"]);
      const words = asText(message["description"] ?? message["err_msg"]);
      const failed = (kind: ErrorKind): VoiceNews => {
        return { type: "failed", error: failure(of, kind, "stream", { detail: scrub(`${code} ${words}`) }) };
      };
      switch (message["type"]) {
        case "Flushed":
          return [{ type: "ended" }];
        case "Cleared":
          return [{ type: "stopped" }];
        case "Warning":
          // Without a failure the text would wait forever.
          return /FLUSH/i.test(code) ? [failed("rate_limit")] : [];
        case "Error":
          return [failed(kindOfCode(code) ?? kindOf(undefined, code))];
        default:
          return [];
      }
    },
    kindOfClose: (_code, reason) => kindOfCode(reason),
  };
}

/** https://developers.deepgram.com/docs/errors: DATA is about the sent data, NET about the connection. */
function kindOfCode(code: string): ErrorKind | undefined {
  if (/\bDATA-\d/.test(code)) return "bad_input";
  if (/\bNET-\d/.test(code)) return "transient";
  return undefined;
}
