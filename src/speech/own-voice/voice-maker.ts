// Voice maker: tells apart programs that would say the same text otherwise, by their weights, dictionaries and code.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { programFile } from "../../base/start-process.ts";
import { voices } from "../speech-message.ts";
import { ownVoiceRows, voiceFiles } from "./own-voices.ts";

/** `file`: of a voice that speaks in the place of ours. Takes some ten milliseconds. */
export async function voiceMaker(file?: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(ownVoiceRows));
  if (file !== undefined) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${file} ${size} ${mtimeMs}`);
  }
  if (Bun.isStandaloneExecutable) {
    // Size and time identify the executable: another one may speak differently, and reading all of it takes longer.
    const { size, mtimeMs } = await stat(programFile);
    return named(hash.update(`${size} ${mtimeMs}`));
  }
  for (const name of voices)
    for (const bytes of Object.values<Uint8Array>({ ...(await voiceFiles(name)) })) hash.update(bytes);
  for (const folder of [import.meta.dir, join(import.meta.dir, "../vocal")])
    for (const file of (await readdir(folder)).toSorted())
      if (/\.(?:ts|zst|wasm)$/.test(file)) hash.update(await Bun.file(join(folder, file)).bytes());
  return named(hash);
}

const named = (hash: Bun.CryptoHasher): string => hash.digest("hex").slice(0, 16);
