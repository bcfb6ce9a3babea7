// Position of a name: where in an expression or a text a name is read for the first time.

import type { Expr } from "../expression/ast.ts";
import { partsOf } from "../expression/dependencies.ts";
import { exprsOf } from "../model/place-dependencies.ts";
import type { ExpressionPlace } from "../model/expression-places.ts";
import type { Path } from "../source/problem.ts";

export interface NamePosition {
  readonly path: Path;
  readonly from?: number;
  readonly to?: number;
}

/** The first occurrence of the name at that place. */
export function namePositionIn({ formula, line }: ExpressionPlace, name: string): NamePosition {
  if (formula !== undefined) return inExpr(formula.expr, name, formula.path) ?? { path: formula.path };
  const path = line?.path ?? [];
  for (const expr of exprsOf({ ...(line !== undefined && { line }) })) {
    const position = inExpr(expr, name, path);
    if (position !== undefined) return position;
  }
  return { path };
}

function inExpr(expr: Expr | undefined, name: string, path: Path): NamePosition | undefined {
  if (expr === undefined) return undefined;
  if (expr.type === "name") return expr.name === name ? { path, from: expr.from, to: expr.to } : undefined;
  if (expr.type === "map") {
    return first(expr.entries, ([key, each]) => inExpr(each, name, [...path, key]));
  }
  if (expr.type === "list" && expr.inDocument === true) {
    return first([...expr.items.entries()], ([at, each]) => inExpr(each, name, [...path, at]));
  }
  return first(partsOf(expr), (each) => inExpr(each, name, path));
}

function first<T, Found>(items: readonly T[], find: (item: T) => Found | undefined): Found | undefined {
  for (const item of items) {
    const match = find(item);
    if (match !== undefined) return match;
  }
  return undefined;
}
