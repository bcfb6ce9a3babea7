// Open ears: the network of the open recogniser for English (Moonshine tiny), out of the files that the package
// @moonshine-ai/moonshine-js brings, made by Useful Sensors; or one of the same layout for another language, out of a folder
// of the operator's.

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { packedAsset } from "../../base/asset.ts";
import { earsCode } from "../ears/ears-code.ts";
import { EarsKernel } from "../ears/ears-kernel.ts";
import type { EarsModelFiles } from "../ears/ears-weights.ts";

const names = { encoder: "encoder_model.onnx", decoder: "decoder_model_merged.onnx" } as const;
const fileMibMax = 64;

/** Files whose buffers are not shared. */
interface OwnFiles extends EarsModelFiles {
  readonly encoder: Uint8Array<ArrayBuffer>;
  readonly decoder: Uint8Array<ArrayBuffer>;
}

/** Throws for a file other than the kernel's. `folder`: of a model other than the built-in one. */
export async function openEars(folder = ""): Promise<EarsKernel> {
  const files = folder === "" ? await filesInside() : await filesIn(folder);
  const kernel = await EarsKernel.open(await earsCode(), files);
  // Garbage collection might keep them for as long as little else is allocated: 28 MB.
  for (const { buffer } of [files.encoder, files.decoder]) buffer.transfer(0);
  return kernel;
}

const filesInside = async (): Promise<OwnFiles> => ({
  encoder: await packedAsset("ears", names.encoder),
  decoder: await packedAsset("ears", names.decoder),
});

async function filesIn(folder: string): Promise<OwnFiles> {
  const problem = problemOfFolder(folder);
  if (problem !== undefined) throw new Error(problem);
  const [encoder, decoder] = await Promise.all(
    [names.encoder, names.decoder].map((name) => Bun.file(join(folder, name)).bytes()),
  );
  return { encoder: encoder ?? new Uint8Array(), decoder: decoder ?? new Uint8Array(), areOthers: true };
}

/** Reason why a folder holds no model; undefined: its files exist. Opening shows if they are a model. */
export function problemOfFolder(folder: string): string | undefined {
  for (const name of Object.values(names)) {
    const path = join(folder, name);
    if (!existsSync(path)) return `${path} is not there`;
    const mib = Math.ceil(statSync(path).size / 2 ** 20);
    if (mib > fileMibMax) return `${path} has ${mib} MiB, more than the ${fileMibMax} MiB of any such model`;
  }
  return undefined;
}

/** First digits of the SHA-256 of both files, which identify the model. */
export async function nameOfModel(folder: string): Promise<string> {
  const { encoder, decoder } = await filesIn(folder);
  return [encoder, decoder].map((bytes) => Bun.SHA256.hash(bytes, "hex").slice(0, 12)).join(" and ");
}
