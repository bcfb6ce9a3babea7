// Table files: provides the tables of word vectors from files. A program that runs flows outside of a browser imports
// it.

import { readFileSync } from "node:fs";
import { assetPath } from "../../../base/asset.ts";
import { provideTables } from "./word-vectors.ts";

/** Files by the primary subtag of their languages. */
const files: ReadonlyMap<string, string> = new Map([["en", "en.zst"]]);

provideTables((tag) => {
  const file = files.get(tag);
  return file === undefined ? undefined : Bun.zstdDecompressSync(readFileSync(assetPath("likeness", file)));
});
