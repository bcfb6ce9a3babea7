// Inworld voice: the contexts socket of its text-to-speech API, with the times of each word. Wire format:
// https://docs.inworld.ai/api-reference/ttsAPI/texttospeech/synthesize-speech-websocket

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { failure } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Tts } from "../provider-contract.ts";
import { socketVoice } from "./socket-voice.ts";
import { textPieces } from "./text-pieces.ts";
import {
  bytesOfBase64,
  networkIdleMsMax,
  type VoiceNews,
  type VoiceProtocol,
  within,
} from "./voice-protocol.ts";
import { timesOf } from "./word-times.ts";

const charsPerMessageMax = 1_000;
const wavHeaderBytes = 44;

export function openInworldTts(settings: ProviderSettings): Tts {
  return socketVoice(settings, inworld(settings));
}

function inworld({ provider, baseUrl, apiKey, model, language }: ProviderSettings): VoiceProtocol {
  const of = { provider, capability: "tts" } as const;
  const address = {
    url: `${baseUrl}/tts/v1/voice:streamBidirectional`,
    // The key is the part after "Basic", already encoded.
    headers: { Authorization: `Basic ${apiKey?.reveal() ?? ""}` },
  };
  return {
    of,
    charsMax: 5_000,
    textsMax: 5,
    // The service itself closes a socket after ten minutes without a message.
    idleMsMax: networkIdleMsMax,
    address: () => address,
    say(id, text, { voice, speed }) {
      const audioConfig = {
        audioEncoding: "PCM",
        sampleRateHertz: 16_000,
        speakingRate: within(speed, 0.5, 1.5),
      };
      const create = {
        voiceId: voice,
        modelId: model,
        audioConfig,
        language,
        timestampType: "WORD",
        timestampTransportStrategy: "ASYNC",
        autoMode: true,
        maxBufferDelayMs: 3_000,
        bufferCharThreshold: 100,
      };
      return [
        { create, contextId: id },
        ...textPieces(text, charsPerMessageMax).map((piece) => ({
          send_text: { text: piece },
          contextId: id,
        })),
        // Closing the context first speaks the remaining text, then reports the end.
        { close_context: {}, contextId: id },
      ].map((message) => JSON.stringify(message));
    },
    // The context is closed already, and no message stops the text sooner.
    afterStop: "ended",
    read(message, scrub) {
      const result = asRecord(message["result"]);
      const id = asText(result["contextId"] ?? result["context_id"]) || undefined;
      const status = asRecord(message["error"] ?? result["status"]);
      const code = asNumber(status["code"]) ?? 0;
      if (code !== 0) {
        const detail = scrub(`${code} ${asText(status["message"])}`);
        return [{ type: "failed", id, error: failure(of, kinds[code] ?? "transient", "stream", { detail }) }];
      }
      const news: VoiceNews[] = [];
      const { audioContent, timestampInfo } = asRecord(result["audioChunk"]);
      const {
        words,
        wordStartTimeSeconds: starts,
        wordEndTimeSeconds: ends,
      } = asRecord(asRecord(timestampInfo)["wordAlignment"]);
      const times = timesOf([asArray(words), asArray(starts), asArray(ends)], 1_000, "ends");
      if (times.length > 0) news.push({ type: "words", id, times });
      const bytes = withoutHeader(bytesOfBase64(asText(audioContent)));
      if (bytes.length > 0) news.push({ type: "audio", id, bytes });
      // Long texts are spoken in several pieces, and the times of each piece start at zero.
      if ("flushCompleted" in result) news.push({ type: "restart", id });
      if ("contextClosed" in result) news.push({ type: "ended", id });
      return news;
    },
  };
}

/** Some models send a WAV file although PCM was requested. */
function withoutHeader(bytes: Uint8Array): Uint8Array {
  const isWav = bytes.length >= wavHeaderBytes && String.fromCharCode(...bytes.subarray(0, 4)) === "RIFF";
  return isWav ? bytes.subarray(wavHeaderBytes) : bytes;
}

/** Codes of gRPC (https://grpc.io/docs/guides/status-codes); others are transient. */
const kinds: Readonly<Record<number, ErrorKind>> = {
  3: "bad_input",
  5: "bad_input",
  7: "auth",
  8: "rate_limit",
  9: "bad_input",
  11: "bad_input",
  12: "unsupported",
  16: "auth",
};
