// Problem of a document: an error or a note, its severity, and its range in the text.

import type { Diagnostic } from "../../../base/fault.ts";
import type { SourceRange } from "./positions.ts";

/** A problem as the API shows it. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Problem extends Diagnostic {
  readonly end_line: number;
  readonly end_column: number;
}

export type Path = readonly (string | number)[];

/** A problem whose position in the text is not yet known. */
export interface UnplacedProblem {
  /** `VF` and three digits; the meaning of a code never changes. */
  readonly code: string;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  /** How to correct it. */
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

/** A path as JSON Pointer (RFC 6901). */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
