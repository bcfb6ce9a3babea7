// Conversation event: everything that can happen in a tried conversation, typed or spoken. Its views and the recorded
// test are derived from these.

export type ConversationEventData =
  /** The agent begins a reply, to the caller, to silence or to an outside event. Only in calls. */
  | { readonly what: "reply" }
  | {
      readonly what: "words";
      readonly text: string;
      readonly how: "said" | "typed";
      /** False: heard, but not understood. */
      readonly understood: boolean;
    }
  | { readonly what: "keys"; readonly keys: string }
  /** The caller is silent on purpose. */
  | { readonly what: "silence" }
  | { readonly what: "hangup" }
  | { readonly what: "sentence"; readonly segment: number; readonly text: string }
  /** The caller interrupted: only this part of the sentence was heard. */
  | { readonly what: "cut"; readonly segment: number; readonly heard: string }
  /** `by` is the edge that led there, where it is known. */
  | { readonly what: "node"; readonly flow: string; readonly node: string; readonly by?: string }
  /** A variable got a value; that of a sensitive variable is masked. */
  | { readonly what: "variable"; readonly flow: string; readonly name: string; readonly value: unknown }
  /** A variable's value at the start of the conversation. */
  | { readonly what: "initial"; readonly flow: string; readonly name: string; readonly value: unknown }
  /** The engine's trace: why the flow did what it did. */
  | { readonly what: "why"; readonly code: string; readonly detail: string }
  | { readonly what: "called"; readonly tool: string; readonly arguments: unknown }
  | {
      readonly what: "answered";
      readonly tool: string;
      readonly ok: boolean;
      readonly answer: unknown;
      /** Of a failure that is one. */
      readonly status?: number;
      /** Nothing was sent: an example service inside this page answered. */
      readonly isExample?: true;
    }
  | { readonly what: "emitted"; readonly event: string; readonly data: unknown }
  | { readonly what: "transfer"; readonly address: string }
  | { readonly what: "transferred"; readonly ok: boolean }
  | { readonly what: "recording"; readonly variable: string }
  /** 0 seconds when nothing was said. */
  | { readonly what: "recorded"; readonly seconds: number }
  | { readonly what: "event"; readonly name: string; readonly data: unknown }
  | { readonly what: "outcome"; readonly outcome: string };

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
