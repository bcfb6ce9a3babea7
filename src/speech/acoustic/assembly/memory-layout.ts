// Memory layout: the shapes of the acoustic model, and where everything lies in the memory of its kernel. This file is
// both TypeScript and AssemblyScript: the kernel, the writer of its weights and the recogniser share these numbers. All
// places count bytes.

// ---- Shapes ----

/** One for each phone; each has its own Gaussians. */
export const codebooks = 42;
/** What is seen of a frame: its cepstra, their change, and the change of that. */
export const streams = 3;
/** Numbers of each stream. */
export const streamNumbers = 13;
/** Gaussians of each codebook and stream. */
export const densities = 128;
/** Of them so many count in a frame: those that fit best. */
export const topDensities = 4;
/** Sounds of the model: thirds of a phone in a context. */
export const senones = 5126;
/** Those of a codebook lie together, filled up to whole vectors of 16; so many there are then. */
export const slots = 5488;

// ---- Gaussians: four at a time, a row of their offsets, then for each number their means and their weights ----

const vector = 16;
export const gaussianBlock = (1 + 2 * streamNumbers) * vector;
export const gaussiansOfStream = (densities / 4) * gaussianBlock;
export const gaussiansAt = 0;

// ---- How much of each Gaussian a senone has, as bytes: of each stream, codebook and Gaussian the slots in a row ----

export const weightsAt = gaussiansAt + codebooks * streams * gaussiansOfStream;
export const weightsOfStream = densities * slots;
/** For each codebook: its first slot, and behind the last one the end; 32 bits each. */
export const slotsFromAt = weightsAt + streams * weightsOfStream;
/** What adding two probabilities takes off the less unlikely one, by their distance: 32 bytes. */
export const addTableAt = slotsFromAt + 4 * (codebooks + 2);

// ---- Frames: several at a time, since the Gaussians are far more than a processor keeps at hand ----

export const framesMax = 16;
/** The numbers of each frame, stream after stream, as floats. */
export const featuresOfFrame = 4 * streams * streamNumbers;
export const featuresAt = addTableAt + 2 * vector;
/** Of each stream and codebook the Gaussians that fit best, best first: their numbers, then their misfits, as bytes. */
export const topOfCodebook = 2 * topDensities;
export const topOfFrame = streams * codebooks * topOfCodebook;
export const topAt = featuresAt + framesMax * featuresOfFrame;
/** Of one frame: how badly each slot fits, 16 bits each. */
export const misfitsAt = topAt + framesMax * topOfFrame;
/** While Gaussians of a stream are ranked: the scores of the best of all codebooks, 32 bits each. */
export const scoresOfFrame = 4 * codebooks * topDensities;
export const scoresAt = misfitsAt + 2 * slots;
/** Of one codebook and two frames: the scores of all its Gaussians, as floats. Memory ends behind them. */
export const densityScores = 4 * densities;
export const densityScoresAt = scoresAt + framesMax * scoresOfFrame;
export const secondDensityScoresAt = densityScoresAt + densityScores;
