// Responder contract: decides what the agent says to each input, and reports events. A flow or a language model
// implements it; this file is only the promise of both to the call.

import type { Frame } from "../audio/frame.ts";
import type { Expectation, HearingQuestion } from "../flow/engine/expectation.ts";
import type { TransferTo } from "../flow/engine/outside-work.ts";
import type { TransferResult } from "../flow/engine/run/step-contract.ts";
import type { SaidSoFar } from "../flow/engine/understand/said-so-far.ts";
import type { Value, ValueMap } from "../flow/value/value.ts";
import type { ModelSpeech } from "../providers/audio/model-speech.ts";
import type { FinishedTool, FlowNotice } from "./call-event.ts";
import type { Unheard } from "./call-snapshot.ts";
import type { Hearing, HearingParts } from "./hearing/call-hearing.ts";
import type { HeardWords } from "./heard-words.ts";

export type ResponderInput =
  | { readonly type: "start" }
  /** A call from another process continues: the words that its caller waits for are repeated. */
  | ({ readonly type: "resumed" } & Unheard)
  /** The caller's client is back: the same for a call that continued here. */
  | ({ readonly type: "returned" } & Unheard)
  /** `typed`: sent by the caller, and so a turn of its own. */
  | ({ readonly type: "words"; readonly typed?: true } & HeardWords)
  /** Speech that was not understood. */
  | { readonly type: "no-match" }
  | { readonly type: "keys"; readonly keys: string }
  /** The caller has been silent for `silenceMs`. */
  | { readonly type: "silence" }
  /** The responder's model has taken the caller's turn itself, and begun its answer. */
  | { readonly type: "begun" }
  /** Silent context was added and needs an answer. */
  | { readonly type: "context" }
  /** Event from outside the call; only for a responder that takes events. */
  | { readonly type: "event"; readonly name: string; readonly data: Value }
  /** Result of a transfer, from the client. */
  | ({ readonly type: "transferred" } & TransferResult)
  /** The responder asked for its turn: an awaited result has come. */
  | { readonly type: "woken" };

/** Replaces words that only the caller hears. */
export const masked = "•••";

/** Manner of the voice; an absent field keeps the default. */
export interface VoiceManner {
  readonly name?: string;
  /** 1 is as always, 0.5 half as fast. */
  readonly speed?: number;
}

/** One piece of an answer, in speaking order. An interruption may cut it, so nothing else may depend on it. */
export type Words =
  /**
   * More text; sentences are cut from the stream of deltas. `logged`: the text with sensitive parts masked, for
   * everyone but the caller. A text with `logged` or `manner` is complete. `language`: BCP 47, if known.
   */
  | {
      readonly type: "text";
      readonly delta: string;
      readonly logged?: string;
      readonly manner?: VoiceManner;
      readonly language?: string;
      /** Written words → pronunciation. */
      readonly pronounce?: ReadonlyMap<string, string>;
      /** Silence after it, in milliseconds; makes it whole. */
      readonly pauseMs?: number;
      /** Sound instead of the voice: a file or an address; makes it whole. */
      readonly sound?: string;
      /** The model says it itself: all text with this speech is one piece. */
      readonly speech?: ModelSpeech;
    }
  /** Interruptibility from here to the end of the answer. Every answer begins with true. */
  | { readonly type: "interruptible"; readonly value: boolean }
  /** The text broke off: an incomplete sentence is never spoken. */
  | { readonly type: "broken-off" };

/** An event that has happened even if the words about it are cut. It goes to the call at once, beside the answer. */
export type Fact =
  /** Asks the client to transfer the caller, who answers with `transferred`. */
  | ({ readonly type: "transfer" } & TransferTo)
  /** A transferred caller is back. */
  | { readonly type: "transfer-returned" }
  /** The process that waited for the answer to a transfer is gone. */
  | { readonly type: "transfer-lost" }
  /** Asks the client to press these telephone keys for the other end. */
  | { readonly type: "press-keys"; readonly keys: string }
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  /** How a question of the flow went. */
  | { readonly type: "flow-noticed"; readonly what: FlowNotice }
  /** The flow entered another node; `previous` is undefined at its start. */
  | {
      readonly type: "flow-state";
      readonly flowId: string;
      readonly state: string;
      readonly previous: string | undefined;
    }
  /** A variable of the flow has a new value. */
  | { readonly type: "flow-variable"; readonly flowId: string; readonly key: string; readonly value: unknown }
  /** Event of the flow itself, for its hooks; sensitive values are already masked. */
  | { readonly type: "flow-event"; readonly flowId: string; readonly name: string; readonly data: Value }
  /**
   * The call ends once the rest of the answer has been spoken; no other fact follows. If that answer is cut, the
   * responder is asked once more, with `woken`, for the unheard words.
   */
  | {
      readonly type: "end";
      readonly flowId?: string;
      readonly outcome: string;
      /** Outputs of the flow, masked already. */
      readonly outputs?: ValueMap;
    };

/** Services of a call for its responder beside speech. No method throws. */
export interface CallService {
  /** Asks for a turn, which comes as `woken` as soon as the agent may speak. */
  wake(): void;
  /** Reports a fact, from `attend` until `leave` has returned. */
  tell(fact: Fact): void;
  /** At any time: a tool may outlast the conversation. */
  finished(tool: FinishedTool): void;
  /**
   * Runs work that may outlast the conversation: the call waits for its end. The signal is aborted when waiting is no
   * longer possible, because the server stops.
   */
  run(work: (abandoned: AbortSignal) => Promise<void>): void;
  /** The caller's next sounds, until `stop` is aborted or a limit is reached. Empty if nothing was said. */
  record(limits: RecordLimits, stop: AbortSignal): Promise<readonly Frame[]>;
}

export interface RecordLimits {
  readonly maxMs: number;
  /** Silence after speech that ends it. */
  readonly endSilenceMs: number;
}

/** Details of a cut answer. */
export interface Cut {
  /** Time since the caller last heard it, in milliseconds; absent: just now. */
  readonly agoMs?: number;
  /** True if the caller speaks, types or presses keys; false: the client only silenced the agent. Absent: true. */
  readonly goesOn?: boolean;
}

export interface Responder {
  /** `builtin` or the model's name. */
  readonly name: string;
  /** Phrases expected now; read after each answer. `undefined` means anything. */
  expectation(): Expectation | undefined;
  /** Question for a recogniser that understands. Absent or undefined: only words are needed. */
  question?(): HearingQuestion | undefined;
  /** Meaning of a running turn's words now; absent or undefined: unknown. */
  saidSoFar?(text: string): SaidSoFar | undefined;
  /** True if words only show that the caller listens; absent: no such words are known. */
  onlyListens?(text: string): boolean;
  /** Phrases that may be expected later, as far as known; for recognisers that accept them only once. */
  readonly outlook?: Expectation | undefined;
  /** True if it handles events from outside; otherwise it gets none. */
  readonly takesEvents?: boolean;
  /** True if pressed keys answer for simultaneous words, so that both are not two answers. */
  readonly keysAnswer?: boolean;
  /** Wait for the caller before `silence`, in milliseconds; undefined: for ever. */
  readonly silenceMs: number | undefined;
  /** True if the caller's words and keys are now secret and masked everywhere. */
  readonly isSensitive?: boolean;
  /** True if nothing of the call is stored now, neither words nor sound, of either side. */
  readonly isUnrecorded?: boolean;
  /** True while the caller talks to another listener: transferred, or recorded. No caller waits for an answer. */
  readonly isOnHold?: boolean;
  /** True while the caller is transferred and may return: their words are for another person, and not heard. */
  readonly isAway?: boolean;
  /** True while a change in the world is running with an unknown outcome. */
  readonly isWriting?: boolean;
  /** True if it waits for an answering machine's tone; read for each frame. */
  readonly awaitsBeep?: boolean;
  /** Hears the caller itself and takes the turns; absent: endpointing and a recogniser do. Called once, first. */
  readonly hears?: ((parts: HearingParts) => Hearing) | undefined;
  /** State as a text with which a responder of another process continues. */
  memory(): string;
  /** The call begins; called once, first. */
  attend(call: CallService): void;
  /** The conversation ended without an `end` of the responder: the last chance to report facts. */
  leave?(): void;
  /**
   * Answers one input. One answer runs at a time; aborting the signal ends the iteration without an error. The first
   * `next()` takes the input, at once and whole, so it counts even if the signal is aborted from the start. Faults of
   * a provider end in words about them, never in a throw.
   */
  answer(input: ResponderInput, signal: AbortSignal): AsyncIterable<Words>;
  /**
   * Begins the answer to words that may be all of the caller's turn, replacing an earlier one. Nothing is said, done
   * or remembered until `answer` is given these words; any other input drops it, and so does undefined. Absent: not
   * possible, or not allowed.
   */
  readonly preempt?: ((text: string | undefined) => void) | undefined;
  /** The last answer was cut; `heard` is all that was heard of it. */
  interrupted(heard: string, cut?: Cut): void;
  /** Context that needs no answer. */
  note(role: "user" | "assistant", text: string): void;
}
