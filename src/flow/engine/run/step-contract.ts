// Step contract: inputs and effects of a flow's step. The step is pure; its runner (a call, the test runner, the
// terminal) carries the effects out and returns results as inputs.

import type { RingSettings } from "../../value/ring-settings.ts";
import type { SpokenPiece } from "../../language/expression/template-renderer.ts";
import type { LlmSettings, Voice } from "../../language/program.ts";
import type { FoundPassage } from "../../knowledge/knowledge-index.ts";
import type { Value, ValueMap } from "../../value/value.ts";

/** Session of a flow. Expressions read it as `session`, `context` and `metadata`. */
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
  /** Languages of the channel, by their first part; absent: any. */
  readonly speaks?: readonly string[];
  /** True if there is a language model to ask. */
  readonly hasModel: boolean;
  /** True if inputs without a value take their `example`, as in calls without a context. */
  readonly usesExamples: boolean;
}

/** The outcome of a tool. */
export type ToolOutcome = (
  { readonly ok: true; readonly body: Value } | { readonly ok: false; readonly failure: ToolFailure }
) & {
  /** No request was sent: one of the program's own example services answered. For traces and records. */
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

/** Proposal of a model at a question. Untrusted: nothing of it is used unchecked. */
export interface Proposal {
  readonly set?: Readonly<Record<string, { readonly value: Value; readonly quote: string }>>;
  readonly option?: string;
  readonly handler?: string;
  /** Act beside an answer; yes and no to a read-back, with the words that say it. */
  readonly act?: string;
  readonly quote?: string;
}

/** A model's reply in a `converse`. Untrusted as well. */
export interface ModelReply {
  /** Words not sent before as `uttering`. */
  readonly say: string;
  readonly set?: Readonly<Record<string, { readonly value: Value; readonly quote: string }>>;
  readonly exit?: string;
  /** `id`: the vendor's own, if any; the call and its result are then in the history as such. */
  readonly tools?: readonly { readonly name: string; readonly arguments: ValueMap; readonly id?: string }[];
  /** The model fell silent in the middle of its words. Earlier ones stand, and nothing else counts. */
  readonly brokenOff?: true;
}

export type FlowInput =
  | { readonly type: "start" }
  /**
   * `confidence`: absent if unknown; `second`: words of a parallel recogniser; `alternative`: the recogniser's
   * likeliest answer of another meaning; `proposal`: from one that understands.
   */
  | {
      readonly type: "words";
      readonly text: string;
      readonly confidence?: number;
      readonly second?: string;
      readonly alternative?: string;
      readonly proposal?: Proposal;
    }
  /** The caller continued: all words of the last turn, which is taken back if still possible. */
  | { readonly type: "reopened"; readonly text: string; readonly confidence?: number }
  /** Speech that the recogniser rejected. */
  | { readonly type: "no-match" }
  | { readonly type: "keys"; readonly keys: string }
  /** The time of `turnTakingAt(...).silenceMs` has passed without the caller. */
  | { readonly type: "silence" }
  /**
   * The application asks the agent to repeat the open question; `whole`: with all of the last turn, because not all
   * of it was heard.
   */
  | { readonly type: "ask-again"; readonly whole?: boolean }
  | { readonly type: "tool-done"; readonly work: number; readonly outcome: ToolOutcome }
  /** Passages of an account's base; absent: it could not be searched. */
  | { readonly type: "found"; readonly work: number; readonly passages?: readonly FoundPassage[] }
  /** Absent proposal: the model failed. */
  | { readonly type: "proposed"; readonly work: number; readonly proposal?: Proposal }
  /** Complete sentence of a reply still being written: it is said at once, and not again with the reply. */
  | { readonly type: "uttering"; readonly work: number; readonly sentence: string }
  /** Absent utterance: the model failed, or its output is unreadable. */
  | { readonly type: "uttered"; readonly work: number; readonly utterance?: ModelReply }
  /**
   * The caller cut in: number of unheard letters and digits at the end of the last words, counted in the logged text.
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

/** Work of the runner outside the step; its result comes back as an input with the same number. */
export type Work =
  | {
      readonly type: "tool";
      readonly tool: string;
      /** Flow of the tool and its secrets: the running one, or one that it called. */
      readonly flow: string;
      readonly arguments: ValueMap;
      /** Arguments with sensitive values masked, for traces. */
      readonly logged: ValueMap;
      readonly idempotencyKey: string;
      readonly writes: boolean;
      /** Spoken if there is no result after 600 ms. */
      readonly filler?: Speech;
    }
  /** Searches a base of the account for the caller's words; `language` is the call's. */
  | {
      readonly type: "search";
      readonly base: string;
      /** Sources of the base to which the search is limited, by address or title. */
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
      /** Words for the callee alone; masked. */
      readonly whisper?: string;
      /** The callee also gets a summary of the call. */
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

/** Manner of a transfer. */
export interface TransferManner extends Omit<RingSettings, "onNoAnswer"> {
  /** The caller is taken back when the callee has hung up. */
  readonly returns?: true;
}

/** Result of a transfer. `missed`: it rang in vain, was busy, or was declined. */
export interface TransferResult {
  readonly ok: boolean;
  readonly missed?: true | undefined;
}

/** Facts in every request to a model. */
export interface AskedNow {
  /** Date, weekday, time and zone of the asking flow, in words. Absent: from another version of this program. */
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
  /** Acts that may accompany an answer. Absent: from another version of this program. */
  readonly acts?: readonly string[];
  /** Unsure readings of the rules, by name. */
  readonly read?: Readonly<Record<string, Value>>;
  /** Earlier answers, which may be corrected; masked. */
  readonly filled?: readonly FilledValue[];
  /** The last turns, oldest first; masked. */
  readonly history?: readonly ModelHistoryLine[];
  /** A later answer is not waited for. */
  readonly timeoutMs?: number;
  /** Model and its settings; absent: the session's. */
  readonly llm?: LlmSettings;
}

/** Open question for a recogniser that understands. */
export type HearingRequest = Omit<ProposalRequest, "transcript" | "read" | "timeoutMs" | "llm">;

export interface ModelReplyRequest extends AskedNow {
  readonly language: string;
  readonly goal: string;
  /** Persona of the agent. */
  readonly persona?: string;
  /** Model and its settings; absent: the session's. */
  readonly llm?: LlmSettings;
  /** Everything that the model may state, beside the variables; absent: none. */
  readonly facts?: readonly { readonly about: string; readonly text: string }[];
  /** Variables that a model may see. */
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
  /** A single line, no conversation: complete within `timeoutMs`, or unused. */
  readonly line?: { readonly timeoutMs: number };
  /** The last reply has been said, but its rest was unreadable: only that is requested, without words. */
  readonly isRepair?: true;
}

/** Variable with a value, in people's name and words; masked. */
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
  /** Model and its settings; absent: the session's. */
  readonly llm?: LlmSettings;
  readonly summarises: boolean;
  /** Values that no variable has. */
  readonly wanted: readonly WantedFromModel[];
}

export interface ModelHistoryLine {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** Said while nothing was recorded: in no summary, and no model sees it once recording resumes. */
  readonly isUnrecorded?: true;
  /** The model's call that the tool's result answers, if it had an id. */
  readonly call?: { readonly id: string; readonly tool: string; readonly arguments: ValueMap };
}

export interface Speech {
  readonly text: string;
  /** Text with sensitive values masked, for logs, storage and all receivers but the caller. */
  readonly logged: string;
  /** Said while nothing is recorded: neither its sound nor a word is kept. */
  readonly isUnrecorded?: true;
  /** Parts of a text with pauses, which joined by blanks are the text. */
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
   * Another node is entered; `previous` is undefined at the start. `flow`: of the node. `by`: exit of the previous
   * node: `next:0`, `option:ID`, `exit:ID`, `give_up`, `error`, `return`, `failed`, `timeout`, `without_llm`,
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
  /** The last turn is undone: the runner drops its held effects. */
  | { readonly type: "taken-back" }
  /** Its result is no longer wanted. */
  | { readonly type: "cancel"; readonly work: number }
  /** A custom event for the hooks. */
  | { readonly type: "emit"; readonly event: string; readonly data: Value }
  /** Reason of a decision, for traces: never a word or value of the caller. */
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
  /** Set by the flow's author. */
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
