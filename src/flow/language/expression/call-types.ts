// Type check of function calls: whether the function exists and its arguments fit. Filters are calls, too.

import type { Span } from "./ast.ts";
import { didYouMean } from "../../../base/closest-word.ts";
import { type Remark, report, type TypeEnv, type TypingContext } from "./expression-finding.ts";
import { functionNames, functionRow, isFunctionName } from "./functions.ts";
import { isTimezone, timezoneMisfit } from "../../value/zoned-time.ts";
import { checkLiterals, literalIn, type Operand } from "./operator-types.ts";
import {
  accepts,
  fieldsOf,
  fieldType,
  type Param,
  signatureOf,
  wordsForParam,
} from "./function-signatures.ts";
import { anyType, isNumeric, literalsOf, unite, type ValueType, wordsFor } from "./expression-types.ts";

/** Names that other languages give to our functions. */
const foreignFunctions: ReadonlyMap<string, string> = new Map([
  ["len", "count"],
  ["length", "count"],
  ["size", "count"],
  ["includes", "contains"],
  ["startswith", "starts_with"],
  ["startsWith", "starts_with"],
  ["lowercase", "lower"],
  ["uppercase", "upper"],
  ["int", "number"],
  ["float", "number"],
  ["str", "text"],
  ["string", "text"],
  ["floor", "round"],
  ["ceil", "round"],
  ["concat", "join"],
  ["day", "weekday"],
  ["exists", "filled"],
  ["defined", "filled"],
  ["coalesce", "default"],
  ["filter", "where"],
  ["pluck", "map"],
  ["total", "sum"],
  ["remove", "without"],
]);

/** The result type of a call or a filter. `at` is the span of its name, `span` that of the whole call. */
export function calledType(
  name: string,
  at: Span,
  call: { readonly context: TypingContext; readonly span: Span; readonly args: readonly Operand[] },
): ValueType {
  const { context, span, args } = call;
  const row = functionRow(name);
  if (row === undefined || !isFunctionName(name)) {
    report(context, at, {
      code: "VF202",
      message: `there is no function '${name}'`,
      hint: functionHint(name, context.env),
    });
    return anyType;
  }
  if (args.length < row.argsMin || args.length > row.argsMax) {
    report(context, span, { code: "VF306", message: argumentMessage(name, row, args.length) });
    return anyType;
  }
  const { params, gives } = signatureOf(name);
  for (const [index, arg] of args.entries()) {
    const param = params[index] ?? params.at(-1) ?? "any";
    // Values that are compared with each other must all be of one kind.
    const sofar = param === "ordered" ? unite(args.slice(0, index + 1).map(({ type }) => type)) : arg.type;
    if (!accepts(param, sofar)) {
      report(context, arg.expr, argumentRemark(name, param, arg.type));
      return anyType;
    }
    if (param === "zone") checkZones(context, arg);
    if (param === "date" || param === "time") checkLiterals(context, arg, { kind: param });
  }
  checkFields(name, args, context);
  return gives(args.map(({ type }) => type));
}

/** Literal names of time zones must exist; those in variables are known at run time only. */
function checkZones(context: TypingContext, { expr, type }: Operand): void {
  for (const name of literalsOf(type) ?? [])
    if (!isTimezone(name))
      report(context, literalIn(expr, name) ?? expr, { code: "VF305", ...timezoneMisfit(name) });
}

/** Functions whose second argument names a field, with whether that field must hold numbers. */
const byField: ReadonlyMap<string, boolean> = new Map([
  ["map", false],
  ["sum", true],
  ["where", false],
  ["without", false],
  ["sort", false],
]);

/** Reports fields that the entries do not have, and values that a field can never have. */
function checkFields(name: string, [list, ...args]: readonly Operand[], context: TypingContext): void {
  const isCounted = byField.get(name);
  if (list === undefined || isCounted === undefined) return;
  if (name === "sum" && args.length === 0) {
    const of = list.type.kind === "list" ? list.type.of : anyType;
    if (!isNumeric(of))
      report(context, list.expr, { code: "VF304", message: `sum takes numbers, not ${wordsFor(of)}` });
    return;
  }
  const fields = fieldsOf(list.type);
  const named = name === "sum" ? args : args.slice(0, 1);
  if (fields === undefined || (name === "without" && args.length < 2)) return;
  for (const { expr, type } of named) {
    const [field] = literalsOf(type) ?? [];
    const valueType = field === undefined ? anyType : fields.get(field);
    if (valueType === undefined)
      report(context, expr, {
        code: "VF304",
        message: `these entries have no field '${field ?? ""}'`,
        hint: didYouMean(field ?? "", [...fields.keys()]) ?? `there are ${[...fields.keys()].join(", ")}`,
      });
    else if (isCounted && !isNumeric(valueType))
      report(context, expr, { code: "VF304", message: `sum takes numbers, not ${wordsFor(valueType)}` });
  }
  const [field, value] = args;
  if (value !== undefined && (name === "where" || name === "without"))
    checkLiterals(context, value, fieldType(list.type, field?.type));
}

function argumentRemark(name: string, param: Param, type: ValueType): Remark {
  const but = param === "ordered" ? "all of one kind" : `not ${wordsFor(type)}`;
  return {
    code: "VF304",
    message: `${name} takes ${wordsForParam(param)}, ${but}`,
    hint: param === "text" && isNumeric(type) ? "convert it with text(…)" : undefined,
  };
}

function functionHint(name: string, env: TypeEnv): string | undefined {
  if (env.typeOf(name) !== undefined) return `it is a variable: write ${name} without ( )`;
  const ours = foreignFunctions.get(name);
  return ours === undefined ? didYouMean(name, functionNames()) : `use ${ours}(…)`;
}

function argumentMessage(
  name: string,
  { argsMin, argsMax }: { readonly argsMin: number; readonly argsMax: number },
  given: number,
): string {
  const plural = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);
  if (given < argsMin) return `${name} takes at least ${plural(argsMin)}`;
  return `${name} takes at most ${plural(argsMax)}`;
}
