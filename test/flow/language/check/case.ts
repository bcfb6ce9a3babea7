// Test case of a check: a flow that has a problem, with its position marked, and the same flow without the problem.

import type { Knowledge } from "../../../../src/flow/language/load-flow.ts";

export interface Case {
  readonly code: string;
  /** Text with the problem's place between « and »; the header is put before it unless it has its own. */
  readonly bad: string;
  /** Correct text that is as near as possible. */
  readonly good: string;
  /** Advice to the author, word for word. */
  readonly hint?: string;
  readonly knowledge?: Knowledge;
  /** The near miss has other errors, because the code is about texts that cannot be read. */
  readonly goodHasErrors?: true;
}

const header = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\n";

export function textOf(body: string): string {
  return /^[«»]*(?:voice_flow|id:)/.test(body) ? body : header + body;
}

export interface MarkedText {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function marked(body: string): MarkedText {
  const whole = textOf(body);
  const from = whole.indexOf("«");
  const to = whole.indexOf("»") - 1;
  if (from < 0 || to < from) throw new Error(`No place is marked in:\n${whole}`);
  const text = whole.replace("«", "").replace("»", "");
  const [start, end] = [placeAt(text, from), placeAt(text, to)];
  return { text, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
