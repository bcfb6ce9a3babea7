// Embedded model: the files of the acoustic model for English that the package soundswallower brings, made by Carnegie
// Mellon University and Alpha Cephei.

import means from "../../../node_modules/soundswallower/model/en-us/means" with { type: "file" };
import definition from "../../../node_modules/soundswallower/model/en-us/mdef" with { type: "file" };
import weights from "../../../node_modules/soundswallower/model/en-us/sendump" with { type: "file" };
import transitions from "../../../node_modules/soundswallower/model/en-us/transition_matrices" with { type: "file" };
import variances from "../../../node_modules/soundswallower/model/en-us/variances" with { type: "file" };
import type { GaussianFiles } from "./gaussian-memory.ts";

export interface ModelFiles extends GaussianFiles {
  readonly definition: Uint8Array;
  readonly transitions: Uint8Array;
}

const paths: Readonly<Record<keyof ModelFiles, string>> = {
  definition,
  transitions,
  means,
  variances,
  weights,
};

/**
 * SHA-256 of each. Models of the same shape exist, and what counts as well understood was fitted to the scores of this
 * one.
 */
const sha256: Readonly<Record<keyof ModelFiles, string>> = {
  definition: "eedeed64d720779ad770e5af87188bdc5efae78215305cb4e50f5fa6f2e915cd",
  transitions: "d45a88f8030aa61f24eae454ed7eb2678a507534e85977357a99cf89d003ac6b",
  means: "87ae92bb410f4f37509bfe44066cccc7a26b95d97c8018f130b79b4b6a9fd773",
  variances: "4b211350959baf55d3d4250b1b747c608bd48a35d87b038aede6b48745b1a13c",
  weights: "3dff7bc0bcd197efba518eff420a9f4b9f179ded217eeffff98bf07fa087f2cc",
};

const bytesOf = (path: string): Promise<Uint8Array> => Bun.file(path).bytes();

/** 6.6 MB. Throws when a file is another one than expected. */
export async function readModel(read = bytesOf): Promise<ModelFiles> {
  const file = async (name: keyof ModelFiles): Promise<Uint8Array> => {
    const bytes = await read(paths[name]);
    const found = Bun.SHA256.hash(bytes, "hex");
    if (found !== sha256[name]) throw new Error(`The acoustic model has another file of ${name}: ${found}`);
    return bytes;
  };
  return {
    definition: await file("definition"),
    transitions: await file("transitions"),
    means: await file("means"),
    variances: await file("variances"),
    weights: await file("weights"),
  };
}
