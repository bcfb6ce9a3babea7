// Derived tables: a table of the file as a table of Postgres, with its keys, references, indexes and checks.

import { getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  type PgColumn,
  type PgColumnBuilder,
  pgTable,
  type PgTable,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
  primaryKey,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { bytes, json, whole, words } from "./postgres-columns.ts";

/** Has the columns of the file's table, with the same data. */
type DerivedTable<T extends SQLiteTable> = PgTableWithColumns<{
  name: T["_"]["name"];
  schema: undefined;
  dialect: "pg";
  columns: {
    [Name in keyof T["_"]["columns"]]: T["_"]["columns"][Name] extends SQLiteColumn<infer Config>
      ? PgColumn<Config>
      : never;
  };
}>;

type Columns = Readonly<Record<string, PgColumn>>;
type Part = PgTableExtraConfigValue;

interface Differences {
  /** Conditions of checks by their names, which replace the file's. */
  readonly checks?: Readonly<Record<string, SQL>>;
  /** Indexes that only Postgres has. */
  readonly indexes?: readonly Part[];
}

const builders: Readonly<Record<string, (name: string) => unknown>> = {
  SQLiteText: words,
  SQLiteInteger: whole,
  SQLiteBoolean: boolean,
  SQLiteTextJson: json,
  SQLiteBlobBuffer: bytes,
};

const derivedTables = new Map<SQLiteTable, PgTable>();

/** Derives a table; its references lead to tables that are derived too. */
export function derived<T extends SQLiteTable>(from: T, differences: Differences = {}): DerivedTable<T> {
  const columns = Object.entries(getTableColumns(from) as Readonly<Record<string, SQLiteColumn>>);
  const built = Object.fromEntries(columns.map(([key, column]) => [key, builderOf(column)]));
  const table = pgTable(getTableName(from), built, (made) => partsOf(from, made, differences));
  derivedTables.set(from, table);
  return table as unknown as DerivedTable<T>;
}

function builderOf(column: SQLiteColumn): PgColumnBuilder {
  const builder = builders[column.columnType]?.(column.name) as PgColumnBuilder | undefined;
  if (builder === undefined) throw new TypeError(`Postgres has no column for ${column.columnType}`);
  if (column.notNull) builder.notNull();
  if (column.primary) builder.primaryKey();
  if (column.isUnique) builder.unique();
  if (column.default !== undefined) builder.default(column.default);
  if ("autoIncrement" in column && column.autoIncrement === true)
    (builder as ReturnType<typeof whole>).generatedByDefaultAsIdentity();
  return builder;
}

/** Conditions need no translation: they name columns, and both databases write names alike. */
function partsOf(from: SQLiteTable, made: Columns, { checks = {}, indexes = [] }: Differences): Part[] {
  const config = getTableConfig(from);
  return [
    ...config.primaryKeys.map(({ columns }) => primaryKey({ columns: sameColumns(columns, made) })),
    ...config.foreignKeys.map(({ reference, onDelete = "no action" }) => {
      const { columns, foreignTable, foreignColumns } = reference();
      const target = derivedTables.get(foreignTable);
      const foreign = sameColumns(foreignColumns, target === undefined ? {} : getTableColumns(target));
      return foreignKey({ columns: sameColumns(columns, made), foreignColumns: foreign }).onDelete(onDelete);
    }),
    ...config.indexes.map(({ config: { name, columns, unique, where } }) => {
      const on = columns.map((column) => (is(column, SQL) ? column : sameColumn(column, made)));
      const complete = (unique ? uniqueIndex(name) : index(name)).on(...(on as [PgColumn]));
      return where === undefined ? complete : complete.where(where);
    }),
    ...config.checks.map(({ name, value }) => check(name, checks[name] ?? value)),
    ...indexes,
  ];
}

function sameColumns(columns: readonly SQLiteColumn[], among: Columns): [PgColumn] {
  return columns.map((column) => sameColumn(column, among)) as [PgColumn];
}

function sameColumn({ name }: SQLiteColumn, among: Columns): PgColumn {
  const match = Object.values(among).find((column) => column.name === name);
  if (match === undefined) throw new TypeError(`Postgres has no column ${name}`);
  return match;
}
