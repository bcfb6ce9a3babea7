// Ears model: the layout of the recogniser's network. An encoder turns the sound of a turn into frames, once; a
// decoder then says, for a text of pieces, how likely each piece of the vocabulary comes next. Texts with one length
// are decoded side by side as rows. Everything is synchronous and happens on the thread that calls.

/** Pieces of the vocabulary: a row of logits has one number for each. */
export const vocabularyPieces = 32_768;
/** The piece ahead of every text, and the one behind it. */
export const startPiece = 1;
export const endPiece = 2;

/** A turn's sound as the decoder reads it. It holds memory of the model until it is released. */
export interface EncodedTurn {
  /** 16 kHz; at least `samplesMin`, because shorter turns are filled up with silence. */
  readonly samples: number;
  /** Some 41 a second. */
  readonly frames: number;
}

/**
 * Decoder state of `rows` texts of `length` pieces, the start among them. It is never changed, so that any number of
 * texts may continue from one past. Its memory belongs to the turn that it was decoded from.
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
  /** With the pieces of this step. */
  readonly past: Past;
}

export interface EarsModel {
  /** `pcm`: 16 kHz, -1 to 1. Throws a RangeError beyond `samplesMax`. */
  encode(pcm: Float32Array): EncodedTurn;
  /**
   * The start and `pieces` in one pass, much cheaper than a step for each. The logits have a row for the start and one
   * for each piece: row i says what follows the first i pieces. The past has one row of 1 + `pieces.length` pieces.
   */
  begin(encoded: EncodedTurn, pieces: readonly number[]): Step;
  /** Adds a piece to each row of `past`. */
  next(encoded: EncodedTurn, past: Past, pieces: readonly number[]): Step;
  /** The rows of `past` that stay, as often as they are named. Costs next to nothing. */
  pick(past: Past, rows: readonly number[]): Past;
  /** The past of one row as it was after `length` pieces, the start among them. Costs next to nothing. */
  shorten(past: Past, length: number): Past;
  /** Gives back the turn's memory, with that of every past decoded from it. None of them may be used afterwards. */
  release(encoded: EncodedTurn): void;
}

/** 100 ms: the encoder's strides leave no frame of less. */
export const samplesMin = 1_600;
/** 30 s: the model was trained on no longer pieces of speech. */
export const samplesMax = 480_000;
/** Rows of a step, and pieces of a text that begins in one pass, the start among them: each row of logits is 128 KiB. */
export const rowsMax = 128;
