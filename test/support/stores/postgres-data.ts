// Postgres data: access to a database's content that bypasses the store.

import { SQL } from "bun";
import { asc, getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { PgTable } from "drizzle-orm/pg-core";
import { plain } from "../../../db/postgres/postgres-errors.ts";
import * as postgresTables from "../../../db/postgres/postgres-tables.ts";
import type { StoredData, StoredRow } from "./stored-data.ts";

const tables = { ...postgresTables };

/** Connects at the first use, and disconnects with its user. */
export function dataInPostgres(url: string): StoredData & AsyncDisposable {
  const client = new SQL({ url, max: 1 });
  const db = drizzle({ client });
  const said = async <T>(work: PromiseLike<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw plain(error);
    }
  };
  return {
    async rows(name) {
      const table: PgTable = tables[name];
      const order = Object.values(getTableColumns(table)).slice(0, 2);
      const rows = await said(
        db
          .select()
          .from(table)
          .orderBy(...order.map((column) => asc(column))),
      );
      return rows as StoredRow<typeof name>[];
    },
    async insert(name, row) {
      const table: PgTable = tables[name];
      await said(db.insert(table).values(row));
    },
    async run(statement) {
      await said(db.execute(statement));
    },
    async refuse({ what, when = "true", words }) {
      const [, table = ""] = what.split(" ON ");
      await client.unsafe(`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${words}'; END $$;
        CREATE TRIGGER refusal ${what} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse()`);
      return {
        async [Symbol.asyncDispose]() {
          await client.unsafe(`DROP TRIGGER refusal ON ${table}; DROP FUNCTION refuse`);
        },
      };
    },
    [Symbol.asyncDispose]: () => client.close({ timeout: 0 }),
  };
}
