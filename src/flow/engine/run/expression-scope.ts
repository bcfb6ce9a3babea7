// Expression scope: the variables and built-in names that the expressions of the running flow can read.

import { assert } from "../../../base/assert.ts";
import type { Expr } from "../../language/expression/ast.ts";
import { evaluate } from "../../language/expression/evaluator.ts";
import { MASK } from "../../language/expression/template-renderer.ts";
import type { EvaluationScope, SpokenAs } from "../../language/expression/evaluation-scope.ts";
import { speak } from "../../language/expression/speak-value.ts";
import { languageOf } from "../../locale/languages.ts";
import { timeInZone, zonedTimeOf } from "../../value/zoned-time.ts";
import type { Program, Variable, VariableType } from "../../language/program.ts";
import { type Value, valueMap } from "../../value/value.ts";
import { optionsFromData } from "./ask/options-from-data.ts";
import { type FlowState, type FlowFrame, own } from "./flow-state.ts";

export interface FlowView {
  readonly program: Program;
  readonly state: FlowState;
  readonly frame: FlowFrame;
  readonly wallMs: number;
  /** The language in which values are spoken. */
  readonly language: string;
  /** The name `result`, in `save` only. */
  readonly result?: Value;
  /** Sensitive values are read as dots. */
  readonly isMasked?: boolean;
}

/** The scope in which expressions of a view are evaluated. */
export function scopeOf(view: FlowView): EvaluationScope {
  return {
    get: (name) => {
      const variable = view.program.variables.get(name);
      return variable === undefined ? builtIn(view, name) : valueOf(view, variable);
    },
    kindOf: (name) => {
      const variable = view.program.variables.get(name);
      if (variable !== undefined) return spokenAs(variable, view);
      return name === "last" ? { kind: "object", sensitive: view.state.last.sensitive } : undefined;
    },
    get moment() {
      return zonedTimeOf(view.wallMs, view.program.timezone);
    },
    momentIn: (timezone) => timeInZone(view.wallMs, timezone),
    speaker: languageOf(view.language).speaker,
    hours: view.program.hours,
  };
}

/** True if a variable's value is masked wherever words are kept: by its type, or because nothing was recorded. */
export function isHidden({ name, sensitive }: Variable, { unrecorded = [] }: FlowFrame): boolean {
  return sensitive || unrecorded.includes(name);
}

/** True if a model may see its value. Words off the record reach a model only while recording is off. */
export function mayModelSee(
  variable: Variable,
  { state, frame }: Pick<FlowView, "state" | "frame">,
): boolean {
  if (variable.sensitive) return variable.llm;
  return state.isUnrecorded === true || !isHidden(variable, frame);
}

/** How a variable's values are spoken. */
export function spokenAs(variable: Variable, view: FlowView): SpokenAs {
  const sensitive = isHidden(variable, view.frame);
  return { sensitive, llm: mayModelSee(variable, view), ...spokenType(variable.type, view) };
}

function spokenType(type: VariableType, view: FlowView): SpokenAs {
  return {
    kind: type.kind,
    ...(type.kind === "money" ? { currency: type.currency } : {}),
    ...("unit" in type && type.kind !== "date_range" ? { unit: type.unit } : {}),
    ...(type.kind === "phone" ? { region: type.region } : {}),
    ...(type.kind === "list" && type.of !== undefined ? { of: type.of } : {}),
    ...(type.kind === "list" && type.fields !== undefined
      ? { fields: type.fields.map((field) => ({ name: field.name, as: spokenType(field.type, view) })) }
      : {}),
    ...(type.kind === "choice" ? { labelOf: (id: string) => labelOf(type, id, view) } : {}),
  };
}

function labelOf(type: VariableType, id: string, view: FlowView): string | undefined {
  if (type.kind !== "choice") return undefined;
  if ("from" in type) {
    const label = optionsFromData(evaluate(type.from, scopeOf(view))).find(
      (option) => option.id === id,
    )?.label;
    return label === id ? entryOf(type.from, id, view) : label;
  }
  const label = type.options.find((option) => option.id === id)?.label;
  return label?.get(view.language) ?? label?.get(view.program.language);
}

/** An entry of a typed list is spoken as its type: "10:00" of a list of times as "10 a.m.". */
function entryOf(list: Expr, entry: string, view: FlowView): string {
  const type = list.type === "name" ? view.program.variables.get(list.name)?.type : undefined;
  if (type?.kind !== "list" || type.of === undefined) return entry;
  return speak(entry, { kind: type.of }, scopeOf(view));
}

function valueOf({ frame, isMasked }: FlowView, variable: Variable): Value {
  const value = own(frame.values, variable.name) ?? null;
  return isMasked === true && isHidden(variable, frame) && value !== null ? MASK : value;
}

function builtIn(view: FlowView, name: string): Value | undefined {
  const { facts, last } = view.state;
  const hides = view.isMasked === true && last.sensitive;
  switch (name) {
    case "session":
      return session(view);
    case "call":
      return callFacts(view);
    case "context":
      return facts.context;
    case "metadata":
      return facts.metadata;
    case "last":
      return valueMap([
        ["text", hides && last.text !== null ? MASK : last.text],
        ["confidence", last.confidence],
        ["dtmf", hides && last.dtmf !== null ? MASK : last.dtmf],
      ]);
    case "attempt":
      return attemptOf(view.frame);
    case "failure":
      return failureOf(view.frame);
    case "result":
      return view.result;
    default:
      return undefined;
  }
}

function session({ state: { facts, turns, language } }: FlowView): Value {
  return valueMap([
    ["id", facts.id],
    ["language", language],
    ["channel", facts.channel],
    ["direction", facts.direction],
    ["from", facts.from ?? null],
    ["to", facts.to ?? null],
    ["turns", turns],
    ["started_at", new Date(facts.startedAtMs).toISOString()],
  ]);
}

/** The name `call`. The callee's kind is also learned from their words. */
function callFacts({ state: { facts, isMachine } }: FlowView): Value {
  return valueMap([
    ["from", facts.from ?? null],
    ["to", facts.to ?? null],
    ["direction", facts.direction],
    ["answered_by", isMachine === true ? "machine" : (facts.answeredBy ?? null)],
  ]);
}

/** The name `attempt`: 1 at the first attempt of a question. */
function attemptOf({ phase, failures }: FlowFrame): number {
  if (phase.type !== "asking") return 1;
  const so = own(failures, phase.variable);
  return so === undefined ? 1 : so.noMatch + so.noInput + so.invalid + so.refused + 1;
}

function failureOf({ failure }: FlowFrame): Value {
  if (failure === null) return null;
  return valueMap([
    ["tool", failure.tool],
    ["kind", failure.kind],
    ["status", failure.status ?? null],
  ]);
}

/** A variable of a compiled program. Throws an assertion error for an unknown name, which the compiler rules out. */
export function variableOf(program: Program, name: string): Variable {
  const variable = program.variables.get(name);
  assert(variable !== undefined, "a compiled flow names only variables that it has");
  return variable;
}

/** The same scope with another value of a name. */
export const withValue = (
  scope: EvaluationScope,
  name: string,
  value: Value | undefined,
): EvaluationScope => ({
  get: (one) => (one === name && value !== undefined ? value : scope.get(one)),
  kindOf: (one) => scope.kindOf(one),
  get moment() {
    return scope.moment;
  },
  momentIn: (timezone) => scope.momentIn(timezone),
  speaker: scope.speaker,
  ...(scope.hours === undefined ? {} : { hours: scope.hours }),
});
