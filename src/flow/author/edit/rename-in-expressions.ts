// Rename in expressions: replaces names inside expressions and templates in place; the rest of the text stays as it
// is.

import type { Expr } from "../../language/expression/ast.ts";
import { parseExpression } from "../../language/expression/parser.ts";
import { partsOf } from "../../language/expression/dependencies.ts";
import { parseTemplate } from "../../language/expression/template-parser.ts";
import { applyEdits, type TextEdit, inOrder } from "../../language/source/text-edit.ts";

/** Finds the text edits for one expression, whose parts it gets one by one. */
export type EditFinder = (expr: Expr, text: string) => readonly TextEdit[];

/** An unreadable text is unchanged. */
export function replaced(text: string, is: "template" | "expression", find: EditFinder): string {
  const edits: TextEdit[] = [];
  const open = [...exprsIn(text, is)];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    edits.push(...find(each, text));
    open.push(...partsOf(each));
  }
  return applyEdits(text, inOrder(edits));
}

function exprsIn(text: string, is: "template" | "expression"): readonly Expr[] {
  if (is === "expression") {
    const { tree } = parseExpression(text);
    return tree === undefined ? [] : [tree];
  }
  const { tree = [] } = parseTemplate(text);
  return tree.flatMap((part) =>
    typeof part === "string" ? [] : [part.expr, ...part.filters.flatMap(({ args }) => args)],
  );
}

/** The name itself: a variable, or a tool's parameter. */
export function nameFinder(old: string, to: string): EditFinder {
  return (expr) =>
    expr.type === "name" && expr.name === old ? [{ from: expr.from, to: expr.to, text: to }] : [];
}

/** `of.old` and `of['old']`. */
export function fieldFinder(of: string, old: string, to: string): EditFinder {
  const isOf = (expr: Expr): boolean => expr.type === "name" && expr.name === of;
  return (expr, text) => {
    if (expr.type === "field" && isOf(expr.of) && expr.name === old) {
      return [{ from: expr.to - old.length, to: expr.to, text: to }];
    }
    return expr.type === "index" && isOf(expr.of) ? literal(expr.index, old, { to, text }) : [];
  };
}

/** `of.field == 'old'`, and one among several. */
export function comparisonFinder(isMeant: (expr: Expr) => boolean, old: string, to: string): EditFinder {
  return (expr, text) => {
    if (expr.type !== "binary") return [];
    const { operator, left, right } = expr;
    if (operator === "==" || operator === "!=") {
      return [
        ...(isMeant(right) ? literal(left, old, { to, text }) : []),
        ...(isMeant(left) ? literal(right, old, { to, text }) : []),
      ];
    }
    const isAmong = (operator === "in" || operator === "not in") && isMeant(left) && right.type === "list";
    return isAmong ? right.items.flatMap((item) => literal(item, old, { to, text })) : [];
  };
}

/** Finds the text literals that can be the value of a whole expression. */
function valueFinder(old: string, to: string): (expr: Expr, text: string) => readonly TextEdit[] {
  const find = (expr: Expr, text: string): readonly TextEdit[] => {
    if (expr.type === "choose") return [...find(expr.value, text), ...find(expr.otherwise, text)];
    if (expr.type === "binary" && expr.operator === "??")
      return [...find(expr.left, text), ...find(expr.right, text)];
    return literal(expr, old, { to, text });
  };
  return find;
}

/** The value of the whole text. */
export function replacedValue(text: string, old: string, to: string): string {
  const { tree } = parseExpression(text);
  return tree === undefined ? text : applyEdits(text, inOrder(valueFinder(old, to)(tree, text)));
}

/** Names have no quotes in them. */
function literal(
  expr: Expr,
  old: string,
  { to, text }: { readonly to: string; readonly text: string },
): readonly TextEdit[] {
  if (expr.type !== "literal" || expr.value !== old) return [];
  const quote = text[expr.from] ?? "'";
  return [{ from: expr.from, to: expr.to, text: quote + to + quote }];
}

export function allFinders(...finds: readonly EditFinder[]): EditFinder {
  return (expr, text) => finds.flatMap((find) => find(expr, text));
}
