// What nodes and handlers do on their way: assignments, events, and where they lead.

import type { Expr } from "../expression/ast.ts";
import type { AssignmentModel, EmissionModel, Formula, WayModel } from "../model/model.ts";
import type { Assignment, Branch, Emission, Way } from "../program.ts";

const nothing: Expr = { type: "literal", value: null, from: 0, to: 0 };

export function exprOf(formula: Formula): Expr {
  return formula.expr ?? nothing;
}

export function assignmentsOf(models: readonly AssignmentModel[]): readonly Assignment[] {
  return models.map(({ variable, value }) => ({ variable, value: exprOf(value) }));
}

export function argumentsOf(
  models: readonly AssignmentModel[],
): readonly (readonly [name: string, value: Expr])[] {
  return models.map(({ variable, value }) => [variable, exprOf(value)]);
}

export function emissionsOf(models: readonly EmissionModel[]): readonly Emission[] {
  return models.map(({ event, data }) => ({ event, data: exprOf(data) }));
}

/** Up to the branch that is always taken. */
export function wayOf(model: WayModel | undefined): Way {
  const way: Branch[] = [];
  for (const { condition, target } of model?.branches ?? []) {
    if (target === undefined) continue;
    way.push({ ...(condition !== undefined && { if: exprOf(condition) }), target: target.value });
    if (condition === undefined) break;
  }
  return way;
}
