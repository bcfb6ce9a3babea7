// Compiled flow: everything that the interpreter needs, checked and resolved. A setting comes from the node, else the
// variable, else `defaults`, else the built-in value. Immutable, without functions, shared by all calls of the flow.

import type { Body, Expr, Template } from "./expression/ast.ts";
import type { Contract } from "../value/contract-terms.ts";
import type { RingSettings } from "../value/ring-settings.ts";
import type { CallerAct } from "../locale/acts.ts";
import type { OpeningHours } from "../value/opening-hours.ts";
import type { MeasureUnit } from "../value/measure-unit.ts";
import type { RedactionKind, RetainedClass } from "../value/retained.ts";
import type { SoundsByLanguage } from "../value/sound-name.ts";
import type { Kind, Value } from "../value/value.ts";
import type { KnowledgeSource } from "../knowledge/own-source.ts";

/** Language → wordings: the first is spoken the first time, and so on; the last one repeats. */
export type TextsByLanguage = ReadonlyMap<string, readonly Template[]>;

/** Language → words by which callers name something. */
export type PhrasesByLanguage = ReadonlyMap<string, readonly string[]>;

export interface Option {
  readonly id: string;
  /** Language → spoken label; an option without one is called by its id. */
  readonly label: ReadonlyMap<string, string>;
  readonly synonyms: PhrasesByLanguage;
  readonly dtmf?: string;
  /** Description for language models. */
  readonly description?: string;
  /** Offered only while this is true. */
  readonly if?: Expr;
}

type DayUnit = "days" | "nights";

/** Type of a variable. Bounds are templates, because they may depend on the current date. */
export type VariableType =
  | { readonly kind: "boolean" | "email" | "name" | "text" | "object" | "audio" }
  | { readonly kind: "number"; readonly min?: Template; readonly max?: Template; readonly integer: boolean }
  /** `currency` is an ISO 4217 code. */
  | { readonly kind: "money"; readonly min?: Template; readonly max?: Template; readonly currency: string }
  | {
      readonly kind: "duration" | "amount";
      readonly min?: Template;
      readonly max?: Template;
      readonly integer: boolean;
      readonly unit: MeasureUnit;
    }
  | { readonly kind: "date" | "time" | "time_range"; readonly min?: Template; readonly max?: Template }
  /** `unit`: whether "for three days" counts nights; where it is not said, the caller is asked. */
  | { readonly kind: "date_range"; readonly min?: Template; readonly max?: Template; readonly unit?: DayUnit }
  | { readonly kind: "digits"; readonly lengthMin: number; readonly lengthMax: number }
  /** Masks of a code, parted by `|`: `A` is a letter, `9` a digit, `*` either. */
  | { readonly kind: "code"; readonly mask: string }
  /** Region: an ISO 3166-1 alpha-2 country code. */
  | { readonly kind: "phone"; readonly region: string }
  | { readonly kind: "choice"; readonly options: readonly Option[] }
  /** A choice whose options are the entries of a list at run time. */
  | { readonly kind: "choice"; readonly from: Expr }
  | {
      readonly kind: "list";
      readonly of?: Kind;
      readonly fields?: readonly RecordField[];
      readonly more?: TextsByLanguage;
    };

/** A field of a list's entries, in the order in which they are said. */
export interface RecordField {
  readonly name: string;
  readonly type: VariableType;
  readonly ask: TextsByLanguage;
  readonly synonyms: PhrasesByLanguage;
  readonly default?: Value;
  readonly isOptional: boolean;
  /** The entries that have this field: those whose other field is one of these options. Empty: all. */
  readonly onlyFor: readonly (readonly [field: string, options: readonly string[]])[];
  readonly description?: string;
}

export type Confirm = "auto" | "never" | "implicit" | "explicit";
export type FilledPolicy = "skip" | "ask" | "confirm";

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  /** The question for this variable, for nodes without `say`. */
  readonly ask: TextsByLanguage;
  readonly synonyms: PhrasesByLanguage;
  /** A constant, or an expression that is evaluated at the start of the call. */
  readonly default?: Expr;
  /** Options with their shares; each session draws one of them at its start. */
  readonly split?: readonly (readonly [option: string, share: number])[];
  readonly input: boolean;
  readonly output: boolean;
  readonly required: boolean;
  readonly example?: Expr;
  readonly sensitive: boolean;
  /** Whether a model may see it although it is sensitive. */
  readonly llm: boolean;
  /** Variables whose change clears this one. */
  readonly dependsOn: readonly string[];
  readonly description?: string;
}

export interface Branch {
  /** The condition; absent in the `else` branch. */
  readonly if?: Expr;
  readonly target: string;
}

/** Outgoing edges, tried in order; the last has no condition. `RESUME` returns to what a handler interrupted. */
export type Edges = readonly Branch[];

export interface Assignment {
  readonly variable: string;
  readonly value: Expr;
}

export interface Emission {
  readonly event: string;
  readonly data: Expr;
}

/** Post-processing of a call. `llm`: which model is asked and how. */
export interface OnEnd {
  readonly summarises: boolean;
  readonly extract: readonly Pick<Variable, "name" | "type" | "description">[];
  readonly llm?: LlmSettings;
}

export interface Voice {
  readonly name?: string;
  readonly speed?: number;
}

/** The vendor's model and its temperature, from 0 to 1; an absent field keeps the account's value. */
export interface LlmSettings {
  readonly model?: string;
  readonly temperature?: number;
}

/** A line that a model words within facts; if the model fails, the text beside it is spoken. */
export interface Wording {
  readonly prompt: Template;
  readonly facts: readonly Template[];
  readonly mustSay: readonly Template[];
  readonly timeoutMs: number;
}

/** How a node listens, with built-in values where the document says nothing. */
export interface ListenSettings {
  readonly noInputMs: number;
  /** Endpointing silence; if absent, it depends on the type of the question. */
  readonly endSilenceMs?: number;
  readonly maxSpeechMs: number;
  readonly mode: "both" | "speech" | "dtmf";
  readonly hints: readonly string[];
  readonly finishKey?: string;
  readonly interDigitMs: number;
}

/** How one node asks for one variable. */
export interface Question {
  readonly variable: string;
  readonly ask: TextsByLanguage;
  readonly noMatch: TextsByLanguage;
  readonly noInput: TextsByLanguage;
  readonly invalid: TextsByLanguage;
  readonly readBack: TextsByLanguage;
  readonly confirm: Confirm;
  readonly attemptsMax: number;
  /** Whether the caller may skip it. */
  readonly isOptional?: true;
  /** Whether a language model may help to understand the answer. */
  readonly llm: boolean;
}

export interface Exit {
  readonly name: string;
  readonly if?: Expr;
  /** Condition in words, by which a language model chooses it. */
  readonly when?: string;
  readonly target: string;
}

export type Act =
  | { readonly type: "go"; readonly edges: Edges }
  | {
      readonly type: "ask";
      readonly questions: readonly Question[];
      /** Variables that an answer may fill ahead, each with its question elsewhere. */
      readonly ahead: readonly Question[];
      readonly whenFilled?: FilledPolicy;
      /** Whether all answers are read back as a summary, and changed until the caller confirms it. */
      readonly reviews?: true;
      /** For a menu: option → target node; options that are not listed take `edges`. */
      readonly goto: ReadonlyMap<string, string>;
      readonly isMenu: boolean;
      /** The knowledge that answers questions that callers ask meanwhile. */
      readonly answerFrom?: string;
      readonly edges: Edges;
      readonly giveUp: string;
    }
  | {
      readonly type: "converse";
      readonly goal: Template;
      readonly fill: readonly string[];
      readonly tools: readonly string[];
      readonly exits: readonly Exit[];
      readonly turnsMax: number;
      readonly withoutLlm: string;
      /** Number of past turns that the model is shown. */
      readonly history: number;
      /** The knowledge whose passages the model is given as facts. */
      readonly answerFrom?: string;
      readonly giveUp: string;
      readonly attemptsMax: number;
      readonly noInput: TextsByLanguage;
    }
  | {
      readonly type: "answer";
      readonly answerFrom: string;
      readonly notFound: string;
      readonly edges: Edges;
      readonly giveUp: string;
      readonly attemptsMax: number;
      readonly noInput: TextsByLanguage;
    }
  | {
      readonly type: "tool";
      readonly tool: string;
      readonly with: readonly (readonly [param: string, value: Expr])[];
      readonly save: readonly Assignment[];
      readonly onError: string;
      readonly edges: Edges;
    }
  | {
      readonly type: "call";
      /** Id of the called flow, as its document states it. */
      readonly flow: string;
      readonly with: readonly (readonly [input: string, value: Expr])[];
      readonly save: readonly Assignment[];
      readonly onError: string;
      readonly edges: Edges;
    }
  | ({
      readonly type: "transfer";
      readonly address: Template;
      readonly whisper: TextsByLanguage;
      readonly summarises: boolean;
      /** Target when the caller comes back; if absent, the call is over when the transfer was answered. */
      readonly onReturn?: string;
      readonly save: readonly Assignment[];
      readonly onFailed: string;
    } & RingSettings)
  | { readonly type: "press"; readonly keys: Template; readonly edges: Edges }
  | { readonly type: "pause"; readonly ms: number; readonly edges: Edges }
  | {
      readonly type: "wait";
      readonly event: string;
      readonly timeoutMs: number;
      readonly onTimeout: string;
      readonly save: readonly Assignment[];
      readonly edges: Edges;
    }
  | {
      readonly type: "record";
      readonly variable: string;
      readonly maxMs: number;
      readonly endSilenceMs: number;
      /** Target after a failure; if absent, `edges` apply. */
      readonly onFailed?: string;
      readonly edges: Edges;
    }
  | { readonly type: "end"; readonly outcome: Template };

/** Parts that nodes and handlers share: they speak a written text, a model's words, or a recorded sound. */
interface Acting {
  readonly say: TextsByLanguage;
  readonly wording?: Wording;
  readonly sound?: SoundsByLanguage;
  /** Absent for a handler: the node's voice. */
  readonly voice?: Voice;
  readonly llm?: LlmSettings;
  readonly set: readonly Assignment[];
  readonly emit: readonly Emission[];
}

export interface FlowNode extends Acting {
  readonly id: string;
  readonly bargeIn: boolean;
  /** Whether sound and words are recorded from here on. */
  readonly isRecorded?: boolean;
  /** Switches the language of the call from here on. */
  readonly language?: string;
  /** Lines in the very words, or in those of a model that speaks; absent: exact if they have a value. */
  readonly isExact?: boolean;
  readonly listen: ListenSettings;
  /** The handlers that listen here, the node's own before the flow's, without disabled ones. */
  readonly handlers: readonly Handler[];
  readonly act: Act;
}

export interface Handler extends Acting {
  readonly name: string;
  /** The handler's own phrases and, for a built-in name, those of the language pack. */
  readonly phrases: PhrasesByLanguage;
  /** Its phrases take precedence over any answer, wherever they occur. */
  readonly isAnywhere?: true;
  /** Only answering machines trigger it, at the start of outbound calls. */
  readonly hearsMachines?: true;
  readonly dtmf?: string;
  /** Condition in words, by which a language model chooses it. */
  readonly when?: string;
  /** Built-in action: `wait` gives the caller 30 s, `start_over` forgets all answers, `skip` leaves a question open. */
  readonly does?: "repeat" | "wait" | "back" | "start_over" | "skip";
  /** The caller's act of this name, which every flow hears; `isUnwritten`: the flow does not mention it. */
  readonly act?: CallerAct;
  readonly isUnwritten?: true;
  /** `[{target: "RESUME"}]` if the document gives no target. */
  readonly edges: Edges;
  /** Whether the interrupted node must be remembered, because a `RESUME` is reachable from the handler. */
  readonly resumes: boolean;
}

/** A type in a tool's `params` or `returns`. */
export type ToolType = Kind;

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly params: ReadonlyMap<string, ToolType>;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Scheme and host, up to the first `/` after them, are literal. */
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  /** A structure whose texts are templates. */
  readonly body?: Body;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly effect: "read" | "write";
  /** Spoken to the caller for confirmation before a language model may call a tool that writes. */
  readonly confirm?: TextsByLanguage;
  readonly returns: ReadonlyMap<string, ToolType>;
}

export interface Hook {
  readonly url: string;
  /** Name of the account's secret that signs the requests. */
  readonly secret: string;
  readonly events: readonly string[];
}

export interface Limits {
  readonly turnsMax: number;
  readonly durationMs: number;
  readonly failuresMax: number;
}

/** Written words → their pronunciation. */
export type Pronunciations = ReadonlyMap<string, string>;

export interface Program {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** IANA time zone of the flow's dates and times. */
  readonly timezone: string;
  readonly start: string;
  readonly startSpeaker: "agent" | "user";
  /** Persona of the agent, for a model; absent: that of the calling flow. */
  readonly persona?: Template;
  readonly language: string;
  readonly languages: readonly string[];
  readonly variables: ReadonlyMap<string, Variable>;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly secrets: readonly string[];
  readonly hooks: readonly Hook[];
  readonly limits: Limits;
  readonly onEnd?: OnEnd;
  readonly hours: ReadonlyMap<string, OpeningHours>;
  readonly knowledge: ReadonlyMap<string, KnowledgeSource>;
  /** Pronunciations for each language, including those of called flows. */
  readonly pronounce: ReadonlyMap<string, Pronunciations>;
  /** A model that speaks stands in front of the flow, where one is chosen. */
  readonly isDuplex?: true;
  /** Recogniser for the flow's calls; absent: the account's. */
  readonly stt?: { readonly provider: string; readonly model?: string };
  /** Maximum days of retention for each class, including the limits of called flows. */
  readonly retention: Readonly<Partial<Record<RetainedClass, number>>>;
  /** Redacted kinds of text, including those of called flows. */
  readonly redact: readonly RedactionKind[];
  /** Promises about the flow's calls; absent: none. */
  readonly contract?: Contract;
  /** The flows that this one calls, by id, at the revision that was current when this one was stored. */
  readonly calls: ReadonlyMap<string, Program>;
  /** Context keys that expressions read, including those of called flows; `all` if one reads the context as a whole. */
  readonly contextKeys: ReadonlySet<string> | "all";
}
