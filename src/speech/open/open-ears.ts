// Open ears: the network of the open recogniser for English (Moonshine tiny), out of the files that the package
// @moonshine-ai/moonshine-js brings, made by Useful Sensors.

import { packedAsset } from "../../base/asset.ts";
import { earsCode } from "../ears/ears-code.ts";
import { EarsKernel } from "../ears/ears-kernel.ts";

/** Throws when a file is another one than the kernel was written for. */
export async function openEars(): Promise<EarsKernel> {
  const files = {
    encoder: await packedAsset("ears", "encoder_model.onnx"),
    decoder: await packedAsset("ears", "decoder_model_merged.onnx"),
  };
  const kernel = await EarsKernel.open(await earsCode(), files);
  // Garbage collection might keep them for as long as little else is made: 28 MB.
  for (const { buffer } of [files.encoder, files.decoder]) buffer.transfer(0);
  return kernel;
}
