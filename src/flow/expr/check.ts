// Types of expressions, and everything in them that can not work: unknown names and functions, types that do not go
// together, options that do not exist. Pure; all findings are errors.

import type { Expr, Span } from "./ast.ts";
import { didYouMean } from "./closest.ts";
import { type About, type ExprFinding, type Remark, report, type TypeEnv, type Walk } from "./finding.ts";
import { functionNames, functionRow, isFunctionName } from "./functions.ts";
import {
  calculation,
  checkEquality,
  checkLiterals,
  checkMembership,
  checkOrder,
  type Operand,
} from "./operators.ts";
import { accepts, type Param, signatureOf, wordsForParam } from "./signatures.ts";
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
  unite,
  type ValueType,
  wordsFor,
} from "./types.ts";

export interface Typed {
  readonly type: ValueType;
  readonly findings: readonly ExprFinding[];
}

export function typeOf(expr: Expr, env: TypeEnv): Typed {
  const walk = newWalk(env);
  return { type: typed(expr, walk), findings: walk.findings };
}

/** What stands after `if`: VF303 when it is not true or false. */
export function checkCondition(expr: Expr, env: TypeEnv): readonly ExprFinding[] {
  const walk = newWalk(env);
  condition(expr, walk);
  return walk.findings;
}

export function newWalk(env: TypeEnv, about?: About): Walk {
  return { env, path: [], findings: [], types: new Map(), ...(about !== undefined && { about }) };
}

/** `expected`: what it will be compared with or assigned to, for better hints. */
export function typed(expr: Expr, walk: Walk, expected?: ValueType): ValueType {
  const type = typeFor(expr, walk, expected);
  walk.types.set(expr, type);
  return type;
}

function typeFor(expr: Expr, walk: Walk, expected: ValueType | undefined): ValueType {
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

function literalType(value: unknown): ValueType {
  if (typeof value === "string") return { kind: "text", oneOf: [value] };
  if (typeof value === "number") return numberType;
  if (typeof value === "boolean") return booleanType;
  if (value === null) return nullType;
  return Array.isArray(value) ? { kind: "list", of: anyType } : { kind: "object" };
}

function listType(expr: Expr & { type: "list" }, walk: Walk, expected: ValueType | undefined): ValueType {
  const entry = expected?.kind === "list" ? expected.of : undefined;
  const types = expr.items.map((item, at) =>
    typed(item, expr.inDocument === true ? { ...walk, path: [...walk.path, at] } : walk, entry),
  );
  return { kind: "list", of: types.length === 0 ? anyType : unite(types) };
}

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

function nameType(expr: Expr & { type: "name" }, walk: Walk, expected: ValueType | undefined): ValueType {
  const type = walk.env.typeOf(expr.name);
  if (type !== undefined) return type;
  report(walk, expr, {
    code: "VF201",
    message: `there is no variable '${expr.name}'`,
    hint: nameHint(expr.name, walk, expected),
  });
  return anyType;
}

function nameHint(name: string, { env, about }: Walk, expected: ValueType | undefined): string {
  const options = expected === undefined ? [] : alternatives(expected).flatMap(optionsOf);
  if (about !== undefined && (options.includes(name) || about.isQuoted)) {
    return `a text needs two kinds of quotes: ${about.key}: "'${name}'"`;
  }
  if (options.includes(name)) return `a text needs quotes: '${name}'`;
  const constant = foreignNames.get(name);
  if (constant !== undefined) return `write ${constant}`;
  if (isFunctionName(name)) return `it is a function: write ${name}(…)`;
  return didYouMean(name, env.names) ?? `a text needs quotes: '${name}'`;
}

function optionsOf(type: ValueType): readonly string[] {
  return type.kind === "choice" ? (type.options ?? []) : [];
}

function fieldType(expr: Expr & { type: "field" }, of: ValueType, walk: Walk): ValueType {
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
  place: { readonly walk: Walk; readonly at: Span; readonly expr: Expr & { type: "field" } },
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

function indexType(expr: Expr & { type: "index" }, walk: Walk): ValueType {
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

function unaryType(expr: Expr & { type: "unary" }, walk: Walk): ValueType {
  if (expr.operator === "not") {
    condition(expr.of, walk);
    return booleanType;
  }
  const type = typed(expr.of, walk);
  if (isNumeric(type)) return isAll(type) ? numberType : type;
  report(walk, expr, { code: "VF304", message: `'-' does not go with ${wordsFor(type)}` });
  return anyType;
}

function binaryType(expr: Expr & { type: "binary" }, walk: Walk, expected: ValueType | undefined): ValueType {
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
  walk: Walk,
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
export function condition(expr: Expr, walk: Walk): void {
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

/** Other languages' names for our functions. */
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
]);

/** A call or a filter. `at` is its name, `span` all of it. */
export function calledType(
  name: string,
  at: Span,
  call: { readonly walk: Walk; readonly span: Span; readonly args: readonly Operand[] },
): ValueType {
  const { walk, span, args } = call;
  const row = functionRow(name);
  if (row === undefined || !isFunctionName(name)) {
    report(walk, at, {
      code: "VF202",
      message: `there is no function '${name}'`,
      hint: functionHint(name, walk.env),
    });
    return anyType;
  }
  if (args.length < row.argsMin || args.length > row.argsMax) {
    report(walk, span, { code: "VF306", message: argumentMessage(name, row, args.length) });
    return anyType;
  }
  const { params, gives } = signatureOf(name);
  for (const [index, arg] of args.entries()) {
    const param = params[index] ?? params.at(-1) ?? "any";
    // What is put in order must be of one kind altogether.
    const sofar = param === "ordered" ? unite(args.slice(0, index + 1).map(({ type }) => type)) : arg.type;
    if (!accepts(param, sofar)) {
      report(walk, arg.expr, argumentRemark(name, param, arg.type));
      return anyType;
    }
    if (param === "date" || param === "time") checkLiterals(walk, arg, { kind: param });
  }
  return gives(args.map(({ type }) => type));
}

function argumentRemark(name: string, param: Param, type: ValueType): Remark {
  const but = param === "ordered" ? "all of one kind" : `not ${wordsFor(type)}`;
  return {
    code: "VF304",
    message: `${name} takes ${wordsForParam(param)}, ${but}`,
    hint: param === "text" && isNumeric(type) ? "text(…) makes a text of it" : undefined,
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
  return argsMax === 0 ? `${name} takes no arguments` : `${name} takes at most ${plural(argsMax)}`;
}
