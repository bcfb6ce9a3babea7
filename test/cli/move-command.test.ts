// Commands `move-to-postgres` and `migrate` between two servers, as an operator runs them.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Environment } from "../../src/config.ts";
import { signUpAt } from "../support/people.ts";
import { emptyDatabase, spoiltDatabase } from "../support/stores/postgres.ts";
import { Program } from "../support/servers/program.ts";
import { serveTest } from "../support/servers/served.ts";
import { type Folder, migrations, tempFolder } from "../support/servers/store.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { product } from "../support/servers/product.ts";

let folder: Folder;
let data: string;

beforeAll(async () => {
  folder = tempFolder();
  data = folder.file("data");
  await using served = await serveTest({ DATA_DIR: data });
  await signUpAt(served);
  await signUpAt(served);
}, 240_000);
afterAll(() => folder[Symbol.dispose]());

/** Returns the exit code, and the text of both streams. */
async function move(env: Environment, ...args: string[]): Promise<[code: number, text: string]> {
  const command = [...product, "move-to-postgres", ...args];
  const { code, out, err } = await new Program(command, { env: { DATA_DIR: data, ...env } }).ended();
  return [code, out + err];
}

test("move-to-postgres: it states its needs before it touches anything", async () => {
  await using database = await emptyDatabase();
  const url = new URL(database.url);
  const to = { DATABASE_URL: url.href };
  expect(await move(to, "now")).toEqual([2, expect.stringMatching(/^Usage: .*move-to-postgres\n$/m)]);
  expect(await move({})).toEqual([1, expect.stringContaining("DATABASE_URL is not set")]);
  expect(await move({ ...to, DATA_DIR: folder.file("none") })).toEqual([
    1,
    expect.stringContaining("There is no data in"),
  ]);
  const wrong = await move({ DATABASE_URL: "mysql://ada:secret@127.0.0.1/a" });
  expect(wrong).toEqual([1, expect.stringContaining("DATABASE_URL is not a Postgres URL")]);
  expect(wrong[1]).not.toContain("secret");
  const nobody = new URL(url);
  nobody.port = "1";
  nobody.password = "hidden";
  const away = await move({ DATABASE_URL: nobody.href });
  expect(away).toEqual([1, expect.stringContaining("No Postgres answers")]);
  expect(away[1]).not.toContain("hidden");
  {
    using _server = openStore({ directory: data, migrations });
    expect(await move(to)).toEqual([1, expect.stringContaining("stop it first")]);
  }
  expect(await move({ ...to, MASTER_KEY: "ab".repeat(32) })).toEqual([
    1,
    expect.stringContaining("MASTER_KEY is not the key"),
  ]);
}, 240_000);

test("move-to-postgres: it copies, proves, names the variable of the key without its value, and refuses a second run", async () => {
  await using database = await emptyDatabase();
  const { url } = database;
  const client = new SQL({ url, max: 1 });
  const [code, text] = await move({ DATABASE_URL: url });
  expect([code, text]).toEqual([0, expect.stringContaining("accounts: 2 of 2\n")]);
  expect(text).toContain(
    `Moved the data from ${data} to Postgres. The ledgers of 2 accounts are verified.\n`,
  );
  expect(text).toEndWith(`MASTER_KEY="$(cat '${data}/master.key')"\n`);
  const key = (await Bun.file(`${data}/master.key`).text()).trim();
  expect(text).not.toContain(key);
  expect(await count(client)).toBe(2);
  expect(await move({ DATABASE_URL: url })).toEqual([1, expect.stringContaining("is not empty")]);
  expect(await count(client)).toBe(2);
  await client.close();
}, 240_000);

test("migrate: it creates the tables of an empty database, and lists them", async () => {
  const database = await spoiltDatabase();
  const client = new SQL({ url: database.url, max: 1 });
  await client`DROP SCHEMA drizzle CASCADE`;
  await client`DROP SCHEMA public CASCADE`;
  await client`CREATE SCHEMA public`;
  const env = { DATABASE_URL: database.url };
  const migrate = async (): Promise<string> => {
    const { code, out, err } = await new Program([...product, "migrate"], {
      env,
    }).ended();
    return `${code} ${out}${err}`;
  };
  const first = await migrate();
  expect(first).toStartWith("0 applied 0000_first\napplied 0001_append_only_ledger\n");
  expect(first).toEndWith("\nThe database is up to date.\n");
  expect(await migrate()).toBe("0 The database is up to date.\n");
  await client`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)`;
  expect(await migrate()).toMatch(/^1 .*by a newer version of this program/);
  await client.close();
}, 240_000);

async function count(client: SQL): Promise<number> {
  const [row] = (await client`SELECT count(*)::int AS count FROM accounts`) as { count: number }[];
  return row?.count ?? 0;
}
