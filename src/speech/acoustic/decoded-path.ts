// Decoded path: the words that the recogniser found, when each was said, and how well its sounds fit.

export interface PathSegment {
  /** A second pronunciation is written "zero(2)"; silence and noise are written in brackets. */
  readonly text: string;
  /** Where it begins and how long it is, in frames of 10 ms. */
  readonly from: number;
  readonly frames: number;
  /**
   * A tenth of the logarithm of its probability to base 1.0001, in 1,024ths. It only says something beside that of another path
   * through the same sound.
   */
  readonly score: number;
  /** The same measured from the sounds that fit best, of those that were looked at; 0 is perfect, more is worse. */
  readonly misfit: number;
}

export interface DecodedPath {
  /** "" when no path fits all of the sound. */
  readonly text: string;
  /** Words, silences and noises in their order; of a path that was given up on the way, those until then. */
  readonly segments: readonly PathSegment[];
}

export const isWord = ({ text }: PathSegment): boolean => /^[^<[]/.test(text);
