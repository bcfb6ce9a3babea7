// ElevenLabs Scribe: its realtime recogniser (elevenlabs.io/docs, "Realtime speech to text"). Turns are ours: a commit
// ends one, and each commit is answered.

import { base64Of } from "../connection/base64.ts";
import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import type { ErrorKind, ProviderSettings, Stt } from "../provider-contract.ts";
import { msOfSeconds, primaryLanguage, query, type SttDialect, type SttHost } from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";
import { meanConfidence, timesOf, type VendorWord } from "./vendor-turns.ts";

export function openElevenLabsStt(settings: ProviderSettings): Stt {
  return socketStt(settings, (host) => new Scribe(host));
}

/** Silence keeps the connection open: the protocol has no message for it. */
const keepAliveMs = 5_000;

const errorKinds: Readonly<Record<string, ErrorKind>> = {
  auth_error: "auth",
  unaccepted_terms: "auth",
  quota_exceeded: "quota",
  rate_limited: "rate_limit",
  session_time_limit_exceeded: "session_limit",
  // The vendor ends sessions without speech; nothing is wrong.
  insufficient_audio_activity: "session_limit",
  input_error: "bad_input",
  invalid_request: "bad_input",
  chunk_size_exceeded: "bad_input",
  error: "transient",
  transcriber_error: "transient",
  queue_overflow: "transient",
  resource_exhausted: "transient",
};

class Scribe implements SttDialect {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly announces = true;
  readonly chunkMs = 100;
  readonly answersAll = true;
  readonly keepAlive = { ms: keepAliveMs };
  readonly #host: SttHost;
  /**
   * Each commit is answered in two forms: the number of received answers of each form, and the number of
   * answered commits.
   */
  #plain = 0;
  #timed = 0;
  #answered = 0;

  constructor(host: SttHost) {
    this.#host = host;
    const { model, language, apiKey } = host.settings;
    this.headers = apiKey === undefined ? {} : { "xi-api-key": apiKey.reveal() };
    this.path = `/v1/speech-to-text/realtime?${query({
      model_id: model,
      audio_format: "pcm_16000",
      commit_strategy: "manual",
      include_timestamps: "true",
      language_code: primaryLanguage(language),
    })}`;
  }

  encode(pcm: Int16Array): string {
    return chunk(base64Of(pcm), false);
  }

  finalize(): readonly string[] {
    return [chunk("", true)];
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const type = asText(message["message_type"]);
    const text = asText(message["text"]);
    const kind = errorKinds[type];
    if (type === "session_started") this.#host.ready();
    else if (type === "partial_transcript") this.#host.turns.tail(text);
    else if (type === "committed_transcript") this.#committed(text);
    else if (type === "committed_transcript_with_timestamps") this.#committedTimed(text, message["words"]);
    else if (type === "commit_throttled") {
      // The audio was too short for a commit, and contains no word.
      this.#host.complaint(type);
      this.#host.turns.answered();
    } else if (kind !== undefined) throw this.#host.failure(kind, `${type} ${asText(message["error"])}`);
  }

  /** The form with times follows, except perhaps for an empty text. */
  #committed(text: string): void {
    this.#plain += 1;
    this.#timed = Math.max(this.#timed, this.#plain - 1);
    if (this.#answered >= this.#plain) return;
    this.#host.turns.whole(text);
    if (text.trim() === "") this.#answer(this.#plain);
  }

  #committedTimed(text: string, value: unknown): void {
    this.#timed += 1;
    if (this.#answered >= this.#timed) return;
    const words = wordsOf(value);
    const confidence = meanConfidence(words);
    const more = { words: timesOf(words), ...(confidence === undefined ? {} : { confidence }) };
    this.#host.turns.whole(text, more);
    this.#answer(this.#timed);
  }

  #answer(commit: number): void {
    this.#answered = commit;
    this.#host.turns.answered();
  }
}

function chunk(audio: string, commit: boolean): string {
  return JSON.stringify({
    message_type: "input_audio_chunk",
    audio_base_64: audio,
    commit,
    sample_rate: 16_000,
  });
}

/** Times in seconds, with spaces as words of their own; the confidence is a logarithm. */
function wordsOf(value: unknown): readonly VendorWord[] {
  return asArray(value).flatMap((one) => {
    const word = asRecord(one);
    if (asText(word["type"]) === "spacing") return [];
    const startMs = msOfSeconds(asNumber(word["start"]));
    const endMs = msOfSeconds(asNumber(word["end"]));
    const logprob = asNumber(word["logprob"]);
    return [
      {
        text: asText(word["text"]),
        ...(startMs === undefined ? {} : { startMs }),
        ...(endMs === undefined ? {} : { endMs }),
        ...(logprob === undefined ? {} : { confidence: Math.min(1, Math.exp(logprob)) }),
      },
    ];
  });
}
