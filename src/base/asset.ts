// Asset paths: places of embedded folders, beside the sources in development, inside the executable once compiled.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Folder name → path from the top of the source tree. The executable keeps only the last name. */
const folders = {
  flows: "public/flows",
  examples: "public/examples",
  programs: "dist/programs",
  pages: "dist/pages",
  licenses: "dist/licenses",
  places: "dist/places",
  likeness: "src/flow/grammar/likeness",
  migrations: "db/migrations",
  engine: "node_modules/onnxruntime-web/dist",
  ears: "node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized",
  heart: "src/speech/own-voice/heart",
  michael: "src/speech/own-voice/michael",
} as const;

export type AssetFolder = keyof typeof folders;

/** Files compressed in an executable, because few need them: an engine, the recogniser, our voices. */
type PackedFolder = "engine" | "ears" | "heart" | "michael";

/** File with the places of packed files in an executable, written by the build. */
export const placesFile = "places.json";
export type PackedPlaces = Readonly<Record<string, readonly [from: number, to: number]>>;
let places: PackedPlaces | undefined;

/** Bytes of a file in a folder that an executable compresses. */
export async function packedAsset(folder: PackedFolder, file: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!Bun.isStandaloneExecutable) return await Bun.file(assetPath(folder, file)).bytes();
  const packed = await packedBytes(folder, file);
  const { buffer, byteOffset, length } = (await Bun.zstdDecompress(packed)) as Buffer<ArrayBuffer>;
  // Garbage collection might keep it for as long as little else is allocated.
  packed.buffer.transfer(0);
  return new Uint8Array(buffer, byteOffset, length);
}

/**
 * Read from this process's own file, even if another one has taken its path since: as a mapped part of the program,
 * some 30 MB would stay in resident memory.
 */
async function packedBytes(folder: PackedFolder, file: string): Promise<Uint8Array<ArrayBuffer>> {
  places ??= JSON.parse(readFileSync(assetPath("places", placesFile), "utf8")) as PackedPlaces;
  const place = places[`${folder}/${file}`];
  const mapped = Bun.file(assetPath(folder, file));
  if (place === undefined) return await mapped.bytes();
  return await Bun.file("/proc/self/exe")
    .slice(...place)
    .bytes()
    .catch(() => mapped.bytes());
}

/** Path of a file in an embedded folder, readable with `Bun.file` and `node:fs` alike. */
export function assetPath(folder: AssetFolder, file = ""): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, folder, file)
    : join(import.meta.dir, "../..", folders[folder], file);
}
