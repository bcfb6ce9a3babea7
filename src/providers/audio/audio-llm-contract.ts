// Contract of audio language models: they hear the caller and speak themselves, and the turn is theirs. The suite in
// conformance-audio-llm.ts holds each client to it.

import type { Frame } from "../../audio/frame.ts";
import type {
  LlmEvent,
  LlmMessage,
  LlmTool,
  ProviderContext,
  ProviderError,
  Usage,
} from "../provider-contract.ts";

/** Beginning of a session: the rules, and the conversation so far. */
export interface AudioLlmTalk {
  readonly instructions: string;
  readonly tools: readonly LlmTool[];
  /** History without a system message. */
  readonly history: readonly LlmMessage[];
  /**
   * The model takes a turn by calling its one tool, speaks only on request, and speaks on while the caller makes a sound.
   * Absent: it answers by itself, and falls silent when the caller speaks.
   */
  readonly delegates?: true;
}

export interface AudioRequest {
  /** With tools. */
  readonly mayCall: boolean;
  /** Rules of this answer alone, in the place of those of the session. */
  readonly instructions?: string;
}

export interface AudioLlmAnswer {
  /** Number of the request that it answers; undefined: the model answers the caller of its own accord. */
  readonly request: number | undefined;
  /**
   * Text carries its `speech`, tool calls come once each, then usage, then `done`. Throws ProviderError. One reader.
   */
  readonly events: AsyncIterable<LlmEvent>;
  /**
   * No more of it is wanted: the events end, without `done`, and speech that was never played leaves the conversation.
   * Its use is still counted. Idempotent.
   */
  cancel(): void;
}

export type AudioLlmEvent =
  | { readonly type: "speech-started" }
  /** `silentMs`: time since the caller stopped, as the model counts it. */
  | { readonly type: "speech-ended"; readonly silentMs: number }
  /** A turn of the caller was taken. Its words come later, and may come after its answer. */
  | { readonly type: "turn"; readonly turn: string }
  | { readonly type: "words"; readonly turn: string; readonly text: string; readonly isFinal: boolean }
  | { readonly type: "answer"; readonly answer: AudioLlmAnswer }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "warning"; readonly code: string; readonly message: string };

export interface AudioLlmSession {
  /** Each frame of the caller, silence included. Never throws, also after close; queues are bounded. */
  hear(frame: Frame): void;
  /** Adds to the conversation, without an answer. */
  add(messages: readonly LlmMessage[]): void;
  /** Requests an answer to the conversation, which comes as `answer` once no other is being made. */
  ask(request: number, how: AudioRequest): void;
  /** That request is not wanted any more. */
  withdraw(request: number): void;
  /** Idempotent. No event follows, but for `usage` while there is a `rest`. */
  close(): void;
  /** After close(): resolves when all use was told. Never rejects. Absent: it was told. */
  readonly rest?: Promise<void> | undefined;
  /** Resolves when the session is over: with the reason if the provider ended it. */
  readonly closed: Promise<ProviderError | undefined>;
}

export interface AudioLlmListening {
  readonly sink: (event: AudioLlmEvent) => void;
  readonly context: ProviderContext;
  /** Closes the session. */
  readonly signal: AbortSignal;
}

export interface AudioLlm {
  readonly id: string;
  readonly model: string;
  /** Resolves when it hears; rejects with ProviderError. */
  open(talk: AudioLlmTalk, listening: AudioLlmListening): Promise<AudioLlmSession>;
}
