// Variable assignment: stores values of the right type and size, and clears the variables that depend on a changed
// one.

import { evaluate } from "../../language/expression/evaluator.ts";
import { MASK } from "../../language/expression/template-renderer.ts";
import { fits } from "../../language/expression/value-size.ts";
import type { Assignment, Program, Variable } from "../../language/program.ts";
import type { FilledVariable } from "../understand/understanding.ts";
import type { Value } from "../../value/value.ts";
import { fitsVariable } from "../../language/type-conformity.ts";
import type { StepDraft } from "./step-draft.ts";
import { optionsOf } from "./ask/choice-options.ts";
import { isHidden, scopeOf, variableOf } from "./expression-scope.ts";
import { type AnswerMark, type Dict, own, put, type Undo } from "./flow-state.ts";
import { viewOf } from "./running-flow.ts";

/** Entries of the undo list: values that the flow has set since the oldest correctable answer. */
const undoMax = 100;

/** A variable's value in the running flow; null when it has none. */
export function valueOf(draft: StepDraft, name: string): Value {
  return own(draft.frame.values, name) ?? null;
}

/** Setter of a value. A correction undoes and repeats the flow's assignments; the caller's own values stay. */
export type Origin = "caller" | "flow";

/** Assigns all values at once. Variables that depend on a changed one are cleared, unless assigned here too. */
export function assign(draft: StepDraft, filled: readonly FilledVariable[], origin: Origin): void {
  const before = draft.frame.values;
  for (const one of filled) store(draft, one, origin);
  clearDependents(draft, { before, assigned: new Set(filled.map(({ name }) => name)), origin });
}

/** Runs `set`: each assignment sees the earlier ones. A value of the wrong type becomes null. */
export function runSet(draft: StepDraft, assignments: readonly Assignment[], origin: Origin): void {
  if (assignments.length === 0) return;
  const before = draft.frame.values;
  for (const { variable: name, value: expr } of assignments) {
    const value = evaluate(expr, scopeOf(viewOf(draft)));
    const isRight = fitsHere(draft, variableOf(draft.program, name), value);
    if (!isRight) draft.trace("set-mismatch", name);
    store(draft, { name, value: isRight ? value : null }, origin);
  }
  clearDependents(draft, { before, assigned: new Set(assignments.map(({ variable }) => variable)), origin });
}

/** Values that `save` takes from a result. Undefined if one has the wrong type; then none may be stored. */
export function valuesToSave(
  draft: StepDraft,
  save: readonly Assignment[],
  result: Value,
): FilledVariable[] | undefined {
  const scope = scopeOf({ ...viewOf(draft), result });
  const filled = save.map(({ variable, value }) => ({
    name: variable,
    value: evaluate(value, scope),
  }));
  const areRight = filled.every(({ name, value }) => fitsHere(draft, variableOf(draft.program, name), value));
  return areRight ? filled : undefined;
}

function fitsHere(draft: StepDraft, variable: Variable, value: Value): boolean {
  const ids =
    variable.type.kind === "choice" ? optionsOf(variable.type, viewOf(draft)).map(({ id }) => id) : [];
  return fitsVariable(value, variable.type, ids);
}

function store(draft: StepDraft, { name, value: wanted }: FilledVariable, origin: Origin): void {
  const value = fits(wanted) ? wanted : null;
  if (value !== wanted) draft.trace("value-too-large", name);
  const { prefilled, ahead = [], undo } = draft.frame;
  // A value that the caller repeats is the caller's from then on, even if unchanged.
  if (origin === "caller") draft.changeFrame({ undo: undo.filter((one) => one.name !== name) });
  const before = valueOf(draft, name);
  if (same(before, value)) return;
  if (origin === "flow") noteUndo(draft, { name, value: before });
  draft.changeFrame({ prefilled: prefilled.filter((other) => other !== name) });
  if (origin === "flow" || value === null)
    draft.changeFrame({ ahead: ahead.filter((other) => other !== name) });
  setValue(draft, name, value);
}

/** Replaces all values of the running flow, and reports the changed ones. */
export function replaceValues(draft: StepDraft, values: Dict<Value>): void {
  for (const name of draft.program.variables.keys()) {
    const value = own(values, name) ?? null;
    if (!same(valueOf(draft, name), value)) setValue(draft, name, value);
  }
}

function setValue(draft: StepDraft, name: string, value: Value): void {
  draft.changeFrame({ values: put(draft.frame.values, name, value) });
  if (draft.state.isUnrecorded === true) hide(draft, [name]);
  const isMasked = isHidden(variableOf(draft.program, name), draft.frame) && value !== null;
  const logged = isMasked ? MASK : value;
  draft.emit({ type: "set", flow: draft.program.id, variable: name, value, logged });
}

/** Masks variables from now on wherever words are kept. */
export function hide(draft: StepDraft, names: readonly string[]): void {
  draft.changeFrame({ unrecorded: [...new Set([...(draft.frame.unrecorded ?? []), ...names])] });
}

/** Adds to the undo list. Answers older than its oldest entry can no longer be corrected. */
function noteUndo(draft: StepDraft, before: FilledVariable): void {
  const entry = { ...before, order: draft.nextOrder(), remembered: draft.state.remembered.length };
  const all = [...draft.frame.undo, entry];
  const undo = all.slice(-undoMax);
  const oldest = all[all.length - undo.length - 1]?.order ?? 0;
  const { answers } = draft.frame;
  const reachable = Object.entries(answers).filter(([, { order }]) => order >= oldest);
  draft.changeFrame({ undo, answers: oldest === 0 ? answers : Object.fromEntries(reachable) });
}

/** Undoes the flow's own assignments since an answer, except in handlers that ran and ended since then. */
export function undoSince(draft: StepDraft, { order, remembered }: AnswerMark): void {
  if (order <= draft.frame.guardedAt) return;
  const isUndone = (one: Undo): boolean => one.order > order && one.remembered <= remembered;
  const undone = draft.frame.undo.filter(isUndone).toReversed();
  draft.changeFrame({ undo: draft.frame.undo.filter((one) => !isUndone(one)) });
  const earliest = new Map(undone.map(({ name, value }) => [name, value]));
  for (const [name, value] of earliest) if (!same(valueOf(draft, name), value)) setValue(draft, name, value);
}

interface Clearing {
  readonly before: Dict<Value>;
  readonly assigned: ReadonlySet<string>;
  readonly origin: Origin;
}

function clearDependents(draft: StepDraft, { before, assigned, origin }: Clearing): void {
  const changed = [...assigned].filter((name) => !same(own(before, name) ?? null, valueOf(draft, name)));
  if (changed.length === 0) return;
  const { ahead = [] } = draft.frame;
  const replaced = changed.filter((name) => (own(before, name) ?? null) !== null);
  const outdated = dependentsOf(draft.program, replaced);
  for (const name of dependentsOf(draft.program, changed)) {
    // A volunteered value was meant for the first value of its dependency.
    if (ahead.includes(name) && !outdated.has(name)) continue;
    if (!assigned.has(name)) store(draft, { name, value: null }, origin);
  }
}

function dependentsOf(program: Program, changed: readonly string[]): ReadonlySet<string> {
  const dependents = new Set<string>();
  const queue = [...changed];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const variable of program.variables.values()) {
      if (!variable.dependsOn.includes(name) || dependents.has(variable.name)) continue;
      dependents.add(variable.name);
      queue.push(variable.name);
    }
  }
  return dependents;
}

/** Deep equality of values, by their JSON. */
export function same(left: Value, right: Value): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
