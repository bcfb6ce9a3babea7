// Every check of the flow language: its code, how grave it is, what it means and what triggers it. Findings take their
// severity from here, and the reference page its text.

import type { Code, Severity } from "./code.ts";
import { documentCodes } from "./codes-document.ts";
import { meaningCodes } from "./codes-meaning.ts";
import { nodeCodes } from "./codes-nodes.ts";
import { outsideCodes } from "./codes-outside.ts";

export const codes = {
  ...documentCodes,
  ...meaningCodes,
  ...nodeCodes,
  ...outsideCodes,
} as const satisfies Readonly<Record<string, Code>>;

export type CodeName = keyof typeof codes;

/** Unknown codes are errors: nothing that was found is made light of. */
export function severityOf(code: string): Severity {
  return isCode(code) ? codes[code].severity : "error";
}

function isCode(code: string): code is CodeName {
  return Object.hasOwn(codes, code);
}
