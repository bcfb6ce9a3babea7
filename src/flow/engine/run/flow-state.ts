// Flow state: the complete state of a running flow, as one immutable value. It survives JSON; taking a turn back,
// replay and resuming only replace it as a whole.

import type { FoundPassage } from "../../knowledge/knowledge-index.ts";
import type { FilledVariable, KeyEntry, Understood } from "../understand/understanding.ts";
import type { Value } from "../../value/value.ts";
import type { FlowSession, ModelHistoryLine, Speech, ToolFailure } from "./step-contract.ts";

export type Dict<T> = Readonly<Record<string, T>>;

/** An own property: names come from flows, and a variable may be called `constructor`. */
export function own<T>(dict: Dict<T>, key: string): T | undefined {
  return Object.hasOwn(dict, key) ? dict[key] : undefined;
}

/** The dictionary with one value replaced. */
export function put<T>(dict: Dict<T>, key: string, value: T): Dict<T> {
  return { ...dict, [key]: value };
}

/** The dictionary without some keys. */
export function omit<T>(dict: Dict<T>, keys: readonly string[]): Dict<T> {
  return Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)));
}

export interface FlowState {
  readonly facts: FlowSession;
  /** Time of the last input, in epoch milliseconds. */
  readonly wallMs: number;
  /** Root flow first, running flow last; never empty. */
  readonly frames: readonly FlowFrame[];
  readonly language: string;
  /** Inputs of the caller so far. */
  readonly turns: number;
  /** Nodes entered in the session. */
  readonly nodesEntered: number;
  /** Entries of each node since the caller last made progress. */
  readonly visits: Dict<number>;
  /** Failures since the last accepted answer, over all questions. */
  readonly failuresInRow: number;
  /** Handlers since the last accepted answer. */
  readonly handlersInRow: number;
  /** Never used twice, even after a turn was taken back. */
  readonly nextWork: number;
  /** Works that run outside and may still return. */
  readonly works: readonly RunningWork[];
  /** The latest event of each name, until a `wait` takes it. */
  readonly events: Dict<Value>;
  /** Everything said after the last input, for `repeat`. */
  readonly said: readonly Speech[];
  /** Implicit confirmation said before the next prompt. */
  readonly echo: ValueEcho | null;
  /** Variables whose values were just repeated to the caller: a bare correction means these first. */
  readonly echoed: readonly string[];
  readonly last: LastInput;
  readonly keys: KeyEntry;
  /** Pressed without a question, for the next one. */
  readonly keptKeys: string;
  /** States interrupted by handlers, latest last. */
  readonly remembered: readonly RememberedPlace[];
  /** Lines for a model: masked, oldest first, with the heard part of the agent's words. */
  readonly history: readonly ModelHistoryLine[];
  /** State before the last answer; its own `before` is null. Null if nothing can be taken back. */
  readonly before: FlowState | null;
  readonly outcome: string | null;
  /** Neither sound nor words are kept now. */
  readonly isUnrecorded?: boolean;
  /** The other side is known to be an answering machine. */
  readonly isMachine?: true;
}

export interface RunningWork {
  readonly work: number;
  readonly what: "read" | "write" | "transfer" | "record" | "press" | "model";
}

export interface ValueEcho {
  readonly words: readonly { readonly text: string; readonly logged: string }[];
  /** True if the values are said even when the next prompt says them. */
  readonly always: boolean;
}

/** The name `last` in expressions: the caller's last input. */
export interface LastInput {
  readonly text: string | null;
  readonly sensitive: boolean;
  readonly confidence: number | null;
  readonly dtmf: string | null;
}

/** A running flow: the session's own, or a called one. */
export interface FlowFrame {
  readonly flow: string;
  readonly node: string;
  readonly phase: Phase;
  readonly values: Dict<Value>;
  /** Entries of each node, for choosing between first and repeated wordings. */
  readonly entered: Dict<number>;
  /** Failures by variable. */
  readonly failures: Dict<Failures>;
  /** Latest answer of each variable, while a correction may reach it. */
  readonly answers: Dict<AnswerMark>;
  /** Latest visit of each node, for replay. */
  readonly trail: Dict<NodeVisit>;
  /** Counts answers and passages, for their order. */
  readonly order: number;
  readonly replay: Replay | null;
  /** Values set by the flow itself, oldest first: a correction takes them back and repeats them. */
  readonly undo: readonly Undo[];
  /** Time of the last sensitive answer. Nothing is undone past it, so that guesses of a PIN stay counted. */
  readonly guardedAt: number;
  /** Inputs that came filled and are unchanged. */
  readonly prefilled: readonly string[];
  /** Volunteered values whose own questions have not been reached. */
  readonly ahead?: readonly string[];
  /** Variables filled while nothing was recorded; masked from then on. */
  readonly unrecorded?: readonly string[];
  readonly failure: (ToolFailure & { readonly tool: string }) | null;
  /** True if this flow has begun something irreversible. */
  readonly wrote: boolean;
  /** In a called flow: language of the calling flow. */
  readonly languageBefore: string | null;
  /** In a called flow: the calling flow recorded nothing. */
  readonly wasUnrecorded?: true;
}

export interface Failures {
  readonly noMatch: number;
  readonly noInput: number;
  readonly invalid: number;
  /** Refusals of read-backs by the caller. */
  readonly refused: number;
}

export const noFailures: Failures = { noMatch: 0, noInput: 0, invalid: 0, refused: 0 };

/** An entry of the undo list; `value` is what the variable held before. */
export interface Undo extends FilledVariable {
  readonly order: number;
  readonly remembered: number;
}

export interface AnswerMark {
  readonly node: string;
  readonly order: number;
  /** The counters of `entered` at the time of the answer. */
  readonly entered: Dict<number>;
  readonly remembered: number;
  /** The value was given off the record, and so is its correction. */
  readonly isUnrecorded?: true;
}

export interface NodeVisit {
  readonly order: number;
  /** Words of the question. */
  readonly said: string | null;
  /** Question asked for each variable. */
  readonly asked: Dict<string>;
  /** Variables that the caller skipped. */
  readonly skipped?: readonly string[];
  /** Events sent to the hooks. */
  readonly emitted: readonly string[];
  readonly done: NodeResult | null;
}

/** Work of a node: its inputs, filled values, and edge. */
export interface NodeResult {
  readonly inputs: string;
  readonly filled: readonly FilledVariable[];
  /** Null: the node was left by its `next`. */
  readonly target: { readonly to: string; readonly by: string } | null;
  readonly failure: (ToolFailure & { readonly tool: string }) | null;
}

/** Replay after a correction: the flow runs forward from the corrected answer until it asks something. */
export interface Replay {
  /** Visits with a higher order came after the corrected answer; their results are reused. */
  readonly since: number;
  /** The question that was corrected has been left. */
  readonly hasLeft: boolean;
  /** Marks of later answers. */
  readonly answers: Dict<AnswerMark>;
}

/** A position that a handler interrupted. */
export interface RememberedPlace {
  /** The index of the frame, 0 being the root. */
  readonly depth: number;
  readonly node: string;
  readonly phase: Phase;
  /** Flows that it had called. */
  readonly above: readonly FlowFrame[];
  /** The values of the open variables at that time. */
  readonly values: Dict<Value>;
  /** Whether nothing was recorded there. */
  readonly isUnrecorded?: true;
}

export type Phase =
  | { readonly type: "passing" }
  /** Waiting for the caller to speak first. */
  | { readonly type: "hello" }
  | OpenQuestion
  /** A model was asked for the caller's meaning. */
  | {
      readonly type: "proposing";
      readonly work: number;
      readonly text: string;
      readonly asking: OpenQuestion;
      /** Meaning by the rules. Absent: nothing, or another version of this program asked. */
      readonly heard?: Understood;
    }
  | OpenConversation
  | PendingAnswer
  | LineOfModel
  | { readonly type: "tool"; readonly work: number; readonly inputs: string }
  /** Waits for the called flow. */
  | { readonly type: "calling"; readonly inputs: string }
  | { readonly type: "transferring"; readonly work: number }
  /** The caller talks to another person, and may come back. */
  | { readonly type: "away" }
  | { readonly type: "recording"; readonly work: number }
  | { readonly type: "pressing"; readonly work: number }
  | { readonly type: "pausing"; readonly dueAtMs: number }
  | { readonly type: "waiting"; readonly dueAtMs: number };

export interface OpenQuestion {
  readonly type: "asking";
  /** Variable being asked. */
  readonly variable: string;
  /** Questions of this visit, in order, including `variable`. */
  readonly open: readonly string[];
  readonly pending: PendingQuestion | null;
  /** Times that the caller was asked for one of several readings. */
  readonly rounds: number;
  /** The caller asked for a moment. */
  readonly isPatient: boolean;
  /** The summary of the node is right. */
  readonly isReviewed?: true;
  /** Variables that the caller skipped in this visit. */
  readonly skipped?: readonly string[] | undefined;
  /** The digits of the answer are said in groups. */
  readonly dictation?: Dictation | undefined;
  /** Given end of a range; the other one is asked for. */
  readonly half?: HalfRange | undefined;
  /** All entries of a list while one of them is incomplete. */
  readonly entries?: FilledVariable | undefined;
}

export interface HalfRange {
  readonly name: string;
  /** Interval with one open end; for a day, the whole interval around it. */
  readonly value: string;
}

export interface Dictation {
  /** Digits so far. */
  readonly digits: string;
  /** Said one by one. */
  readonly isSingle: boolean;
  /** Some of the entries were uncertain. */
  readonly isDoubtful: boolean;
}

export type PendingQuestion =
  /** "6, is that right?" */
  | {
      readonly type: "confirm";
      readonly values: readonly FilledVariable[];
      readonly isOld: boolean;
      /** The change is asked for after a wrong summary. */
      readonly isChanging?: true;
      /** Alternative to the one value, offered after a "no". */
      readonly instead?: FilledVariable;
    }
  /** "8 a.m. or 8 p.m.?" */
  | { readonly type: "either"; readonly name: string; readonly values: readonly Value[] };

export interface OpenConversation {
  readonly type: "conversing";
  /** Turns of the caller in this conversation. */
  readonly turns: number;
  /** The number of the pending request or tool. */
  readonly work: number | null;
  /** Remaining tool calls, running one first. */
  readonly calls: readonly ModelCall[];
  readonly callsInTurn: number;
  /** How often in a row the model failed. */
  readonly modelFailures: number;
  /** Part of the model's running reply has been said. */
  readonly hasSpoken: boolean;
  /** A spoken reply is requested again for its unreadable part. Its words are not said. */
  readonly isRepairing: boolean;
  readonly noInputs: number;
  readonly failures: number;
  /** Whether the first of `calls` waits for the caller's yes. */
  readonly isConfirming: boolean;
  /** Values not certain from the caller's words wait for a yes, and with them the exit chosen by the model. */
  readonly askedBack?: AskedBack | undefined;
  /** Values refused by the caller: they are not asked back again. */
  readonly refused?: readonly FilledVariable[] | undefined;
  /** Caller's words in this conversation, verbatim: a model's values must quote them. */
  readonly heard: readonly string[];
  readonly filled: readonly FilledVariable[];
  readonly isPatient: boolean;
}

export interface AskedBack {
  readonly values: readonly FilledVariable[];
  readonly exit: string | null;
}

/** The caller's question is being looked up, or answered by a model. */
export interface PendingAnswer {
  readonly type: "answering";
  readonly work: number;
  /** Words of the caller. */
  readonly words: string;
  /** Passages of the flow itself, until a base has answered. */
  readonly found: readonly FoundPassage[];
  /** Part of a model's answer has been said. */
  readonly hasSpoken: boolean;
  /** Point of return. */
  readonly back: OpenQuestion | OpenConversation;
}

/** A model words what the agent says next. */
export interface LineOfModel {
  readonly type: "wording";
  readonly work: number;
  /** Text so far, not spoken. */
  readonly said: string;
  readonly facts: readonly string[];
  readonly mustSay: readonly string[];
  /** Further facts for the model. */
  readonly told: readonly string[];
  /** Spoken if the model's line is not. */
  readonly written: Omit<Speech, "bargeIn"> | null;
  /** Continuation: in the speaking node, at a node, or where a handler interrupted. */
  readonly onward:
    | { readonly type: "act" }
    | { readonly type: "go"; readonly to: string; readonly by: string }
    | {
        readonly type: "resume";
        readonly handler: string;
        readonly open: Dict<Value>;
        readonly back: Phase;
      };
}

export interface ModelCall {
  /** The vendor's, if any. */
  readonly id?: string;
  readonly tool: string;
  readonly arguments: Dict<Value>;
}
