// Sample lines: what the editor writes into a new node, and an import where its export has no words of its own.

export interface SampleLines {
  readonly hello: string;
  readonly goodbye: string;
  readonly ask: string;
  readonly choose: string;
  readonly question: string;
  readonly answer: string;
  /** The end of an imported flow. */
  readonly thanks: string;
  readonly noModel: string;
  /** Beginning of a sentence, before the name of the requested thing. */
  readonly tellMe: string;
  readonly moment: string;
}
