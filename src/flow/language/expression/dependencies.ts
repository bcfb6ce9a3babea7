// Dependency analysis of expressions: the names that they read, and the reads that may meet an empty value.

import type { Path } from "../source/problem.ts";
import type { BinaryOperator, Expr } from "./ast.ts";

/** The direct children of an expression. */
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

/** All names that an expression reads, also in its conditions. */
export function namesIn(expr: Expr): ReadonlySet<string> {
  const cached = namesOf.get(expr);
  if (cached !== undefined) return cached;
  const names = new Set<string>();
  const open = [expr];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.type === "name") names.add(each.name);
    open.push(...partsOf(each));
  }
  namesOf.set(expr, names);
  return names;
}

/** A read of a name that leads to an empty text, argument or result if the name is empty. */
export interface EmptyRead {
  readonly name: string;
  /** Offset in the text at `path`, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Path inside a structure of expressions; empty for a single expression. */
  readonly path: Path;
  /** Whether the value is computed with, rather than passed on unchanged. */
  readonly isUsed: boolean;
}

/** Functions whose result for an empty argument is intended. */
const takesNothing = new Set(["filled", "count", "contains", "starts_with"]);

/**
 * Reads of names that are not among `filledNames`. Conditions never count, nor operands of `??`, `default` or
 * `filled`; `b if filled(b) else c` knows that b is filled.
 */
export function emptyReads(expr: Expr, filledNames: ReadonlySet<string>): readonly EmptyRead[] {
  const reads: EmptyRead[] = [];
  collect(expr, { known: filledNames, path: [], isUsed: false, found: reads });
  return reads;
}

interface ReadSearch {
  readonly known: ReadonlySet<string>;
  readonly path: Path;
  readonly isUsed: boolean;
  readonly found: EmptyRead[];
}

function collect(expr: Expr, reading: ReadSearch): void {
  const used: ReadSearch = { ...reading, isUsed: true };
  switch (expr.type) {
    case "literal":
      return;
    case "name":
      if (reading.known.has(expr.name)) return;
      reading.found.push({
        name: expr.name,
        from: expr.from,
        to: expr.to,
        path: reading.path,
        isUsed: reading.isUsed,
      });
      return;
    case "field":
      collect(expr.of, used);
      return;
    case "index":
      collect(expr.of, used);
      collect(expr.index, used);
      return;
    case "call":
      collectFromCall(expr, used);
      return;
    case "unary":
      if (expr.operator === "-") collect(expr.of, used);
      return;
    case "binary":
      if (expr.operator === "??") collect(expr.right, reading);
      if (!isCalculation(expr.operator)) return;
      collect(expr.left, used);
      collect(expr.right, used);
      return;
    case "choose": {
      const { whenTrue, whenFalse } = narrows(expr.condition);
      collect(expr.value, { ...reading, known: reading.known.union(whenTrue) });
      collect(expr.otherwise, { ...reading, known: reading.known.union(whenFalse) });
      return;
    }
    case "list":
      expr.items.forEach((item, at) => {
        collect(item, expr.inDocument === true ? { ...reading, path: [...reading.path, at] } : reading);
      });
      return;
    case "map":
      for (const [key, each] of expr.entries) collect(each, { ...reading, path: [...reading.path, key] });
  }
}

function collectFromCall({ name, args }: Expr & { type: "call" }, used: ReadSearch): void {
  if (takesNothing.has(name)) return;
  for (const [at, arg] of args.entries()) {
    if (name !== "default" || at > 0) collect(arg, used);
  }
}

function isCalculation(operator: BinaryOperator): boolean {
  return ["+", "-", "*", "/", "%"].includes(operator);
}

/** Names that are certainly filled if a condition is true, and if it is false. */
export interface Narrowing {
  readonly whenTrue: ReadonlySet<string>;
  readonly whenFalse: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Covers `filled(x)`, `x != null`, true comparisons with a literal, true orderings, and their combinations by
 * and/or/not.
 */
export function narrows(condition: Expr): Narrowing {
  switch (condition.type) {
    case "name":
    case "field":
    case "index":
      return { whenTrue: neededBy(condition), whenFalse: nothing };
    case "call":
      return narrowsCall(condition);
    case "unary": {
      if (condition.operator !== "not") return { whenTrue: nothing, whenFalse: nothing };
      const { whenTrue, whenFalse } = narrows(condition.of);
      return { whenTrue: whenFalse, whenFalse: whenTrue };
    }
    case "binary":
      return narrowsBinary(condition);
    case "choose":
    case "literal":
    case "list":
    case "map":
      return { whenTrue: nothing, whenFalse: nothing };
  }
}

function narrowsCall({ name, args }: Expr & { type: "call" }): Narrowing {
  const [first] = args;
  const isAsking = name === "filled" || name === "contains" || name === "starts_with";
  return { whenTrue: isAsking && first !== undefined ? neededBy(first) : nothing, whenFalse: nothing };
}

function narrowsBinary({ operator, left, right }: Expr & { type: "binary" }): Narrowing {
  const [one, other] = [narrows(left), narrows(right)];
  const both = neededBy(left).union(neededBy(right));
  switch (operator) {
    case "and":
      return {
        whenTrue: one.whenTrue.union(other.whenTrue),
        whenFalse: one.whenFalse.intersection(other.whenFalse),
      };
    case "or":
      return {
        whenTrue: one.whenTrue.intersection(other.whenTrue),
        whenFalse: one.whenFalse.union(other.whenFalse),
      };
    case "==":
      return equality(left, right);
    case "!=": {
      const { whenTrue, whenFalse } = equality(left, right);
      return { whenTrue: whenFalse, whenFalse: whenTrue };
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return { whenTrue: both.union(counted(operator, left, right)), whenFalse: nothing };
    case "in":
      return { whenTrue: neverNull(right) ? both : neededBy(right), whenFalse: nothing };
    case "not in":
      return { whenTrue: nothing, whenFalse: neverNull(right) ? both : neededBy(right) };
    case "??":
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return { whenTrue: nothing, whenFalse: nothing };
  }
}

/** A name that equals a value which is never null is filled; a name that does not equal null is filled, too. */
function equality(left: Expr, right: Expr): Narrowing {
  const whenTrue = (neverNull(right) ? neededBy(left) : nothing).union(
    neverNull(left) ? neededBy(right) : nothing,
  );
  if (isNull(right)) return { whenTrue, whenFalse: neededBy(left) };
  return { whenTrue, whenFalse: isNull(left) ? neededBy(right) : nothing };
}

/** `count(x) > 0` shows that x is filled, because the count of null is 0. */
function counted(operator: "<" | "<=" | ">" | ">=", left: Expr, right: Expr): ReadonlySet<string> {
  const isMore = operator === ">" || operator === ">=";
  const [more, less] = isMore ? [left, right] : [right, left];
  if (more.type !== "call" || more.name !== "count" || less.type !== "literal") return nothing;
  const [of] = more.args;
  const { value } = less;
  const isSome =
    typeof value === "number" && (value > 0 || (value === 0 && (operator === ">" || operator === "<")));
  return of !== undefined && isSome ? neededBy(of) : nothing;
}

function isNull(expr: Expr): boolean {
  return expr.type === "literal" && expr.value === null;
}

/** Whether the expression is never null, for any values of its variables. */
function neverNull(expr: Expr): boolean {
  if (expr.type === "literal") return expr.value !== null;
  return expr.type === "list" && expr.items.every(neverNull);
}

/** Functions that give null for a null first argument. */
const strict = new Set(
  "lower upper trim number text round abs first last join today now hour weekday add_days days_between date time money ordinal list spell digits".split(
    " ",
  ),
);

/** Names that must be filled, or else the expression is null. */
function neededBy(expr: Expr): ReadonlySet<string> {
  switch (expr.type) {
    case "name":
      return new Set([expr.name]);
    case "field":
      return neededBy(expr.of);
    case "index":
      return neededBy(expr.of).union(neededBy(expr.index));
    case "unary":
      return expr.operator === "-" ? neededBy(expr.of) : nothing;
    case "binary":
      return isCalculation(expr.operator) ? neededBy(expr.left).union(neededBy(expr.right)) : nothing;
    case "call": {
      const [first] = expr.args;
      return strict.has(expr.name) && first !== undefined ? neededBy(first) : nothing;
    }
    case "choose":
      return neededBy(expr.value).intersection(neededBy(expr.otherwise));
    case "literal":
    case "list":
    case "map":
      return nothing;
  }
}

/** Functions of the current moment in the flow's zone, unless an argument names another. */
const isOfMoment: ReadonlySet<string> = new Set(["today", "now", "hour", "weekday"]);

/** Whether the expression reads the time or date in the flow's own zone. */
export function usesClock(expr: Expr): boolean {
  if (expr.type === "call" && isClock(expr)) return true;
  return partsOf(expr).some(usesClock);
}

function isClock({ name, args }: Expr & { type: "call" }): boolean {
  if (name === "is_open") return args.length < 3;
  return isOfMoment.has(name) && args.length === 0;
}
