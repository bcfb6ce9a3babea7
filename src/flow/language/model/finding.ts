// Finding of a check: a problem and its path in the document. Its lines and columns are looked up later.

import type { Severity } from "../codes/problem-code.ts";
import type { CodeName } from "../codes/all-codes.ts";
import type { Path } from "../source/problem.ts";

export interface Finding {
  readonly code: CodeName;
  readonly path: Path;
  /** True if the finding is about the key at the end of the path rather than its value. */
  readonly atKey?: true;
  /** Offset within the text at the path, in UTF-16 units. */
  readonly from?: number;
  readonly to?: number;
  /** Overrides the severity of the code. */
  readonly severity?: Severity;
  /** Problem, in plain words, without a full stop. */
  readonly message: string;
  /** How to correct it, without a full stop. */
  readonly hint?: string;
  /** An unknown word and the names that are possible in its place; a near name replaces the hint. */
  readonly suggestion?: { readonly word: string; readonly names: Iterable<string> } | undefined;
}

export type Report = (finding: Finding) => void;
