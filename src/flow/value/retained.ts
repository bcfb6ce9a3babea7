// Retained data: what sessions leave, by class, and what may be replaced in it before it is stored.

/** What sessions leave. */
export type RetainedClass = "audio" | "words" | "values" | "numbers";

/** What may be replaced before it is stored. */
export type Redacted = "card" | "iban" | "email" | "phone";
