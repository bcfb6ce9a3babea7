// Open ears: the network of the open recogniser for English (Moonshine tiny), out of the files that the package
// @moonshine-ai/moonshine-js brings, made by Useful Sensors.

import decoder from "../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/decoder_model_merged.onnx" with { type: "file" };
import encoder from "../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/encoder_model.onnx" with { type: "file" };
import { earsCode } from "../ears/ears-code.ts";
import { EarsKernel } from "../ears/ears-kernel.ts";

/** Throws when a file is another one than the kernel was written for. */
export async function openEars(): Promise<EarsKernel> {
  const read = (path: string) => Bun.file(path).bytes();
  return EarsKernel.open(await earsCode(), { encoder: await read(encoder), decoder: await read(decoder) });
}
