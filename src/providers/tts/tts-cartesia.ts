// Cartesia voice: the contexts socket of Sonic, with the times of each word. Wire format:
// https://docs.cartesia.ai/api-reference/tts/websocket

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { failure, kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Tts } from "../provider-contract.ts";
import { socketVoice } from "./socket-voice.ts";
import { bytesOfBase64, languageOf, type VoiceNews, type VoiceProtocol, within } from "./voice-protocol.ts";
import { timesOf } from "./word-times.ts";

const version = "2026-08-14";

export function openCartesiaTts(settings: ProviderSettings): Tts {
  return socketVoice(settings, cartesia(settings));
}

function cartesia({ provider, baseUrl, apiKey, model, language }: ProviderSettings): VoiceProtocol {
  const of = { provider, capability: "tts" } as const;
  const address = {
    url: `${baseUrl}/tts/websocket`,
    headers: { Authorization: `Bearer ${apiKey?.reveal() ?? ""}`, "Cartesia-Version": version },
  };
  return {
    of,
    charsMax: 5_000,
    textsMax: 5,
    // The vendor closes after five minutes, and no message would prevent it.
    idleMsMax: 285_000,
    address: () => address,
    say(id, text, { voice, speed }) {
      // One message per context, because settings must not change within one.
      const manner = speed === 1 ? {} : { generation_config: { speed: within(speed, 0.6, 1.5) } };
      const message = {
        model_id: model,
        transcript: text,
        voice: { mode: "id", id: voice },
        language: languageOf(language),
        context_id: id,
        continue: false,
        output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 16_000 },
        add_timestamps: true,
        use_normalized_timestamps: false,
        max_buffer_delay_ms: 0,
        ...manner,
      };
      return [JSON.stringify(message)];
    },
    // A running generation continues; its audio is dropped on arrival.
    stop: (id) => [JSON.stringify({ context_id: id, cancel: true })],
    afterStop: "free",
    read(message, scrub): readonly VoiceNews[] {
      const id = asText(message["context_id"]) || undefined;
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
          const code = asText(message["error_code"]);
          const status = asNumber(message["status_code"]);
          const detail = scrub(`${code} ${asText(message["title"])} ${asText(message["message"])}`);
          const more = { detail, ...(status === undefined ? {} : { httpStatus: status }) };
          return [{ type: "failed", id, error: failure(of, kindOfError(status, code), "stream", more) }];
        }
        default:
          return [];
      }
    },
  };
}

function kindOfError(status: number | undefined, code: string): ErrorKind {
  return code === "concurrency_limited" ? "rate_limit" : kindOf(status, code);
}
