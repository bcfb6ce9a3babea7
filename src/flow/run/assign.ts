// Variables get values: of the right type, not too large, and whatever depends on them is cleared.

import { evaluate } from "../expr/evaluate.ts";
import { MASK } from "../expr/render.ts";
import { fits } from "../expr/size.ts";
import type { Assignment, Program, Variable } from "../program.ts";
import type { Filled } from "../understand/contract.ts";
import type { Value } from "../value.ts";
import { fitsVariable } from "./conform.ts";
import type { Draft } from "./draft.ts";
import { optionsOf } from "./options.ts";
import { scopeOf, variableOf } from "./scope.ts";
import { type Dict, own, put } from "./state.ts";
import { viewOf } from "./view.ts";

export function valueOf(draft: Draft, name: string): Value {
  return own(draft.frame.values, name) ?? null;
}

/** All at one time: what depends on a changed one is cleared, unless it is assigned here too. */
export function assign(draft: Draft, filled: readonly Filled[]): void {
  const before = draft.frame.values;
  for (const { name, value } of filled) store(draft, name, value);
  clearDependents(draft, before, new Set(filled.map(({ name }) => name)));
}

/** `set`: each line sees the ones before. What does not fit is null. */
export function runSet(draft: Draft, assignments: readonly Assignment[]): void {
  if (assignments.length === 0) return;
  const before = draft.frame.values;
  for (const { variable: name, value: expr } of assignments) {
    const value = evaluate(expr, scopeOf(viewOf(draft)));
    const isRight = fitsHere(draft, variableOf(draft.program, name), value);
    if (!isRight) draft.trace("set-mismatch", name);
    store(draft, name, isRight ? value : null);
  }
  clearDependents(draft, before, new Set(assignments.map(({ variable }) => variable)));
}

/** What `save` would fill from a result, or undefined when one of it does not fit; then nothing may be stored. */
export function saved(draft: Draft, save: readonly Assignment[], result: Value): Filled[] | undefined {
  const scope = scopeOf({ ...viewOf(draft), result });
  const filled = save.map(({ variable, value }) => ({
    name: variable,
    value: evaluate(value, scope),
  }));
  const areRight = filled.every(({ name, value }) => fitsHere(draft, variableOf(draft.program, name), value));
  return areRight ? filled : undefined;
}

function fitsHere(draft: Draft, variable: Variable, value: Value): boolean {
  const ids = variable.type.kind === "choice" ? optionsOf(variable, viewOf(draft)).map(({ id }) => id) : [];
  return fitsVariable(value, variable.type, ids);
}

function store(draft: Draft, name: string, wanted: Value): void {
  const value = fits(wanted) ? wanted : null;
  if (value !== wanted) draft.trace("value-too-large", name);
  const { values, prefilled } = draft.frame;
  if (same(own(values, name) ?? null, value)) return;
  draft.changeFrame({
    values: put(values, name, value),
    prefilled: prefilled.filter((other) => other !== name),
  });
  const isHidden = variableOf(draft.program, name).sensitive && value !== null;
  const logged = isHidden ? MASK : value;
  draft.emit({ type: "set", flow: draft.program.id, variable: name, value, logged });
}

function clearDependents(draft: Draft, before: Dict<Value>, assigned: ReadonlySet<string>): void {
  const changed = [...assigned].filter((name) => !same(own(before, name) ?? null, valueOf(draft, name)));
  if (changed.length === 0) return;
  for (const name of dependentsOf(draft.program, changed)) {
    if (!assigned.has(name)) store(draft, name, null);
  }
}

function dependentsOf(program: Program, changed: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...changed];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const variable of program.variables.values()) {
      if (!variable.dependsOn.includes(name) || found.has(variable.name)) continue;
      found.add(variable.name);
      queue.push(variable.name);
    }
  }
  return found;
}

export function same(left: Value, right: Value): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
