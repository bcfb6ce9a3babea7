// Forgotten callers in Postgres: their rows are gone, and after a rewrite of the tables no file contains a word of
// them.

import { expect, test } from "bun:test";
import { SQL } from "bun";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openPostgres } from "../../db/postgres/open-postgres.ts";
import { prove } from "../../src/billing/proof.ts";
import { answer, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { addMarkedCallers, markOf, masterKey, subjectOf } from "../support/stores/marked-callers.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";
import { until } from "../support/until.ts";

const tables =
  "sessions, session_events, session_snapshots, call_words, call_tags, hook_deliveries, done_deliveries, erasures, " +
  "retention_rules";

/** Number of times that a text is in the files of the tables and of their indexes. */
async function hitsIn(url: string, text: string): Promise<number> {
  const client = new SQL({ url, max: 1 });
  try {
    await client.unsafe("CHECKPOINT");
    const rows = (await client.unsafe(`
      SELECT current_setting('data_directory') AS folder, pg_relation_filepath(c.oid) AS path FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pg_toast') AND c.relkind IN ('r', 'i', 't')
        AND pg_relation_filepath(c.oid) IS NOT NULL`)) as { folder: string; path: string }[];
    return rows.reduce(
      (hits, { folder, path }) =>
        hits + readFileSync(join(folder, path)).toString("latin1").split(text).length - 1,
      0,
    );
  } finally {
    await client.close();
  }
}

/** Number of rows with a text, as every query sees them. */
async function rowsWith(url: string, text: string): Promise<number> {
  const client = new SQL({ url, max: 1 });
  try {
    const like = `'%${text}%'`;
    const rows = (await client.unsafe(`
      SELECT (SELECT count(*) FROM session_events WHERE data LIKE ${like})
        + (SELECT count(*) FROM sessions WHERE context LIKE ${like} OR metadata LIKE ${like})
        + (SELECT count(*) FROM hook_deliveries WHERE body LIKE ${like})
        + (SELECT count(*) FROM done_deliveries WHERE body LIKE ${like}) AS number`)) as { number: string }[];
    return Number(rows[0]?.number);
  } finally {
    await client.close();
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new SQL({ url, max: 1 });
  try {
    await client.unsafe(statement);
  } finally {
    await client.close();
  }
}

test("erasure in Postgres: no row stays, and no file once the tables were rewritten; money stays", async () => {
  await using database = await emptyDatabase();
  const env = { DATABASE_URL: database.url, MASTER_KEY: masterKey };
  using store = await openPostgres(database.place);
  await using served = await serveTest({ ...env, DATA_DIR: ":memory:" }, { store });
  const { email, login } = await signUpAt(served);
  const accountId = (await store.accounts.byEmail(email))!.id;
  await store.ledger.grant({ accountId, micros: 1_000_000, at: 1 });
  await addMarkedCallers(store, { accountId, callers: 20, sessionsEach: 10, isWithHooks: true });
  const before = await store.ledger.books(accountId);
  const erased = [2, 7, 19];
  for (const caller of erased) expect(await hitsIn(database.url, markOf(caller))).toBeGreaterThan(0);
  for (const caller of erased) {
    const asked = json("POST", { subject: subjectOf(caller) }, login);
    const { erasure_id } = await answer<{ erasure_id: string }>(served.ask("/v1/erasures", asked), 202);
    const receipt = () =>
      answer<{ state: string; counts: object }>(served.ask(`/v1/erasures/${erasure_id}`, { headers: login }));
    await until("receipt", async () => (await receipt()).state === "done");
    const counts = { sessions: 10, words: 80, values: 10, numbers: 40, audio: 0, hooks: 10 };
    expect((await receipt()).counts).toEqual(counts);
  }
  for (const caller of erased) expect(await rowsWith(database.url, markOf(caller))).toBe(0);
  // VACUUM alone frees the room, and leaves the old bytes in it until something overwrites them.
  for (const table of tables.split(", ")) await run(database.url, `VACUUM FULL ${table}`);
  for (const caller of erased) expect(await hitsIn(database.url, markOf(caller))).toBe(0);
  expect(await hitsIn(database.url, markOf(3))).toBeGreaterThan(0);
  const after = await store.ledger.books(accountId);
  expect(after).toEqual(before);
  expect(prove(after).faults).toEqual([]);
});
