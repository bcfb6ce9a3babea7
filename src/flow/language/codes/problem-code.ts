// Type of a problem code: its severity, title, explanation and example. Types only.

export type Severity = "error" | "warning" | "info";

export interface Code {
  readonly severity: Severity;
  /** A few words, without a full stop. */
  readonly title: string;
  /** Why it matters and what to do instead. */
  readonly explanation: string;
  /** A piece of a document that has it. */
  readonly example: string;
}
