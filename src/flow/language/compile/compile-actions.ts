// Compiler of actions: assignments, events and outgoing edges of nodes and handlers.

import type { Expr } from "../expression/ast.ts";
import type { AssignmentModel, EmissionModel, ExpressionModel, EdgesModel } from "../model/model.ts";
import type { Assignment, Branch, Emission, Edges } from "../program.ts";

const nothing: Expr = { type: "literal", value: null, from: 0, to: 0 };

/** The parsed expression; the literal null stands in for one that did not parse, which no checked document has. */
export function exprOf(formula: ExpressionModel): Expr {
  return formula.expr ?? nothing;
}

export function assignmentsOf(models: readonly AssignmentModel[]): readonly Assignment[] {
  return models.map(({ variable, value }) => ({ variable, value: exprOf(value) }));
}

/** Arguments of a tool or a flow, as pairs of name and value in the document's order. */
export function argumentsOf(
  models: readonly AssignmentModel[],
): readonly (readonly [name: string, value: Expr])[] {
  return models.map(({ variable, value }) => [variable, exprOf(value)]);
}

export function emissionsOf(models: readonly EmissionModel[]): readonly Emission[] {
  return models.map(({ event, data }) => ({ event, data: exprOf(data) }));
}

/** The edges in order, up to the first one without a condition; later ones can never be taken. */
export function compileEdges(model: EdgesModel | undefined): Edges {
  const edges: Branch[] = [];
  for (const { condition, target } of model?.branches ?? []) {
    if (target === undefined) continue;
    edges.push({ ...(condition !== undefined && { if: exprOf(condition) }), target: target.value });
    if (condition === undefined) break;
  }
  return edges;
}
