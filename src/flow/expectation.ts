// What the responder expects to hear next, as plain data: the embedded recogniser makes a grammar of it, cloud
// recognisers take it as hints, and a page may show it to the caller.

export type Expected =
  /** Any of these phrases, said in full. Plain lower-case words; digits are written as words. */
  | { readonly type: "phrases"; readonly phrases: readonly string[] }
  /** A string of single digits ("oh" and "zero" alike) of one of these lengths. */
  | { readonly type: "digits"; readonly lengths: readonly number[] };

export interface Expectation {
  readonly anyOf: readonly Expected[];
  /** How long the caller may pause within an answer of this kind, in milliseconds of audio. */
  readonly endSilenceMs: number;
}
