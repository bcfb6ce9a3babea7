// Flow state: everything that a running flow knows, as one immutable value. It survives JSON, and taking a turn back,
// replay and resuming only ever replace it as a whole.

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
  /** When the last input came, in milliseconds of the Unix epoch. */
  readonly wallMs: number;
  /** The root flow first, the one that runs last; never empty. */
  readonly frames: readonly FlowFrame[];
  readonly language: string;
  /** Inputs of the caller so far. */
  readonly turns: number;
  /** Nodes entered in the session. */
  readonly nodesEntered: number;
  /** How often each node was entered since the caller last made progress. */
  readonly visits: Dict<number>;
  /** Failures since the last accepted answer, over all questions. */
  readonly failuresInRow: number;
  /** Handlers since the last accepted answer. */
  readonly handlersInRow: number;
  /** Never used twice, not even after a turn was taken back. */
  readonly nextWork: number;
  /** Works that run outside and may still return. */
  readonly works: readonly RunningWork[];
  /** The latest event of each name, until a `wait` takes it. */
  readonly events: Dict<Value>;
  /** All that was said after the last input, for `repeat`. */
  readonly said: readonly Speech[];
  /** An implicit confirmation that is said before the next prompt. */
  readonly echo: ValueEcho | null;
  /** Variables whose values were just repeated to the caller: a bare correction means these first. */
  readonly echoed: readonly string[];
  readonly last: LastInput;
  readonly keys: KeyEntry;
  /** Pressed while nothing was asked, for the question that comes. */
  readonly keptKeys: string;
  /** States that handlers interrupted, the latest last. */
  readonly remembered: readonly RememberedPlace[];
  /** Lines for a model: masked, oldest first, with the heard part of the agent's words. */
  readonly history: readonly ModelHistoryLine[];
  /** The state before the last answer; its own `before` is null. Null when nothing can be taken back. */
  readonly before: FlowState | null;
  readonly outcome: string | null;
  /** Neither sound nor words are kept now. */
  readonly isUnrecorded?: boolean;
  /** The other side is an answering machine, and the flow knows it. */
  readonly isMachine?: true;
}

export interface RunningWork {
  readonly work: number;
  readonly what: "read" | "write" | "transfer" | "record" | "press" | "model";
}

export interface ValueEcho {
  readonly words: readonly { readonly text: string; readonly logged: string }[];
  /** Whether the values are also said when the next prompt says them anyway. */
  readonly always: boolean;
}

/** The name `last` in expressions: the caller's last input. */
export interface LastInput {
  readonly text: string | null;
  readonly sensitive: boolean;
  readonly confidence: number | null;
  readonly dtmf: string | null;
}

/** One flow that runs: the session's own, or one that was called. */
export interface FlowFrame {
  readonly flow: string;
  readonly node: string;
  readonly phase: Phase;
  readonly values: Dict<Value>;
  /** How often each node was entered, to choose between first wordings and repeated ones. */
  readonly entered: Dict<number>;
  /** Failures by variable. */
  readonly failures: Dict<Failures>;
  /** The latest answer of each variable, as long as a correction may reach it. */
  readonly answers: Dict<AnswerMark>;
  /** Latest visit of each node, for replay. */
  readonly trail: Dict<NodeVisit>;
  /** Counts answers and passages, so that they can be put in order. */
  readonly order: number;
  readonly replay: Replay | null;
  /** Values that the flow itself has set, oldest first: a correction takes them back and repeats them. */
  readonly undo: readonly Undo[];
  /** When a sensitive answer was last accepted. Nothing is undone past it, so that guesses of a PIN stay counted. */
  readonly guardedAt: number;
  /** Inputs that came filled and have not changed since. */
  readonly prefilled: readonly string[];
  /** Values that the caller volunteered, whose own questions have not been reached since. */
  readonly ahead?: readonly string[];
  /** Variables that got a value while nothing was recorded; they are masked from then on. */
  readonly unrecorded?: readonly string[];
  readonly failure: (ToolFailure & { readonly tool: string }) | null;
  /** Whether this flow has begun something that cannot be undone. */
  readonly wrote: boolean;
  /** In a called flow: the language of the flow that called it. */
  readonly languageBefore: string | null;
  /** In a called flow: nothing was recorded in the flow that called it. */
  readonly wasUnrecorded?: true;
}

export interface Failures {
  readonly noMatch: number;
  readonly noInput: number;
  readonly invalid: number;
  /** How often the caller refused what was understood. */
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
  /** Its words. */
  readonly said: string | null;
  /** The question that was asked for each variable. */
  readonly asked: Dict<string>;
  /** Variables that the caller skipped. */
  readonly skipped?: readonly string[];
  /** Events sent to the hooks. */
  readonly emitted: readonly string[];
  readonly done: NodeResult | null;
}

/** How a node did its work: with which inputs, which values it filled, and which edge it took. */
export interface NodeResult {
  readonly inputs: string;
  readonly filled: readonly FilledVariable[];
  /** Null: the node was left by its `next`. */
  readonly target: { readonly to: string; readonly by: string } | null;
  readonly failure: (ToolFailure & { readonly tool: string }) | null;
}

/** Replay after a correction: the flow runs forward from the corrected answer until it asks something. */
export interface Replay {
  /** Visits with a higher order were made after the corrected answer; their results are reused. */
  readonly since: number;
  /** The question that was corrected has been left. */
  readonly hasLeft: boolean;
  /** Marks of the answers that came after it. */
  readonly answers: Dict<AnswerMark>;
}

/** A position that a handler interrupted. */
export interface RememberedPlace {
  /** The index of the frame, 0 being the root. */
  readonly depth: number;
  readonly node: string;
  readonly phase: Phase;
  /** The flows that it had called. */
  readonly above: readonly FlowFrame[];
  /** The values of the open variables at that time. */
  readonly values: Dict<Value>;
  /** Nothing was recorded there. */
  readonly isUnrecorded?: true;
}

export type Phase =
  | { readonly type: "passing" }
  /** Waiting for the caller to speak first. */
  | { readonly type: "hello" }
  | OpenQuestion
  /** A model was asked what the caller meant. */
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
  /** Waiting for the flow that it called. */
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
  /** The variable that is asked now. */
  readonly variable: string;
  /** Questions of this visit, in order; `variable` is one of it. */
  readonly open: readonly string[];
  readonly pending: PendingQuestion | null;
  /** How often the caller was asked which of several readings is meant. */
  readonly rounds: number;
  /** The caller asked for a moment. */
  readonly isPatient: boolean;
  /** The summary of the node is right. */
  readonly isReviewed?: true;
  /** Variables that the caller skipped in this visit. */
  readonly skipped?: readonly string[] | undefined;
  /** Its digits are said in groups. */
  readonly dictation?: Dictation | undefined;
  /** Given end of a range; the other one is asked for. */
  readonly half?: HalfRange | undefined;
  /** All entries of a list while one of them is incomplete. */
  readonly entries?: FilledVariable | undefined;
}

export interface HalfRange {
  readonly name: string;
  /** An interval with one open end; for a day, the whole interval around it. */
  readonly value: string;
}

export interface Dictation {
  /** Digits so far. */
  readonly digits: string;
  /** They are said one by one. */
  readonly isSingle: boolean;
  /** Some of them were not heard surely. */
  readonly isDoubtful: boolean;
}

export type PendingQuestion =
  /** "6, is that right?" */
  | {
      readonly type: "confirm";
      readonly values: readonly FilledVariable[];
      readonly isOld: boolean;
      /** After a wrong summary the change is asked for. */
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
  /** Calls of tools that are still to be made, the running one first. */
  readonly calls: readonly ModelCall[];
  readonly callsInTurn: number;
  /** How often in a row the model failed. */
  readonly modelFailures: number;
  /** Some of the reply that the model is writing has been said. */
  readonly hasSpoken: boolean;
  /** A reply that has been said is asked for once more, for what of it could not be read. Its words are not said. */
  readonly isRepairing: boolean;
  readonly noInputs: number;
  readonly failures: number;
  /** Whether the first of `calls` waits for the caller's yes. */
  readonly isConfirming: boolean;
  /** Values that the caller's words do not say for sure wait for a yes, and with them the exit that the model chose. */
  readonly askedBack?: AskedBack | undefined;
  /** Values to which the caller said no: they are not asked back again. */
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
  /** Some of a model's answer has been said. */
  readonly hasSpoken: boolean;
  /** Where the flow stands meanwhile. */
  readonly back: OpenQuestion | OpenConversation;
}

/** A model words what the agent says next. */
export interface LineOfModel {
  readonly type: "wording";
  readonly work: number;
  /** Text so far; none of it is spoken. */
  readonly said: string;
  readonly facts: readonly string[];
  readonly mustSay: readonly string[];
  /** Further facts for the model. */
  readonly told: readonly string[];
  /** Spoken if the model's line is not. */
  readonly written: Omit<Speech, "bargeIn"> | null;
  /** Where the flow continues: in the node that speaks, at a node, or where a handler interrupted. */
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
  /** The vendor's, where it has one. */
  readonly id?: string;
  readonly tool: string;
  readonly arguments: Dict<Value>;
}
