// Language pack contract: what the engine needs of a language beside the rules by which it is understood and the wordings
// in which it speaks.

/** Nouns in the forms that a count gives them. A word is one word, in lower case unless it is a name. */
export interface Nouns {
  /** Words of a question for a count before its noun: "how many". */
  readonly countQuestions: readonly string[];
  /** Nouns are written with a capital. */
  readonly capitals: boolean;
  /** Whether a word is surely a plural, and so the name of counted things. */
  readonly isPlural: (word: string) => boolean;
  /** The noun behind a count: "1 adult", "2 adults". Undefined where its singular is unknown. */
  readonly counted: (count: number, noun: string) => string | undefined;
}

export interface LanguagePack {
  /** The primary subtag: "en". */
  readonly tag: string;
  /** Names of variables are words of this language. */
  readonly namesVariables: boolean;
  readonly nouns: Nouns;
  /** Hesitations without any meaning: "um". */
  readonly hesitations: ReadonlySet<string>;
  /** A thought does not end with them: conjunctions, articles, verbs without what they are about. "and", "the" */
  readonly unfinished: readonly string[];
  /** A caller who says them has said everything: "thank you", "that's all". */
  readonly finished: readonly string[];
  /** A caller who says them listens, and wants the speaker to continue: "mm hm", "right", "okay". */
  readonly backchannels: readonly string[];
  /**
   * A machine that names itself, as the law wants it of a machine that calls people: the words that tell it, and an
   * example.
   */
  readonly disclosure: { readonly words: RegExp; readonly example: string };
  /** Phrases of `help operator goodbye repeat wait back start_over skip`. */
  readonly handlers: ReadonlyMap<string, readonly string[]>;
}
