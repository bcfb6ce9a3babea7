// Step contract: the inputs that go into a step of a flow and the effects that come out. The step is pure; its runner
// (a call, the test runner, the terminal) carries the effects out and hands results back as inputs.

import type { RingSettings } from "../../value/ring-settings.ts";
import type { SpokenPiece } from "../../language/expression/template-renderer.ts";
import type { LlmSettings, Voice } from "../../language/program.ts";
import type { FoundPassage } from "../../knowledge/knowledge-index.ts";
import type { Value, ValueMap } from "../../value/value.ts";

/** The session that a flow runs in. Expressions read it as `session`, `context` and `metadata`. */
export interface FlowSession {
  readonly id: string;
  readonly channel: "voice" | "text";
  readonly direction: "inbound" | "outbound";
  readonly from?: string;
  readonly to?: string;
  /** Callee of an outbound call, as far as known before the flow began. */
  readonly answeredBy?: "human" | "machine";
  readonly startedAtMs: number;
  readonly context: ValueMap;
  readonly metadata: ValueMap;
  /** The languages that the channel can speak, by their first part; absent: any. */
  readonly speaks?: readonly string[];
  /** Whether there is a language model to ask. */
  readonly hasModel: boolean;
  /** Whether inputs without a value take their `example`, as in calls that are opened without a context. */
  readonly usesExamples: boolean;
}

/** The outcome of a tool. */
export type ToolOutcome = (
  { readonly ok: true; readonly body: Value } | { readonly ok: false; readonly failure: ToolFailure }
) & {
  /** Nothing was sent: one of the program's own example services gave it. For traces and records. */
  readonly isExample?: true;
};

export interface ToolFailure {
  readonly kind:
    | "timeout"
    | "network"
    | "blocked"
    | "invalid_response"
    /** Statuses of 400 and above. */
    | "http_4xx"
    | "http_5xx";
  readonly status?: number;
  /** Description for the trace, without addresses or bodies. */
  readonly detail?: string;
}

/** Proposal of a model at a question. Untrusted: nothing of it is used before it is checked. */
export interface Proposal {
  readonly set?: Readonly<Record<string, { readonly value: Value; readonly quote: string }>>;
  readonly option?: string;
  readonly handler?: string;
  /** Act beside an answer; yes and no to what is read back, with the words that say it. */
  readonly act?: string;
  readonly quote?: string;
}

/** A model's reply in a `converse`. Untrusted as well. */
export interface ModelReply {
  /** Words that have not come as `uttering` before. */
  readonly say: string;
  readonly set?: Readonly<Record<string, { readonly value: Value; readonly quote: string }>>;
  readonly exit?: string;
  /** `id` is the vendor's own, where it has one; with it the call and its result stand in the history as such. */
  readonly tools?: readonly { readonly name: string; readonly arguments: ValueMap; readonly id?: string }[];
  /** The model fell silent in the middle of its words. Earlier ones stand, and nothing else counts. */
  readonly brokenOff?: true;
}

export type FlowInput =
  | { readonly type: "start" }
  /**
   * `confidence` is absent when the recogniser gives none; `second` is what another one heard, where one listened along;
   * `alternative` is the recogniser's likeliest answer of another meaning; `proposal` comes from one that understands.
   */
  | {
      readonly type: "words";
      readonly text: string;
      readonly confidence?: number;
      readonly second?: string;
      readonly alternative?: string;
      readonly proposal?: Proposal;
    }
  /** The caller went on: this is all that was said in the last turn, which is taken back if it still can be. */
  | { readonly type: "reopened"; readonly text: string; readonly confidence?: number }
  /** Speech that the recogniser rejected. */
  | { readonly type: "no-match" }
  | { readonly type: "keys"; readonly keys: string }
  /** The time that `turnTakingAt(...).silenceMs` asked for has passed without the caller. */
  | { readonly type: "silence" }
  /**
   * The application asks the agent to repeat the open question; `whole`: with all that was said before it in the last
   * turn, because not all of it was heard.
   */
  | { readonly type: "ask-again"; readonly whole?: boolean }
  | { readonly type: "tool-done"; readonly work: number; readonly outcome: ToolOutcome }
  /** Passages of an account's base; absent: it could not be searched. */
  | { readonly type: "found"; readonly work: number; readonly passages?: readonly FoundPassage[] }
  /** Absent proposal: the model failed. */
  | { readonly type: "proposed"; readonly work: number; readonly proposal?: Proposal }
  /** A whole sentence of a reply that the model still writes: it is said at once, and not again with the reply. */
  | { readonly type: "uttering"; readonly work: number; readonly sentence: string }
  /** Absent utterance: the model failed, or what it wrote cannot be read. */
  | { readonly type: "uttered"; readonly work: number; readonly utterance?: ModelReply }
  /**
   * The caller cut in: so many letters and digits at the end of what was said last were not heard, counted in the text
   * that is logged.
   */
  | { readonly type: "cut"; readonly unheardLetters: number }
  | ({ readonly type: "transferred"; readonly work: number } & TransferResult)
  | { readonly type: "pressed"; readonly work: number }
  /** `seconds` is 0 when nothing was recorded. */
  | {
      readonly type: "recorded";
      readonly work: number;
      readonly id: string;
      readonly seconds: number;
    }
  | { readonly type: "event"; readonly name: string; readonly data: Value }
  | { readonly type: "hang-up" };

/** `wallMs` is the time of day in milliseconds of the Unix epoch. */
export type FlowEvent = FlowInput & { readonly wallMs: number };

/** Work that the runner does outside of the step; its result comes back as an input with the same number. */
export type Work =
  | {
      readonly type: "tool";
      readonly tool: string;
      /** The id of the flow whose tool and secrets these are: the running one, or one that it called. */
      readonly flow: string;
      readonly arguments: ValueMap;
      /** The same with sensitive values masked, for traces. */
      readonly logged: ValueMap;
      readonly idempotencyKey: string;
      readonly writes: boolean;
      /** Spoken if there is no result after 600 ms. */
      readonly filler?: Speech;
    }
  /** Searches a base of the account for what the caller said; `language` is the call's. */
  | {
      readonly type: "search";
      readonly base: string;
      /** Only these of its sources, by address or title. */
      readonly sources?: readonly string[];
      readonly words: string;
      readonly language: string;
    }
  /** Understanding with a model's help. */
  | { readonly type: "propose"; readonly request: ProposalRequest }
  | { readonly type: "utter"; readonly request: ModelReplyRequest }
  | ({
      readonly type: "transfer";
      readonly address: string;
      /** For the callee who takes over, unheard by others; masked. */
      readonly whisper?: string;
      /** They also want to read what the call was about. */
      readonly summarises?: SummaryRequest;
    } & TransferManner)
  /** `keys`: 0 to 9, *, #, and w for half a second without any. */
  | { readonly type: "press"; readonly keys: string }
  | {
      readonly type: "record";
      readonly variable: string;
      readonly maxMs: number;
      readonly endSilenceMs: number;
      readonly sensitive: boolean;
    };

/** How a transfer is to be made. */
export interface TransferManner extends Omit<RingSettings, "onNoAnswer"> {
  /** The caller is taken back when those there have hung up. */
  readonly returns?: true;
}

/** Result of a transfer. `missed`: it rang in vain, was busy, or was declined. */
export interface TransferResult {
  readonly ok: boolean;
  readonly missed?: true | undefined;
}

/** Facts in every request to a model. */
export interface AskedNow {
  /** Date, weekday, time and zone of the flow that asks, in words. Absent: another version of this program asked. */
  readonly now?: string | undefined;
}

export interface WantedFromModel {
  readonly name: string;
  /** JSON Schema of the canonical value. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

export interface ProposalRequest extends AskedNow {
  readonly language: string;
  readonly transcript: string;
  readonly question: string;
  readonly wanted: readonly WantedFromModel[];
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly description?: string;
  }[];
  readonly handlers: readonly { readonly name: string; readonly when: string }[];
  /** Acts that may stand beside an answer. Absent: another version of this program asked. */
  readonly acts?: readonly string[];
  /** Unsure readings of the rules, by name. */
  readonly read?: Readonly<Record<string, Value>>;
  /** Earlier answers, which may be corrected; masked. */
  readonly filled?: readonly FilledValue[];
  /** The last turns, oldest first; masked. */
  readonly history?: readonly ModelHistoryLine[];
  /** Later than this its answer is not waited for. */
  readonly timeoutMs?: number;
  /** Which model is asked and how; absent: the session's, as it is. */
  readonly llm?: LlmSettings;
}

/** The open question, as a recogniser is asked that understands. */
export type HearingRequest = Omit<ProposalRequest, "transcript" | "read" | "timeoutMs" | "llm">;

export interface ModelReplyRequest extends AskedNow {
  readonly language: string;
  readonly goal: string;
  /** Persona of the agent. */
  readonly persona?: string;
  /** Which model is asked and how; absent: the session's, as it is. */
  readonly llm?: LlmSettings;
  /** All that the model may state as so, beside the variables; absent: none. */
  readonly facts?: readonly { readonly about: string; readonly text: string }[];
  /** Only what a model may see. */
  readonly variables: ValueMap;
  readonly fill: readonly WantedFromModel[];
  readonly exits: readonly { readonly name: string; readonly when: string }[];
  readonly tools: readonly {
    readonly name: string;
    readonly description?: string;
    /** JSON Schema of the arguments: an object. */
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  /** Masked, oldest first; results of tools are quoted data. */
  readonly history: readonly ModelHistoryLine[];
  /** A line is to be worded, and no conversation led: all of it in so many milliseconds, or nothing of it is used. */
  readonly line?: { readonly timeoutMs: number };
  /** The last reply has been said, but the rest of it could not be read: only that is wanted, without words. */
  readonly isRepair?: true;
}

/** A variable that has a value, as people name it and say it; masked. */
export interface FilledValue {
  readonly label: string;
  readonly text: string;
}

/** Input of a call's summary; masked. */
export interface SummaryRequest extends AskedNow {
  readonly language: string;
  readonly filled: readonly FilledValue[];
  readonly history: readonly ModelHistoryLine[];
}

/** Post-processing of a call; masked. */
export interface OutcomeRequest extends SummaryRequest {
  /** Which model is asked and how; absent: the session's, as it is. */
  readonly llm?: LlmSettings;
  readonly summarises: boolean;
  /** Values that no variable has. */
  readonly wanted: readonly WantedFromModel[];
}

export interface ModelHistoryLine {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** Said while nothing was recorded: it is in no summary, and no model sees it once recording is on again. */
  readonly isUnrecorded?: true;
  /** For a tool's result: the model's call, where it had an id. */
  readonly call?: { readonly id: string; readonly tool: string; readonly arguments: ValueMap };
}

export interface Speech {
  readonly text: string;
  /** The same with sensitive values masked, for logs, storage and all receivers but the caller. */
  readonly logged: string;
  /** Said while nothing is recorded: neither its sound nor a word of it is kept. */
  readonly isUnrecorded?: true;
  /** Where the text has pauses: its parts, which joined by blanks are the text. */
  readonly pieces?: readonly SpokenPiece[];
  /** Heard in place of the voice: a file or an address. */
  readonly sound?: string;
  readonly bargeIn: boolean;
  readonly language: string;
  readonly voice?: Voice;
}

export type FlowEffect =
  | ({ readonly type: "say" } & Speech)
  /**
   * Another node is entered; `previous` is undefined at the start. `flow` is the one it stands in. `by` is the exit
   * of the previous node: `next:0`, `option:ID`, `exit:ID`, `give_up`, `error`, `return`, `failed`, `timeout`, `without_llm`,
   * `handler:NAME:0`; or `start`, `call`, `correction`.
   */
  | {
      readonly type: "enter";
      readonly flow: string;
      readonly node: string;
      readonly previous: string | undefined;
      readonly by: string;
    }
  /** `logged` is `value`, or dots when it is sensitive. */
  | {
      readonly type: "set";
      readonly flow: string;
      readonly variable: string;
      readonly value: Value;
      readonly logged: Value;
    }
  | { readonly type: "work"; readonly work: number; readonly what: Work }
  /** The last turn is undone: the runner drops what it held back of its effects. */
  | { readonly type: "taken-back" }
  /** Its result is no longer wanted. */
  | { readonly type: "cancel"; readonly work: number }
  /** A custom event for the hooks. */
  | { readonly type: "emit"; readonly event: string; readonly data: Value }
  /** Why the flow did what it did, for traces: never a word or value of the caller. */
  | { readonly type: "trace"; readonly code: string; readonly detail: string }
  /** Everything before it is still spoken; nothing follows. */
  | { readonly type: "end"; readonly outcome: string; readonly outputs: ValueMap };

/** Turn-taking after a step: whether the runner listens, waits or hangs up, and with which timeouts. */
export interface TurnRules {
  readonly mode: "listening" | "waiting" | "working" | "ended";
  /** The input `silence` is due after so many milliseconds without the caller; undefined: never. */
  readonly silenceMs: number | undefined;
  /** Endpointing: how long the caller may pause within an answer. Milliseconds of audio. */
  readonly endSilenceMs: number;
  /** The author of the flow has said how long that is. */
  readonly isPauseGiven?: true;
  readonly maxSpeechMs: number;
  readonly accepts: "both" | "speech" | "dtmf" | "nothing";
  readonly bargeIn: boolean;
  readonly language: string;
  /** Words that the caller is likely to say. */
  readonly hints: readonly string[];
  /** Words and keys now must not be recorded, logged or shown (afterwards: `state.last.sensitive`). */
  readonly isSensitive: boolean;
}
