// Diagnostic line: one problem of a flow as a line of text, for terminals and for whoever reads like them.

import type { Diagnostic } from "./fault.ts";

/** `line:column: severity CODE message (hint)`. */
export function diagnosticLine({ line, column, severity, code, message, hint }: Diagnostic): string {
  const way = hint === undefined ? "" : ` (${hint})`;
  return `${line}:${column}: ${severity} ${code} ${message}${way}`;
}
