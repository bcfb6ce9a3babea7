// Names read at a place: the references of its expressions or holes.

import type { Expr } from "../expression/ast.ts";
import { namesIn, partsOf } from "../expression/dependencies.ts";
import type { ExpressionModel, TextModel } from "./model.ts";
import { holesOf } from "./model-texts.ts";

/** All expressions of a place, arguments of filters included. */
export function exprsOf({
  formula,
  line,
}: {
  readonly formula?: ExpressionModel;
  readonly line?: TextModel;
}): readonly Expr[] {
  const inHoles = holesOf(line?.template).flatMap(({ expr, filters }) => [
    expr,
    ...filters.flatMap(({ args }) => args),
  ]);
  return formula?.expr === undefined ? inHoles : [formula.expr, ...inHoles];
}

/** All names that the expressions of a place read. */
export function namesOf(place: {
  readonly formula?: ExpressionModel;
  readonly line?: TextModel;
}): ReadonlySet<string> {
  return new Set(exprsOf(place).flatMap((expr) => [...namesIn(expr)]));
}

/** Names whose value can become the expression's value, so without those that only its conditions read. */
export function valueNames(expr: Expr): readonly string[] {
  const names: string[] = [];
  const open = [expr];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.type === "name") names.push(each.name);
    open.push(...(each.type === "choose" ? [each.value, each.otherwise] : partsOf(each)));
  }
  return names;
}

/** The field accesses `of.name` at a place, such as `secrets.KEY`. */
export function fieldsRead(
  place: { readonly formula?: ExpressionModel; readonly line?: TextModel },
  of: string,
) {
  const reads: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  const open = [...exprsOf(place)];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.type === "field" && each.of.type === "name" && each.of.name === of)
      reads.push({ name: each.name, from: each.from, to: each.to });
    open.push(...partsOf(each));
  }
  return reads;
}
