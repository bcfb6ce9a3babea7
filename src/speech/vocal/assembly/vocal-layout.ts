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
/** How much a symbol attends to each of the others. */
export const scoresAt: usize = sumsAt + tileRows * 16;
/** Weights, and what lies between the layers: the server allots them. */
export const heapAt: usize = scoresAt + symbolsMax * floatBytes;
