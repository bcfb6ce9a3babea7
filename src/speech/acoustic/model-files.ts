// Model files: the acoustic model of the recogniser as its tools have written it (Sphinx-3 files, little-endian), read
// into numbers. https://cmusphinx.github.io/wiki/acousticmodelformat/ names the files; lengths are checked here.

/** A header is a few lines of text. */
const headerMax = 4_096;
/** Says how the bytes of a file are ordered. */
const orderMark = 0x11_22_33_44;

/** Numbers of a parameter file: its shape, and what follows it. */
interface Parameters {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** A file of parameters: a text header, `shapeNumbers` whole numbers, how many values there are, the values. */
function parametersOf(file: Uint8Array, shapeNumbers: number): Parameters {
  const ending = "endhdr\n";
  const headerEnd = Buffer.from(file.subarray(0, headerMax)).indexOf(ending) + ending.length;
  const view = new DataView(file.buffer, file.byteOffset + headerEnd);
  if (headerEnd < ending.length || view.getUint32(0, true) !== orderMark)
    throw new Error("Not a file of an acoustic model");
  const shape = Array.from({ length: shapeNumbers }, (_, n) => view.getInt32(4 * (1 + n), true));
  const count = view.getInt32(4 * (1 + shapeNumbers), true);
  const from = headerEnd + 4 * (2 + shapeNumbers);
  // Copied, because a view of floats must lie on a multiple of four. Every machine that Bun runs on is little-endian.
  const values = new Float32Array(file.slice(from, from + 4 * count).buffer);
  return { shape, values };
}

/** Means or variances: codebooks, streams, Gaussians of each, numbers of each stream. */
export function gaussiansOf(file: Uint8Array): Parameters {
  return parametersOf(file, 6);
}

/** Transition matrices: how many, states that something leaves, states that something reaches. */
export function transitionsOf(file: Uint8Array): Parameters {
  return parametersOf(file, 3);
}

/** How much of each Gaussian each senone has: of each stream and Gaussian the senones in a row, as bytes. */
export function mixtureWeightsOf(file: Uint8Array): {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Uint8Array;
} {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  // Its header is texts with their lengths ahead, ended by a length of 0.
  for (let length = view.getInt32(at, true); length !== 0; length = view.getInt32(at, true)) at += 4 + length;
  const [rows, columns] = [view.getInt32(at + 4, true), view.getInt32(at + 8, true)];
  return { rows, columns, weights: file.subarray(at + 12) };
}
