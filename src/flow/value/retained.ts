// Retained data: the data of sessions, by class, and the parts that may be replaced before storing.

/** Classes of a session's data. */
export type RetainedClass = "audio" | "words" | "values" | "numbers";

/** Kinds of text that may be replaced before storing. */
export type RedactionKind = "card" | "iban" | "email" | "phone";
