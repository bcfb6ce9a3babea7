// Asset paths: where embedded folders lie, beside the sources while developing, inside the executable once compiled.

import { join } from "node:path";

/** Folder name → path from the top of the source tree. The executable keeps only the last name. */
const folders = {
  flows: "public/flows",
  examples: "public/examples",
  programs: "dist/programs",
  pages: "dist/pages",
  licenses: "dist/licenses",
  migrations: "db/migrations",
  engine: "node_modules/onnxruntime-web/dist",
  ears: "node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized",
  heart: "src/speech/own-voice/heart",
  michael: "src/speech/own-voice/michael",
} as const;

export type AssetFolder = keyof typeof folders;

/** Files that an executable keeps compressed, because few use them: an engine, the recogniser, our voices. */
type PackedFolder = "engine" | "ears" | "heart" | "michael";

/** The bytes of a file of a folder that is compressed in an executable. */
export async function packedAsset(folder: PackedFolder, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await Bun.file(assetPath(folder, file)).bytes();
  return Bun.isStandaloneExecutable ? new Uint8Array(await Bun.zstdDecompress(bytes)) : bytes;
}

/** The path of a file of an embedded folder, readable with `Bun.file` and `node:fs` alike. */
export function assetPath(folder: AssetFolder, file = ""): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, folder, file)
    : join(import.meta.dir, "../..", folders[folder], file);
}
