// Command `migrate`: brings the tables of the data up to date and lists the migrations, so that it can be done before
// a new version is started.

import { migrateFile } from "../../db/migrate-file.ts";
import { migrateDatabase } from "../../db/postgres/open-postgres.ts";
import { configOrSay } from "./command-config.ts";
import { databaseOf, orSay, placeOf } from "./stored-data.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function migrate(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(misuse("migrate", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return await orSay(config, async () => {
    const database = databaseOf(config);
    if (database !== undefined) say("The database", await migrateDatabase(database));
    else {
      const place = placeOf(config);
      say(`The data in ${place.directory}`, migrateFile(place));
    }
    return 0;
  });
}

function say(what: string, applied: readonly string[]): void {
  for (const name of applied) console.log(`applied ${name}`);
  console.log(`${what} is up to date.`);
}
