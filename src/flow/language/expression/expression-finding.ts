// Finding in an expression: a type error with its position, and the context that the type checker hands down.

import type { Path } from "../source/problem.ts";
import type { Expr, Span } from "./ast.ts";
import type { ValueType } from "./expression-types.ts";

/** An error at a place of an expression. */
export interface ExprFinding extends Span {
  readonly code: "VF201" | "VF202" | "VF303" | "VF304" | "VF305" | "VF306" | "VF307";
  readonly message: string;
  readonly hint?: string;
  /** Where in a structure of expressions; `from` and `to` count in the text there. Empty for a single one. */
  readonly path: Path;
}

export interface TypeEnv {
  /** Undefined when there is no such name here. */
  typeOf(name: string): ValueType | undefined;
  /** All names, for "did you mean". */
  readonly names: readonly string[];
}

/** One walk over an expression. */
export interface TypingContext {
  readonly env: TypeEnv;
  readonly path: Path;
  readonly findings: ExprFinding[];
  /** The type of each expression that the walk has passed. */
  readonly types: Map<Expr, ValueType>;
  /** The variable that is assigned, as its line begins, and whether the expression stands in quotes of YAML. */
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

export function report(walk: TypingContext, at: Span, { code, message, hint }: Remark): void {
  const { from, to } = at;
  walk.findings.push({ code, message, ...(hint !== undefined && { hint }), from, to, path: walk.path });
}
