// Name lookup: the type of a variable by its name, or a suggestion when there is no such name.

import type { Path } from "../source/problem.ts";
import type { Expr } from "./ast.ts";
import { didYouMean } from "../../../base/closest-word.ts";
import { report, type TypingContext } from "./expression-finding.ts";
import { isFunctionName } from "./functions.ts";
import { alternatives, anyType, optionsOf, type ValueType } from "./expression-types.ts";

/** Names that other languages give to our constants. */
const foreignNames: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["TRUE", "true"],
  ["yes", "true"],
  ["False", "false"],
  ["FALSE", "false"],
  ["no", "false"],
  ["None", "null"],
  ["NULL", "null"],
  ["nil", "null"],
  ["undefined", "null"],
]);

/**
 * The type of a name; reports unknown names. `expected` is the type it is compared with or assigned to, for better
 * hints.
 */
export function nameType(
  expr: Expr & { type: "name" },
  context: TypingContext,
  expected: ValueType | undefined,
): ValueType {
  const type = context.env.typeOf(expr.name);
  if (type !== undefined) return type;
  report(context, expr, {
    code: "VF201",
    message: `there is no variable '${expr.name}'`,
    hint: nameHint(expr.name, context, expected),
  });
  return anyType;
}

function nameHint(
  name: string,
  { env, about, path }: TypingContext,
  expected: ValueType | undefined,
): string {
  const options = expected === undefined ? [] : alternatives(expected).flatMap(optionsOf);
  const inQuotes =
    about === undefined
      ? `a text needs quotes: '${name}'`
      : `a text needs two kinds of quotes: ${keyOf(path) ?? about.key}: "'${name}'"`;
  if (options.includes(name) || about?.isQuoted === true) return inQuotes;
  const constant = foreignNames.get(name);
  if (constant !== undefined) return `write ${constant}`;
  if (isFunctionName(name)) return `${name} is a function: write ${name}(…)`;
  return didYouMean(name, env.names) ?? inQuotes;
}

/** The last key of a path in a structure. */
function keyOf(path: Path): string | undefined {
  return path.findLast((part) => typeof part === "string");
}
