// What the expressions of the running flow can see.

import { assert } from "../../../base/assert.ts";
import type { Expr } from "../../language/expression/ast.ts";
import { evaluate } from "../../language/expression/evaluator.ts";
import { MASK } from "../../language/expression/template-renderer.ts";
import type { EvaluationScope, SpokenAs } from "../../language/expression/evaluation-scope.ts";
import { speak } from "../../language/expression/speak-value.ts";
import { languageOf } from "../../locale/languages.ts";
import { zonedTimeOf } from "../../value/zoned-time.ts";
import type { Program, Variable } from "../../language/program.ts";
import { type Value, valueMap } from "../../value/value.ts";
import { optionsFromData } from "./ask/options-from-data.ts";
import { type FlowState, type Frame, own } from "./flow-state.ts";

export interface View {
  readonly program: Program;
  readonly state: FlowState;
  readonly frame: Frame;
  readonly wallMs: number;
  /** What is said or understood in it. */
  readonly language: string;
  /** In `save` only. */
  readonly result?: Value;
  /** Sensitive values read as dots. */
  readonly isMasked?: boolean;
}

export function scopeOf(view: View): EvaluationScope {
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
    speaker: languageOf(view.language).speaker,
  };
}

/** How a variable's values are spoken. */
export function spokenAs(variable: Variable, view: View): SpokenAs {
  const { type } = variable;
  return {
    kind: type.kind,
    sensitive: variable.sensitive,
    llm: variable.llm,
    ...(type.kind === "money" ? { currency: type.currency } : {}),
    ...(type.kind === "list" && type.of !== undefined ? { of: type.of } : {}),
    ...(type.kind === "choice" ? { labelOf: (id: string) => labelOf(variable, id, view) } : {}),
  };
}

function labelOf({ type }: Variable, id: string, view: View): string | undefined {
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

/** An entry of a list that says what it holds is spoken as that: "10:00" as "10 a.m.". */
function entryOf(list: Expr, entry: string, view: View): string {
  const type = list.type === "name" ? view.program.variables.get(list.name)?.type : undefined;
  if (type?.kind !== "list" || type.of === undefined) return entry;
  return speak(entry, { kind: type.of }, scopeOf(view));
}

function valueOf({ frame, isMasked }: View, variable: Variable): Value {
  const value = own(frame.values, variable.name) ?? null;
  return isMasked === true && variable.sensitive && value !== null ? MASK : value;
}

function builtIn(view: View, name: string): Value | undefined {
  const { facts, last } = view.state;
  const hides = view.isMasked === true && last.sensitive;
  switch (name) {
    case "session":
      return session(view);
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

function session({ state: { facts, turns, language } }: View): Value {
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

/** 1 at the first. */
function attemptOf({ phase, failures }: Frame): number {
  if (phase.type !== "asking") return 1;
  const so = own(failures, phase.variable);
  return so === undefined ? 1 : so.noMatch + so.noInput + so.invalid + so.refused + 1;
}

function failureOf({ failure }: Frame): Value {
  if (failure === null) return null;
  return valueMap([
    ["tool", failure.tool],
    ["kind", failure.kind],
    ["status", failure.status ?? null],
  ]);
}

export function variableOf(program: Program, name: string): Variable {
  const variable = program.variables.get(name);
  assert(variable !== undefined, "a compiled flow names only variables that it has");
  return variable;
}
