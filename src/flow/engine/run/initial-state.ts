// Initial state: the values of a flow's variables before its first node.

import type { Program, Variable } from "../../language/program.ts";
import { evaluate } from "../../language/expression/evaluator.ts";
import { fits } from "../../language/expression/value-size.ts";
import { scattered } from "../../value/scattered.ts";
import type { Value, ValueMap } from "../../value/value.ts";
import { fitsVariable, wantedInstead } from "../../language/type-conformity.ts";
import type { FlowSession } from "./step-contract.ts";
import { optionsOf } from "./ask/choice-options.ts";
import { scopeOf, type FlowView } from "./expression-scope.ts";
import { type Dict, type FlowState, type FlowFrame, own, put } from "./flow-state.ts";

/** The state of a session before its input `start`. */
export function initialState(program: Program, facts: FlowSession): FlowState {
  const wanted = own(facts.context, "language");
  const language =
    program.languages.find((one) => one === wanted && canSpeak(facts, one)) ?? program.language;
  const wallMs = facts.startedAtMs;
  const frame = initialFrame(program, {
    facts,
    wallMs,
    inputs: facts.context,
    usesExamples: facts.usesExamples,
  });
  return { ...blank(facts), frames: [frame], language };
}

/** True if a channel can speak a language: "en" includes "en-GB". */
export function canSpeak({ speaks }: FlowSession, language: string): boolean {
  return speaks === undefined || speaks.some((one) => language === one || language.startsWith(`${one}-`));
}

function blank(facts: FlowSession): FlowState {
  return {
    facts,
    wallMs: facts.startedAtMs,
    frames: [],
    language: "",
    turns: 0,
    nodesEntered: 0,
    visits: {},
    failuresInRow: 0,
    handlersInRow: 0,
    nextWork: 1,
    works: [],
    events: {},
    said: [],
    echo: null,
    echoed: [],
    last: { text: null, sensitive: false, confidence: null, dtmf: null },
    keys: { keys: "" },
    keptKeys: "",
    remembered: [],
    history: [],
    before: null,
    outcome: null,
  };
}

export interface InitialFrameOptions {
  readonly facts: FlowSession;
  readonly wallMs: number;
  /** Values by the names of variables; other names are ignored. */
  readonly inputs: ValueMap;
  readonly usesExamples: boolean;
}

/** Stack frame of a flow at its start, with given values, examples and defaults. */
export function initialFrame(program: Program, beginning: InitialFrameOptions): FlowFrame {
  let frame: FlowFrame = {
    flow: program.id,
    node: program.start,
    phase: { type: "passing" },
    values: {},
    entered: {},
    failures: {},
    answers: {},
    trail: {},
    order: 0,
    replay: null,
    undo: [],
    guardedAt: 0,
    prefilled: [],
    failure: null,
    wrote: false,
    languageBefore: null,
  };
  for (const variable of program.variables.values())
    frame = { ...frame, values: filled(program, frame, { variable, beginning }) };
  const prefilled = [...program.variables.values()].filter(
    (variable) =>
      (variable.input || given(variable, beginning) !== null) &&
      (own(frame.values, variable.name) ?? null) !== null,
  );
  return { ...frame, prefilled: prefilled.map(({ name }) => name) };
}

/** Given value of a variable, or null. One of the wrong type is null too; `prefill.ts` reports it before. */
function given({ name, type }: Variable, { inputs }: InitialFrameOptions): Value {
  const value = own(inputs, name) ?? null;
  return wantedInstead(value, type) === undefined ? value : null;
}

function filled(
  program: Program,
  frame: FlowFrame,
  { variable, beginning }: { variable: Variable; beginning: InitialFrameOptions },
): Dict<Value> {
  const { facts, wallMs, usesExamples } = beginning;
  const state = { ...blank(facts), frames: [frame], language: program.language };
  const view: FlowView = { program, state, frame, wallMs, language: program.language };
  const of = (expr: Variable["default"]): Value =>
    expr === undefined ? null : evaluate(expr, scopeOf(view));
  const example = variable.input && usesExamples ? of(variable.example) : null;
  const value =
    given(variable, beginning) ??
    drawn(variable, program, facts) ??
    [example, of(variable.default)].find((one) => one !== null && fits(one) && isOf(variable, one, view));
  return value === undefined ? frame.values : put(frame.values, variable.name, value);
}

/** Option drawn by the session: always the same one, and each variable draws for itself. */
function drawn({ name, split }: Variable, program: Program, { id }: FlowSession): string | undefined {
  const shares = split ?? [];
  const all = shares.reduce((sum, [, share]) => sum + share, 0);
  let left = (scattered(`${program.id}/${name}/${id}`) / 2 ** 32) * all;
  return shares.find(([, share]) => (left -= share) < 0)?.[0];
}

function isOf(variable: Variable, value: Value, view: FlowView): boolean {
  const ids = optionsOf(variable.type, view).map(({ id }) => id);
  return fitsVariable(value, variable.type, ids);
}
