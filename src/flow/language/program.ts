// Compiled flow: everything that the interpreter needs, checked and with every inherited setting resolved. A setting
// comes from the node, else the variable, else `defaults`, else the built-in value. Immutable, without functions,
// shared by all calls of the flow.

import type { Body, Expr, Template } from "./expression/ast.ts";
import type { Kind } from "../value/value.ts";

/** Language → wordings, the first for the first time, the last for every later one. */
export type TextsByLanguage = ReadonlyMap<string, readonly Template[]>;

/** Language → what people call something. */
export type PhrasesByLanguage = ReadonlyMap<string, readonly string[]>;

export interface Option {
  readonly id: string;
  /** Language → how it is spoken; an option without one is called by its id. */
  readonly label: ReadonlyMap<string, string>;
  readonly synonyms: PhrasesByLanguage;
  readonly dtmf?: string;
  /** For the model. */
  readonly description?: string;
  /** Offered only while this is true. */
  readonly if?: Expr;
}

/** What a value must be. Bounds are templates because they may depend on the day. */
export type VariableType =
  | { readonly kind: "boolean" | "email" | "name" | "text" | "object" | "audio" }
  | {
      readonly kind: "number";
      readonly min?: Template;
      readonly max?: Template;
      readonly integer: boolean;
    }
  /** `currency` is an ISO 4217 code. */
  | { readonly kind: "money"; readonly min?: Template; readonly max?: Template; readonly currency: string }
  | { readonly kind: "date" | "time"; readonly min?: Template; readonly max?: Template }
  | { readonly kind: "digits"; readonly lengthMin: number; readonly lengthMax: number }
  /** `A` a letter, `9` a digit, `*` either. */
  | { readonly kind: "code"; readonly mask: string }
  /** An ISO 3166 country. */
  | { readonly kind: "phone"; readonly region: string }
  | { readonly kind: "choice"; readonly options: readonly Option[] }
  /** A choice among what a list of the flow's data holds at the time. */
  | { readonly kind: "choice"; readonly from: Expr }
  | { readonly kind: "list"; readonly of?: Kind };

export type Confirm = "auto" | "never" | "implicit" | "explicit";
export type WhenFilled = "skip" | "ask" | "confirm";

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  /** Spoken to ask for it, where the node has no `say` of its own. */
  readonly ask: TextsByLanguage;
  readonly synonyms: PhrasesByLanguage;
  /** A constant, or a template evaluated at the start. */
  readonly default?: Expr;
  readonly input: boolean;
  readonly output: boolean;
  readonly required: boolean;
  readonly example?: Expr;
  readonly sensitive: boolean;
  /** Whether a model may see it although it is sensitive. */
  readonly llm: boolean;
  /** What clears it when it changes. */
  readonly dependsOn: readonly string[];
  readonly description?: string;
}

export interface Branch {
  /** Absent in the `else`. */
  readonly if?: Expr;
  readonly target: string;
}

/** Tried in order; the last has no condition. The target `RESUME` goes back to what a handler interrupted. */
export type Edges = readonly Branch[];

export interface Assignment {
  readonly variable: string;
  readonly value: Expr;
}

export interface Emission {
  readonly event: string;
  readonly data: Expr;
}

export interface Voice {
  readonly name?: string;
  readonly speed?: number;
  readonly style?: string;
}

/** `dtmf`: only keys cut in. */
export type BargeIn = boolean | "dtmf";

/** How a node listens; everything that has a built-in value is there. */
export interface ListenSettings {
  readonly noInputMs: number;
  /** Absent: by the type of what is asked. */
  readonly endSilenceMs?: number;
  readonly maxSpeechMs: number;
  readonly mode: "both" | "speech" | "dtmf";
  readonly hints: readonly string[];
  /** The key that ends an entry; absent: none does. */
  readonly finishKey?: string;
  readonly interDigitMs: number;
}

/** How one variable is asked at one node. */
export interface Question {
  readonly variable: string;
  readonly ask: TextsByLanguage;
  readonly noMatch: TextsByLanguage;
  readonly noInput: TextsByLanguage;
  readonly invalid: TextsByLanguage;
  readonly confirm: Confirm;
  readonly attemptsMax: number;
  /** Whether a model may help to understand. */
  readonly llm: boolean;
}

export interface Exit {
  readonly name: string;
  readonly if?: Expr;
  /** When a model may choose it, in words for the model. */
  readonly when?: string;
  readonly target: string;
}

export type Act =
  | { readonly type: "go"; readonly edges: Edges }
  | {
      readonly type: "ask";
      readonly questions: readonly Question[];
      readonly whenFilled?: WhenFilled;
      /** Where options lead, of a menu; what is not named takes `way`. */
      readonly goto: ReadonlyMap<string, string>;
      readonly isMenu: boolean;
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
      /** Turns that the model is shown. */
      readonly history: number | "all" | "none";
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
      /** The document's own id of the flow that is called. */
      readonly flow: string;
      readonly with: readonly (readonly [input: string, value: Expr])[];
      readonly save: readonly Assignment[];
      readonly onError: string;
      readonly edges: Edges;
    }
  | { readonly type: "transfer"; readonly address: Template; readonly onFailed: string }
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
      /** Absent: `way`. */
      readonly onFailed?: string;
      readonly edges: Edges;
    }
  | { readonly type: "end"; readonly outcome: Template };

export interface FlowNode {
  readonly id: string;
  readonly say: TextsByLanguage;
  readonly set: readonly Assignment[];
  readonly emit: readonly Emission[];
  readonly bargeIn: BargeIn;
  readonly voice?: Voice;
  /** The language that the call speaks from here on. */
  readonly language?: string;
  readonly listen: ListenSettings;
  /** What listens here, the node's own before the flow's; switched-off ones are not in it. */
  readonly handlers: readonly Handler[];
  readonly act: Act;
}

export interface Handler {
  readonly name: string;
  /** Its own phrases and, for a built-in name, the pack's. */
  readonly phrases: PhrasesByLanguage;
  readonly dtmf?: string;
  /** When a model may choose it, in words for the model. */
  readonly when?: string;
  /** `repeat` speaks the last turn again, `wait` gives 30 s; everything else is only as written. */
  readonly does?: "repeat" | "wait";
  readonly say: TextsByLanguage;
  readonly set: readonly Assignment[];
  readonly emit: readonly Emission[];
  /** `[{target: "RESUME"}]` when nothing is written. */
  readonly edges: Edges;
  /** Whether the node that it interrupts must be remembered: its way can come to a `RESUME`. */
  readonly resumes: boolean;
}

/** A type in a tool's `params` or `returns`. */
export type ToolType = Kind;

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly params: ReadonlyMap<string, ToolType>;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Up to the first `/` it is literal. */
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  /** A structure whose texts are templates. */
  readonly body?: Body;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly effect: "read" | "write";
  /** What a model's call of a write must be told to the caller before. */
  readonly confirm?: TextsByLanguage;
  readonly returns: ReadonlyMap<string, ToolType>;
}

export interface Hook {
  readonly url: string;
  /** The name of an account's secret that signs. */
  readonly secret: string;
  readonly events: readonly string[];
}

export interface Limits {
  readonly turnsMax: number;
  readonly durationMs: number;
  readonly failuresMax: number;
}

export interface Program {
  readonly id: string;
  readonly name: string;
  /** For people; often empty. */
  readonly description: string;
  /** The IANA name of the zone that clock and calendar mean. */
  readonly timezone: string;
  readonly start: string;
  readonly startSpeaker: "agent" | "user";
  readonly language: string;
  readonly languages: readonly string[];
  readonly variables: ReadonlyMap<string, Variable>;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly secrets: readonly string[];
  readonly hooks: readonly Hook[];
  readonly limits: Limits;
  /** The flows that it calls, by their own ids, at the revision fixed when it was stored. */
  readonly calls: ReadonlyMap<string, Program>;
  /** Keys of the session's context that expressions read, those of called flows too; `all` if one reads it whole. */
  readonly contextKeys: ReadonlySet<string> | "all";
}
