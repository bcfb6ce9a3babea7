// A flow's document as typed data with the place of everything: what the checks look at and the compiler translates.
// Only what has the right shape is in it. Types only.

import type { Expr, Template } from "../expression/ast.ts";
import type { Confirm, BargeIn, WhenFilled } from "../program.ts";
import type { Path } from "../source/problem.ts";
import type { Verb } from "../schema/node-table.ts";
import type { Kind, Value } from "../../value/value.ts";
import type { At, Fields } from "./map-reader.ts";

/** A condition or an expression. */
export interface Formula {
  readonly path: Path;
  readonly data: unknown;
  /** Absent when it can not be read. */
  readonly expr: Expr | undefined;
}

/** One text with holes. */
export interface Line {
  readonly path: Path;
  readonly source: string;
  /** Absent when it can not be read. */
  readonly template: Template | undefined;
}

/** What is spoken, by language. */
export interface Words {
  readonly path: Path;
  readonly languages: ReadonlyMap<string, readonly Line[]>;
  /** Whether it names its languages. */
  readonly byLanguage: boolean;
}

/** What callers say, by language. */
export interface Phrases {
  readonly path: Path;
  readonly languages: ReadonlyMap<string, readonly At<string>[]>;
}

export interface OptionModel {
  readonly id: string;
  readonly path: Path;
  readonly label: Words | undefined;
  readonly synonyms: Phrases | undefined;
  readonly dtmf: At<string> | undefined;
  readonly description: string | undefined;
  readonly condition: Formula | undefined;
}

export interface Wordings {
  readonly noMatch: Words | undefined;
  readonly noInput: Words | undefined;
  readonly invalid: Words | undefined;
}

export interface Asking extends Wordings {
  readonly confirm: Confirm | undefined;
  readonly llm: boolean | undefined;
}

export interface VariableModel extends Asking {
  readonly name: string;
  readonly path: Path;
  /** Undefined when there is no such type. */
  readonly kind: Kind | undefined;
  /** With the keys of the type that it copies. */
  readonly fields: Fields;
  readonly ask: Words | undefined;
  readonly synonyms: Phrases | undefined;
  /** Of a choice; `undefined` when they come from data or are missing. */
  readonly options: readonly OptionModel[] | undefined;
  readonly optionsFrom: Line | undefined;
  readonly min: Line | undefined;
  readonly max: Line | undefined;
  readonly default: (At<Value> & { readonly line: Line | undefined }) | undefined;
  readonly example: At<Value> | undefined;
  readonly input: boolean;
  readonly output: boolean;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly dependsOn: readonly At<string>[];
}

export interface AssignmentModel {
  readonly variable: string;
  readonly path: Path;
  readonly value: Formula;
}

export interface EmissionModel {
  readonly event: string;
  readonly path: Path;
  readonly data: Formula;
}

export interface BranchModel {
  readonly path: Path;
  readonly condition: Formula | undefined;
  readonly isElse: boolean;
  readonly target: At<string> | undefined;
}

export interface WayModel {
  readonly path: Path;
  readonly isList: boolean;
  readonly branches: readonly BranchModel[];
}

/** What a node and a handler have in common. */
export interface Acting {
  readonly path: Path;
  readonly say: Words | undefined;
  readonly set: readonly AssignmentModel[];
  readonly emit: readonly EmissionModel[];
  readonly next: WayModel | undefined;
}

export interface HandlerModel extends Acting {
  readonly name: string;
  readonly disabled: boolean;
  readonly phrases: Phrases | undefined;
  readonly dtmf: At<string> | undefined;
  readonly when: string | undefined;
}

export interface ExitModel {
  readonly name: string;
  readonly path: Path;
  readonly condition: Formula | undefined;
  readonly when: string | undefined;
  readonly target: At<string> | undefined;
}

export interface Manner {
  readonly bargeIn: BargeIn | undefined;
  readonly voice: Fields | undefined;
  readonly listen: Fields | undefined;
}

export interface NodeModel extends Acting, Manner, Asking {
  readonly id: string;
  readonly fields: Fields;
  /** `say` when none is written, the first when several are. */
  readonly verb: Verb;
  readonly language: At<string> | undefined;
  readonly handlers: readonly HandlerModel[];
  /** Of `ask` and `menu`. */
  readonly asks: readonly At<string>[];
  readonly goto: readonly (At<string> & { readonly option: string })[];
  readonly giveUp: At<string> | undefined;
  readonly maxAttempts: number | undefined;
  readonly whenFilled: WhenFilled | undefined;
  readonly goal: Line | undefined;
  readonly fill: readonly At<string>[];
  readonly tools: readonly At<string>[];
  readonly exits: readonly ExitModel[];
  readonly withoutLlm: At<string> | undefined;
  /** Of `tool` and `call`: what is called. */
  readonly callee: At<string> | undefined;
  readonly with: readonly AssignmentModel[];
  readonly save: readonly AssignmentModel[];
  readonly onError: At<string> | undefined;
  readonly onFailed: At<string> | undefined;
  readonly onTimeout: At<string> | undefined;
  readonly address: Line | undefined;
  /** Of `wait`: one of the two. */
  readonly pauseMs: number | undefined;
  readonly event: At<string> | undefined;
  readonly record: At<string> | undefined;
  readonly outcome: Line | undefined;
}

export interface ToolModel {
  readonly name: string;
  readonly path: Path;
  readonly fields: Fields;
  readonly params: ReadonlyMap<string, Kind>;
  readonly returns: ReadonlyMap<string, Kind> | undefined;
  /** Method and address. */
  readonly http: Line | undefined;
  readonly headers: readonly (Line & { readonly name: string })[];
  readonly body: At<unknown> | undefined;
  readonly bodyLines: readonly Line[];
  readonly confirm: Words | undefined;
  readonly writes: boolean;
}

export interface HookModel {
  readonly path: Path;
  readonly url: At<string> | undefined;
  readonly secret: At<string> | undefined;
  readonly events: readonly At<string>[];
}

export interface Defaults extends Manner, Asking {
  readonly giveUp: At<string> | undefined;
  readonly maxAttempts: number | undefined;
  readonly limits: Fields | undefined;
}

export interface Model {
  readonly fields: Fields;
  readonly id: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly isLibrary: boolean;
  readonly start: At<string> | undefined;
  readonly variables: ReadonlyMap<string, VariableModel>;
  readonly types: ReadonlyMap<string, VariableModel>;
  readonly nodes: ReadonlyMap<string, NodeModel>;
  readonly tools: ReadonlyMap<string, ToolModel>;
  /** Without `disabled` ones only in nodes: at the top they switch off what is built in. */
  readonly handlers: ReadonlyMap<string, HandlerModel>;
  readonly hooks: readonly HookModel[];
  readonly secrets: readonly At<string>[];
  readonly defaults: Defaults;
}
