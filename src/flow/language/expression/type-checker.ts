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
  unite,
  type ValueType,
  wordsFor,
} from "./expression-types.ts";

export interface Typed {
  readonly type: ValueType;
  readonly findings: readonly ExprFinding[];
}

export function typeOf(expr: Expr, env: TypeEnv): Typed {
  const walk = newTypingContext(env);
  return { type: typed(expr, walk), findings: walk.findings };
}

/** What stands after `if`: VF303 when it is not true or false. */
export function checkCondition(expr: Expr, env: TypeEnv): readonly ExprFinding[] {
  const walk = newTypingContext(env);
  condition(expr, walk);
  return walk.findings;
}

export function newTypingContext(env: TypeEnv, about?: AssignmentTarget): TypingContext {
  return { env, path: [], findings: [], types: new Map(), ...(about !== undefined && { about }) };
}

/** `expected`: what it will be compared with or assigned to, for better hints. */
export function typed(expr: Expr, walk: TypingContext, expected?: ValueType): ValueType {
  const type = typeFor(expr, walk, expected);
  walk.types.set(expr, type);
  return type;
}

function typeFor(expr: Expr, walk: TypingContext, expected: ValueType | undefined): ValueType {
  switch (expr.type) {
    case "literal":
      return literalType(expr.value);
    case "name":
      return nameType(expr, walk, expected);
    case "field":
      return fieldType(expr, typed(expr.of, walk), walk);
    case "index":
      return indexType(expr, walk);
    case "call":
      return calledType(
        expr.name,
        { from: expr.from, to: expr.from + expr.name.length },
        { walk, span: expr, args: expr.args.map((arg) => ({ expr: arg, type: typed(arg, walk) })) },
      );
    case "unary":
      return unaryType(expr, walk);
    case "binary":
      return binaryType(expr, walk, expected);
    case "choose":
      condition(expr.condition, walk);
      return unite([typed(expr.value, walk, expected), typed(expr.otherwise, walk, expected)]);
    case "list":
      return listType(expr, walk, expected);
    case "map":
      return {
        kind: "object",
        fields: new Map(
          expr.entries.map(([key, each]) => [key, typed(each, { ...walk, path: [...walk.path, key] })]),
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
  walk: TypingContext,
  expected: ValueType | undefined,
): ValueType {
  const entry = expected?.kind === "list" ? expected.of : undefined;
  const types = expr.items.map((item, at) =>
    typed(item, expr.inDocument === true ? { ...walk, path: [...walk.path, at] } : walk, entry),
  );
  return { kind: "list", of: types.length === 0 ? anyType : unite(types) };
}

function fieldType(expr: Expr & { type: "field" }, of: ValueType, walk: TypingContext): ValueType {
  if (isAll(of)) return anyType;
  const at = { from: expr.to - expr.name.length, to: expr.to };
  if (!isAll(of, "object")) {
    const isSize = ["length", "size", "count"].includes(expr.name);
    report(walk, at, {
      code: "VF304",
      message: `${wordsFor(of)} has no fields`,
      hint: isSize ? "use count(…)" : isAll(of, "list") ? "an entry of a list is written x[0]" : undefined,
    });
    return anyType;
  }
  return of.kind === "object" && of.fields !== undefined
    ? knownField(of.fields, { walk, at, expr })
    : anyType;
}

function knownField(
  fields: ReadonlyMap<string, ValueType>,
  place: { readonly walk: TypingContext; readonly at: Span; readonly expr: Expr & { type: "field" } },
): ValueType {
  const { walk, at, expr } = place;
  const type = fields.get(expr.name);
  if (type !== undefined) return type;
  const owner = expr.of.type === "name" ? `'${expr.of.name}'` : "this";
  report(walk, at, {
    code: "VF201",
    message: `${owner} has no field '${expr.name}'`,
    hint: didYouMean(expr.name, fields.keys()),
  });
  return anyType;
}

function indexType(expr: Expr & { type: "index" }, walk: TypingContext): ValueType {
  const of = typed(expr.of, walk);
  const index = typed(expr.index, walk);
  if (isAll(of)) return anyType;
  if (isAll(of, "list")) {
    if (isNumeric(index)) return of.kind === "list" ? of.of : anyType;
    report(walk, expr.index, {
      code: "VF304",
      message: "an entry of a list is found by its number",
      hint: "write x[0] for the first, x[-1] for the last",
    });
    return anyType;
  }
  if (isAll(of, "object")) {
    if (isTextual(index)) return anyType;
    report(walk, expr.index, {
      code: "VF304",
      message: "a field is found by its name",
      hint: "write x['name']",
    });
    return anyType;
  }
  report(walk, expr, { code: "VF304", message: `${wordsFor(of)} has no entries` });
  return anyType;
}

function unaryType(expr: Expr & { type: "unary" }, walk: TypingContext): ValueType {
  if (expr.operator === "not") {
    condition(expr.of, walk);
    return booleanType;
  }
  const type = typed(expr.of, walk);
  if (isNumeric(type)) return isAll(type) ? numberType : type;
  report(walk, expr, { code: "VF304", message: `'-' does not go with ${wordsFor(type)}` });
  return anyType;
}

function binaryType(
  expr: Expr & { type: "binary" },
  walk: TypingContext,
  expected: ValueType | undefined,
): ValueType {
  const { operator } = expr;
  if (operator === "and" || operator === "or") {
    condition(expr.left, walk);
    condition(expr.right, walk);
    return booleanType;
  }
  if (operator === "??") {
    return unite([notNull(typed(expr.left, walk, expected)), typed(expr.right, walk, expected)]);
  }
  const [left, right] = operands(expr, walk);
  switch (operator) {
    case "==":
    case "!=":
      checkEquality(walk, [left, right], expr);
      return booleanType;
    case "in":
    case "not in":
      checkMembership(walk, left, right);
      return booleanType;
    case "<":
    case "<=":
    case ">":
    case ">=":
      checkOrder(walk, left, right);
      return booleanType;
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return calculation(walk, operator, [left, right]);
  }
}

/** Each side is told the other's type, because an unknown name may be meant as one of its options. */
function operands(
  { left, operator, right }: Expr & { type: "binary" },
  walk: TypingContext,
): readonly [Operand, Operand] {
  const isKnown = (expr: Expr): boolean => expr.type !== "name" || walk.env.typeOf(expr.name) !== undefined;
  if (!isKnown(left) && isKnown(right)) {
    const rightType = typed(right, walk);
    return [
      { expr: left, type: typed(left, walk, rightType) },
      { expr: right, type: rightType },
    ];
  }
  const leftType = typed(left, walk);
  const wanted: ValueType =
    operator === "in" || operator === "not in" ? { kind: "list", of: leftType } : leftType;
  return [
    { expr: left, type: leftType },
    { expr: right, type: typed(right, walk, wanted) },
  ];
}

/** Types it and says VF303 when it is not true or false. */
function condition(expr: Expr, walk: TypingContext): void {
  const type = typed(expr, walk);
  if (isAll(type, "boolean") && type.kind !== "null") return;
  report(walk, expr, {
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
