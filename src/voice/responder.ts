// Decides the words: what the agent says to each input. A flow or a language model stands behind it; this file
// is only the promise both give to the call.

import type { Expectation } from "../flow/expectation.ts";
import type { Value, ValueMap } from "../flow/value.ts";

export type ResponderInput =
  | { readonly type: "start" }
  | { readonly type: "words"; readonly text: string }
  /** Speech that was not understood. */
  | { readonly type: "no-match" }
  | { readonly type: "keys"; readonly keys: string }
  /** The caller has said nothing for as long as `silenceMs` asked. */
  | { readonly type: "silence" }
  /** Silent context was added; an answer to it is wanted. */
  | { readonly type: "context" }
  /** Something happened outside of the call; only for a responder that takes events. */
  | { readonly type: "event"; readonly name: string; readonly data: Value };

/** One piece of an answer, in speaking order. */
export type Said =
  /** More text; sentences are cut from the stream of deltas. */
  | { readonly type: "text"; readonly delta: string }
  /** Whether the caller may cut in, from here to the end of the answer. Every answer begins with true. */
  | { readonly type: "interruptible"; readonly value: boolean }
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  /** The flow is at another node; `previous` is undefined at its start. */
  | {
      readonly type: "flow-state";
      readonly flowId: string;
      readonly state: string;
      readonly previous: string | undefined;
    }
  /** A variable of the flow has a new value. */
  | { readonly type: "flow-variable"; readonly flowId: string; readonly key: string; readonly value: unknown }
  /** An event of the flow's own, for its hooks; what is sensitive is masked already. */
  | { readonly type: "flow-event"; readonly flowId: string; readonly name: string; readonly data: Value }
  /** The call is over once everything has been spoken. Nothing follows. */
  | {
      readonly type: "end";
      readonly flowId?: string;
      readonly outcome: string;
      /** What the flow hands out, masked already. */
      readonly outputs?: ValueMap;
    };

export interface Responder {
  /** `builtin` or the model's name. */
  readonly name: string;
  /** What can be understood now; asked for after each answer. `undefined` means anything. */
  expectation(): Expectation | undefined;
  /** Whether events from outside mean something to it; it is left alone with them otherwise. */
  readonly takesEvents?: boolean;
  /** How long to wait for the caller before `silence`, in milliseconds. */
  readonly silenceMs: number;
  /**
   * Answers one input. One answer runs at a time; aborting the signal ends the iteration without an error. The input
   * is taken in before anything is waited for, so it counts even when the signal is aborted from the start.
   * Faults of a provider end in words that say so, never in a throw.
   */
  answer(input: ResponderInput, signal: AbortSignal): AsyncIterable<Said>;
  /** The last answer was cut: this is all of it that was heard. */
  interrupted(heard: string): void;
  /** Context that asks for no answer. */
  note(role: "user" | "assistant", text: string): void;
}
