// Command `move-to-postgres`: copies everything from the file in DATA_DIR into the Postgres at DATABASE_URL, so that
// several nodes can work on it. The file stays unchanged.

import { lockDirectory } from "../../db/directory-lock.ts";
import { StoreError } from "../../db/open-refusal.ts";
import { moveFromFile } from "../../db/postgres/move-from-file.ts";
import { migrateDatabase, onConnection } from "../../db/postgres/open-postgres.ts";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import type { Books } from "../../db/port/ledger-store.ts";
import { prove } from "../billing/proof.ts";
import { keyFileIn, openMasterKey } from "../cloud/master-key.ts";
import type { Config } from "../config.ts";
import { configOrSay } from "./command-config.ts";
import { databaseOf, orSay, placeOf } from "./stored-data.ts";
import { invocation } from "./invocation.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function moveToPostgres(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(misuse("move-to-postgres", args));
    return 2;
  }
  const config = configOrSay();
  return config === undefined ? 1 : await orSay(config, () => move(config));
}

async function move(config: Config): Promise<number> {
  const { masterKey: given } = config;
  const target = databaseOf(config);
  if (target === undefined)
    throw new StoreError("DATABASE_URL is not set. Set it to the Postgres database to move the data to.");
  const place = placeOf(config);
  const { directory } = place;
  using store = openStoreBeside(place);
  // A running server would keep writing data that is not moved.
  using _lock = lockDirectory(directory);
  // Sealed data is useless without its key.
  await openMasterKey(store.seals, { directory, given });
  await migrateDatabase(target);
  const accounts = await onConnection(target, (client) =>
    moveFromFile({
      file: store.durable,
      client,
      copied: (table, rows, of) => console.log(`${table}: ${rows} of ${of}`),
      prove: checkBooks,
    }),
  );
  console.log(
    `Moved the data from ${directory} to Postgres. The ledgers of ${accounts} accounts are verified.`,
  );
  console.log(
    given === undefined
      ? `The master key stays the same. Set it on every node: MASTER_KEY="$(cat '${keyFileIn(directory)}')"`
      : "Set the present MASTER_KEY on every node.",
  );
  return 0;
}

/** Throws StoreError if they do not add up. */
function checkBooks(accountId: string, books: Books): void {
  const [fault] = prove(books).faults;
  if (fault === undefined) return;
  throw new StoreError(
    `${accountId}: ${fault} No data was moved. See \`${invocation} ledger ${accountId}\`.`,
  );
}
