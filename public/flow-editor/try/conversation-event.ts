// Conversation event: everything that can happen in a tried conversation, typed or spoken. Its views and the recorded
// test are derived from these.

import type { ScriptEvent } from "../../../src/flow/author/testing/recorded-steps.ts";

export type ConversationEventData =
  | ScriptEvent
  /** The caller interrupted: only this part of the sentence was heard. */
  | { readonly what: "cut"; readonly segment: number; readonly heard: string }
  /** A variable's value at the start of the conversation. */
  | { readonly what: "initial"; readonly flow: string; readonly name: string; readonly value: unknown }
  /** The engine's trace: the reason for a step of the flow. */
  | { readonly what: "why"; readonly code: string; readonly detail: string }
  | { readonly what: "called"; readonly tool: string; readonly arguments: unknown }
  | {
      readonly what: "answered";
      readonly tool: string;
      readonly ok: boolean;
      readonly answer: unknown;
      /** HTTP status of a failure. */
      readonly status?: number;
      /** Nothing was sent: an example service inside this page answered. */
      readonly isExample?: true;
      /** No request was sent, and the try has no answer for the tool. */
      readonly isUnset?: true;
    }
  | { readonly what: "emitted"; readonly event: string; readonly data: unknown }
  | { readonly what: "recording"; readonly variable: string };

/** `atMs` since the conversation began. */
export type ConversationEvent = ConversationEventData & { readonly atMs: number };

/** Further events are dropped: no recorded test has so many steps. */
const eventsMax = 5_000;

/** Appends an event to the log, unless the log is full. */
export function appendEvent(
  log: readonly ConversationEvent[],
  happened: ConversationEventData,
  atMs: number,
): readonly ConversationEvent[] {
  return log.length >= eventsMax ? log : [...log, { ...happened, atMs }];
}
