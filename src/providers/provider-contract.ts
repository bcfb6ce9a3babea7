// Provider contracts: promises of every speech recogniser, voice, language model and voice detector. The engine knows
// only this file; the suites in conformance-*.ts hold each implementation to it.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import type { Frame } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { ModelSpeech } from "./audio/model-speech.ts";

export type ErrorKind =
  | "auth"
  | "quota"
  | "rate_limit"
  | "transient"
  /** The vendor ends every session after a time: open another at once; nothing is wrong. */
  | "session_limit"
  | "bad_input"
  | "content"
  | "unsupported"
  | "cancelled";

export type Capability = "stt" | "tts" | "llm" | "vad";

export interface ProviderErrorInfo {
  readonly provider: string;
  readonly capability: Capability;
  readonly phase: "connect" | "start" | "stream" | "close";
  /** In our words and safe to show; contains neither a key nor a URL. */
  readonly message: string;
  /** The provider's own words, for the log only, cut to 300 characters. */
  readonly detail?: string;
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;
  /** Whether output was already passed on, so that a second try would repeat it. */
  readonly emitted: boolean;
}

export class ProviderError extends Error {
  readonly kind: ErrorKind;
  readonly info: ProviderErrorInfo;

  constructor(kind: ErrorKind, info: ProviderErrorInfo) {
    super(info.message);
    this.name = "ProviderError";
    this.kind = kind;
    this.info = info;
  }

  get retryable(): boolean {
    return retryableKinds.has(this.kind) && !this.info.emitted;
  }
}

const retryableKinds: ReadonlySet<ErrorKind> = new Set(["transient", "rate_limit", "session_limit"]);

export type Usage =
  | {
      readonly unit: "audio_ms" | "socket_ms" | "chars" | "requests";
      readonly amount: number;
      readonly basis: "reported" | "measured";
    }
  | {
      readonly unit: "tokens";
      readonly input: number;
      readonly output: number;
      /** Parts of `input`: read from the vendor's cache, and written to it. */
      readonly cachedInput?: number;
      readonly cacheWrite?: number;
      /** Parts of `input` beside those: audio, and audio that was read from the cache. */
      readonly audioInput?: number;
      readonly cachedAudio?: number;
      /** Part of `output`: sound. */
      readonly audioOutput?: number;
      readonly basis: "reported" | "estimated";
    };

/** A provider's failure at a piece of work, and the reaction to it. */
export interface ProviderIncident {
  readonly kind: Exclude<Capability, "vad">;
  /** A name of the catalog. */
  readonly provider: string;
  readonly error: ErrorKind;
  /** The key was the account's own. */
  readonly ownKey: boolean;
  /** Number of requests in vain; 0: none, because it had failed shortly before. */
  readonly attempts: number;
  readonly action: "retried" | "fell_back" | "gave_up";
  /** Replacement. */
  readonly to?: string;
}

/** Notice for the record of a call. `code` is one of ours, such as "provider/fallback"; no keys and no addresses. */
export interface ProviderNotice {
  readonly code: string;
  readonly message: string;
  readonly incident?: ProviderIncident;
}

export interface TokenCount {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
}

/** Result of one request to a model or a voice. Numbers and names only: no words and no keys. */
export interface ProviderWork {
  readonly kind: "llm" | "tts";
  /** A name of the catalog. */
  readonly provider: string;
  /** Language models only. */
  readonly model?: string;
  /** Absent: the work succeeded. `cancelled`: the rest was not needed; `broken`: our own mistake. */
  readonly failure?: ErrorKind | "broken";
  /** Milliseconds to the first word, or the first audio. Absent: there was none. */
  readonly firstMs?: number;
  readonly tookMs: number;
  /** Length of the text to be spoken. */
  readonly characters?: number;
  /** The vendor's count; absent if it sent none. */
  readonly tokens?: TokenCount;
  /** Requested before it was known that an answer is needed. */
  readonly isPreemptive?: true;
}

export interface ProviderContext {
  readonly clock: Clock;
  readonly log: Log;
  /** Absent without a record. */
  readonly tell?: (notice: ProviderNotice) => void;
  /** Called for each request when it is over, with any outcome. Absent without a record. */
  readonly finished?: (work: ProviderWork) => void;
  /** Called for a failure after which a client retries by itself. */
  readonly retries?: (error: ProviderError) => void;
}

/** Context of a recogniser's session. */
export interface SttContext extends ProviderContext {
  /**
   * Present and later expectations, as far as they are known at the start: for vendors that accept them only
   * then. Others wait for expect().
   */
  readonly expected?: Expectation | undefined;
}

/** Settings for reaching one vendor or one server. Complete: they include the catalog's defaults. */
export interface ProviderSettings {
  /** The name of its row in the catalog, and the id of the client. */
  readonly provider: string;
  /**
   * Address without a trailing slash: up to and including the version for HTTP (`https://api.openai.com/v1`),
   * scheme and host for sockets (`wss://api.deepgram.com`), `tcp://host:port` for Wyoming.
   */
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  /** Empty for a server with only one model. */
  readonly model: string;
  /** Voices only; empty for a server with a default voice. */
  readonly voice: string;
  /** BCP 47, such as "en" or "de-DE". */
  readonly language: string;
}

/** A word and its times, in milliseconds from the first sample of its turn or its sentence. */
export interface WordTime {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Confidence from 0 to 1; absent for recognisers that report none. */
  readonly confidence?: number;
}

// ---------- voice activity ----------

/** The probability of speech in a stretch of audio that ended `atSample` samples after the session began. */
export interface VadEvent {
  readonly probability: number;
  readonly atSample: number;
}

export interface VadSession {
  /** Never throws, also after close. */
  push(frame: Frame): void;
  /** Forgets the audio so far: the next frame does not follow the last one. `atSample` keeps counting. */
  reset(): void;
  close(): void;
}

export interface Vad {
  open(sink: (event: VadEvent) => void): VadSession;
}

// ---------- speech to text ----------

export type SttEvent =
  /** All words of the turn so far. `complete`: the expected words have been said; more would not fit. */
  | { readonly type: "partial"; readonly text: string; readonly complete: boolean }
  /**
   * Answers each finalize() by its number and in order, even without speech (`text: ""`). `rejected`: speech,
   * but not an expected answer, or speech without a transcript in time.
   */
  | {
      readonly type: "end_of_turn";
      readonly turn: number;
      readonly text: string;
      readonly rejected: boolean;
      /** Confidence from 0 to 1; absent if the engine reports none. */
      readonly confidence?: number;
      readonly words?: readonly WordTime[];
      /** Transcript of a second recogniser; absent without one, or if it understood nothing. */
      readonly second?: string;
      /** The likeliest answer of another meaning, by the same recogniser; absent if it reports none. */
      readonly alternative?: string;
      /** Evidence for the record; absent if the engine reports none. */
      readonly evidence?: HearingEvidence;
      /** Answer to the question of the expectation: unchecked JSON data of a model; absent without one. */
      readonly reading?: HearingReading;
    }
  /**
   * Opinion on the open turn, from engines that have one: it is over, it is probably over, or it continues
   * after all. Only finalize() ends a turn. `by`: a model beside the engine; absent: the vendor's own.
   */
  | {
      readonly type: "turn_opinion";
      readonly opinion: "over" | "probably_over" | "goes_on";
      readonly by?: "turn-model";
      readonly confidence?: number;
    }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "warning"; readonly code: string; readonly message: string };

export type HearingReading = Readonly<Record<string, unknown>>;

/**
 * Reasons for which a text was taken, read back or rejected: natural logarithms of probabilities, by the
 * built-in recogniser.
 */
export interface HearingEvidence {
  /** Log-probability of the answer as the text of the turn. */
  readonly fit?: number;
  /** Distance to the likeliest answer of another meaning. */
  readonly lead?: number;
  /** Mean log-probability of the pieces of a text that was not among the answers. */
  readonly mean?: number;
}

export interface SttSession {
  /** Starts a new turn if none is open. Never throws, also after close; queues are bounded. */
  send(frame: Frame): void;
  /** Ends the turn: exactly one `end_of_turn` with this number follows. Each number is higher than the last. */
  finalize(turn: number): void;
  /** Drops the open turn without an answer. */
  reset(): void;
  /** Expectation from the next turn on; `undefined` means anything. */
  expect(expectation: Expectation | undefined): void;
  /** Idempotent. No event follows, except `usage` while there is a `rest`. */
  close(): void;
  /**
   * After close(), for vendors that report the cost of a session only then: resolves when it was reported as
   * `usage`, or never will be. Never rejects. Absent: all use was reported before close() returned.
   */
  readonly rest?: Promise<void> | undefined;
  /**
   * Time of the vendor's last message, in milliseconds of the clock, for vendors that report while the caller
   * speaks. Absent: a vendor's silence means nothing.
   */
  readonly heardAt?: number | undefined;
  /** Resolves when the session is over: with the reason if the provider ended it. */
  readonly closed: Promise<ProviderError | undefined>;
}

export interface SttContext extends ProviderContext {
  /** `Stt.finalMs` as it was measured lately. Absent: as the recogniser itself says. */
  readonly finalMs?: number;
}

export interface Stt {
  readonly id: string;
  /** False: the recogniser sends no words before the end of a turn. */
  readonly tellsPartials?: false;
  /** The recogniser answers the question of an expectation, beside the words. */
  readonly understands?: true;
  /** Time to the final words after finalize(), in milliseconds, within which 99 of 100 turns come. */
  readonly finalMs?: number;
  open(sink: (event: SttEvent) => void, context: SttContext, signal: AbortSignal): Promise<SttSession>;
}

// ---------- text to speech ----------

export type TtsEvent =
  /** PCM16 mono at 16 kHz, any number of samples. */
  | { readonly type: "audio"; readonly pcm: Int16Array }
  /** Words of this stream in order, as soon as their times are known. */
  | { readonly type: "words"; readonly words: readonly WordTime[] }
  | { readonly type: "usage"; readonly usage: Usage };

export interface TtsStream {
  /** Barge-in: no event follows this call. Idempotent. */
  cancel(): void;
  /** Settles once, after the last event; rejects with ProviderError. */
  readonly done: Promise<"ended" | "cancelled">;
}

export interface Tts {
  readonly id: string;
  /** Languages of the voice, by the first part of their tags ("en"). Absent: any. */
  readonly speaks?: readonly string[];
  /** Speaks one piece of text, normally a sentence. A text without a speakable word ends without audio. */
  speak(text: string, sink: (event: TtsEvent) => void, context: ProviderContext): TtsStream;
  /** The same engine in another voice or at another speed (1 is normal); unsupported parts stay as they are. */
  voiced?(manner: { readonly name?: string; readonly speed?: number }): Tts;
  /** The same voice for one call: connections stay open from sentence to sentence, and close with the call. */
  forCall?(context: ProviderContext, call: AbortSignal): Tts;
}

// ---------- language model ----------

/** A complete call of a tool. */
export interface LlmToolCall {
  /** The vendor's id, or ours if it sends none; unique within the conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON text of an object, as the model wrote it: not checked against the schema. */
  readonly arguments: string;
}

/** Data that a vendor wants back unchanged in the next request, such as a signature; no other vendor can read it. */
export interface LlmOpaque {
  /** Only this provider receives it. */
  readonly provider: string;
  readonly data: unknown;
}

export type LlmMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly toolCalls?: readonly LlmToolCall[];
      readonly opaque?: LlmOpaque;
    }
  /** Answer of a tool. Follows the assistant's message that called it. */
  | {
      readonly role: "tool";
      readonly id: string;
      readonly name: string;
      readonly text: string;
      readonly isError?: boolean;
    };

export interface LlmTool {
  /** Letters, digits and "_", at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface LlmRequest {
  readonly messages: readonly LlmMessage[];
  readonly maxOutputTokens?: number;
  /** Another model of the same vendor; the opener of the session's models ensures it. */
  readonly model?: string;
  /** Temperature from 0 to 1; not sent to a model that accepts none. */
  readonly temperature?: number;
  readonly tools?: readonly LlmTool[];
  /** `auto` is the default. */
  readonly toolChoice?: "auto" | "none" | "required";
  /** Requires one JSON object of this schema; models that cannot guarantee it are asked in words only. */
  readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Equal for all requests with the same beginning, for vendors that cache by it. */
  readonly cacheKey?: string;
  /**
   * The date and the time, which differ by request. Each vendor's client puts them behind the cached part,
   * and never into the caller's words.
   */
  readonly now?: string | undefined;
  /** Requested before it is known that an answer is needed, so it may be cancelled before its first word. */
  readonly isPreemptive?: true;
}

export type LlmEvent =
  /** `speech`: the model says the text itself. The text may be empty then. */
  | { readonly type: "text"; readonly delta: string; readonly speech?: ModelSpeech }
  | ({ readonly type: "tool_call" } & LlmToolCall)
  | { readonly type: "opaque"; readonly opaque: LlmOpaque }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "done"; readonly reason: "stop" | "length" | "content" | "tool_calls" };

export interface Llm {
  readonly id: string;
  readonly model: string;
  /** Whether the model accepts tools, and whether it can guarantee JSON. Absent: neither. */
  readonly can?: { readonly tools: boolean; readonly json: boolean };
  /** Ends after one `done`, or throws ProviderError. Aborting the signal closes the connection at once. */
  stream(request: LlmRequest, context: ProviderContext, signal: AbortSignal): AsyncIterable<LlmEvent>;
}
