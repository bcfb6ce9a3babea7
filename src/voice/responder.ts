// Responder contract: decides what the agent says to each input, and reports what has happened. A flow or a language
// model stands behind it; this file is only the promise both give to the call.

import type { Frame } from "../audio/frame.ts";
import type { Expectation, HearingQuestion } from "../flow/engine/expectation.ts";
import type { TransferTo } from "../flow/engine/outside-work.ts";
import type { TransferResult } from "../flow/engine/run/step-contract.ts";
import type { SaidSoFar } from "../flow/engine/understand/said-so-far.ts";
import type { Value, ValueMap } from "../flow/value/value.ts";
import type { FinishedTool } from "./call-event.ts";
import type { Unheard } from "./call-snapshot.ts";
import type { HeardWords } from "./heard-words.ts";

export type ResponderInput =
  | { readonly type: "start" }
  /** A call from another process continues: the words that its caller waits for are repeated. */
  | ({ readonly type: "resumed" } & Unheard)
  /** The caller's client was away, and is back: the same for a call that has gone on here. */
  | ({ readonly type: "returned" } & Unheard)
  /** `typed`: sent off by the caller, and so a turn of its own. */
  | ({ readonly type: "words"; readonly typed?: true } & HeardWords)
  /** Speech that was not understood. */
  | { readonly type: "no-match" }
  | { readonly type: "keys"; readonly keys: string }
  /** The caller has said nothing for as long as `silenceMs` asked. */
  | { readonly type: "silence" }
  /** Silent context was added; an answer to it is wanted. */
  | { readonly type: "context" }
  /** Something happened outside of the call; only for a responder that takes events. */
  | { readonly type: "event"; readonly name: string; readonly data: Value }
  /** Whether the caller could be put through, as the client says. */
  | ({ readonly type: "transferred" } & TransferResult)
  /** The responder asked for its turn: something that it waited for is there. */
  | { readonly type: "woken" };

/** Stands for words that only the caller hears. */
export const masked = "•••";

/** How a voice is to speak; an absent field keeps the default. */
export interface VoiceManner {
  readonly name?: string;
  /** 1 is as always, 0.5 half as fast. */
  readonly speed?: number;
}

/**
 * One piece of what an answer says, in speaking order. An interruption may cut it, so nothing else may depend on it.
 */
export type Words =
  /**
   * More text; sentences are cut from the stream of deltas. `logged` is the same with sensitive parts masked, for all
   * but the caller; a text that has it, or a manner of speaking, is whole. `language` (BCP 47) is that of the text,
   * where it is known.
   */
  | {
      readonly type: "text";
      readonly delta: string;
      readonly logged?: string;
      readonly manner?: VoiceManner;
      readonly language?: string;
      /** Written words → how a voice says them. */
      readonly pronounce?: ReadonlyMap<string, string>;
      /** Silence behind it, which makes it whole, in milliseconds. */
      readonly pauseMs?: number;
      /** Heard in place of the voice, which makes it whole: a file or an address. */
      readonly sound?: string;
    }
  /** Whether the caller may cut in, from here to the end of the answer. Every answer begins with true. */
  | { readonly type: "interruptible"; readonly value: boolean }
  /** The text has broken off: a sentence that is not whole yet is never spoken. */
  | { readonly type: "broken-off" };

/** Something that has happened, even if the words about it are cut. It goes to the call at once, beside the answer. */
export type Fact =
  /** The client is to put the caller through; the answer comes as `transferred`. */
  | ({ readonly type: "transfer" } & TransferTo)
  /** A caller who was put through is back. */
  | { readonly type: "transfer-returned" }
  /** The process that waited for the answer to a transfer is gone. */
  | { readonly type: "transfer-lost" }
  /** The client is asked to press these telephone keys for the other end. */
  | { readonly type: "press-keys"; readonly keys: string }
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
  /** An event of the flow's own, for its hooks; sensitive values are masked already. */
  | { readonly type: "flow-event"; readonly flowId: string; readonly name: string; readonly data: Value }
  /**
   * The call is over once the rest of the answer has been spoken; no other fact follows. If that answer is cut, the
   * responder is asked once more, with `woken`, for the words that were not heard.
   */
  | {
      readonly type: "end";
      readonly flowId?: string;
      readonly outcome: string;
      /** Outputs of the flow, masked already. */
      readonly outputs?: ValueMap;
    };

/** Services of a call for its responder beside speech. Nothing here throws. */
export interface CallService {
  /** Asks for a turn, which comes as `woken` as soon as the agent may speak. */
  wake(): void;
  /** From `attend` until `leave` has returned. */
  tell(fact: Fact): void;
  /** At any time: a tool may outlast the conversation. */
  finished(tool: FinishedTool): void;
  /**
   * Runs what may outlast the conversation: the call is not gone before it has ended. The signal is aborted when it
   * can be waited for no longer, because the server stops.
   */
  run(work: (abandoned: AbortSignal) => Promise<void>): void;
  /** The caller's next sounds, until `stop` is aborted or one of the limits is reached. Empty when nothing was said. */
  record(limits: RecordLimits, stop: AbortSignal): Promise<readonly Frame[]>;
}

export interface RecordLimits {
  readonly maxMs: number;
  /** Silence after speech that ends it. */
  readonly endSilenceMs: number;
}

/** How an answer was cut. */
export interface Cut {
  /** Since when nothing of it is heard, in milliseconds; absent: just now. */
  readonly agoMs?: number;
  /** Whether the caller speaks, types or presses keys; false: the client has only silenced the agent. Absent: they do. */
  readonly goesOn?: boolean;
}

export interface Responder {
  /** `builtin` or the model's name. */
  readonly name: string;
  /** Expected phrases now; asked for after each answer. `undefined` means anything. */
  expectation(): Expectation | undefined;
  /** Question for a recogniser that understands. Absent or undefined: only words are wanted. */
  question?(): HearingQuestion | undefined;
  /** Meaning of a running turn's words now; absent or undefined: that cannot be said. */
  saidSoFar?(text: string): SaidSoFar | undefined;
  /** Whether words only show that the caller listens to the agent; absent: no words are known to. */
  onlyListens?(text: string): boolean;
  /** Phrases that may be expected later, as far as they are known; for recognisers that accept them only once. */
  readonly outlook?: Expectation | undefined;
  /** Whether events from outside mean something to it; it is left alone with them otherwise. */
  readonly takesEvents?: boolean;
  /** Whether what is pressed answers for what is said at the same time, so that both are not two answers. */
  readonly keysAnswer?: boolean;
  /** How long to wait for the caller before `silence`, in milliseconds; undefined: for ever. */
  readonly silenceMs: number | undefined;
  /** Whether what the caller says or presses now is secret and is masked everywhere. */
  readonly isSensitive?: boolean;
  /** Whether nothing of the call is kept now, neither words nor sound, of either side. */
  readonly isUnrecorded?: boolean;
  /** Whether the caller talks to another listener now: transferred, or recorded. No caller waits for an answer. */
  readonly isOnHold?: boolean;
  /** Whether the caller was transferred and may come back: their words are for another person, and not heard. */
  readonly isAway?: boolean;
  /** Whether something has begun that changes the world, and its outcome is not known yet. */
  readonly isWriting?: boolean;
  /** Whether it wants to know of the tone of an answering machine now; asked for each frame. */
  readonly awaitsBeep?: boolean;
  /** Its state, as a text with which a responder of another process continues. */
  memory(): string;
  /** The call begins; called once, before anything else. */
  attend(call: CallService): void;
  /** The conversation is over without an `end` of the responder's: the last chance to report facts. */
  leave?(): void;
  /**
   * Answers one input. One answer runs at a time; aborting the signal ends the iteration without an error. The input
   * is taken in by the first `next()`, at once and whole, so it counts even when the signal is aborted from the start.
   * Faults of a provider end in words that say so, never in a throw.
   */
  answer(input: ResponderInput, signal: AbortSignal): AsyncIterable<Words>;
  /**
   * Begins the answer to words that may be all of the caller's turn; it takes the place of one that was begun so before.
   * Nothing is said, done or remembered until `answer` is given these words; any other input drops it, and so does
   * undefined. Absent: it cannot, or may not.
   */
  readonly preempt?: ((text: string | undefined) => void) | undefined;
  /** The last answer was cut: this is all of it that was heard. */
  interrupted(heard: string, cut?: Cut): void;
  /** Context that asks for no answer. */
  note(role: "user" | "assistant", text: string): void;
}
