// Which names an expression reads, and which of them may be empty where they are read.

import type { Expr } from "./ast.ts";

/** Every expression directly inside another one. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.type) {
    case "literal":
    case "name":
      return [];
    case "field":
    case "unary":
      return [expr.of];
    case "index":
      return [expr.of, expr.index];
    case "call":
      return expr.args;
    case "binary":
      return [expr.left, expr.right];
    case "choose":
      return [expr.value, expr.condition, expr.otherwise];
    case "list":
      return expr.items;
    case "map":
      return expr.entries.map(([, each]) => each);
  }
}

const namesOf = new WeakMap<Expr, ReadonlySet<string>>();

/** All names in it, those in its conditions too. */
export function namesIn(expr: Expr): ReadonlySet<string> {
  const known = namesOf.get(expr);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const open = [expr];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.type === "name") names.add(each.name);
    open.push(...partsOf(each));
  }
  namesOf.set(expr, names);
  return names;
}
