// Expression parser: recursive descent over the grammar below; it never throws, and its errors say what to write
// instead.
//
//   expr  = or [ "if" or "else" expr ]
//   or    = and { "or" and }           and = not { "and" not }         not = "not" not | cmp
//   cmp   = coal [ ("=="|"!="|"<"|"<="|">"|">="|"in"|"not" "in") coal ]
//   coal  = add { "??" add }           add = mul { ("+"|"-") mul }     mul = unary { ("*"|"/"|"%") unary }
//   unary = "-" unary | post           post = prim { "." NAME | "[" expr "]" }
//   prim  = NUMBER | TEXT | true | false | null | NAME | NAME "(" [args] ")" | "(" expr ")" | "[" [args] "]"

import type { BinaryOperator, Expr } from "./ast.ts";
import {
  EXPRESSION_CHARACTERS_MAX,
  type ExprProblem,
  type Token,
  expressionTokensOf,
  tooLong,
} from "./lexer.ts";

export type ParsedExpression<Tree> =
  | { readonly tree: Tree; readonly problem?: never }
  | { readonly tree?: never; readonly problem: ExprProblem };

/** Nesting of one expression, so that recursion cannot exhaust the stack. */
export const EXPRESSION_DEPTH_MAX = 40;

/** State of the parser. It keeps the first problem; after it every parse function gives undefined. */
export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  problem: ExprProblem | undefined;
}

/** Parses a whole text as one expression. Never throws; gives the first syntax error instead. */
export function parseExpression(text: string): ParsedExpression<Expr> {
  if (text.length > EXPRESSION_CHARACTERS_MAX) return { problem: tooLong(0, text.length) };
  const tokens = expressionTokensOf(text, 0, false);
  if ("code" in tokens) return { problem: tokens };
  const cursor: Cursor = { tokens, at: 0, depth: 0, problem: undefined };
  const tree = expression(cursor);
  if (tree !== undefined && peek(cursor).type !== "end") leftover(cursor);
  if (cursor.problem !== undefined) return { problem: cursor.problem };
  return tree === undefined ? { problem: nothing(0, text.length) } : { tree };
}

/** The next token, without consuming it. */
export function peek(cursor: Cursor): Token {
  return cursor.tokens[cursor.at] ?? { type: "end", from: 0, to: 0 };
}

function next(cursor: Cursor): Token {
  const token = peek(cursor);
  if (token.type !== "end") cursor.at += 1;
  return token;
}

/** Consumes the next token if it is this operator or keyword. */
export function takes(cursor: Cursor, text: string): boolean {
  const token = peek(cursor);
  if ((token.type !== "mark" && token.type !== "word") || token.text !== text) return false;
  cursor.at += 1;
  return true;
}

function fail(cursor: Cursor, problem: ExprProblem): undefined {
  cursor.problem ??= problem;
}

function nothing(from: number, to: number): ExprProblem {
  return { code: "VF301", message: "an expression is missing here", from, to };
}

/** Runs `parse` one nesting level deeper, or fails if EXPRESSION_DEPTH_MAX is reached. */
function deeper<Tree>(cursor: Cursor, parse: (cursor: Cursor) => Tree | undefined): Tree | undefined {
  const { from, to } = peek(cursor);
  if (cursor.depth >= EXPRESSION_DEPTH_MAX) {
    return fail(cursor, {
      code: "VF302",
      message: `this is nested more than ${EXPRESSION_DEPTH_MAX} levels deep`,
      hint: "calculate parts of it in 'set' first",
      from,
      to,
    });
  }
  cursor.depth += 1;
  const tree = parse(cursor);
  cursor.depth -= 1;
  return tree;
}

/** Parses one expression at the cursor; undefined after a syntax error, which the cursor keeps. */
export function expression(cursor: Cursor): Expr | undefined {
  return deeper(cursor, (inner) => {
    const value = or(inner);
    if (value === undefined || !takes(inner, "if")) return value;
    const condition = or(inner);
    if (condition === undefined) return undefined;
    if (!takes(inner, "else")) {
      return wanted(inner, "'else'", "write 'b if a else c'");
    }
    const otherwise = expression(inner);
    if (otherwise === undefined) return undefined;
    return { type: "choose", value, condition, otherwise, from: value.from, to: otherwise.to };
  });
}

type Level = (cursor: Cursor) => Expr | undefined;

/** `operand { operator operand }`, read from the left. */
function chain(operators: readonly BinaryOperator[], operand: Level): Level {
  return (cursor) => {
    let left = operand(cursor);
    while (left !== undefined) {
      const operator = operators.find((each) => takes(cursor, each));
      if (operator === undefined) return left;
      left = joined(left, operator, operand(cursor));
    }
    return undefined;
  };
}

function joined(left: Expr, operator: BinaryOperator, right: Expr | undefined): Expr | undefined {
  if (right === undefined) return undefined;
  return { type: "binary", operator, left, right, from: left.from, to: right.to };
}

const multiply = chain(["*", "/", "%"], unary);
const add = chain(["+", "-"], multiply);
const coalesce = chain(["??"], add);
const and = chain(["and"], not);
const or = chain(["or"], and);

function not(cursor: Cursor): Expr | undefined {
  const { from } = peek(cursor);
  if (!takes(cursor, "not")) return comparison(cursor);
  const of = deeper(cursor, not);
  return of === undefined ? undefined : { type: "unary", operator: "not", of, from, to: of.to };
}

const comparisons: readonly BinaryOperator[] = ["==", "!=", "<=", ">=", "<", ">", "in"];

function comparison(cursor: Cursor): Expr | undefined {
  const left = coalesce(cursor);
  if (left === undefined) return undefined;
  const operator = comparisonOperator(cursor);
  if (operator === undefined) return left;
  const compared = joined(left, operator, coalesce(cursor));
  if (compared === undefined) return undefined;
  const { from, to } = peek(cursor);
  if (comparisonOperator(cursor) === undefined) return compared;
  return fail(cursor, {
    code: "VF301",
    message: "comparisons cannot be chained",
    hint: "write 'a < b and b < c'",
    from,
    to,
  });
}

function comparisonOperator(cursor: Cursor): BinaryOperator | undefined {
  const match = comparisons.find((each) => takes(cursor, each));
  if (match !== undefined) return match;
  const after = cursor.tokens[cursor.at + 1];
  const isNotIn = after?.type === "word" && after.text === "in" && takes(cursor, "not");
  return isNotIn && takes(cursor, "in") ? "not in" : undefined;
}

function unary(cursor: Cursor): Expr | undefined {
  const { from } = peek(cursor);
  if (!takes(cursor, "-")) return postfix(cursor);
  const of = deeper(cursor, unary);
  return of === undefined ? undefined : { type: "unary", operator: "-", of, from, to: of.to };
}

function postfix(cursor: Cursor): Expr | undefined {
  let of = primary(cursor);
  while (of !== undefined) {
    if (takes(cursor, ".")) of = fieldOf(cursor, of);
    else if (takes(cursor, "[")) of = entryOf(cursor, of);
    else return of;
  }
  return undefined;
}

function fieldOf(cursor: Cursor, of: Expr): Expr | undefined {
  const token = peek(cursor);
  if (token.type !== "name" && token.type !== "word") {
    return wanted(cursor, "the name of a field", "write an entry of a list as x[0]");
  }
  next(cursor);
  return { type: "field", of, name: token.text, from: of.from, to: token.to };
}

function entryOf(cursor: Cursor, of: Expr): Expr | undefined {
  const index = expression(cursor);
  if (index === undefined) return undefined;
  const { to } = peek(cursor);
  if (!takes(cursor, "]")) return wanted(cursor, "']'");
  return { type: "index", of, index, from: of.from, to };
}

function primary(cursor: Cursor): Expr | undefined {
  const token = peek(cursor);
  const { from, to } = token;
  switch (token.type) {
    case "number":
      next(cursor);
      return { type: "literal", value: token.number, from, to };
    case "text":
      next(cursor);
      return { type: "literal", value: token.text, from, to };
    case "name":
      next(cursor);
      return takes(cursor, "(")
        ? call(cursor, token.text, from)
        : { type: "name", name: token.text, from, to };
    case "word":
      return constant(cursor);
    case "mark":
      if (takes(cursor, "(")) return parentheses(cursor, from);
      if (takes(cursor, "[")) return list(cursor, from);
      return wanted(cursor, "a value");
    case "end":
      return fail(cursor, nothing(from, to));
  }
}

function constant(cursor: Cursor): Expr | undefined {
  const { from, to } = peek(cursor);
  if (takes(cursor, "true")) return { type: "literal", value: true, from, to };
  if (takes(cursor, "false")) return { type: "literal", value: false, from, to };
  if (takes(cursor, "null")) return { type: "literal", value: null, from, to };
  const token = peek(cursor);
  const isNot = token.type === "word" && token.text === "not";
  return wanted(cursor, "a value", isNot ? "write ( ) around 'not …'" : undefined);
}

function parentheses(cursor: Cursor, from: number): Expr | undefined {
  const inner = expression(cursor);
  if (inner === undefined) return undefined;
  const { to } = peek(cursor);
  return takes(cursor, ")") ? { ...inner, from, to } : wanted(cursor, "')'");
}

function list(cursor: Cursor, from: number): Expr | undefined {
  const items = listed(cursor, "]");
  return items === undefined ? undefined : { type: "list", items: items.values, from, to: items.to };
}

function call(cursor: Cursor, name: string, from: number): Expr | undefined {
  const args = listed(cursor, ")");
  return args === undefined ? undefined : { type: "call", name, args: args.values, from, to: args.to };
}

/** Parses comma-separated expressions up to and including the closing bracket; a trailing comma is allowed. */
export function listed(
  cursor: Cursor,
  close: ")" | "]",
): { readonly values: readonly Expr[]; readonly to: number } | undefined {
  const values: Expr[] = [];
  for (;;) {
    const { to } = peek(cursor);
    if (takes(cursor, close)) return { values, to };
    const value = expression(cursor);
    if (value === undefined) return undefined;
    values.push(value);
    const end = peek(cursor).to;
    if (takes(cursor, close)) return { values, to: end };
    if (!takes(cursor, ",")) return wanted(cursor, `',' or '${close}'`);
  }
}

/** Fails with the expected token at the cursor. */
export function wanted(cursor: Cursor, what: string, hint?: string): undefined {
  const token = peek(cursor);
  const actual = token.type === "end" ? "the end" : `'${wordOf(token)}'`;
  const better = hint ?? hintFor(token);
  return fail(cursor, {
    code: "VF301",
    message: `expected ${what}, not ${actual}`,
    ...(better !== undefined && { hint: better }),
    from: token.from,
    to: token.to,
  });
}

/** Fails because something follows a complete expression. */
export function leftover(cursor: Cursor, better?: string): undefined {
  const token = peek(cursor);
  const before = cursor.tokens[cursor.at - 1];
  const isNot = before?.type === "name" && before.text === "NOT";
  const hint = better ?? (isNot ? "write 'not'" : hintFor(token));
  return fail(cursor, {
    code: "VF301",
    message: `'${wordOf(token)}' cannot follow here`,
    ...(hint !== undefined && { hint }),
    from: token.from,
    to: token.to,
  });
}

const missingOperator = "an operator is missing before it, or a literal text needs quotes";

const hints: ReadonlyMap<string, string> = new Map([
  ["AND", "write 'and'"],
  ["OR", "write 'or'"],
  ["IN", "write 'in'"],
  ["IF", "write 'if'"],
  ["ELSE", "write 'else'"],
  ["is", "write '=='"],
  ["then", "write 'b if a else c'"],
  ["contains", "write contains(a, b)"],
  ["starts_with", "write starts_with(a, b)"],
  ["if", "write 'b if a else c'"],
  ["else", "write 'b if a else c'"],
  ["|", "filters are allowed only at the end of {{ }}: write upper(x)"],
  [".", "a number must start with a digit: 0.5"],
  [")", "a '(' is missing before it"],
  ["]", "a '[' is missing before it"],
]);

function hintFor(token: Token): string | undefined {
  if (token.type === "end" || token.type === "number") return undefined;
  const hint = token.type === "text" ? undefined : hints.get(token.text);
  if (hint !== undefined) return hint;
  return token.type === "name" ? missingOperator : undefined;
}

function wordOf(token: Token): string {
  if (token.type === "end") return "the end";
  return token.type === "number" ? String(token.number) : token.text;
}
