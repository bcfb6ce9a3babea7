// Known schema: compares the tables, indexes, views and triggers of a copy with those of the migrations, so that no
// foreign statement enters the data through a backup.

import { Database as Connection } from "bun:sqlite";
import { keptFilesTable } from "./kept-files.ts";
import { StoreError } from "../open-refusal.ts";
import { checkMigration, lastMigration, migrate } from "../migrate.ts";

interface SchemaPart {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** SQLite's own tables of row counts. */
const statistics = new Set(["sqlite_sequence", "sqlite_stat1", "sqlite_stat4"]);
const shownCharsMax = 80;

export const notBackup = (path: string): string =>
  `${path} is not a backup of this program: name a file that backup made.`;

/** Throws StoreError unless the copy has exactly the schema of its migrations, up to its last one. */
export function checkSchema(connection: Connection, path: string, migrations: string): void {
  const last = lastMigration(connection);
  if (last === undefined) throw new StoreError(notBackup(path));
  checkMigration(connection, migrations);
  using made = new Connection(":memory:");
  migrate(made, migrations, last);
  const [parts, wanted] = [partsOf(connection), partsOf(made)];
  const foreign = [...parts].find(([key, { sql }]) => !wanted.has(key) && sql !== keptFilesTable)?.[1];
  if (foreign !== undefined)
    throw new StoreError(
      `${path} was changed by another program: ${shown(foreign)} is not as this program makes it. ` +
        "Restore another backup, or take that out of this one with sqlite3 first.",
    );
  const missing = [...wanted].find(([key]) => !parts.has(key))?.[1];
  if (missing !== undefined)
    throw new StoreError(
      `${path} was changed by another program: ${shown(missing)} is missing. Restore another backup.`,
    );
}

/** Parts of a schema by their full definitions. SQLite's own indexes follow from their tables. */
function partsOf(connection: Connection): ReadonlyMap<string, SchemaPart> {
  const all = connection.query("SELECT type, name, tbl_name, sql FROM sqlite_master").all() as SchemaPart[];
  const parts = all.filter(
    ({ type, name, sql }) =>
      !(type === "index" && sql === null) && !(type === "table" && statistics.has(name)),
  );
  return new Map(parts.map((part) => [JSON.stringify({ ...part, sql: plain(part.sql) }), part]));
}

/** Versions of SQLite write quotes and spaces of altered parts differently. */
function plain(sql: string | null): string | null {
  return sql === null ? null : sql.replaceAll(/[\s"`]/g, "");
}

/** A foreign name may hold anything. */
function shown({ type, name }: SchemaPart): string {
  return `the ${JSON.stringify(type).slice(1, -1)} ${JSON.stringify(name.slice(0, shownCharsMax))}`;
}
