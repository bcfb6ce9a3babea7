// Doctor check of the database: usable or not. It changes nothing in it. Recordings still lie in the data folder,
// which is therefore checked, too.

import { StoreError } from "../../../db/open-refusal.ts";
import { examinePostgres } from "../../../db/postgres/open-postgres.ts";
import { assetPath } from "../../base/asset.ts";
import { keyProblem } from "../../cloud/master-key.ts";
import type { Config } from "../../config.ts";
import type { Result } from "./doctor-check.ts";
import { checkDataFolder } from "./doctor-data.ts";

export async function checkDatabase(config: Config): Promise<Result> {
  const { database, masterKey: given } = config;
  if (database === undefined) return checkDataFolder(config);
  try {
    const databaseState = await examinePostgres({
      ...database,
      migrations: assetPath("migrations", "postgres"),
    });
    const refused = keyProblem(databaseState.fingerprint, { directory: "the database", given });
    if (refused !== undefined) return { state: "problem", says: refused };
    const tables = databaseState.isUpToDate
      ? "has this version's tables"
      : "gets this version's tables at the next start";
    const folder = await checkDataFolder(config);
    if (folder.state === "problem") return folder;
    return {
      state: "ok",
      says: `Postgres ${databaseState.version} at ${databaseState.place} is usable and ${tables}. ${folder.says}`,
    };
  } catch (error) {
    if (error instanceof StoreError) return { state: "problem", says: error.message };
    throw error;
  }
}
