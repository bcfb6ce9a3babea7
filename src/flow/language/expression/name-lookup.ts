// Name lookup: the type of a variable by its name, or a suggestion when there is no such name.

import type { Path } from "../source/problem.ts";
import type { Expr } from "./ast.ts";
import { didYouMean } from "../../../base/closest-word.ts";
import { report, type TypingContext } from "./expression-finding.ts";
import { isFunctionName } from "./functions.ts";
import { alternatives, anyType, optionsOf, type ValueType } from "./expression-types.ts";

/** What people write for our constants. */
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

/** `expected`: what it will be compared with or assigned to. */
export function nameType(
  expr: Expr & { type: "name" },
  walk: TypingContext,
  expected: ValueType | undefined,
): ValueType {
  const type = walk.env.typeOf(expr.name);
  if (type !== undefined) return type;
  report(walk, expr, {
    code: "VF201",
    message: `there is no variable '${expr.name}'`,
    hint: nameHint(expr.name, walk, expected),
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
  if (isFunctionName(name)) return `it is a function: write ${name}(…)`;
  return didYouMean(name, env.names) ?? inQuotes;
}

/** The last key of a place in a structure. */
function keyOf(path: Path): string | undefined {
  return path.findLast((part) => typeof part === "string");
}
