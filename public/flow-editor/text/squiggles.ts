// Squiggles: converts the checker's problems to CodeMirror diagnostics.

import type { Diagnostic } from "@codemirror/lint";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import type { LineEnds } from "./line-ends.ts";

/** `problems` must belong to the text of `ends`. */
export function diagnosticsOf(problems: readonly Problem[], ends: LineEnds): Diagnostic[] {
  return problems.map((problem) => {
    const from = ends.offsetAt(problem.line, problem.column);
    const to = ends.offsetAt(problem.end_line, problem.end_column);
    const { severity, code, message, hint } = problem;
    return {
      from,
      to: Math.max(from, to),
      severity,
      source: code,
      message: hint === undefined ? message : `${message} — ${hint}`,
    };
  });
}
