// Type checker: the type of an expression and every error in it. It finds unknown names and functions, operands that
// do not go together, and options that do not exist. Pure; every finding is an error.

import { isValueMap, type Value } from "../../value/value.ts";
import type { Expr, Span } from "./ast.ts";
import { calledType } from "./call-types.ts";
import { nameType } from "./name-lookup.ts";
import { didYouMean } from "../../../base/closest-word.ts";
import {
  type AssignmentTarget,
  type ExprFinding,
  report,
  type TypeEnv,
  type TypingContext,
} from "./expression-finding.ts";
import { calculation, checkEquality, checkMembership, checkOrder, type Operand } from "./operator-types.ts";
import {
  alternatives,
  anyType,
  booleanType,
  isAll,
  isNumeric,
  isTextual,
  notNull,
  nullType,
  numberType,
  optionsOf,
  typeOfEnds,
  unite,
  type ValueType,
  wordsFor,
} from "./expression-types.ts";

export interface TypedExpression {
  readonly type: ValueType;
  readonly findings: readonly ExprFinding[];
}

/** The type of an expression with all its findings. Never throws; unknown parts have the type `any`. */
export function typeOf(expr: Expr, env: TypeEnv): TypedExpression {
  const context = newTypingContext(env);
  return { type: typed(expr, context), findings: context.findings };
}

/** Checks a condition; reports VF303 if its type is not boolean. */
export function checkCondition(expr: Expr, env: TypeEnv): readonly ExprFinding[] {
  const context = newTypingContext(env);
  condition(expr, context);
  return context.findings;
}

export function newTypingContext(env: TypeEnv, about?: AssignmentTarget): TypingContext {
  return { env, path: [], findings: [], types: new Map(), ...(about !== undefined && { about }) };
}

/**
 * The type of an expression; reports its errors to `context`. `expected`: the type it is compared with or assigned to,
 * for better hints.
 */
export function typed(expr: Expr, context: TypingContext, expected?: ValueType): ValueType {
  const type = typeFor(expr, context, expected);
  context.types.set(expr, type);
  return type;
}

function typeFor(expr: Expr, context: TypingContext, expected: ValueType | undefined): ValueType {
  switch (expr.type) {
    case "literal":
      return literalType(expr.value);
    case "name":
      return nameType(expr, context, expected);
    case "field":
      return fieldType(expr, typed(expr.of, context), context);
    case "index":
      return indexType(expr, context);
    case "call":
      return calledType(
        expr.name,
        { from: expr.from, to: expr.from + expr.name.length },
        { context, span: expr, args: expr.args.map((arg) => ({ expr: arg, type: typed(arg, context) })) },
      );
    case "unary":
      return unaryType(expr, context);
    case "binary":
      return binaryType(expr, context, expected);
    case "choose":
      condition(expr.condition, context);
      return unite([typed(expr.value, context, expected), typed(expr.otherwise, context, expected)]);
    case "list":
      return listType(expr, context, expected);
    case "map":
      return {
        kind: "object",
        fields: new Map(
          expr.entries.map(([key, each]) => [key, typed(each, { ...context, path: [...context.path, key] })]),
        ),
      };
  }
}

function literalType(value: Value): ValueType {
  if (typeof value === "string") return { kind: "text", oneOf: [value] };
  if (typeof value === "number") return numberType;
  if (typeof value === "boolean") return booleanType;
  if (value === null) return nullType;
  if (isValueMap(value)) {
    return {
      kind: "object",
      fields: new Map(Object.entries(value).map(([key, each]) => [key, literalType(each)])),
    };
  }
  return { kind: "list", of: value.length === 0 ? anyType : unite(value.map(literalType)) };
}

function listType(
  expr: Expr & { type: "list" },
  context: TypingContext,
  expected: ValueType | undefined,
): ValueType {
  const entry = expected?.kind === "list" ? expected.of : undefined;
  const types = expr.items.map((item, at) =>
    typed(item, expr.inDocument === true ? { ...context, path: [...context.path, at] } : context, entry),
  );
  return { kind: "list", of: types.length === 0 ? anyType : unite(types) };
}

const endNames = ["from", "to"];

function fieldType(expr: Expr & { type: "field" }, of: ValueType, context: TypingContext): ValueType {
  if (isAll(of)) return anyType;
  const at = { from: expr.to - expr.name.length, to: expr.to };
  const end = typeOfEnds(of);
  if (end !== undefined)
    return knownField(new Map(endNames.map((name) => [name, end])), { context, at, expr });
  if (!isAll(of, "object")) {
    const isSize = ["length", "size", "count"].includes(expr.name);
    report(context, at, {
      code: "VF304",
      message: `${wordsFor(of)} has no fields`,
      hint: isSize ? "use count(…)" : isAll(of, "list") ? "write an entry of a list as x[0]" : undefined,
    });
    return anyType;
  }
  return of.kind === "object" && of.fields !== undefined
    ? knownField(of.fields, { context, at, expr })
    : anyType;
}

function knownField(
  fields: ReadonlyMap<string, ValueType>,
  place: { readonly context: TypingContext; readonly at: Span; readonly expr: Expr & { type: "field" } },
): ValueType {
  const { context, at, expr } = place;
  const type = fields.get(expr.name);
  if (type !== undefined) return type;
  const owner = expr.of.type === "name" ? `'${expr.of.name}'` : "this";
  report(context, at, {
    code: "VF201",
    message: `${owner} has no field '${expr.name}'`,
    hint: fieldInstead(owner, expr.name, fields) ?? didYouMean(expr.name, fields.keys()),
  });
  return anyType;
}

/** Other systems' names for the two numbers of a call. */
const numbersOfCall: ReadonlyMap<string, string> = new Map([
  ...["caller", "caller_id", "number", "phone", "ani"].map((name) => [name, "from"] as const),
  ...["called", "callee", "dialed", "dnis"].map((name) => [name, "to"] as const),
]);

function fieldInstead(
  owner: string,
  name: string,
  fields: ReadonlyMap<string, ValueType>,
): string | undefined {
  const meant = owner === "'session'" ? numbersOfCall.get(name) : undefined;
  return meant !== undefined && fields.has(meant) ? `write session.${meant}` : undefined;
}

function indexType(expr: Expr & { type: "index" }, context: TypingContext): ValueType {
  const of = typed(expr.of, context);
  const index = typed(expr.index, context);
  if (isAll(of)) return anyType;
  if (isAll(of, "list")) {
    if (isNumeric(index)) return of.kind === "list" ? of.of : anyType;
    report(context, expr.index, {
      code: "VF304",
      message: "an entry of a list needs a number as index",
      hint: "write x[0] for the first, x[-1] for the last",
    });
    return anyType;
  }
  if (isAll(of, "object")) {
    if (isTextual(index)) return anyType;
    report(context, expr.index, {
      code: "VF304",
      message: "a field of an object needs a name",
      hint: "write x['name']",
    });
    return anyType;
  }
  report(context, expr, { code: "VF304", message: `${wordsFor(of)} has no entries` });
  return anyType;
}

function unaryType(expr: Expr & { type: "unary" }, context: TypingContext): ValueType {
  if (expr.operator === "not") {
    condition(expr.of, context);
    return booleanType;
  }
  const type = typed(expr.of, context);
  if (isNumeric(type)) return isAll(type) ? numberType : type;
  report(context, expr, { code: "VF304", message: `'-' cannot be used with ${wordsFor(type)}` });
  return anyType;
}

function binaryType(
  expr: Expr & { type: "binary" },
  context: TypingContext,
  expected: ValueType | undefined,
): ValueType {
  const { operator } = expr;
  if (operator === "and" || operator === "or") {
    condition(expr.left, context);
    condition(expr.right, context);
    return booleanType;
  }
  if (operator === "??") {
    return unite([notNull(typed(expr.left, context, expected)), typed(expr.right, context, expected)]);
  }
  const [left, right] = operands(expr, context);
  switch (operator) {
    case "==":
    case "!=":
      checkEquality(context, [left, right], expr);
      return booleanType;
    case "in":
    case "not in":
      checkMembership(context, left, right);
      return booleanType;
    case "<":
    case "<=":
    case ">":
    case ">=":
      checkOrder(context, left, right);
      return booleanType;
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return calculation(context, operator, [left, right]);
  }
}

/** Types both operands; each gets the other's type as expected, because an unknown name may be one of its options. */
function operands(
  { left, operator, right }: Expr & { type: "binary" },
  context: TypingContext,
): readonly [Operand, Operand] {
  const isKnown = (expr: Expr): boolean =>
    expr.type !== "name" || context.env.typeOf(expr.name) !== undefined;
  if (!isKnown(left) && isKnown(right)) {
    const rightType = typed(right, context);
    return [
      { expr: left, type: typed(left, context, rightType) },
      { expr: right, type: rightType },
    ];
  }
  const leftType = typed(left, context);
  const wanted: ValueType =
    operator === "in" || operator === "not in" ? { kind: "list", of: leftType } : leftType;
  return [
    { expr: left, type: leftType },
    { expr: right, type: typed(right, context, wanted) },
  ];
}

/** Types a condition and reports VF303 if it is not boolean. */
function condition(expr: Expr, context: TypingContext): void {
  const type = typed(expr, context);
  if (isAll(type, "boolean") && type.kind !== "null") return;
  report(context, expr, {
    code: "VF303",
    message: `${wordsFor(type)} is not a condition`,
    hint: conditionHint(type, expr),
  });
}

function conditionHint(type: ValueType, expr: Expr): string {
  const what = expr.type === "name" ? expr.name : "…";
  if (isNumeric(type) && type.kind !== "null") return `compare it: ${what} > 0`;
  if (isAll(type, "list") && type.kind !== "null") return `write count(${what}) > 0`;
  const [option] = alternatives(type).flatMap(optionsOf);
  return option === undefined ? `write filled(${what})` : `compare it: ${what} == '${option}'`;
}
