// Lexer: cuts an expression into names, numbers, texts and operators, or reports a syntax error with its correction.

import type { Span } from "./ast.ts";

/** A syntax error: the fault, its correction, and its span in the expression's own text. */
export interface ExprProblem extends Span {
  readonly code: "VF103" | "VF112" | "VF301" | "VF302";
  readonly message: string;
  readonly hint?: string;
}

export type Token = Span &
  (
    | { readonly type: "number"; readonly number: number }
    | { readonly type: "text"; readonly text: string }
    /** Names of variables and functions. */
    | { readonly type: "name"; readonly text: string }
    | { readonly type: "word"; readonly text: Word }
    | { readonly type: "mark"; readonly text: string }
    /** The end of the text, or the `}}` that closes a hole. */
    | { readonly type: "end" }
  );

const words = ["or", "and", "not", "in", "if", "else", "true", "false", "null"] as const;
export type Word = (typeof words)[number];

/** UTF-16 units of an expression or a hole. */
export const EXPRESSION_CHARACTERS_MAX = 1_000;

/** Longer marks first, so that `<=` is not read as `<`. */
const marks = "?? == != <= >= < > + - * / % . , ( ) [ ] |".split(" ");

/** Operators of other languages, each with its replacement. Longer ones first. */
const foreign: readonly (readonly [mark: string, hint: string])[] = [
  ["===", "write '=='"],
  ["!==", "write '!='"],
  ["{{", "write the expression without {{ }}"],
  ["}}", "write the expression without {{ }}"],
  ["&&", "write 'and'"],
  ["||", "write 'or'"],
  ["<>", "write '!='"],
  ["=>", "write '>='"],
  ["=<", "write '<='"],
  ["?.", "write '.': a field of null is null"],
  ["=", "write '=='"],
  ["&", "write 'and'"],
  ["?", "write 'b if a else c'"],
  [":", "a text, a time or a date needs quotes: '19:30'"],
  ["{", "write a map in YAML, with one expression per key"],
  ["}", "write a map in YAML, with one expression per key"],
  ["“", "use straight quotes"],
  ["”", "use straight quotes"],
  ["‘", "use straight quotes"],
  ["’", "use straight quotes"],
  ["`", "use straight quotes"],
  ["$", "write the name alone"],
  ["@", "write the name alone"],
];

/**
 * Cuts `text` into tokens, from the offset `from` to the end of the text, or in a hole to its `}}`.
 * The last token is always the end.
 */
export function expressionTokensOf(
  text: string,
  from: number,
  inHole: boolean,
): readonly Token[] | ExprProblem {
  const tokens: Token[] = [];
  let at = from;
  for (;;) {
    at = afterBlanks(text, at);
    if (at - from > EXPRESSION_CHARACTERS_MAX) return tooLong(from, at);
    if (at >= text.length) {
      if (inHole) return unclosedHole(from);
      tokens.push({ type: "end", from: at, to: at });
      return tokens;
    }
    if (inHole && text.startsWith("}}", at)) {
      tokens.push({ type: "end", from: at, to: at + 2 });
      return tokens;
    }
    const token = tokenAt(text, at);
    if ("code" in token) return token;
    tokens.push(token);
    at = token.to;
  }
}

/** The syntax error for an expression of more than EXPRESSION_CHARACTERS_MAX units. */
export function tooLong(from: number, to: number): ExprProblem {
  return {
    code: "VF301",
    message: "an expression can have at most 1,000 characters",
    hint: "calculate parts of it in 'set' first",
    from,
    to,
  };
}

function unclosedHole(from: number): ExprProblem {
  return {
    code: "VF301",
    message: "a '{{' is never closed",
    hint: "write '}}' after the expression",
    from: Math.max(0, from - 2),
    to: from,
  };
}

function tokenAt(text: string, at: number): Token | ExprProblem {
  const first = text[at] ?? "";
  if (isDigit(first)) return numberAt(text, at);
  if (isNameStart(first)) return nameAt(text, at);
  if (first === "'" || first === '"') return quotedAt(text, at);
  const stranger = foreign.find(([mark]) => text.startsWith(mark, at));
  const mark = marks.find((each) => text.startsWith(each, at));
  // '=' and '?' also begin operators of this language, and '==' begins a foreign '===': the longest match counts.
  if (mark !== undefined && (stranger === undefined || mark.length >= stranger[0].length)) {
    return { type: "mark", text: mark, from: at, to: at + mark.length };
  }
  if (stranger !== undefined) return strange(stranger[0], stranger[1], at);
  if (first === "!") return exclamation(text, at);
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const isLetter = /\p{L}/u.test(char);
  return {
    code: "VF301",
    message: `'${isPrintable(char) ? char : "a control character"}' has no meaning in an expression`,
    ...(isLetter && { hint: "names may contain a-z, 0-9 and _. Write other fields as x['größe']" }),
    from: at,
    to: at + char.length,
  };
}

function strange(mark: string, hint: string, at: number): ExprProblem {
  return {
    code: "VF301",
    message: `'${mark}' is not an operator here`,
    hint,
    from: at,
    to: at + mark.length,
  };
}

function exclamation(text: string, at: number): ExprProblem {
  const start = afterBlanks(text, at + 1);
  const to = afterName(text, start);
  return {
    code: "VF103",
    message: "'!' does not mean 'not' here",
    hint: `write 'not ${to > start ? text.slice(start, to) : "…"}'`,
    from: at,
    to: at + 1,
  };
}

function numberAt(text: string, from: number): Token | ExprProblem {
  let to = afterDigits(text, from);
  const isWhole = text[to] !== "." || !isDigit(text[to + 1] ?? "");
  if (!isWhole) to = afterDigits(text, to + 1);
  const written = text.slice(from, to);
  const problem = (message: string, hint: string): ExprProblem => ({
    code: "VF301",
    message,
    hint,
    from,
    to: Math.max(to, afterName(text, to)),
  });
  if (/^0\d/.test(written)) {
    return problem(
      `a number cannot start with 0`,
      `a date, a time or a sequence of digits needs quotes: '${written}'`,
    );
  }
  if (afterName(text, to) > to) {
    return problem("a number is followed by a letter", "names start with a letter. A text needs quotes");
  }
  const number = Number(written);
  if (number > Number.MAX_SAFE_INTEGER) {
    return problem(
      "this number is too large to be represented exactly",
      "write a sequence of digits in quotes",
    );
  }
  return { type: "number", number, from, to };
}

function nameAt(text: string, from: number): Token {
  const to = afterName(text, from);
  const name = text.slice(from, to);
  const word = words.find((each) => each === name);
  return word === undefined ? { type: "name", text: name, from, to } : { type: "word", text: word, from, to };
}

/** Reads a quoted text, in which a backslash escapes a quote or a backslash. */
function quotedAt(text: string, from: number): Token | ExprProblem {
  const quote = text[from];
  let value = "";
  const last = Math.min(text.length, from + EXPRESSION_CHARACTERS_MAX);
  for (let at = from + 1; at < last; at += 1) {
    const char = text[at] ?? "";
    const following = text[at + 1] ?? "";
    if (char === quote) return { type: "text", text: value, from, to: at + 1 };
    const isEscape = char === "\\" && (following === "\\" || following === "'" || following === '"');
    if (isEscape) at += 1;
    value += isEscape ? following : char;
  }
  return {
    code: "VF301",
    message: "a quote is never closed",
    hint: `write ${quote} at the end of the text`,
    from,
    to: from + 1,
  };
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n\u00a0".includes(text[at] ?? "x")) at += 1;
  return at;
}

function afterDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text[at] ?? "")) at += 1;
  return at;
}

function afterName(text: string, from: number): number {
  let at = from;
  while (isNameStart(text[at] ?? "") || isDigit(text[at] ?? "")) at += 1;
  return at;
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9" && char.length === 1;
}

function isNameStart(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "A" && char <= "Z") || char === "_";
}

function isPrintable(char: string): boolean {
  return !/[\p{C}\p{Z}]/u.test(char);
}
