// Voice maker: tells apart programs that would say the same text otherwise, by their weights, dictionaries and code.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { programFile } from "../../base/start-process.ts";
import letters from "./letters.zst" with { type: "file" };
import { ownVoiceRows } from "./own-voices.ts";
import words from "./words.zst" with { type: "file" };

/** Takes some ten milliseconds. */
export async function voiceMaker(): Promise<string> {
  const files = Object.values(ownVoiceRows).flatMap((row) => Object.values<string>({ ...row.files }));
  const hash = new Bun.CryptoHasher("sha256");
  for (const file of [...files, letters, words, ...(await codeFiles())])
    hash.update(await Bun.file(file).bytes());
  hash.update(JSON.stringify([ownVoiceRows, await executable()]));
  return hash.digest("hex").slice(0, 16);
}

/** Of an executable the code cannot be read: another one may speak otherwise. */
async function executable(): Promise<string> {
  if (!Bun.isStandaloneExecutable) return "";
  const { size, mtimeMs } = await stat(programFile);
  return `${size} ${mtimeMs}`;
}

async function codeFiles(): Promise<readonly string[]> {
  if (Bun.isStandaloneExecutable) return [];
  const names = await readdir(import.meta.dir);
  return names
    .filter((name) => name.endsWith(".ts"))
    .toSorted()
    .map((name) => join(import.meta.dir, name));
}
