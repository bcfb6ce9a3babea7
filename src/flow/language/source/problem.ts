// Problem of a document: what is wrong, how grave it is, and the range of the text that it is about.

import type { Diagnostic } from "../../../base/fault.ts";
import type { SourceRange } from "./positions.ts";

/** As an answer of the API shows it, with the end of its place. */
export interface Problem extends Diagnostic {
  readonly end_line: number;
  readonly end_column: number;
}

export type Path = readonly (string | number)[];

/** What is found, before its place in the text is known. */
export interface UnplacedProblem {
  /** `VF` and three digits; the same mistake has the same code for ever. */
  readonly code: string;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  /** The way out. */
  readonly hint?: string | undefined;
}

export function problemAt(
  { code, severity, message, hint }: UnplacedProblem,
  path: Path,
  place: SourceRange,
): Problem {
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    pointer: pointerOf(path),
    line: place.line,
    column: place.column,
    end_line: place.endLine,
    end_column: place.endColumn,
  };
}

export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
