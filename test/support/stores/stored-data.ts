// Stored data: data behind the port, for any store: whole tables by name, and statements that both databases
// understand.

import {
  asc,
  DrizzleError,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../../db/open-database.ts";
import * as schema from "../../../db/schema.ts";

const tables = { ...schema };
type Tables = typeof tables;

export type TableName = {
  [Name in keyof Tables]: Tables[Name] extends SQLiteTable ? Name : never;
}[keyof Tables];

/** A row of either store: the tables of one derive from those of the other. */
export type StoredRow<Name extends TableName> = InferSelectModel<Tables[Name]>;

export interface StoredData {
  /** All rows, in the order of their first two columns. */
  rows<Name extends TableName>(table: Name): Promise<StoredRow<Name>[]>;
  insert<Name extends TableName>(table: Name, row: InferInsertModel<Tables[Name]>): Promise<void>;
  /** Runs one statement; rejects with the database's message. */
  run(statement: SQL): Promise<void>;
  /** From now on the database refuses this with these words, until the returned object is disposed. */
  refuse(refusal: Refusal): Promise<AsyncDisposable>;
}

export interface Refusal {
  /** Trigger of the refusal, such as `BEFORE INSERT ON ledger_entries`. */
  readonly what: string;
  /** Condition on `new`; absent: always. */
  readonly when?: string;
  readonly words: string;
}

export function dataInFile(db: Db): StoredData {
  return {
    async rows(name) {
      const table: SQLiteTable = tables[name];
      const order = Object.values(getTableColumns(table)).slice(0, 2);
      const rows = db
        .select()
        .from(table)
        .orderBy(...order.map((column) => asc(column)))
        .all();
      return rows as StoredRow<typeof name>[];
    },
    async insert(name, row) {
      const table: SQLiteTable = tables[name];
      db.insert(table).values(row).run();
    },
    async run(statement) {
      try {
        db.run(statement);
      } catch (error) {
        throw error instanceof DrizzleError ? error.cause : error;
      }
    },
    async refuse({ what, when = "true", words }) {
      db.run(`CREATE TRIGGER refusal ${what} WHEN ${when} BEGIN SELECT RAISE(FAIL, '${words}'); END`);
      return {
        async [Symbol.asyncDispose]() {
          db.run("DROP TRIGGER refusal");
        },
      };
    },
  };
}
