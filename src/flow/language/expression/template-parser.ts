// Template parser: reads a text with `{{ expression | filter }}` holes in it.

import type { Hole, Template } from "./ast.ts";
import {
  type Cursor,
  expression,
  leftover,
  listed,
  type ParsedExpression,
  peek,
  takes,
  wanted,
} from "./parser.ts";
import { type ExprProblem, expressionTokensOf } from "./lexer.ts";

/**
 * Parses a text with holes. A literal `{{` is written `{{ '{{' }}`. Never throws; gives the first syntax error
 * instead.
 */
export function parseTemplate(text: string): ParsedExpression<Template> {
  const parts: (string | Hole)[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf("{{", at);
    const literal = text.slice(at, open < 0 ? text.length : open);
    if (literal !== "") parts.push(literal);
    if (open < 0) return { tree: parts };
    const hole = holeAt(text, open);
    if ("code" in hole) return { problem: hole };
    parts.push(hole);
    at = hole.to;
  }
}

function holeAt(text: string, open: number): Hole | ExprProblem {
  const tokens = expressionTokensOf(text, open + 2, true);
  if ("code" in tokens) return tokens;
  const cursor: Cursor = { tokens, at: 0, depth: 0, problem: undefined };
  const close = tokens.at(-1)?.to ?? text.length;
  const hole = filled(cursor, open, close);
  return (
    hole ??
    cursor.problem ?? {
      code: "VF301",
      message: "an expression is missing here",
      from: open,
      to: close,
    }
  );
}

function filled(cursor: Cursor, from: number, to: number): Hole | undefined {
  const expr = expression(cursor);
  if (expr === undefined) return undefined;
  const filters: Hole["filters"][number][] = [];
  while (takes(cursor, "|")) {
    const filter = filterOf(cursor);
    if (filter === undefined) return undefined;
    filters.push(filter);
  }
  const rest = peek(cursor);
  if (rest.type === "end") return { expr, filters, from, to };
  const isMisplaced = filters.length > 0 && rest.type === "mark";
  return leftover(
    cursor,
    isMisplaced ? "a filter must be at the end of {{ }}: write upper(x) + y" : undefined,
  );
}

function filterOf(cursor: Cursor): Hole["filters"][number] | undefined {
  const token = peek(cursor);
  if (token.type !== "name") return wanted(cursor, "the name of a filter");
  cursor.at += 1;
  if (!takes(cursor, "(")) return { name: token.text, args: [], from: token.from, to: token.to };
  const args = listed(cursor, ")");
  return args && { name: token.text, args: args.values, from: token.from, to: args.to };
}
