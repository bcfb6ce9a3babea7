// Recognition expectation: phrases that the caller may say next, as plain data. The embedded recogniser makes a
// grammar of it, cloud recognisers take it as hints, and a page may show it to the caller.

/**
 * Expected phrases, as a tree. A text is one word or several, in plain lower case ("half past"); digits are written
 * as words. A sequence has at least one part, and so do `anyOf` and `anyOrder`.
 */
export type Sayable =
  | string
  | { readonly anyOf: readonly Sayable[] }
  | { readonly sequence: readonly Sayable[] }
  /** `idle`: the recogniser need not wait for it, because it changes nothing ("please"). */
  | { readonly optional: Sayable; readonly idle?: true }
  | { readonly repeat: Sayable; readonly min: number; readonly max: number }
  /** At least one of these, each at most once. */
  | { readonly anyOrder: readonly Sayable[] };

export type ExpectedKind =
  /** Any of these phrases, said in full. Plain lower-case words; digits are written as words. */
  | {
      readonly type: "phrases";
      readonly phrases: readonly string[];
      /** Commands ("repeat"), which answer nothing. */
      readonly areCommands?: true;
    }
  /** A string of single digits ("oh" and "zero" alike) of one of these lengths. */
  | { readonly type: "digits"; readonly lengths: readonly number[] }
  /** Whole sentences. */
  | { readonly type: "grammar"; readonly said: Sayable };

/** Question for a recogniser that understands. */
export interface HearingQuestion {
  /** Rules and facts, in words for a model. */
  readonly instructions: string;
  /** JSON Schema of its answer: an object. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface Expectation {
  readonly anyOf: readonly ExpectedKind[];
  /** Some of the possible sentences, for people to read. Absent: all phrases are few enough. */
  readonly examples?: readonly string[];
  /**
   * The answer is one of these or none: a number, a date, one of some options. Absent if other words answer too, as
   * with a name.
   */
  readonly closed?: true;
  /**
   * The question asks for a name, an email or a text without phrases: a recogniser of set phrases hears no answer at
   * all.
   */
  readonly free?: true;
  /**
   * Short answers by meaning, if each means one of a few things: numbers, yes and no, or options. A recogniser with
   * one of them can compare the other meanings. At least two groups.
   */
  readonly meanings?: {
    readonly kind: "number" | "yes-no" | "option";
    readonly groups: readonly (readonly string[])[];
    /** Nothing else is asked, so a longer answer holds nothing else. */
    readonly isOnly: boolean;
  };
  /** Longest pause within an answer of this kind, in milliseconds of audio. */
  readonly endSilenceMs: number;
  /** Set by the flow's author. */
  readonly isPauseGiven?: true;
  /** The longest turn, in milliseconds of audio; a longer turn is stopped. */
  readonly maxSpeechMs?: number;
  /** For recognisers that understand. Absent: only words are needed. */
  readonly question?: HearingQuestion | undefined;
}
