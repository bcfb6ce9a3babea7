// Table of problem codes: every check's code, severity, meaning and example. Findings take their severity from here,
// and the reference page its text.

import type { Code, Severity } from "./problem-code.ts";
import { documentCodes } from "./document-codes.ts";
import { meaningCodes } from "./meaning-codes.ts";
import { nodeCodes } from "./node-codes.ts";
import { outsideCodes } from "./outside-codes.ts";

export const codes = {
  ...documentCodes,
  ...meaningCodes,
  ...nodeCodes,
  ...outsideCodes,
} as const satisfies Readonly<Record<string, Code>>;

export type CodeName = keyof typeof codes;

/** The severity of a code; an unknown code counts as an error, so that no finding is understated. */
export function severityOf(code: string): Severity {
  return isCode(code) ? codes[code].severity : "error";
}

function isCode(code: string): code is CodeName {
  return Object.hasOwn(codes, code);
}
