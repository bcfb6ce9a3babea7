// Captioned speech of Kokoro-FastAPI: audio with the times of its words, as JSON lines. No other server has
// it. https://github.com/remsky/Kokoro-FastAPI (`POST /dev/captioned_speech`, version 0.2 and later)

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { BadJsonLine, readJsonLines } from "../connection/json-lines.ts";
import { failure } from "../connection/provider-failure.ts";
import type { WordTime } from "../provider-contract.ts";
import { AudioBody } from "./audio-body.ts";
import type { SpeechRequest } from "./speech-request.ts";
import type { SpeechOut } from "./speech-stream.ts";

/**
 * Passes on audio and words; `rate` is that of raw samples. Resolves to whether the answer was captioned
 * speech: if not, nothing was passed on. Throws ProviderErrors.
 */
export async function readCaptioned(
  body: ReadableStream<Uint8Array>,
  { of, rate }: Pick<SpeechRequest, "of" | "rate">,
  ...[out, signal]: [SpeechOut, AbortSignal]
): Promise<boolean> {
  let audio: AudioBody | undefined;
  try {
    for await (const line of readJsonLines(body, signal)) {
      const { audio: base64, audio_format: contentType, timestamps } = asRecord(line);
      if (audio === undefined && typeof base64 !== "string") return false;
      audio ??= new AudioBody({
        of,
        contentType: asText(contentType),
        rate,
        pcm: (bytes, at) => out.pcm(bytes, at),
      });
      // Words come first, so that a listener to the audio has them by then.
      out.words(wordsOf(timestamps));
      audio.push(Buffer.from(asText(base64), "base64"));
    }
  } catch (error) {
    if (!(error instanceof BadJsonLine)) throw error;
    if (audio === undefined) return false;
    throw failure(of, "transient", "stream", { detail: error.message });
  }
  audio?.end();
  return audio !== undefined;
}

/** Times in seconds from the first sample of the text, over all lines. Punctuation between words is no word. */
function wordsOf(timestamps: unknown): WordTime[] {
  return asArray(timestamps).flatMap((entry) => {
    const { word, start_time: start, end_time: end } = asRecord(entry);
    const text = asText(word).trim();
    const [startMs, endMs] = [start, end].map((seconds) =>
      Math.round((asNumber(seconds) ?? Number.NaN) * 1_000),
    );
    const isWord = /[\p{L}\p{N}]/u.test(text);
    if (!isWord || startMs === undefined || endMs === undefined || !(startMs >= 0 && endMs >= startMs))
      return [];
    return [{ text, startMs, endMs }];
  });
}
