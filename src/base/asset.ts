// Asset paths: where embedded folders lie, beside the sources while developing, inside the executable once compiled.

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

/** Files that an executable keeps compressed, because few use them: an engine, the recogniser, our voices. */
type PackedFolder = "engine" | "ears" | "heart" | "michael";

/** File of an executable that says where its packed files lie in it, written into it when it is built. */
export const placesFile = "places.json";
export type PackedPlaces = Readonly<Record<string, readonly [from: number, to: number]>>;
let places: PackedPlaces | undefined;

/** The bytes of a file of a folder that is compressed in an executable. */
export async function packedAsset(folder: PackedFolder, file: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!Bun.isStandaloneExecutable) return await Bun.file(assetPath(folder, file)).bytes();
  const packed = await packedBytes(folder, file);
  const { buffer, byteOffset, length } = (await Bun.zstdDecompress(packed)) as Buffer<ArrayBuffer>;
  // Garbage collection might keep it for as long as little else is made.
  packed.buffer.transfer(0);
  return new Uint8Array(buffer, byteOffset, length);
}

/**
 * Read from the file of this process, even if another one has taken its path since: as a part of the program, which is
 * mapped, some 30 MB would stay in its resident memory.
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

/** The path of a file of an embedded folder, readable with `Bun.file` and `node:fs` alike. */
export function assetPath(folder: AssetFolder, file = ""): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, folder, file)
    : join(import.meta.dir, "../..", folders[folder], file);
}
