// Move from the file: copies all data of a data file into an empty Postgres, whole or not at all. Written rows are
// read again and compared before they count.

import type { SQL } from "bun";
import { asc, count as countOf, eq, getTableColumns, getTableName, gt, ne, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { PgTable } from "drizzle-orm/pg-core";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { proveChain } from "../audit-proof.ts";
import { StoreError } from "../open-refusal.ts";
import type { Db as FileDb } from "../open-database.ts";
import type { Books } from "../port/ledger-store.ts";
import { readersIn } from "../operations/audit-in-store.ts";
import * as ledger from "../operations/ledger-in-store.ts";
import { booksOf } from "../sqlite/books-in-file.ts";
import * as fileTables from "../schema.ts";
import type { Db } from "./postgres-connections.ts";
import { doneOn } from "./postgres-executor.ts";
import * as postgresTables from "./postgres-tables.ts";

export interface Move {
  /** File of a stopped server. */
  readonly file: FileDb;
  /** Client of a database with all tables, all empty. */
  readonly client: SQL;
  /** Receives, after each part, the number of a table's copied rows, and of all its rows. */
  readonly copied: (table: string, rows: number, of: number) => void;
  /** Throws if an account's books in Postgres do not add up. */
  readonly prove: (accountId: string, books: Books) => void;
}

const source = { ...fileTables };
const target = { ...postgresTables };

/** Tables in an order in which each refers only to earlier ones. State of nodes is not copied. */
const inOrder = [
  "accounts",
  "apiKeys",
  "logins",
  "links",
  "flows",
  "flowRevisions",
  "flowLinks",
  "sessions",
  "sessionEvents",
  "callWords",
  "callTags",
  "doneDeliveries",
  "callDays",
  "callDayLatencies",
  "callFlowDays",
  "budgets",
  "ledgerEntries",
  "balances",
  "holds",
  "providerSettings",
  "providerKeys",
  "secrets",
  "assistants",
  "knowledgeSources",
  "knowledgePassages",
  "knowledgeTerms",
  "embeds",
  "embedSessions",
  "embedRefusals",
  "phoneNumbers",
  "phoneCalls",
  "hooks",
  "hookDeliveries",
  "sessionSnapshots",
  "auditEntries",
  "auditHeads",
  "retentionRules",
  "erasedSessions",
  "erasures",
  "meta",
] as const;

/** Rows per statement: with the columns of the widest table, far below the 65,535 parameters of Postgres. */
const rowsMax = 500;
/** Text per statement, approximately. */
const charsMax = 4 * 1_024 * 1_024;

/** Returns the number of proved accounts. Rejects with StoreError, and with the errors of `prove`. */
export async function moveFromFile({ file, client, copied, prove }: Move): Promise<number> {
  checkOver(file);
  return await drizzle({ client }).transaction(async (tx) => {
    // A large file is read between two statements; no other process waits for these tables.
    await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
    for (const name of inOrder) await checkEmpty(tx, target[name]);
    for (const name of inOrder) await copy({ file, from: source[name], tx, to: target[name], copied });
    await countOn(tx);
    await proveChains(tx);
    return await proveAll(file, tx, prove);
  });
}

/** A start of the server settles sessions that a crash left open, and sends their hooks. */
function checkOver(file: FileDb): void {
  const { sessions } = fileTables;
  const open = file
    .select({ count: countOf() })
    .from(sessions)
    .where(or(ne(sessions.status, "ended"), eq(sessions.callOutcome, "pending")));
  const [{ count } = { count: 0 }] = open.all();
  if (count > 0)
    throw new StoreError(
      `${count} sessions were left open by a crash: start the server once without DATABASE_URL and stop it, which settles them.`,
    );
}

async function checkEmpty(tx: Db, table: PgTable): Promise<void> {
  const [row] = await tx
    .select({ one: sql`1` })
    .from(table)
    .limit(1);
  if (row === undefined) return;
  throw new StoreError(
    `The database is not empty: there are rows in ${getTableName(table)}. Create another one, or name it in DATABASE_URL.`,
  );
}

interface Copying extends Pick<Move, "file" | "copied"> {
  readonly from: SQLiteTable;
  readonly tx: Db;
  readonly to: PgTable;
}

async function copy({ file, from, tx, to, copied }: Copying): Promise<void> {
  const name = getTableName(from);
  const [{ count: all } = { count: 0 }] = file
    .select({ count: sql<number>`count(*)` })
    .from(from)
    .all();
  let done = 0;
  for (
    let read = rowsAfter(file, from, 0);
    read.length > 0;
    read = rowsAfter(file, from, read.at(-1)?.at ?? 0)
  ) {
    for (const part of inParts(read.map(({ row }) => row))) await tx.insert(to).values(part);
    done += read.length;
    copied(name, done, all);
  }
  const [{ count: there } = { count: 0 }] = await tx.select({ count: countOf() }).from(to);
  if (there === all && done === all) return;
  throw new StoreError(
    `${name}: ${all} rows were to be copied, and ${there} are there. Nothing was kept of it.`,
  );
}

type Row = Record<string, unknown>;

/** Rows in the order of writing. */
function rowsAfter(
  file: FileDb,
  from: SQLiteTable,
  last: number,
): { readonly at: number; readonly row: Row }[] {
  const at = sql<number>`rowid`.as("at_row");
  const columns = getTableColumns(from);
  const read = file.select({ ...columns, atRow: at }).from(from);
  const rows = read
    .where(gt(sql`rowid`, last))
    .orderBy(asc(sql`rowid`))
    .limit(rowsMax)
    .all() as Row[];
  return rows.map(({ atRow, ...row }) => ({ at: Number(atRow), row }));
}

/** Parts of rows, each small enough for a statement. */
function inParts(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const more = charsIn(row);
    if (chars + more > charsMax) parts.push([]);
    chars = chars + more > charsMax ? more : chars + more;
    parts.at(-1)?.push(row);
  }
  return parts;
}

function charsIn(row: Row): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 64),
    0,
  );
}

/** Numbers assigned by Postgres continue after the copied ones. */
async function countOn(tx: Db): Promise<void> {
  for (const name of ["session_events", "ledger_entries"])
    await tx.execute(
      sql`SELECT setval(pg_get_serial_sequence(${name}, 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${sql.identifier(name)}), false)`,
    );
  // Finished deliveries keep their numbers, which no other delivery gets.
  await tx.execute(
    sql`SELECT setval(pg_get_serial_sequence('hook_deliveries', 'id'), greatest(
      (SELECT coalesce(max(id), 0) FROM hook_deliveries), (SELECT coalesce(max(id), 0) FROM done_deliveries)) + 1, false)`,
  );
}

/** Throws StoreError for a broken chain: it was broken in the file already. */
async function proveChains(tx: Db): Promise<void> {
  const audit = readersIn({ execute: (work) => doneOn(tx, work) });
  for (const chain of await audit.chains()) {
    const { broken } = await proveChain(audit, chain);
    if (broken !== undefined)
      throw new StoreError(
        `The audit log of ${chain} is broken: entry ${broken.number} (${broken.id ?? "none"}) ${broken.why}. Nothing was moved.`,
      );
  }
}

async function proveAll(file: FileDb, tx: Db, prove: Move["prove"]): Promise<number> {
  const ids = file.select({ id: fileTables.accounts.id }).from(fileTables.accounts).all();
  for (const { id } of ids) {
    const [was, is] = [booksOf(file, id), await doneOn(tx, (on) => ledger.booksOf(on, id))];
    if (JSON.stringify(inOne(was)) !== JSON.stringify(inOne(is)))
      throw new StoreError(`The books of ${id} are not the same in Postgres. Nothing was kept of it.`);
    prove(id, is);
  }
  return ids.length;
}

/** Books in one order, with the relevant fields only. */
function inOne({ entries, sums: { grantedMicros, settledMicros, heldMicros }, holds }: Books) {
  return {
    entries: entries.map(({ id, sessionId, kind, micros, at, note }) => [
      id,
      sessionId,
      kind,
      micros,
      at,
      note,
    ]),
    sums: [grantedMicros, settledMicros, heldMicros],
    holds: holds
      .map(({ sessionId, openMicros, settledMicros: settled, writtenOffMicros }) =>
        [sessionId, openMicros, settled, writtenOffMicros].join(" "),
      )
      .toSorted(),
  };
}
