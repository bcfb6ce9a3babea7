// Provider contracts: what every speech recogniser, voice, language model and voice detector promises. The engine
// knows only this file; the suites in conformance-*.ts hold each implementation to it.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Frame } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";

export type ErrorKind =
  "auth" | "quota" | "rate_limit" | "transient" | "bad_input" | "content" | "unsupported" | "cancelled";

export interface ProviderErrorInfo {
  readonly provider: string;
  readonly capability: "stt" | "tts" | "llm" | "vad";
  readonly phase: "connect" | "start" | "stream" | "close";
  /** Ours and safe to show; holds neither a key nor a URL. */
  readonly message: string;
  /** The provider's own words, for the log only, cut to 300 characters. */
  readonly detail?: string;
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;
  /** Whether output was already handed on, so that a second try would repeat it. */
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
    return (this.kind === "transient" || this.kind === "rate_limit") && !this.info.emitted;
  }
}

export type Usage =
  | {
      readonly unit: "audio_ms" | "chars" | "requests";
      readonly amount: number;
      readonly basis: "reported" | "measured";
    }
  | {
      readonly unit: "tokens";
      readonly input: number;
      readonly output: number;
      readonly cachedInput?: number;
      readonly basis: "reported" | "estimated";
    };

export interface ProviderContext {
  readonly clock: Clock;
  readonly log: Log;
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
  /** Forgets what was heard so far: the next frame does not follow the last one. `atSample` goes on counting. */
  reset(): void;
  close(): void;
}

export interface Vad {
  open(sink: (event: VadEvent) => void): VadSession;
}

// ---------- speech to text ----------

export type SttEvent =
  /** All of the turn so far. `complete`: what was expected has been said; more would not fit. */
  | { readonly type: "partial"; readonly text: string; readonly complete: boolean }
  /**
   * Answers each finalize() by its number and in their order, also when nothing was heard (`text: ""`). `rejected`:
   * speech, but not what was expected.
   */
  | {
      readonly type: "end_of_turn";
      readonly turn: number;
      readonly text: string;
      readonly rejected: boolean;
    }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "warning"; readonly code: string; readonly message: string };

export interface SttSession {
  /** Starts a new turn if none is open. Never throws, also after close; queues are bounded. */
  send(frame: Frame): void;
  /** Ends the turn: answered by exactly one `end_of_turn` with this number. Each number is higher than the last. */
  finalize(turn: number): void;
  /** Drops the turn that is open, unanswered. */
  reset(): void;
  /** What is expected from the next turn on; `undefined` means anything, which guided engines cannot do. */
  expect(expectation: Expectation | undefined): void;
  /** Idempotent. No event follows. */
  close(): void;
  /** Resolves when the session is over: with the reason if the provider ended it. */
  readonly closed: Promise<ProviderError | undefined>;
}

export interface Stt {
  readonly id: string;
  /** Understands only what `expect` announced. */
  readonly guided: boolean;
  open(sink: (event: SttEvent) => void, context: ProviderContext, signal: AbortSignal): Promise<SttSession>;
}

// ---------- text to speech ----------

export type TtsEvent =
  /** PCM16 mono at 16 kHz, any number of samples. */
  { readonly type: "audio"; readonly pcm: Int16Array } | { readonly type: "usage"; readonly usage: Usage };

export interface TtsStream {
  /** Barge-in: no event follows this call. Idempotent. */
  cancel(): void;
  /** Settles once, after the last event; rejects with ProviderError. */
  readonly done: Promise<"ended" | "cancelled">;
}

export interface Tts {
  readonly id: string;
  /** The languages that it can say, by the first part of their tags ("en"). Absent: any. */
  readonly speaks?: readonly string[];
  /** Speaks one piece of text, a sentence as a rule. A text without a speakable word ends without audio. */
  speak(text: string, sink: (event: TtsEvent) => void, context: ProviderContext): TtsStream;
  /** The same engine in another voice or at another speed (1 is as always); what it cannot do stays as it is. */
  voiced?(manner: { readonly name?: string; readonly speed?: number }): Tts;
}

// ---------- language model ----------

export interface LlmMessage {
  readonly role: "system" | "user" | "assistant";
  readonly text: string;
}

export interface LlmRequest {
  readonly messages: readonly LlmMessage[];
  readonly maxOutputTokens?: number;
}

export type LlmEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "done"; readonly reason: "stop" | "length" | "content" };

export interface Llm {
  readonly id: string;
  readonly model: string;
  /** Ends after one `done`, or throws ProviderError. Aborting the signal closes the connection at once. */
  stream(request: LlmRequest, context: ProviderContext, signal: AbortSignal): AsyncIterable<LlmEvent>;
}
