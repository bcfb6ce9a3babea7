// Asset paths: where embedded folders lie, beside the sources while developing, inside the executable once compiled.

import { join } from "node:path";

/** Folder name → path from the top of the source tree. The executable keeps only the last name. */
const folders = {
  flows: "public/flows",
  pages: "dist/pages",
  licenses: "dist/licenses",
  migrations: "db/migrations",
  engine: "node_modules/onnxruntime-web/dist",
} as const;

export type AssetFolder = keyof typeof folders;

/** The path of a file of an embedded folder, readable with `Bun.file` and `node:fs` alike. */
export function assetPath(folder: AssetFolder, file = ""): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, folder, file)
    : join(import.meta.dir, "../..", folders[folder], file);
}
