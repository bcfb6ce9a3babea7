// Telling words: the contract of a language's words beside an answer that say what it is worth: that it is refused, is
// told of the past, hangs on something, or is only why.

export interface TellingWords {
  /** Right behind a value they deny it: "is no good". */
  readonly refusals: readonly string[];
  /** Tell what was, or what others did: "last year", "stayed". The value beside them may be no answer. */
  readonly reports: readonly string[];
  /** Of a word with the one before it, by a space: the form of the past, as in "you charged". */
  readonly past: RegExp;
  /** Before a sum that is there, and may not be the one that is asked for: "I have fifty pounds". */
  readonly possessions: readonly string[];
  /** A yes or a no beside them is none: "if", "depends". */
  readonly provisos: readonly string[];
  /** Who asks so wants what follows: "what's my". */
  readonly wishes: readonly string[];
  /** Begin the reason of an answer: "because". */
  readonly reasons: ReadonlySet<string>;
  /** Ask for anybody at all. Where they are asked, `nobody` is a no and `somebody` a yes. */
  readonly anybody: ReadonlySet<string>;
  readonly nobody: readonly string[];
  readonly somebody: readonly string[];
}
