// Vocal layout: where the kernel of our voices keeps what it works with, and how it wants weights. This file is both
// TypeScript and AssemblyScript: the kernel and the server share these numbers. All places and sizes count bytes, except
// for those that name something else.

export const floatBytes: usize = 4;

/** Rows are worked on so many at a time, so that all about them stays in near memory. */
export const tileRows: usize = 64;
/** The widest row that a product reads or that is between its two halves. */
export const widthMax: usize = 768;
/** Symbols of an utterance, with the silence at each end. */
export const symbolsMax: usize = 288;

/** Rows between the two products of a block. */
export const wideAt: usize = 0;
/** Inputs of a product as whole numbers of two bytes, and the scale and the sum of each row. */
export const wholesAt: usize = wideAt + tileRows * widthMax * floatBytes;
export const numbersAt: usize = wholesAt + tileRows * widthMax * 2;
export const numbersBytes: usize = 8;
/** One row of floats. */
export const rowAt: usize = numbersAt + tileRows * numbersBytes;
/** Weights of four outputs as whole numbers of two bytes, and four whole sums of each row. */
export const blockAt: usize = rowAt + widthMax * floatBytes;
export const sumsAt: usize = blockAt + 4 * widthMax * 2;
/** Attention of a symbol to each of the others. */
export const scoresAt: usize = sumsAt + tileRows * 16;

// ---- Sound ----

/** Samples of a step of 12.5 ms at 24,000 a second, and of a frame, which lies about its step. */
export const stepSamples: usize = 300;
export const frameSamples: usize = 1_200;
/** A frame begins this long before its step. */
export const leadSamples: usize = 450;
export const bins: usize = 601;
/** Points of a frame between which loudness changes evenly. */
export const knots: usize = 17;
export const knotSamples: usize = 75;
/** Numbers of a step's shape: what pulses, noise and phases are shaped by, then both over time, and what noise follows. */
export const shapeNumbers: usize = 3 * bins + 2 * knots + 4;

/** The shape of the step that is being made. */
export const shapeAt: usize = scoresAt + symbolsMax * floatBytes;
/** A window of a frame: Hann's. */
export const hannAt: usize = shapeAt + (shapeNumbers + 3) * floatBytes;
/** Cosines of a turn in 300 parts, then their negated sines. */
export const turnsAt: usize = hannAt + frameSamples * floatBytes;
/** The same for a turn in 1,200 parts, of one, two and three times each of 300 places. */
export const lanesAt: usize = turnsAt + 2 * stepSamples * floatBytes;
/** A frame as complex numbers, real parts ahead of imaginary ones, with room for the first number behind the last. */
export const planeBytes: usize = (frameSamples + 4) * floatBytes;
export const frameAt: usize = lanesAt + 6 * stepSamples * floatBytes;
export const otherAt: usize = frameAt + 2 * planeBytes;
/** Logarithms of how loud pulses and noise are in each sample of a frame; also phases and Hz of a step. */
export const gainsAt: usize = otherAt + 2 * planeBytes;
/** Weights, and what lies between the layers: the server allots them. */
export const heapAt: usize = gainsAt + 2 * frameSamples * floatBytes;
