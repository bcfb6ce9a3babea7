// Language model answer: contract of the reader of one streamed answer, for any vendor, and its failures.

import { asRecord } from "../connection/json-fields.ts";
import { type FailingProvider, failure } from "../connection/provider-failure.ts";
import type { SseEvent } from "../connection/server-sent-events.ts";
import type { LlmEvent, ProviderError } from "../provider-contract.ts";

/** Reads one answer. Knows no connection and no time. */
export interface LlmAnswer {
  /** Events completed by this one. Throws ProviderError. */
  push(event: SseEvent): readonly LlmEvent[];
  /** Grows with each piece of text or of a tool's call: the server is at work for the caller. */
  readonly receivedChars: number;
  /** All text and all calls have come; at most usage follows. */
  readonly finished: boolean;
  /** The server announced the end. */
  readonly isOver: boolean;
  /** Last events, from the end of the connection. Throws ProviderError if the answer was cut off. */
  end(): readonly LlmEvent[];
}

export type DoneReason = Extract<LlmEvent, { type: "done" }>["reason"];

/** Fields of an event. Throws ProviderError if it is not JSON. */
export function fieldsOf(of: FailingProvider, data: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(data));
  } catch {
    throw failure(of, "transient", "stream", { message: "The language model sent an unreadable answer" });
  }
}

/** The connection ended before the answer did. */
export function cutOff(of: FailingProvider): ProviderError {
  return failure(of, "transient", "stream", { message: "The language model's answer was cut off" });
}

export function tooManyTools(of: FailingProvider): ProviderError {
  return failure(of, "bad_input", "stream", { message: "The language model called too many tools" });
}
