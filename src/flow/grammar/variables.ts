// Variables: those of a question, as the product declares them, and the world around them.

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
  /** Units that the question names: "how many sessions a week". */
  readonly askedUnits?: readonly string[];
  readonly mask?: string;
  readonly region?: string;
  readonly lengthMin?: number;
  readonly lengthMax?: number;
  /** Number of all digits, if they are asked in parts. */
  readonly whole?: number;
  readonly options?: readonly Option[];
  /** Whether the options come from a list of data. */
  readonly fromData?: boolean;
  /** Topic by the words of the question: a date of birth, or a number of years. */
  readonly topic?: "birth" | "age";
  readonly offersMore?: boolean;
  /** Present value, if it is being corrected. */
  readonly near?: Value;
  /** Present value, if it is being read back. */
  readonly read?: Value;
  /** Known part: an interval of a range, the first digits of a phone number. */
  readonly known?: string;
  /** Values of which the caller was asked to choose one. */
  readonly choices?: readonly Value[];
}

export interface Now {
  /** Today as days since 1970, and the time as minutes of the day. */
  readonly today: number;
  readonly minute: number;
  /**
   * Region of the language, such as "GB": its notation of days. Undefined: the agent asks about a day that may be
   * written either way.
   */
  readonly region?: string;
}

/** Ranges are intervals as text: `2026-11-21/2026-11-24`. */
export type Value = number | string | boolean;

/**
 * Meaning of a reading for a variable: one value, or several between which the caller must choose, or one out of
 * bounds.
 */
export interface Fit {
  readonly value?: Value;
  readonly values?: readonly Value[];
  readonly isOutside?: boolean;
  /** Interval of the value, if no single value is meant: "next week". */
  readonly part?: string;
  /** Whether the form names no type: "eight" at a time. */
  readonly isBare?: boolean;
  /** Whether a number of an option counts only if nothing else was said. */
  readonly isAlone?: boolean;
  /** Whether the value repeats the question's own words. */
  readonly isEcho?: boolean;
  /** Reason why even a clear reading is read back. */
  readonly doubt?: string;
}
