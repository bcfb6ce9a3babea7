// Type of a problem code: its severity, title, explanation and example. Types only.

export type Severity = "error" | "warning" | "info";

export interface Code {
  readonly severity: Severity;
  /** Title: a few words, without a full stop. */
  readonly title: string;
  /** Explanation: the consequence and the correction. */
  readonly explanation: string;
  /** Example: a part of a document that triggers it. */
  readonly example: string;
}
