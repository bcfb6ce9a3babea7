// Variables: those of a question, as the product declares them, and the world around it.

export type Kind =
  | "number"
  | "digits"
  | "code"
  | "phone"
  | "email"
  | "name"
  | "text"
  | "date"
  | "time"
  | "date_range"
  | "time_range"
  | "duration"
  | "money"
  | "amount"
  | "choice"
  | "boolean"
  | "list";

export interface Option {
  readonly id: string;
  readonly label?: string;
  readonly synonyms?: readonly string[];
  readonly description?: string;
}

export interface Variable {
  readonly name: string;
  readonly type: Kind;
  readonly ask?: string;
  readonly synonyms?: readonly string[];
  readonly integer?: boolean;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly unit?: string;
  readonly currency?: string;
  /** Units that its question names: "how many sessions a week". */
  readonly askedUnits?: readonly string[];
  readonly mask?: string;
  readonly region?: string;
  readonly lengthMin?: number;
  readonly lengthMax?: number;
  /** Number of all digits, where they are asked in parts. */
  readonly whole?: number;
  readonly options?: readonly Option[];
  /** Its options came from a list of data. */
  readonly fromData?: boolean;
  /** By the words of the question: a date of birth, a number of years; a yes or no to a question that offers more. */
  readonly topic?: "birth" | "age";
  readonly offersMore?: boolean;
  /** Its value until now, if it is corrected. */
  readonly near?: Value;
  /** Its value where that is read back now. */
  readonly read?: Value;
  /** Known of it already: an interval of a range, the first digits of a telephone number. */
  readonly known?: string;
  /** Values of which the caller was asked to choose one. */
  readonly choices?: readonly Value[];
}

export interface Now {
  /** Days since 1970, and minutes of the day. */
  readonly today: number;
  readonly minute: number;
  /** The region of the language, "GB": how it writes days. Undefined: a day that may be written either way is asked. */
  readonly region?: string;
}

/** Ranges are intervals as text: `2026-11-21/2026-11-24`. */
export type Value = number | string | boolean;

/**
 * The meaning of a reading for a variable: one value, or several between which the caller must choose, or one out of
 * bounds.
 */
export interface Fit {
  readonly value?: Value;
  readonly values?: readonly Value[];
  readonly isOutside?: boolean;
  /** The interval in which it lies, where no single value is meant: "next week". */
  readonly part?: string;
  /** The form names no type: "eight" at a time. */
  readonly isBare?: boolean;
  /** A number of an option: only if nothing else was said. */
  readonly isAlone?: boolean;
  /** The question's own words, repeated. */
  readonly isEcho?: boolean;
  /** Why even a clear reading is read back. */
  readonly doubt?: string;
}
