// Type check by place: demands of an assignment, a spoken or sent text, or an outcome on its expression.

import { languageOf } from "../../locale/languages.ts";
import type { Expr, Hole, Template } from "./ast.ts";
import { newTypingContext, typed } from "./type-checker.ts";
import { calledType } from "./call-types.ts";
import { evaluate } from "./evaluator.ts";
import {
  type AssignmentTarget,
  type ExprFinding,
  report,
  type TypeEnv,
  type TypingContext,
} from "./expression-finding.ts";
import { checkLiterals } from "./operator-types.ts";
import { partsOf } from "./dependencies.ts";
import {
  alternatives,
  anyType,
  closedTexts,
  isAll,
  isNumeric,
  isTextual,
  literalsOf,
  type ValueType,
  wordsFor,
} from "./expression-types.ts";

/**
 * Checks an assignment of `set`, `with` or `save`: whether the value is of the target's type. Values that are only
 * known at run time pass here, and are checked again then.
 */
export function checkAssignment(
  expr: Expr,
  target: ValueType,
  where: { readonly env: TypeEnv; readonly about: AssignmentTarget },
): readonly ExprFinding[] {
  const context = newTypingContext(where.env, where.about);
  typed(expr, context, target);
  if (context.findings.length === 0) assignable(expr, target, context);
  return context.findings;
}

/** Descends through `if`, `??` and lists to the values that are finally assigned, so that findings point at those. */
function assignable(expr: Expr, target: ValueType, context: TypingContext): void {
  if (expr.type === "choose") {
    assignable(expr.value, target, context);
    assignable(expr.otherwise, target, context);
    return;
  }
  if (expr.type === "binary" && expr.operator === "??") {
    assignable(expr.left, target, context);
    assignable(expr.right, target, context);
    return;
  }
  if (expr.type === "list" && target.kind === "list") {
    for (const [at, item] of expr.items.entries()) {
      const path = expr.inDocument === true ? [...context.path, at] : context.path;
      assignable(item, target.of, { ...context, path });
    }
    return;
  }
  const type = context.types.get(expr) ?? anyType;
  if (canBecome(type, target)) {
    checkLiterals(context, { expr, type }, target);
    return;
  }
  report(context, expr, {
    code: "VF307",
    message: `${wordsFor(type)} cannot be converted to ${wordsFor(target)}`,
    hint: assignmentHint(type, target),
  });
}

/**
 * Whether a value of one type can be valid for another: any text may turn out to be a date, but no date is a phone
 * number.
 */
function canBecome(type: ValueType, target: ValueType): boolean {
  if (target.kind === "any") return true;
  return alternatives(type).every((each) => alternatives(target).some((one) => oneCanBecome(each, one)));
}

function oneCanBecome(type: ValueType, target: ValueType): boolean {
  if (isAll(type) || target.kind === "any" || type.kind === target.kind) return sameKindFits(type, target);
  if (isNumeric(target)) return isNumeric(type);
  if (target.kind === "text") return isTextual(type);
  // A code may hold digits, and a name may hold a choice.
  const isFree = type.kind === "text" || type.kind === "choice";
  return isFree && isTextual(target) && (type.kind === "text" || target.kind === "name");
}

function sameKindFits(type: ValueType, target: ValueType): boolean {
  if (type.kind === "list" && target.kind === "list") return canBecome(type.of, target.of);
  if (type.kind !== "choice" || target.kind !== "choice") return true;
  const { options } = target;
  if (options === undefined || type.options === undefined) return true;
  return type.options.some((option) => options.includes(option));
}

function assignmentHint(type: ValueType, target: ValueType): string | undefined {
  if (isNumeric(target) && isTextual(type)) {
    const [literal] = literalsOf(type) ?? [];
    const isNumber = literal !== undefined && /^-?\d+(?:\.\d+)?$/.test(literal);
    return isNumber ? `write ${literal} without quotes` : "convert a text with number(…)";
  }
  if (isTextual(target) && isNumeric(type)) return "convert it with text(…)";
  if (target.kind === "boolean") return "write a condition, true or false";
  return target.kind === "list" ? "write [ ] around it, or x + [it] to add it" : undefined;
}

/** Destination of a template. For `text` its values need a text form: URLs, headers, addresses, outcomes. */
export type Destination = "speech" | "text" | "body" | "prompt";

/** Checks the expressions in all holes, and whether their values suit the template's destination. */
export function checkTemplate(
  template: Template,
  env: TypeEnv,
  destination: Destination,
): readonly ExprFinding[] {
  const context = newTypingContext(env);
  for (const part of template) {
    if (typeof part === "string") continue;
    const before = context.findings.length;
    const type = holeType(part, context);
    if (context.findings.length === before)
      checkDestination(part, type, { context, destination, of: template.length });
  }
  return context.findings;
}

/** The type of a template's value, with the findings in it; a single hole keeps its type. */
export function typeOfTemplate(
  template: Template,
  env: TypeEnv,
): { readonly type: ValueType; readonly findings: readonly ExprFinding[] } {
  const context = newTypingContext(env);
  const types = template.map((part): ValueType =>
    typeof part === "string" ? { kind: "text", oneOf: [part] } : holeType(part, context),
  );
  const [only] = types;
  const type: ValueType = only !== undefined && types.length === 1 ? only : { kind: "text" };
  return { type, findings: context.findings };
}

function holeType(hole: Hole, context: TypingContext): ValueType {
  let type = typed(hole.expr, context);
  let { expr } = hole;
  for (const filter of hole.filters) {
    const args = filter.args.map((arg) => ({ expr: arg, type: typed(arg, context) }));
    type = calledType(
      filter.name,
      { from: filter.from, to: filter.from + filter.name.length },
      { context, span: filter, args: [{ expr, type }, ...args] },
    );
    expr = { type: "call", name: filter.name, args: [expr, ...filter.args], from: expr.from, to: filter.to };
  }
  return type;
}

function checkDestination(
  hole: Hole,
  type: ValueType,
  where: { readonly context: TypingContext; readonly destination: Destination; readonly of: number },
): void {
  const { context, destination, of } = where;
  // A single hole of a body keeps its structure; a prompt shows it as JSON.
  if (destination === "prompt" || (destination === "body" && of === 1)) return;
  const wrong = alternatives(type).find((each) =>
    destination === "speech" ? holdsObjects(each) : each.kind === "list" || each.kind === "object",
  );
  if (wrong === undefined) return;
  const verb = destination === "speech" ? "cannot be spoken" : "cannot be part of a text";
  report(context, hole.expr, {
    code: "VF304",
    message: `${holdsObjects(wrong) && wrong.kind === "list" ? "a list of objects" : wordsFor(wrong)} ${verb}`,
    hint: !holdsObjects(wrong)
      ? "use join(…)"
      : wrong.kind === "list"
        ? "use map(…, 'field')"
        : "use one of its fields",
  });
}

function holdsObjects(type: ValueType): boolean {
  if (type.kind === "object") return !hasLabel(type);
  return type.kind === "list" && alternatives(type.of).some(holdsObjects);
}

/** Records are spoken by their fields, and other objects by their label. */
function hasLabel(type: ValueType & { readonly kind: "object" }): boolean {
  const label = type.fields?.get("label");
  return type.isRecord === true || (label !== undefined && isTextual(label));
}

/** All values that a template can have, if known; `end` needs this, because outcomes are a closed set. */
export function closedSet(template: Template, env: TypeEnv): readonly string[] | undefined {
  if (template.every((part) => typeof part === "string")) return [template.join("")];
  return template.length === 1 ? closedTexts(typeOfTemplate(template, env).type) : undefined;
}

/** The value of a condition that does not depend on any variable; undefined if it does. */
export function constantCondition(expr: Expr): boolean | undefined {
  if (!isConstant(expr)) return undefined;
  return (
    evaluate(expr, {
      get: () => undefined,
      kindOf: () => undefined,
      moment: { date: "", time: "", hour: 0, weekday: 0 },
      momentIn: () => undefined,
      speaker: languageOf("en").speaker,
    }) === true
  );
}

/** Function calls never count as constant, since some read the clock. */
function isConstant(expr: Expr): boolean {
  if (expr.type === "name" || expr.type === "call") return false;
  return partsOf(expr).every(isConstant);
}
