// Doctor check of the data directory: it must be writable, have room, and open with the present master key. Leaves
// nothing behind.

import { mkdtemp, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { examine, fingerprintIn } from "../../../db/examine.ts";
import { fileInTheWay, refusalOf } from "../../../db/open-refusal.ts";
import { assetPath } from "../../base/asset.ts";
import { Fault } from "../../base/fault.ts";
import { keyProblem } from "../../cloud/master-key.ts";
import type { Config } from "../../config.ts";
import { type Result, mib } from "./doctor-check.ts";

/** With less, a database and its log soon cannot grow. */
const freeBytesMin = 256 * 1024 ** 2;

export async function checkDataFolder({ dataDir, database, masterKey: given }: Config): Promise<Result> {
  if (dataDir === ":memory:")
    return { state: "skipped", says: "All data is lost when the server stops (DATA_DIR=:memory:)." };
  const folder = resolve(dataDir);
  const there = await nearest(folder);
  if (!there.isFolder) return { state: "problem", says: fileInTheWay(folder) };
  try {
    await rm(await mkdtemp(join(there.path, ".voice-flow-doctor-")), { recursive: true });
    if (there.path === folder) examine(folder);
  } catch (error) {
    return { state: "problem", says: refusalOf(error, there.path).message };
  }
  const { bavail, bsize } = await statfs(there.path);
  const free = bavail * bsize;
  if (free < freeBytesMin) {
    return {
      state: "problem",
      says: `${folder} has only ${mib(free)} free. Free up space, or choose another folder with DATA_DIR.`,
    };
  }
  const refused = there.path === folder && database === undefined ? startTrouble(folder, given) : undefined;
  if (refused !== undefined) return { state: "problem", says: refused };
  const how = there.path === folder ? "can be written to" : "can be created";
  return { state: "ok", says: `${folder} ${how} and has ${mib(free)} free.` };
}

/** Reason why the server would not open the data, such as a missing master key; undefined: it would. */
function startTrouble(directory: string, given: Config["masterKey"]): string | undefined {
  try {
    const place = { directory, migrations: assetPath("migrations", "sqlite") };
    return keyProblem(fingerprintIn(place), { directory, given });
  } catch (error) {
    return error instanceof Fault ? error.message : refusalOf(error, directory).message;
  }
}

/** The folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<{ path: string; isFolder: boolean }> {
  for (let path = folder; ; path = dirname(path)) {
    const stats = await stat(path).catch((error: unknown) => {
      if (codeOf(error) === "ENOTDIR" || codeOf(error) === "ENOENT") return undefined;
      throw error;
    });
    if (stats !== undefined) return { path, isFolder: stats.isDirectory() };
    if (dirname(path) === path) return { path, isFolder: false };
  }
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? (error as Error).message;
}
