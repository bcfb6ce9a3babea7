// Evaluator: computes the value of an expression. It is total: it never throws, reads only the clock of its scope and
// only own properties, and is bounded in steps and size.

import { intervalOf } from "../../value/interval.ts";
import { isValueMap, type Value, valueMap } from "../../value/value.ts";
import type { BinaryOperator, Expr, Hole } from "./ast.ts";
import { contains, finite, functionRow } from "./functions.ts";
import type { EvaluationScope, SpokenAs } from "./evaluation-scope.ts";
import { fits } from "./value-size.ts";

/**
 * @internal Steps of one evaluation, about 5 ms: enough to visit a value of 16 KiB a few times, too few to block
 * calls.
 */
export const EVALUATION_STEPS_MAX = 100_000;

/** Remaining steps; expressions that are rendered together share one budget. */
export interface Budget {
  /** Steps left; below zero the result is null. */
  stepsLeft: number;
}

/** A full budget of EVALUATION_STEPS_MAX steps. */
export function newBudget(): Budget {
  return { stepsLeft: EVALUATION_STEPS_MAX };
}

interface Evaluation {
  readonly scope: EvaluationScope;
  readonly budget: Budget;
}

/**
 * The value of an expression. Null if it is too large for a variable (`fits`) or takes too many steps. Never throws.
 */
export function evaluate(expr: Expr, scope: EvaluationScope, budget: Budget = newBudget()): Value {
  const value = valueOf(expr, { scope, budget });
  return budget.stepsLeft < 0 ? null : value;
}

/** Whether a condition is exactly `true`: texts and numbers do not count as true. */
export function holds(condition: Expr, scope: EvaluationScope): boolean {
  return evaluate(condition, scope) === true;
}

/** The value, and how it is spoken if that follows from a variable or a function. */
export function evaluateSpoken(
  expr: Expr,
  scope: EvaluationScope,
  budget: Budget = newBudget(),
): { readonly value: Value; readonly as: SpokenAs | undefined } {
  const run: Evaluation = { scope, budget };
  const value = valueOf(expr, run);
  const as = value === null ? undefined : kindOf(expr, run);
  return budget.stepsLeft < 0 ? { value: null, as: undefined } : { value, as };
}

const holes = new WeakMap<Hole, Expr>();

/** A hole as one expression: `x | f(a)` is `f(x, a)`. */
export function exprOfHole(hole: Hole): Expr {
  const cached = holes.get(hole);
  if (cached !== undefined) return cached;
  let expr = hole.expr;
  for (const { name, args, to } of hole.filters) {
    expr = { type: "call", name, args: [expr, ...args], from: hole.expr.from, to };
  }
  holes.set(hole, expr);
  return expr;
}

function valueOf(expr: Expr, run: Evaluation): Value {
  run.budget.stepsLeft -= 1;
  if (run.budget.stepsLeft < 0) return null;
  switch (expr.type) {
    case "literal":
      return expr.value;
    case "name":
      return run.scope.get(expr.name) ?? null;
    case "field":
      return fieldOf(valueOf(expr.of, run), expr.name);
    case "index":
      return entryOf(valueOf(expr.of, run), valueOf(expr.index, run));
    case "call":
      return called(expr, run);
    case "unary":
      return expr.operator === "not" ? valueOf(expr.of, run) !== true : negative(valueOf(expr.of, run));
    case "binary":
      return binary(expr, run);
    case "choose":
      return valueOf(expr.condition, run) === true ? valueOf(expr.value, run) : valueOf(expr.otherwise, run);
    case "list":
      return bounded(
        expr.items.map((item) => valueOf(item, run)),
        run,
      );
    case "map":
      return bounded(valueMap(expr.entries.map(([key, each]) => [key, valueOf(each, run)])), run);
  }
}

function fieldOf(value: Value, name: string): Value {
  if (typeof value === "string")
    return name === "from" || name === "to" ? (intervalOf(value)[name] ?? null) : null;
  if (typeof value !== "object" || value === null || !isValueMap(value)) return null;
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

/** The entry of a list; indexes count from 0, negative ones from the end. */
function entryOf(value: Value, index: Value): Value {
  if (typeof index === "string") return fieldOf(value, index);
  if (typeof index !== "number" || !Number.isInteger(index) || !Array.isArray(value)) return null;
  return value.at(index) ?? null;
}

function negative(value: Value): Value {
  return typeof value === "number" ? finite(0 - value) : null;
}

function called(expr: Expr & { type: "call" }, run: Evaluation): Value {
  const row = functionRow(expr.name);
  if (row === undefined || expr.args.length < row.argsMin || expr.args.length > row.argsMax) return null;
  const args = expr.args.map((arg) => valueOf(arg, run));
  const [first] = expr.args;
  const [value] = args;
  // Transforming a long text costs more than one step.
  if (typeof value === "string") run.budget.stepsLeft -= value.length >> 4;
  const result = row.run(args, {
    scope: run.scope,
    kind: () => (first === undefined ? undefined : kindOf(first, run)),
    spend: (steps) => spend(run, steps),
    same: (left, right) => same(left, right, run),
  });
  return bounded(result, run);
}

function spend(run: Evaluation, steps: number): boolean {
  run.budget.stepsLeft -= steps;
  return run.budget.stepsLeft >= 0;
}

/** Replaces a value that no variable could hold by null, before a larger one is built from it. */
function bounded(value: Value, run: Evaluation): Value {
  if (typeof value === "string") return value.length < 1_000 || fits(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return spend(run, size) && fits(value) ? value : null;
}

function binary(expr: Expr & { type: "binary" }, run: Evaluation): Value {
  const left = valueOf(expr.left, run);
  switch (expr.operator) {
    case "or":
      return left === true || valueOf(expr.right, run) === true;
    case "and":
      return left === true && valueOf(expr.right, run) === true;
    case "??":
      return left ?? valueOf(expr.right, run);
    case "==":
      return same(left, valueOf(expr.right, run), run);
    case "!=":
      return !same(left, valueOf(expr.right, run), run);
    case "in":
      return within(left, valueOf(expr.right, run), run);
    case "not in":
      return !within(left, valueOf(expr.right, run), run);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return ordered(left, expr.operator, valueOf(expr.right, run));
    case "+":
      return sum(left, valueOf(expr.right, run), run);
    case "-":
    case "*":
    case "/":
    case "%":
      return calculated(left, expr.operator, valueOf(expr.right, run));
  }
}

function within(value: Value, whole: Value, run: Evaluation): boolean {
  return contains(whole, value, { same: (left, right) => same(left, right, run) });
}

/** Deep equality as JSON; the order of keys does not count. */
function same(left: Value, right: Value, run: Evaluation): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (!spend(run, 1)) return false;
  if (isValueMap(left)) return isValueMap(right) && sameMaps(left, right, run);
  if (isValueMap(right) || left.length !== right.length) return false;
  return left.every((item, at) => spend(run, 1) && same(item, right[at] ?? null, run));
}

function sameMaps(
  left: Readonly<Record<string, Value>>,
  right: Readonly<Record<string, Value>>,
  run: Evaluation,
): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => spend(run, 1) && Object.hasOwn(right, key) && same(left[key] ?? null, right[key] ?? null, run),
  );
}

/** Compares numbers with numbers and texts with texts (so dates and times sort well); anything else is false. */
function ordered(left: Value, operator: "<" | "<=" | ">" | ">=", right: Value): boolean {
  const areNumbers = typeof left === "number" && typeof right === "number";
  const areTexts = typeof left === "string" && typeof right === "string";
  if (!areNumbers && !areTexts) return false;
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

function sum(left: Value, right: Value, run: Evaluation): Value {
  if (typeof left === "number" && typeof right === "number") return exact(left + right);
  if (typeof left === "string" && typeof right === "string") return bounded(left + right, run);
  if (!Array.isArray(left) || !Array.isArray(right)) return null;
  if (!spend(run, left.length + right.length)) return null;
  return bounded([...left, ...right], run);
}

type Calculation = Extract<BinaryOperator, "-" | "*" | "/" | "%">;

function calculated(left: Value, operator: Calculation, right: Value): Value {
  if (typeof left !== "number" || typeof right !== "number") return null;
  switch (operator) {
    case "-":
      return exact(left - right);
    case "*":
      return exact(left * right);
    case "/":
      return exact(left / right);
    case "%":
      return exact(left % right);
  }
}

/** Rounds to 12 significant digits if only the error of binary floating point is lost, so that 0.1 + 0.2 is 0.3. */
function exact(value: number): Value {
  if (Number.isInteger(value) || !Number.isFinite(value)) return finite(value);
  const decimal = Number(value.toPrecision(12));
  return Number(value.toPrecision(15)) === decimal ? finite(decimal) : value;
}

/** How the value of an expression is spoken; undefined if it has no special form. */
function kindOf(expr: Expr, run: Evaluation): SpokenAs | undefined {
  if (!spend(run, 1)) return undefined;
  switch (expr.type) {
    case "name":
      return run.scope.kindOf(expr.name);
    case "choose":
      return kindOf(valueOf(expr.condition, run) === true ? expr.value : expr.otherwise, run);
    case "binary":
      return kindOfBinary(expr, run);
    case "unary":
      return expr.operator === "-" ? kindOf(expr.of, run) : undefined;
    case "index":
      return entryKind(kindOf(expr.of, run));
    case "call":
      return kindOfCall(expr, run);
    case "field":
      return endKind(kindOf(expr.of, run), expr.name);
    case "literal":
    case "list":
    case "map":
      return undefined;
  }
}

/** How an end of a range, or a field of an entry, is spoken. */
function endKind(as: SpokenAs | undefined, name: string): SpokenAs | undefined {
  if (as?.fields !== undefined) return fieldKind(as, name);
  if (as?.kind === "date_range") return { ...as, kind: "date" };
  return as?.kind === "time_range" ? { ...as, kind: "time" } : undefined;
}

function kindOfBinary(
  { operator, left, right }: Expr & { type: "binary" },
  run: Evaluation,
): SpokenAs | undefined {
  switch (operator) {
    case "??":
      return kindOf(valueOf(left, run) === null ? right : left, run);
    case "+":
    case "-":
    case "*":
    case "/": {
      const first = kindOf(left, run);
      if (first?.kind === "money" || first?.kind === "list") return first;
      return moneyOf(kindOf(right, run)) ?? measureOf(operator, first);
    }
    case "or":
    case "and":
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "in":
    case "not in":
    case "%":
      return undefined;
  }
}

/** Adding to a number of nights gives nights; multiplying it gives a plain number. */
function measureOf(operator: "+" | "-" | "*" | "/", as: SpokenAs | undefined): SpokenAs | undefined {
  const isMeasure = as?.kind === "duration" || as?.kind === "amount";
  return isMeasure && (operator === "+" || operator === "-") ? as : undefined;
}

function moneyOf(as: SpokenAs | undefined): SpokenAs | undefined {
  return as?.kind === "money" ? as : undefined;
}

function entryKind(as: SpokenAs | undefined): SpokenAs | undefined {
  if (as?.fields !== undefined) return { ...as, kind: "object" };
  return as?.of === undefined ? undefined : { ...as, kind: as.of };
}

function fieldKind(as: SpokenAs | undefined, name: Value): SpokenAs | undefined {
  const field = as?.fields?.find((each) => each.name === name)?.as;
  return field && { ...field, sensitive: as?.sensitive === true, llm: as?.llm === true };
}

/** A field of all entries is spoken as a list of it. */
function listKind(as: SpokenAs | undefined): SpokenAs | undefined {
  return as && { ...as, kind: "list", of: as.kind };
}

const sameEntries: ReadonlySet<string> = new Set(["where", "without", "sort", "slice"]);

/** A sum is money where one of its fields is. */
function sumKind([list, ...names]: readonly Expr[], run: Evaluation): SpokenAs | undefined {
  const as = list && kindOf(list, run);
  if (names.length === 0) return entryKind(as);
  const fields = names.map((name) => fieldKind(as, valueOf(name, run)));
  return fields.find((field) => field?.kind === "money") ?? (fields.length === 1 ? fields[0] : undefined);
}

function kindOfCall({ name, args }: Expr & { type: "call" }, run: Evaluation): SpokenAs | undefined {
  const [first, second] = args;
  if (name === "today" || name === "add_days") return { kind: "date" };
  if (name === "now") return { kind: "time" };
  if (first === undefined) return undefined;
  if (name === "first" || name === "last") return entryKind(kindOf(first, run));
  if (sameEntries.has(name)) return kindOf(first, run);
  if (name === "map" && second !== undefined)
    return listKind(fieldKind(kindOf(first, run), valueOf(second, run)));
  if (name === "sum") return sumKind(args, run);
  if (name === "abs" || name === "round") return kindOf(first, run);
  if (name === "min" || name === "max") {
    return args.length === 1 ? entryKind(kindOf(first, run)) : kindOf(first, run);
  }
  if (name !== "default" || second === undefined) return undefined;
  return kindOf(valueOf(first, run) === null ? second : first, run);
}
