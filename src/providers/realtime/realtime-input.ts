// Realtime input: a caller's audio in OpenAI's realtime protocol: 24 kHz in base64, and the items made of it.
// Turns are ours: a commit makes an item of the audio so far.

import { sampleRate } from "../../audio/frame.ts";
import { loadResampler, type Resampler } from "../../audio/resampler.ts";
import { base64Of } from "../connection/base64.ts";
import { asText } from "../connection/json-fields.ts";
import { kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Stt } from "../provider-contract.ts";
import type { SttDialect, SttHost } from "../stt/stt-dialect.ts";
import { socketStt } from "../stt/stt-socket.ts";

/** The only rate that the protocol accepts, in samples a second. */
const vendorRate = 24_000;
/** Shorter commits are errors. */
const commitMsMin = 100;
/** Prefix of the name under which an error refers to a commit. */
const commitPrefix = "commit-";
/** Errors that end the session. */
const fatal: ReadonlySet<ErrorKind> = new Set(["auth", "quota", "rate_limit", "session_limit"]);

export const realtimeFormat = { type: "audio/pcm", rate: vendorRate } as const;

/** Recogniser over a socket of this protocol. */
export function realtimeStt(
  settings: ProviderSettings,
  dialect: (host: SttHost, input: RealtimeInput) => SttDialect,
): Stt {
  let makeResampler: ((from: number, to: number) => Resampler) | undefined;
  return socketStt(
    settings,
    (host) => dialect(host, new RealtimeInput(() => makeResampler?.(sampleRate, vendorRate))),
    async () => {
      makeResampler = await loadResampler();
    },
  );
}

export const bearer = ({ apiKey }: ProviderSettings): Readonly<Record<string, string>> =>
  apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey.reveal()}` };

export class RealtimeInput implements Disposable {
  readonly #makeResampler: () => Resampler | undefined;
  #resampler: Resampler | undefined;
  #openMs = 0;

  constructor(makeResampler: () => Resampler | undefined) {
    this.#makeResampler = makeResampler;
  }

  /** Audio since the last commit, in milliseconds. */
  get openMs(): number {
    return this.#openMs;
  }

  append(pcm: Int16Array): string {
    this.#openMs += (pcm.length * 1_000) / sampleRate;
    this.#resampler ??= this.#makeResampler();
    return append(this.#resampler?.push(pcm) ?? new Int16Array(0));
  }

  /** Messages that make an item of the audio so far; short audio is padded with silence. */
  commit(number: number): readonly string[] {
    const rest = this.#resampler?.flush() ?? new Int16Array(0);
    const missingMs = Math.max(0, commitMsMin - this.#openMs);
    this.#begin();
    const commit = { type: "input_audio_buffer.commit", event_id: `${commitPrefix}${number}` };
    return [
      ...(rest.length > 0 ? [append(rest)] : []),
      ...(missingMs > 0 ? [append(new Int16Array(Math.ceil((missingMs * vendorRate) / 1_000)))] : []),
      JSON.stringify(commit),
    ];
  }

  /** Messages that drop the audio so far. */
  clear(): readonly string[] {
    this.#begin();
    return [JSON.stringify({ type: "input_audio_buffer.clear" })];
  }

  [Symbol.dispose](): void {
    this.#resampler?.[Symbol.dispose]();
    this.#resampler = undefined;
  }

  #begin(): void {
    this[Symbol.dispose]();
    this.#openMs = 0;
  }
}

/** An error of the session. */
export interface RealtimeError {
  /** Code and type, without a word of the conversation. */
  readonly code: string;
  readonly kind: ErrorKind;
  /** True if the session is over. */
  readonly isFatal: boolean;
  /** Whether the error rejects the commit of this number. */
  readonly refuses: (number: number) => boolean;
}

export function realtimeError(error: Readonly<Record<string, unknown>>): RealtimeError {
  const code = `${asText(error["code"])} ${asText(error["type"])}`.trim();
  const kind = /session_expired/.test(code) ? "session_limit" : kindOf(undefined, code);
  const event = asText(error["event_id"]);
  return { code, kind, isFatal: fatal.has(kind), refuses: (number) => event === `${commitPrefix}${number}` };
}

function append(pcm: Int16Array): string {
  return JSON.stringify({ type: "input_audio_buffer.append", audio: base64Of(pcm) });
}
