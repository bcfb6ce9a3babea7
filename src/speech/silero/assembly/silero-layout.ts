// Memory layout: the shapes of the network, and all places in the voice detector's memory. This file is both
// TypeScript and AssemblyScript: the kernel, the writer of its weights and the server share these numbers. All sizes
// and places count floats of four bytes.

// ---- One window: 16 kHz, mono, from -1 to 1 ----

/** 32 ms of sound. */
export const windowSamples = 512;
/** End of the previous window, ahead of each: without it, the network silently finds no speech. */
export const contextSamples = 64;
export const inputSamples = contextSamples + windowSamples;

// ---- Spectrum ----

/** A window is four frames of 16 ms, each overlapping half of the last. */
export const frames = 4;
export const frameSamples = 256;
export const frameHop = 128;
/** The input is mirrored at its end, so that the last frame is full. */
export const mirroredSamples = 64;
/** A frame folded in its middle: sample n with sample 256 - n, and the middle alone. */
export const foldedSamples = 128;
/** Number of bins from 0 to 8 kHz. */
export const bins = 129;
/** Each row of a spectrum is padded: a layer writes eight numbers at a time. */
export const binsPadded = 136;

// ---- Network: four convolutions over time (encoders), an LSTM, and one number out of it ----

/** Each convolution sees three steps of time, with silence before the first and after the last. */
export const taps = 3;
export const encoder0Channels = 128;
export const encoder1Channels = 64;
/** The encoder takes every second step, which leaves two. */
export const encoder1Stride = 2;
export const encoder1Steps = 2;
/** Every second step again, which leaves one. */
export const encoder2Channels = 64;
export const encoder3Channels = 128;
/** Numbers of the hidden and of the cell state each. */
export const stateNumbers = 128;
/** Input, forget, cell, output: in this order. */
export const gateNumbers = 4 * stateNumbers;

// ---- Weights: a layer is a row of biases, and then a row for each of its inputs, block by block of its outputs ----

/** Outputs of a block for one column at once, and for four. */
export const blockOf1 = 32;
export const blockOf4 = 8;

export const cosinesAt = 0;
export const sinesAt = cosinesAt + (1 + foldedSamples) * binsPadded;
export const encoder0At = sinesAt + (1 + foldedSamples) * binsPadded;
export const encoder1At = encoder0At + (1 + taps * binsPadded) * encoder0Channels;
/** The first of its three taps only meets the silence before: it is left out. */
export const encoder2At = encoder1At + (1 + taps * encoder0Channels) * encoder1Channels;
/** One step is left: only the middle tap meets it. */
export const encoder3At = encoder2At + (1 + encoder1Steps * encoder1Channels) * encoder2Channels;
export const lstmAt = encoder3At + (1 + encoder2Channels) * encoder3Channels;
/** One row of weights and one bias, padded to a vector of four floats. */
export const decoderAt = lstmAt + (1 + encoder3Channels + stateNumbers) * gateNumbers;

// ---- What the server writes and reads ----

/** Behind the last weight: context and window. The kernel writes their mirrored end after them. */
export const inputAt = decoderAt + stateNumbers + 4;
/** The encoders' output precedes the state: the LSTM reads both as one row. */
export const encodedAt = inputAt + inputSamples + mirroredSamples;
/** Hidden state, then cell state: a detector's memory from window to window. */
export const hiddenAt = encodedAt + encoder3Channels;
export const cellAt = hiddenAt + stateNumbers;

// ---- Between the layers ----

export const evenAt = cellAt + stateNumbers;
export const oddAt = evenAt + frames * foldedSamples;
export const realAt = oddAt + frames * foldedSamples;
export const imaginaryAt = realAt + frames * binsPadded;
/** A row of silence, the frames, a row of silence. */
export const spectrumAt = imaginaryAt + frames * binsPadded;
/** A row of silence, then the steps. */
export const encoder0OutAt = spectrumAt + (1 + frames + 1) * binsPadded;
export const encoder1OutAt = encoder0OutAt + (1 + frames) * encoder0Channels;
export const encoder2OutAt = encoder1OutAt + encoder1Steps * encoder1Channels;
/** The last part: memory ends after the gates. */
export const gatesAt = encoder2OutAt + encoder2Channels;
