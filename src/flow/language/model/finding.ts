// Finding of a check: what is wrong at which path of the document. Its lines and columns are looked up later.

import type { Severity } from "../codes/problem-code.ts";
import type { CodeName } from "../codes/all-codes.ts";
import type { Path } from "../source/problem.ts";

export interface Finding {
  readonly code: CodeName;
  readonly path: Path;
  /** The key at the end of the path rather than its value. */
  readonly atKey?: true;
  /** Within the text at the path, in UTF-16 units. */
  readonly from?: number;
  readonly to?: number;
  /** Where it is not the code's own. */
  readonly severity?: Severity;
  /** What is wrong, in plain words, without a full stop. */
  readonly message: string;
  /** The way out. */
  readonly hint?: string;
  /** A word that stands where one of these names should: what is near is the better hint. */
  readonly suggestion?: { readonly word: string; readonly names: Iterable<string> } | undefined;
}

export type Report = (finding: Finding) => void;
