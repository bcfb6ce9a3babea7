// Ears model: the layout of the recogniser's network. An encoder turns the sound of a turn into frames, once; a
// decoder then rates, for a text of pieces, each piece of the vocabulary as the next one. Texts of one length are
// decoded side by side as rows. All methods are synchronous.

/** Pieces of the vocabulary: a row of logits has one number for each. */
export const vocabularyPieces = 32_768;
/** Pieces at the start and the end of every text. */
export const startPiece = 1;
export const endPiece = 2;

/** A turn's sound for the decoder. Holds memory of the model until released. */
export interface EncodedTurn {
  /** 16 kHz; at least `samplesMin`, because shorter turns are filled up with silence. */
  readonly samples: number;
  /** About 41 a second. */
  readonly frames: number;
}

/**
 * Decoder state of `rows` texts of `length` pieces, including the start. Immutable, so any number of texts may
 * continue from one past. Its memory belongs to its turn.
 */
export interface Past {
  readonly rows: number;
  readonly length: number;
}

export interface Step {
  /** Rows times `vocabularyPieces`, valid until the next call of the model. */
  readonly logits: Float32Array;
  /** Natural logarithm of the sum of exponentials of each row: a logit less this is a log-probability. */
  readonly logSums: Float64Array;
  /** Includes the pieces of this step. */
  readonly past: Past;
}

export interface EarsModel {
  /** `pcm`: 16 kHz, -1 to 1. Throws a RangeError beyond `samplesMax`. */
  encode(pcm: Float32Array): EncodedTurn;
  /**
   * The start and `pieces` in one pass, much cheaper than a step for each. The logits have a row for the start and
   * one for each piece: row i rates the continuation of the first i pieces. The past has one row of 1 +
   * `pieces.length` pieces.
   */
  begin(encoded: EncodedTurn, pieces: readonly number[]): Step;
  /** Adds a piece to each row of `past`. */
  next(encoded: EncodedTurn, past: Past, pieces: readonly number[]): Step;
  /** Rows of `past` to continue, each as often as named. Nearly free. */
  pick(past: Past, rows: readonly number[]): Past;
  /** Past of one row after `length` pieces, including the start. Nearly free. */
  shorten(past: Past, length: number): Past;
  /** Frees the turn's memory, and every past decoded from it. None of them may be used afterwards. */
  release(encoded: EncodedTurn): void;
}

/** 100 ms: the encoder's strides leave no frame of less. */
export const samplesMin = 1_600;
/** 30 s: the model was trained on no longer pieces of speech. */
export const samplesMax = 480_000;
/**
 * Maximum rows of a step, and pieces of a text begun in one pass, including the start: each row of logits is 128 KiB.
 */
export const rowsMax = 128;
