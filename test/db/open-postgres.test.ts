// Opening a Postgres database: from any earlier state, by one node at a time, and refused with one sentence without a
// password.

import { SQL } from "bun";
import { expect, test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import { relative } from "node:path";
import { openPostgres, openPostgresBeside } from "../../db/postgres/open-postgres.ts";
import { checkDatabase } from "../../src/cli/doctor/doctor-database.ts";
import { fingerprintOf, newMasterKey } from "../../src/cloud/master-key.ts";
import { readConfig } from "../../src/config.ts";
import { failureOf } from "../support/failure-of.ts";
import { TcpRelay } from "../support/cluster/tcp-relay.ts";
import { emptyDatabase, spoiltDatabase } from "../support/stores/postgres.ts";
import { placeAt, postgresMigrations, runAt } from "../support/stores/postgres-server.ts";
import { freePort } from "../support/servers/free-port.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";

async function journal(folder: string): Promise<readonly { readonly tag: string; readonly when: number }[]> {
  const { entries } = (await Bun.file(`${folder}/meta/_journal.json`).json()) as {
    entries: { tag: string; when: number }[];
  };
  return entries;
}

async function query<T>(url: string, statement: string): Promise<T> {
  const client = new SQL({ url, max: 1 });
  try {
    return [...((await client.unsafe(statement)) as Iterable<unknown>)] as T;
  } finally {
    await client.close();
  }
}

test("migrations: both folders have equal names and times", async () => {
  const named = async (folder: string) => (await journal(folder)).map(({ tag, when }) => [tag, when]);
  expect(await named(postgresMigrations)).toEqual(await named(migrations));
  const names = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort();
  expect(names(postgresMigrations)).toEqual(names(migrations));
});

test("migrations: they match the tables", () => {
  using folder = tempFolder();
  cpSync(postgresMigrations, folder.file("migrations"), { recursive: true });
  // The migration tool takes no absolute path.
  const out = relative(process.cwd(), folder.file("migrations"));
  const schema = "./db/postgres/postgres-tables.ts";
  const options = ["generate", "--dialect", "postgresql", "--schema", schema, "--out", out];
  const made = Bun.spawnSync([process.execPath, "--bun", "node_modules/.bin/drizzle-kit", ...options]);
  expect(made.stdout.toString()).toContain("No schema changes");
}, 240_000);

test("migrations: nodes that start together migrate once", async () => {
  const database = await spoiltDatabase();
  await runAt(database.url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA drizzle CASCADE");
  const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgres(database.place)));
  for (const store of stores) store[Symbol.dispose]();
  const statement = "SELECT count(*) AS number FROM drizzle.__drizzle_migrations";
  expect(await query<unknown>(database.url, statement)).toMatchObject([
    { number: String((await journal(postgresMigrations)).length) },
  ]);
});

test("ledger: entries cannot be changed or deleted, and no sum goes below zero", async () => {
  await using database = await emptyDatabase();
  using store = await openPostgres(database.place);
  const welcome = { micros: 100, note: "welcome" };
  await store.accounts.add({ id: "acc_1", email: "a@b.c", passwordHash: "", at: 1, welcome });
  const run = (statement: string) => runAt(database.url, statement);
  expect(await failureOf(run("UPDATE ledger_entries SET micros = 1"))).toContain(
    "ledger entries are never changed",
  );
  expect(await failureOf(run("DELETE FROM ledger_entries"))).toContain("ledger entries are never deleted");
  expect(await failureOf(run("TRUNCATE ledger_entries"))).toContain("ledger entries are never deleted");
  expect(await failureOf(run("UPDATE balances SET held_micros = 101"))).toContain("balances_available");
  expect(await failureOf(run("UPDATE balances SET held_micros = -1"))).toContain("balances_held");
  const entry = "INSERT INTO ledger_entries (account_id, kind, micros, at) VALUES ('acc_1'";
  expect(await failureOf(run(`${entry}, 'gift', 1, 1)`))).toContain("ledger_entries_kind");
  expect(await failureOf(run(`${entry}, 'grant', -1, 1)`))).toContain("ledger_entries_micros");
});

test("refusals: one sentence describes the problem of the database, without a password", async () => {
  await using database = await emptyDatabase();
  const refusal = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL(database.url);
    url.password = "hunter2";
    change(url);
    const error: unknown = await openPostgres(placeAt(url.href)).then(
      (store) => store[Symbol.dispose](),
      (thrown: unknown) => thrown,
    );
    expect(String((error as Error).stack)).not.toContain("hunter2");
    return (error as Error).message;
  };
  const { port } = new URL(database.url);
  const closed = await freePort();
  expect(await refusal((url) => (url.port = String(closed)))).toBe(
    `No Postgres answers at 127.0.0.1:${closed} (ERR_POSTGRES_CONNECTION_REFUSED): start it, or change DATABASE_URL.`,
  );
  expect(await refusal((url) => (url.pathname = "none"))).toBe(
    `There is no database "none" at 127.0.0.1:${port}: make it with CREATE DATABASE, or name another one in DATABASE_URL.`,
  );
  expect(await refusal((url) => (url.username = "nobody"))).toBe(
    `Postgres at 127.0.0.1:${port} does not let "nobody" in: set the right user and password in DATABASE_URL.`,
  );
  expect(await refusal((url) => (url.href = "mysql://root:hunter2@h/x"))).toBe(
    "DATABASE_URL is not a Postgres URL. Write postgres://user:password@host:5432/name.",
  );
});

test("refusals: a wrong password is reported, where Postgres asks for one", async () => {
  await using database = await emptyDatabase();
  const name = `keeper_${crypto.randomUUID().slice(0, 8)}`;
  // This runs before the rules of access change: Postgres reads them before COPY empties their file.
  await runAt(
    database.url,
    `CREATE ROLE ${name} LOGIN PASSWORD 'right';
    CREATE TEMP TABLE rules AS
      SELECT 'host all ${name} 127.0.0.1/32 scram-sha-256' AS line UNION ALL
      SELECT replace(line, E'\\t', ' ')
        FROM regexp_split_to_table(pg_read_file(current_setting('hba_file')), E'\\n') AS line
        WHERE line !~ '^ *(#|$)';
    DO $$ BEGIN
      EXECUTE format('COPY rules TO %L', current_setting('hba_file'));
      PERFORM pg_reload_conf();
    END $$`,
  );
  const url = new URL(database.url);
  url.username = name;
  url.password = "wrong";
  expect(await failureOf(openPostgres(placeAt(url.href)))).toBe(
    `Postgres at ${url.host} does not let "${name}" in: set the right user and password in DATABASE_URL.`,
  );
});

test("refusals: a Postgres that is too old is reported with its version", async () => {
  await using database = await emptyDatabase();
  const real = new URL(database.url);
  await using relay = await TcpRelay.to(Number(real.port), (answer) =>
    Buffer.from(answer.toString("latin1").replace("15.", "12."), "latin1"),
  );
  real.port = String(relay.port);
  expect(await failureOf(openPostgres(placeAt(real.href)))).toMatch(
    `Postgres at 127.0.0.1:${relay.port} is version 12.`,
  );
});

test("refusals: data of another version, newer or older, is left unchanged", async () => {
  const database = await spoiltDatabase();
  const table = "drizzle.__drizzle_migrations";
  await runAt(database.url, `INSERT INTO ${table} (hash, created_at) VALUES ('', 9999999999999)`);
  const newer =
    "The data was written by a newer version of this program: use that version, or restore an older backup.";
  expect(await failureOf(openPostgres(database.place))).toBe(newer);
  expect(await failureOf(openPostgresBeside(database.place))).toBe(newer);
  const last = (await journal(postgresMigrations)).at(-1)?.when;
  await runAt(database.url, `DELETE FROM ${table} WHERE created_at >= ${last}`);
  expect(await failureOf(openPostgresBeside(database.place))).toContain(
    "is of another version of this program",
  );
  const name = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await runAt(
    database.url,
    `CREATE ROLE ${name} LOGIN; GRANT USAGE ON SCHEMA drizzle TO ${name}; GRANT SELECT ON ${table} TO ${name}`,
  );
  const reader = new URL(database.url);
  reader.username = name;
  expect(await failureOf(openPostgres(placeAt(reader.href)))).toContain(
    `"${name}" may not do that in the database`,
  );
  await runAt(database.url, `DROP OWNED BY ${name}; DROP ROLE ${name}`);
  await runAt(database.url, `INSERT INTO ${table} (hash, created_at) VALUES ('', ${last})`);
  (await openPostgresBeside(database.place))[Symbol.dispose]();
});

test("doctor: a database sealed by another master key is reported with the remedy", async () => {
  await using database = await emptyDatabase();
  const config = { ...readConfig({}), database: database.place, masterKey: newMasterKey() };
  expect((await checkDatabase(config)).state).toBe("ok");
  using store = await openPostgres(database.place);
  await store.seals.setFingerprint(fingerprintOf(newMasterKey()));
  expect(await checkDatabase(config)).toEqual({
    state: "problem",
    says: "MASTER_KEY is not the key that the data in the database was written with: set the right one.",
  });
});
