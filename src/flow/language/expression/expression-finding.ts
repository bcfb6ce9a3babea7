// Finding in an expression: a type error with its position, and the context that the type checker hands down.

import type { Path } from "../source/problem.ts";
import type { Expr, Span } from "./ast.ts";
import type { ValueType } from "./expression-types.ts";

/** An error at a position of an expression. */
export interface ExprFinding extends Span {
  readonly code: "VF201" | "VF202" | "VF303" | "VF304" | "VF305" | "VF306" | "VF307";
  readonly message: string;
  readonly hint?: string;
  /**
   * Path inside a structure of expressions; `from` and `to` are offsets in the text there. Empty for a single
   * expression.
   */
  readonly path: Path;
}

export interface TypeEnv {
  /** The type of a name; undefined if the name is unknown here. */
  typeOf(name: string): ValueType | undefined;
  /** All known names, for "did you mean". */
  readonly names: readonly string[];
}

/** State of the type check of one expression. */
export interface TypingContext {
  readonly env: TypeEnv;
  readonly path: Path;
  readonly findings: ExprFinding[];
  /** The types of the expressions that were checked so far. */
  readonly types: Map<Expr, ValueType>;
  /**
   * The key of the assignment, for hints that show its line, and whether the expression is quoted in the YAML text.
   */
  readonly about?: AssignmentTarget;
}

export interface AssignmentTarget {
  readonly key: string;
  readonly isQuoted: boolean;
}

export interface Remark {
  readonly code: ExprFinding["code"];
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Adds a finding at a span of the expression that is being checked. */
export function report(context: TypingContext, at: Span, { code, message, hint }: Remark): void {
  const { from, to } = at;
  context.findings.push({ code, message, ...(hint !== undefined && { hint }), from, to, path: context.path });
}
