// Document model: a flow's document as typed data with the path of everything; input of checks and compiler. Only
// values of the right shape are in it. Types only.

import type { Expr, Template } from "../expression/ast.ts";
import type { Confirm, FilledPolicy } from "../program.ts";
import type { Path } from "../source/problem.ts";
import type { Verb } from "../schema/verbs.ts";
import type { RedactionKind, RetainedClass } from "../../value/retained.ts";
import type { OwnSourceKind } from "../../knowledge/own-source.ts";
import type { Kind, Value } from "../../value/value.ts";
import type { LocatedValue, Fields } from "./map-reader.ts";

/** A condition or an expression. */
export interface ExpressionModel {
  readonly path: Path;
  readonly data: unknown;
  /** Absent if it does not parse. */
  readonly expr: Expr | undefined;
}

/** One text with holes: a template. */
export interface TextModel {
  readonly path: Path;
  readonly source: string;
  /** Absent if it does not parse. */
  readonly template: Template | undefined;
}

/** Spoken texts by language. */
export interface LocalizedTextModel {
  readonly path: Path;
  readonly languages: ReadonlyMap<string, readonly TextModel[]>;
  /** Whether the document names the languages of these texts. */
  readonly byLanguage: boolean;
}

/** Phrases that callers say, by language. */
export interface PhrasesModel {
  readonly path: Path;
  readonly languages: ReadonlyMap<string, readonly LocatedValue<string>[]>;
}

export interface OptionModel {
  readonly id: string;
  readonly path: Path;
  readonly label: LocalizedTextModel | undefined;
  readonly synonyms: PhrasesModel | undefined;
  readonly dtmf: LocatedValue<string> | undefined;
  readonly description: string | undefined;
  readonly condition: ExpressionModel | undefined;
}

export interface RepromptsModel {
  readonly noMatch: LocalizedTextModel | undefined;
  readonly noInput: LocalizedTextModel | undefined;
  readonly invalid: LocalizedTextModel | undefined;
  readonly readBack: LocalizedTextModel | undefined;
}

export interface QuestionSettings extends RepromptsModel {
  readonly confirm: Confirm | undefined;
  readonly llm: boolean | undefined;
}

export interface VariableModel extends QuestionSettings {
  readonly name: string;
  readonly path: Path;
  /** Undefined if the type is unknown. */
  readonly kind: Kind | undefined;
  /** The variable's keys, with those inherited from its type. */
  readonly fields: Fields;
  readonly ask: LocalizedTextModel | undefined;
  readonly synonyms: PhrasesModel | undefined;
  /** For a choice; `undefined` if the options come from data or are missing. */
  readonly options: readonly OptionModel[] | undefined;
  readonly optionsFrom: TextModel | undefined;
  /** Shares by which an option is drawn. */
  readonly split: readonly (LocatedValue<number> & { readonly option: string })[];
  /** The fields of a list's entries; undefined where the document describes none. */
  readonly record: readonly FieldModel[] | undefined;
  /** The question after each entry of such a list. */
  readonly more: LocalizedTextModel | undefined;
  readonly min: TextModel | undefined;
  readonly max: TextModel | undefined;
  readonly default: (LocatedValue<Value> & { readonly line: TextModel | undefined }) | undefined;
  readonly example: LocatedValue<Value> | undefined;
  readonly input: boolean;
  readonly output: boolean;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly optional: boolean;
  readonly dependsOn: readonly LocatedValue<string>[];
}

/** A field of a list's entries, with the entries that have it, by options of other fields. */
export interface FieldModel extends VariableModel {
  readonly onlyFor: readonly (LocatedValue<readonly LocatedValue<string>[]> & { readonly field: string })[];
}

export interface AssignmentModel {
  readonly variable: string;
  readonly path: Path;
  readonly value: ExpressionModel;
}

export interface EmissionModel {
  readonly event: string;
  readonly path: Path;
  readonly data: ExpressionModel;
}

export interface BranchModel {
  readonly path: Path;
  readonly condition: ExpressionModel | undefined;
  readonly isElse: boolean;
  readonly target: LocatedValue<string> | undefined;
}

export interface EdgesModel {
  readonly path: Path;
  readonly isList: boolean;
  readonly branches: readonly BranchModel[];
}

/** A line that a model words; its fallback is the `say` beside it. */
export interface WordingModel {
  readonly path: Path;
  readonly prompt: TextModel | undefined;
  readonly facts: readonly TextModel[];
  readonly mustSay: readonly TextModel[];
  readonly timeoutMs: number;
}

/** A recorded sound; its text is the `say` beside it. */
export interface SoundModel {
  readonly path: Path;
  readonly byLanguage: boolean;
  /** Language → file or address; a sound without languages is listed under each language of the text. */
  readonly languages: ReadonlyMap<string, LocatedValue<string>>;
}

/** The actions that nodes and handlers have in common. */
export interface ActionsModel {
  readonly path: Path;
  readonly say: LocalizedTextModel | undefined;
  readonly wording: WordingModel | undefined;
  readonly sound: SoundModel | undefined;
  readonly set: readonly AssignmentModel[];
  readonly emit: readonly EmissionModel[];
  readonly next: EdgesModel | undefined;
}

export interface HandlerModel extends ActionsModel {
  readonly name: string;
  readonly fields: Fields;
  readonly disabled: boolean;
  readonly phrases: PhrasesModel | undefined;
  /** Its phrases take precedence wherever they occur. */
  readonly anywhere: boolean;
  readonly dtmf: LocatedValue<string> | undefined;
  readonly when: string | undefined;
}

export interface ExitModel {
  readonly name: string;
  readonly path: Path;
  readonly condition: ExpressionModel | undefined;
  readonly when: string | undefined;
  readonly target: LocatedValue<string> | undefined;
}

export interface SpeechSettings {
  readonly bargeIn: boolean | undefined;
  readonly voice: Fields | undefined;
  readonly listen: Fields | undefined;
}

export interface NodeModel extends ActionsModel, SpeechSettings, QuestionSettings {
  readonly id: string;
  readonly fields: Fields;
  /** `say` if no other verb is written, the first one if several are. */
  readonly verb: Verb;
  readonly language: LocatedValue<string> | undefined;
  readonly handlers: readonly HandlerModel[];
  /** Variables of `ask` and `menu`. */
  readonly asks: readonly LocatedValue<string>[];
  readonly goto: readonly (LocatedValue<string> & { readonly option: string })[];
  readonly giveUp: LocatedValue<string> | undefined;
  readonly maxAttempts: number | undefined;
  readonly whenFilled: FilledPolicy | undefined;
  readonly review: boolean;
  readonly optional: boolean | undefined;
  /** Variables that the node's answers may fill ahead. */
  readonly listenFor: readonly LocatedValue<string>[];
  readonly goal: TextModel | undefined;
  readonly answerFrom: LocatedValue<string> | undefined;
  readonly notFound: LocatedValue<string> | undefined;
  readonly fill: readonly LocatedValue<string>[];
  readonly tools: readonly LocatedValue<string>[];
  readonly exits: readonly ExitModel[];
  readonly withoutLlm: LocatedValue<string> | undefined;
  /** For `tool` and `call`: the name of the tool or flow. */
  readonly callee: LocatedValue<string> | undefined;
  readonly with: readonly AssignmentModel[];
  readonly save: readonly AssignmentModel[];
  readonly onError: LocatedValue<string> | undefined;
  readonly onFailed: LocatedValue<string> | undefined;
  readonly onTimeout: LocatedValue<string> | undefined;
  readonly onReturn: LocatedValue<string> | undefined;
  readonly onNoAnswer: LocatedValue<string> | undefined;
  readonly address: TextModel | undefined;
  /** Words for the person who takes over. */
  readonly whisper: LocalizedTextModel | undefined;
  /** For `wait`: either a pause in ms, or the awaited event. */
  readonly pauseMs: number | undefined;
  readonly event: LocatedValue<string> | undefined;
  readonly record: LocatedValue<string> | undefined;
  /** Value of `record: on` and `record: off`. */
  readonly isRecorded: boolean | undefined;
  /** Keys that the node presses. */
  readonly keys: TextModel | undefined;
  readonly outcome: TextModel | undefined;
}

export interface ToolModel {
  readonly name: string;
  readonly path: Path;
  readonly fields: Fields;
  readonly params: ReadonlyMap<string, Kind>;
  readonly returns: ReadonlyMap<string, Kind> | undefined;
  /** HTTP method and URL. */
  readonly http: TextModel | undefined;
  readonly headers: readonly (TextModel & { readonly name: string })[];
  readonly body: LocatedValue<unknown> | undefined;
  readonly bodyLines: readonly TextModel[];
  readonly confirm: LocalizedTextModel | undefined;
  readonly writes: boolean;
}

/** Days or weekdays with the opening times of each. */
export type HoursEntries = readonly {
  readonly day: string;
  readonly path: Path;
  readonly spans: readonly LocatedValue<string>[];
}[];

export interface HoursModel {
  readonly open: HoursEntries;
  readonly holidays: readonly LocatedValue<string>[];
  readonly special: HoursEntries;
}

export interface KnowledgeModel {
  readonly path: Path;
  /** The name of a knowledge base of the account. */
  readonly base: LocatedValue<string> | undefined;
  readonly entries: readonly KnowledgeEntry[];
}

/** A text, an answer with its questions, or the location of a text. */
export interface KnowledgeEntry extends LocatedValue<string> {
  readonly questions: readonly string[];
  readonly source?: OwnSourceKind;
}

/** Post-processing of a call. */
export interface OnEndModel {
  readonly summarises: boolean;
  readonly extract: ReadonlyMap<string, VariableModel>;
}

export interface HookModel {
  readonly path: Path;
  readonly url: LocatedValue<string> | undefined;
  readonly secret: LocatedValue<string> | undefined;
  readonly events: readonly LocatedValue<string>[];
}

export interface Defaults extends SpeechSettings, QuestionSettings {
  readonly fields: Fields;
  readonly giveUp: LocatedValue<string> | undefined;
  readonly maxAttempts: number | undefined;
  readonly answerFrom: LocatedValue<string> | undefined;
  readonly limits: Fields | undefined;
}

export interface Model {
  readonly fields: Fields;
  readonly id: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly start: LocatedValue<string> | undefined;
  /** Persona of the agent, for a model. */
  readonly persona: TextModel | undefined;
  readonly variables: ReadonlyMap<string, VariableModel>;
  /** Variables that any answer may fill ahead. */
  readonly open: readonly LocatedValue<string>[];
  readonly types: ReadonlyMap<string, VariableModel>;
  readonly nodes: ReadonlyMap<string, NodeModel>;
  readonly tools: ReadonlyMap<string, ToolModel>;
  /** The flow's handlers. Disabled ones are included: they switch off built-in handlers. */
  readonly handlers: ReadonlyMap<string, HandlerModel>;
  readonly hooks: readonly HookModel[];
  readonly onEnd: OnEndModel | undefined;
  readonly hours: ReadonlyMap<string, HoursModel>;
  readonly knowledge: ReadonlyMap<string, KnowledgeModel>;
  /** Written word → language → pronunciation; the empty language is any. */
  readonly pronounce: ReadonlyMap<string, ReadonlyMap<string, LocatedValue<string>>>;
  readonly secrets: readonly LocatedValue<string>[];
  /** Days of retention by class of data. */
  readonly retention: ReadonlyMap<RetainedClass, LocatedValue<number>>;
  readonly redact: readonly RedactionKind[];
  readonly defaults: Defaults;
}
