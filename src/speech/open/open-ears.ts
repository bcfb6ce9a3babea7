// Open ears: the network of the open recogniser for English (Moonshine tiny), out of the files that the package
// @moonshine-ai/moonshine-js brings, made by Useful Sensors.

import { packedAsset } from "../../base/asset.ts";
import { earsCode } from "../ears/ears-code.ts";
import { EarsKernel } from "../ears/ears-kernel.ts";

/** Throws when a file is another one than the kernel was written for. */
export async function openEars(): Promise<EarsKernel> {
  return EarsKernel.open(await earsCode(), {
    encoder: await packedAsset("ears", "encoder_model.onnx"),
    decoder: await packedAsset("ears", "decoder_model_merged.onnx"),
  });
}
