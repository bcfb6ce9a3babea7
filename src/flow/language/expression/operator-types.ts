// Type check of operators: the operand types that go together, and a hint for those that do not.

import type { BinaryOperator, Expr, Span } from "./ast.ts";
import { type Remark, report, type TypingContext } from "./expression-finding.ts";
import { didYouMean } from "../../../base/closest-word.ts";
import {
  alternatives,
  anyType,
  closedTexts,
  isAll,
  isNumeric,
  isTextual,
  literalsOf,
  misfit,
  numberType,
  textType,
  unite,
  type ValueType,
  wordsFor,
} from "./expression-types.ts";

/** An operand with its type. */
export interface Operand {
  readonly expr: Expr;
  readonly type: ValueType;
}

/** `==`, `!=` and `in` with the entries of a list. */
export function checkEquality(
  context: TypingContext,
  [left, right]: readonly [Operand, Operand],
  at: Span,
): void {
  const canBeEqual = alternatives(left.type).some((one) =>
    alternatives(right.type).some((other) => comparable(one, other)),
  );
  if (canBeEqual) {
    checkLiterals(context, left, right.type);
    checkLiterals(context, right, left.type);
    return;
  }
  const message = `${wordsFor(left.type)} and ${wordsFor(right.type)} are never equal`;
  report(context, at, {
    code: "VF304",
    message,
    hint: equalityHint(left, right) ?? equalityHint(right, left),
  });
}

/** Texts with a notation of their own, of which two kinds are never equal. */
const clockKinds: ReadonlySet<string> = new Set(["date", "time", "date_range", "time_range"]);

function comparable(left: ValueType, right: ValueType): boolean {
  if (isAll(left) || isAll(right) || left.kind === right.kind) return true;
  if (isNumeric(left) && isNumeric(right)) return true;
  if (!isTextual(left) || !isTextual(right)) return false;
  const isClock = ({ kind }: ValueType): boolean => clockKinds.has(kind);
  return left.kind === "text" || right.kind === "text" || (!isClock(left) && !isClock(right));
}

function equalityHint(one: Operand, other: Operand): string | undefined {
  const literal = other.expr.type === "literal" ? other.expr.value : undefined;
  if (isWeekday(one.expr)) return "weekday() is 1 for Monday to 7 for Sunday";
  if (isNumeric(one.type) && typeof literal === "string") {
    return /^[\d.]+$/.test(literal) ? `write ${literal} without quotes` : undefined;
  }
  if (isAll(one.type, "date") && isNumeric(other.type)) return "a date needs quotes: '2026-11-21'";
  if (isAll(one.type, "time") && isNumeric(other.type)) return "a time needs quotes: '19:30', or use hour(…)";
  if (isTextual(one.type) && typeof literal === "number") return `a text needs quotes: '${literal}'`;
  if (one.expr.type === "literal") return undefined;
  if (isTextual(one.type) && isNumeric(other.type)) return "convert a text with number(…)";
  return isAll(one.type, "boolean") ? "compare it with true or false, or use it alone" : undefined;
}

function isWeekday(expr: Expr): boolean {
  return expr.type === "call" && expr.name === "weekday";
}

/** Literal texts must be values of the type that they are compared with. */
export function checkLiterals(context: TypingContext, { expr, type }: Operand, other: ValueType): void {
  for (const literal of literalsOf(type) ?? []) {
    const wrong = literalMisfit(literal, other);
    if (wrong !== undefined) report(context, literalIn(expr, literal) ?? expr, { code: "VF305", ...wrong });
  }
}

function literalMisfit(
  literal: string,
  type: ValueType,
): { readonly message: string; readonly hint?: string | undefined } | undefined {
  const hasOptions = alternatives(type).some((each) => each.kind === "choice" && each.options !== undefined);
  const options = hasOptions ? closedTexts(type) : undefined;
  if (options !== undefined && !options.includes(literal)) {
    return {
      message: `'${literal}' is not one of ${listed(options)}`,
      hint: didYouMean(literal, options),
    };
  }
  // A union that contains the type text can be any text.
  return alternatives(type).length === 1 ? misfit(literal, type) : undefined;
}

const optionsShownMax = 8;

function listed(options: readonly string[]): string {
  const shown = options.slice(0, optionsShownMax).join(", ");
  return options.length > optionsShownMax ? `${shown}, …` : shown;
}

/** The position of the literal itself, inside `a if b else c` and `??`. */
export function literalIn(expr: Expr, literal: string): Span | undefined {
  switch (expr.type) {
    case "literal":
      return expr.value === literal ? expr : undefined;
    case "choose":
      return literalIn(expr.value, literal) ?? literalIn(expr.otherwise, literal);
    case "binary":
      return expr.operator === "??"
        ? (literalIn(expr.left, literal) ?? literalIn(expr.right, literal))
        : undefined;
    default:
      return undefined;
  }
}

/** Checks `<`, `<=`, `>` and `>=`: both sides must be numbers, dates or times. */
export function checkOrder(context: TypingContext, left: Operand, right: Operand): void {
  const sides = [left.type, right.type];
  const areOrdered = (...kinds: readonly ValueType["kind"][]): boolean =>
    sides.every((type) => isAll(type, ...kinds));
  if (areOrdered("number", "money")) return;
  for (const kind of ["date", "time"] as const) {
    const isOne = sides.some((type) => alternatives(type).some((each) => each.kind === kind));
    if (!isOne || !areOrdered(kind, "text")) continue;
    checkLiterals(context, left, right.type);
    checkLiterals(context, right, left.type);
    return;
  }
  report(context, between(left, right), {
    code: "VF304",
    message: orderMessage(left.type, right.type),
    hint:
      equalityHint(left, right) ??
      equalityHint(right, left) ??
      "only numbers, dates and times can be ordered",
  });
}

function orderMessage(left: ValueType, right: ValueType): string {
  if (isTextual(left) && isTextual(right)) return "texts cannot be compared by order";
  return `${wordsFor(left)} and ${wordsFor(right)} cannot be compared by order`;
}

/** `in` and `not in`. */
export function checkMembership(context: TypingContext, left: Operand, right: Operand): void {
  if (right.expr.type === "list") {
    for (const item of right.expr.items) {
      checkEquality(context, [left, { expr: item, type: context.types.get(item) ?? anyType }], item);
    }
    return;
  }
  for (const type of alternatives(right.type)) {
    if (type.kind !== "list") continue;
    checkEquality(context, [left, { expr: right.expr, type: type.of }], between(left, right));
  }
  const isWhole = isAll(right.type, "list", "object") || (isTextual(right.type) && isTextual(left.type));
  if (isWhole) return;
  report(context, right.expr, {
    code: "VF304",
    message: `${wordsFor(right.type)} has no entries for 'in'`,
    hint: "'in' takes a list: dept in ['sales', 'support']",
  });
}

type Calculation = Extract<BinaryOperator, "+" | "-" | "*" | "/" | "%">;

/** Checks `+ - * / %` and gives the type of the result. */
export function calculation(
  context: TypingContext,
  operator: Calculation,
  [left, right]: readonly [Operand, Operand],
): ValueType {
  const isMoney = [left.type, right.type].some((type) => isAll(type, "money") && !isAll(type));
  if (isNumeric(left.type) && isNumeric(right.type)) {
    if (operator === "+" && isAll(left.type) && isAll(right.type)) return anyType;
    return isMoney && operator !== "%" ? { kind: "money" } : numberType;
  }
  if (operator === "+") {
    if (isTextual(left.type) && isTextual(right.type) && !isDated(left.type) && !isDated(right.type)) {
      return textType;
    }
    if (isAll(left.type, "list") && isAll(right.type, "list")) return unite([left.type, right.type]);
  }
  report(context, between(left, right), calculationRemark(operator, left.type, right.type));
  return anyType;
}

function isDated(type: ValueType): boolean {
  return alternatives(type).some(({ kind }) => clockKinds.has(kind));
}

function calculationRemark(operator: Calculation, left: ValueType, right: ValueType): Remark {
  const code = "VF304";
  const isDate = (type: ValueType): boolean => isAll(type, "date") && !isAll(type);
  if (isDate(left) && isDate(right)) {
    return {
      code,
      message: "dates cannot be used with arithmetic operators",
      hint: "use days_between(from, to)",
    };
  }
  if (isDate(left) || isDate(right)) {
    const days = operator === "-" ? "-n" : "n";
    return {
      code,
      message: "dates cannot be used with arithmetic operators",
      hint: `use add_days(date, ${days})`,
    };
  }
  if ([left, right].some((type) => isAll(type, "date_range", "time_range") && !isAll(type))) {
    return {
      code,
      message: "ranges cannot be used with arithmetic operators",
      hint: "their ends are x.from and x.to",
    };
  }
  if (isDated(left) || isDated(right)) {
    return {
      code,
      message: "times cannot be used with arithmetic operators",
      hint: "use hour(time), which is a number, or compare times",
    };
  }
  const message = `'${operator}' cannot be used with ${wordsFor(left)} and ${wordsFor(right)}`;
  const isMixed = isTextual(left) || isTextual(right);
  if (operator === "+" && isMixed) return { code, message, hint: 'use a template: "{{ a }} {{ b }}"' };
  return { code, message, hint: isMixed ? "convert a text with number(…)" : undefined };
}

function between(left: Operand, right: Operand): Span {
  return { from: left.expr.from, to: right.expr.to };
}
