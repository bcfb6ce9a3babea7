// Gaussian memory: the acoustic model's Gaussians and weights in the form in which the kernel reads them.

import * as layout from "./assembly/memory-layout.ts";
import { logOf } from "./log-score.ts";
import { gaussiansOf, mixtureWeightsOf } from "./model-files.ts";

/** No variance is smaller, as the model's tools have it. */
const varianceFloor = 1e-4;
const base = 1.0001;
const scoreShift = 10;

export interface GaussianFiles {
  readonly means: Uint8Array;
  readonly variances: Uint8Array;
  readonly weights: Uint8Array;
}

/**
 * Writes them into the kernel's memory. Answers the slot of each senone. `phoneOfSenone`: which codebook it belongs to.
 * Throws for a model of another shape.
 */
export function writeGaussians(
  memory: ArrayBuffer,
  files: GaussianFiles,
  phoneOfSenone: Uint8Array,
): Uint16Array {
  const [means, variances] = [gaussiansOf(files.means), gaussiansOf(files.variances)];
  const { codebooks, streams, densities, streamNumbers } = layout;
  const shape = [codebooks, streams, densities, streamNumbers, streamNumbers, streamNumbers].join();
  const { rows, columns, weights } = mixtureWeightsOf(files.weights);
  const isKnown = means.shape.join() === shape && variances.shape.join() === shape;
  if (!isKnown || rows !== densities || columns !== layout.senones || phoneOfSenone.length !== columns)
    throw new Error("The acoustic model has not the shape that its kernel was written for");
  writeDensities(new Float32Array(memory), means.values, variances.values);
  const slots = slotsOf(phoneOfSenone, new Uint32Array(memory, layout.slotsFromAt, codebooks + 1));
  const bytes = new Uint8Array(memory);
  for (let row = 0; row < streams * densities; row++) {
    const [from, to] = [row * columns, layout.weightsAt + row * layout.slots];
    for (let senone = 0; senone < columns; senone++)
      bytes[to + (slots[senone] ?? 0)] = weights[from + senone] ?? 0;
  }
  bytes.set(addTable(), layout.addTableAt);
  return slots;
}

/** Four Gaussians side by side: offsets, then mean and weight of each number. */
function writeDensities(floats: Float32Array, means: Float32Array, variances: Float32Array): void {
  const { codebooks, streams, densities, streamNumbers } = layout;
  for (let density = 0; density < codebooks * streams * densities; density++) {
    const block = (layout.gaussiansAt + Math.floor(density / 4) * layout.gaussianBlock) / 4 + (density % 4);
    let offset = 0;
    for (let n = 0; n < streamNumbers; n++) {
      const variance = Math.max(variances[density * streamNumbers + n] ?? 0, Math.fround(varianceFloor));
      offset = Math.fround(offset + logOf(1 / Math.sqrt(variance * 2 * Math.PI)));
      floats[block + (1 + 2 * n) * 4] = means[density * streamNumbers + n] ?? 0;
      floats[block + (2 + 2 * n) * 4] = Math.trunc(1 / (variance * 2) / Math.log(base));
    }
    floats[block] = offset;
  }
}

/** Senones of a codebook side by side; each codebook begins with a whole vector. */
function slotsOf(phoneOfSenone: Uint8Array, slotsFrom: Uint32Array): Uint16Array {
  const slots = new Uint16Array(phoneOfSenone.length);
  let next = 0;
  for (let codebook = 0; codebook < layout.codebooks; codebook++) {
    slotsFrom[codebook] = next;
    for (let senone = 0; senone < slots.length; senone++)
      if (phoneOfSenone[senone] === codebook) slots[senone] = next++;
    next = 16 * Math.ceil(next / 16);
  }
  slotsFrom[layout.codebooks] = next;
  if (next !== layout.slots) throw new RangeError(`The kernel has not ${next} slots`);
  return slots;
}

/** What adding a probability to another takes off the misfit, by how much further it is away; misfits are 1,024 logs. */
function addTable(): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, distance) => {
    const ratio = base ** -(distance << scoreShift);
    return Math.trunc(Math.log(1 + ratio) / Math.log(base) + (1 << (scoreShift - 1))) >> scoreShift;
  });
}
