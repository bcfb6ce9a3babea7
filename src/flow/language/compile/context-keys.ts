// Context keys: which keys of the session's context a flow reads beside those named like its variables.

import type { Expr } from "../expression/ast.ts";
import { partsOf } from "../expression/dependencies.ts";
import type { Model } from "../model/model.ts";
import { exprsOf } from "../model/place-dependencies.ts";
import { expressionPlaces } from "../model/expression-places.ts";
import type { Program } from "../program.ts";

/** Keys that are always read: `language` chooses the language of the session. */
const always = ["language"];

/** `all`: an expression reads the context as a whole, or an unknown flow is called, which might read any key. */
export function contextKeysOf(model: Model, calls: ReadonlyMap<string, Program>): Program["contextKeys"] {
  const keys = new Set(always);
  for (const { verb, callee } of model.nodes.values()) {
    if (verb !== "call" || callee === undefined) continue;
    const called = calls.get(callee.value)?.contextKeys ?? "all";
    if (called === "all") return "all";
    for (const key of called) keys.add(key);
  }
  const open = [...expressionPlaces(model)].flatMap(exprsOf);
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    const key = keyIn(expr);
    if (key !== undefined) keys.add(key);
    else if (expr.type === "name" && expr.name === "context") return "all";
    else open.push(...partsOf(expr));
  }
  return keys;
}

/** `context.key` and `context["key"]`. */
function keyIn(expr: Expr): string | undefined {
  if (expr.type !== "field" && expr.type !== "index") return undefined;
  if (expr.of.type !== "name" || expr.of.name !== "context") return undefined;
  if (expr.type === "field") return expr.name;
  const { index } = expr;
  return index.type === "literal" && typeof index.value === "string" ? index.value : undefined;
}
