// Memory layout: the shapes of the open ears' network, and the places of its weights in the kernel's memory. This
// file is both TypeScript and AssemblyScript: the kernel, the writer of its weights and the server share these
// numbers. All places and sizes count bytes, unless named otherwise.

export const floatBytes: usize = 4;

// ---- Shapes ----

/** Numbers of a frame and of a piece, in both halves of the network. */
export const width: usize = 288;
export const rowBytes: usize = width * floatBytes;
export const heads: usize = 8;
export const headWidth: usize = 36;
/** Numbers of a head that rotate with the position, two at a time; the rest are unchanged. */
export const turningWidth: usize = 32;
/** The encoder and the decoder have six each. */
export const layers: usize = 6;
/** Between the two products that end a layer. */
export const innerWidth: usize = 1152;
export const innerBytes: usize = innerWidth * floatBytes;
/** The decoder's first product also makes this many gates. */
export const gatedWidth: usize = 2 * innerWidth;
export const vocabulary: usize = 32_768;
export const logitRowBytes: usize = vocabulary * floatBytes;

// ---- Convolutions over time, without any silence around the sound ----

export const taps1: usize = 127;
/** One more sample, without weight, fills the last vector. */
export const inputs1: usize = 128;
export const stride1: usize = 64;
export const taps2: usize = 7;
export const stride2: usize = 3;
export const width2: usize = 576;
export const taps3: usize = 3;
export const stride3: usize = 2;

/** Maximum of frames in a turn, by the model's limit (30 s), and of pieces in a text. */
export const positionsMax: usize = 1_248;

// ---- A product: its scale and its offset, whole weights in blocks of 4 outputs x 8 inputs, a bias for each output ----

export const headerBytes: usize = 16;
const squareBytes: usize = headerBytes + width * width + width * floatBytes;
const widenBytes: usize = headerBytes + width * innerWidth + innerWidth * floatBytes;
const narrowBytes: usize = headerBytes + innerWidth * width + width * floatBytes;
const gatedBytes: usize = headerBytes + width * gatedWidth + gatedWidth * floatBytes;

// ---- A layer of the encoder: places from its first byte ----

export const selfNorm: usize = 0;
export const selfQuery: usize = selfNorm + rowBytes;
export const selfKey: usize = selfQuery + squareBytes;
export const selfValue: usize = selfKey + squareBytes;
export const selfOut: usize = selfValue + squareBytes;
export const encoderInnerNorm: usize = selfOut + squareBytes;
export const encoderWiden: usize = encoderInnerNorm + rowBytes;
export const encoderNarrow: usize = encoderWiden + widenBytes;
export const encoderLayerBytes: usize = encoderNarrow + narrowBytes;

// ---- A layer of the decoder, which begins like one of the encoder ----

export const crossNorm: usize = selfOut + squareBytes;
export const crossQuery: usize = crossNorm + rowBytes;
export const crossKey: usize = crossQuery + squareBytes;
export const crossValue: usize = crossKey + squareBytes;
export const crossOut: usize = crossValue + squareBytes;
export const decoderInnerNorm: usize = crossOut + squareBytes;
export const decoderWiden: usize = decoderInnerNorm + rowBytes;
export const decoderNarrow: usize = decoderWiden + gatedBytes;
export const decoderLayerBytes: usize = decoderNarrow + narrowBytes;

// ---- Everything that never changes ----

/** Each position has 32 cosines, and 32 sines with every second one negated. */
export const turnBytes: usize = 2 * turningWidth * floatBytes;
export const turnsAt: usize = 0;
export const conv1At: usize = turnsAt + positionsMax * turnBytes;
/** Factors and offsets of group norm, for each channel. */
export const groupNormAt: usize = conv1At + headerBytes + inputs1 * width + rowBytes;
export const conv2At: usize = groupNormAt + 2 * rowBytes;
/** Taps of the second and third convolution are separate products; the biases belong to the first. */
export const tap2Bytes: usize = headerBytes + width * width2 + width2 * floatBytes;
export const conv3At: usize = conv2At + taps2 * tap2Bytes;
export const tap3Bytes: usize = headerBytes + width2 * width + rowBytes;
export const encoderAt: usize = conv3At + taps3 * tap3Bytes;
export const encoderNormAt: usize = encoderAt + layers * encoderLayerBytes;
export const decoderAt: usize = encoderNormAt + rowBytes;
export const decoderNormAt: usize = decoderAt + layers * decoderLayerBytes;
/** The vocabulary both reads pieces and judges the next one. */
export const vocabularyAt: usize = decoderNormAt + rowBytes;
/** Behind the last weight: 16 integer sums per row of a product. As many rows at once as fit the nearest cache. */
export const sumsAt: usize = vocabularyAt + headerBytes + vocabulary * width + logitRowBytes;
export const sumsRows: usize = 64;
/** Sums of 16 outputs. */
export const sumsBytes: usize = 64;
/** A block of weights in two bytes each. */
export const wideAt: usize = sumsAt + sumsRows * sumsBytes;
/** Start of the memory that the server allocates. */
export const heapAt: usize = wideAt + 8 * innerWidth;

// ---- What the network keeps: of each frame or piece its keys and values ----

/** Keys, then values. */
export const pairBytes: usize = 2 * rowBytes;
/** A piece has those of all layers in sequence. A layer has all its frames in a row. */
export const slotBytes: usize = layers * pairBytes;

// ---- A row of a step, as the server writes it: three whole numbers of four bytes ----

/** Its newest piece; the number of earlier ones; the place of its slot addresses, including the newest. */
export const rowPiece: usize = 0;
export const rowPosition: usize = 4;
export const rowSlots: usize = 8;
export const rowRecordBytes: usize = 12;
/** Figures of a row beside its logits: the maximum, and the sum of exponentials relative to it. */
export const summaryBytes: usize = 8;
