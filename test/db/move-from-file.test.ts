// Moves of a data file into Postgres: every row unchanged, the ledger proved, and nothing moved when something is
// wrong.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { SQL } from "bun";
import { asc, getTableColumns, is, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import { PgTable } from "drizzle-orm/pg-core";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { moveFromFile } from "../../db/postgres/move-from-file.ts";
import type { Db } from "../../db/postgres/postgres-connections.ts";
import * as postgresTables from "../../db/postgres/postgres-tables.ts";
import { type FileStore, openStore } from "../../db/sqlite/file-store.ts";
import * as fileTables from "../../db/schema.ts";
import { prove } from "../../src/billing/proof.ts";
import { connect } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../support/people.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { type Folder, migrations, tempFolder } from "../support/servers/store.ts";
import { small } from "../support/small-flows.ts";

let folder: Folder;

beforeAll(async () => {
  folder = tempFolder();
  await fill(folder.file("data"));
}, 240_000);
afterAll(() => folder[Symbol.dispose]());

/** Fills a file with data of people who use all features. */
async function fill(directory: string): Promise<void> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({ DATA_DIR: directory }, { speech });
  for (let i = 0; i < 3; i++) {
    const { service, login } = await signUpAt(served);
    const upload = json("POST", { name: `Flow ${i} ✓`, yaml_content: small }, service);
    const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
    await served.ask("/v1/secrets/TOKEN", json("PUT", { value: "hidden", hosts: ["a.example"] }, login));
    const pairs = { type: "csv", text: "When are you open?,From nine to five." };
    await answer(served.ask("/v1/knowledge/faq/sources", json("POST", pairs, service)), 201);
    await served.ask(
      "/v1/hooks",
      json("POST", { url: "https://a.example/hook", events: ["session.ended"] }, login),
    );
    const asked = { flow_id: id, metadata: { odd: "a\u0000b" } };
    const begun = served.ask("/v1/sessions", json("POST", asked, service));
    const { session_token: token } = await answer<{ session_token: string }>(begun);
    await using client = await connect(`${served.url()}/v1/ws/${token}`);
    await client.ready();
    client.send({ type: "send-text", data: { content: "12" } });
    await client.message("session_end");
  }
}

const tablesOfFile: ReadonlyMap<string, unknown> = new Map(Object.entries(fileTables));
/** Tables that are not moved: the state of the processes, and counters that each database keeps itself. */
const stay = ["nodes", "singletons", "rateCounts", "storageTotals"];

function opened(): FileStore {
  return openStore({ directory: folder.file("data"), migrations });
}

async function rowsIn(db: Db, table: PgTable): Promise<readonly object[]> {
  const [first, second] = Object.values(getTableColumns(table));
  return db.select().from(table).orderBy(asc(first!), asc(second!));
}

/** Rows in a fixed order: the first column alone does not order the rows of a chain. */
function sorted(rows: readonly object[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

const honest = (_: string, books: Parameters<typeof prove>[0]): void =>
  expect(prove(books).faults).toEqual([]);

test("every row is unchanged, in every table, and ids continue after the old ones", async () => {
  using store = opened();
  await using database = await emptyDatabase();
  const client = new SQL({ url: database.url, max: 1 });
  const db = drizzle({ client });
  const told: string[] = [];
  const copied = (table: string, rows: number, of: number): void => void told.push(`${table} ${rows}/${of}`);
  expect(await moveFromFile({ file: store.durable, client, copied, prove: honest })).toBe(3);
  expect(told).toContain("accounts 3/3");
  const counts = new Map<string, number>();
  for (const [name, table] of Object.entries(postgresTables)) {
    if (!is(table, PgTable) || stay.includes(name)) continue;
    const from = tablesOfFile.get(name);
    if (!is(from, SQLiteTable)) throw new Error(`The file has no ${name}`);
    const [first] = Object.values(getTableColumns(from));
    const was = store.durable.select().from(from).orderBy(asc(first!)).all();
    expect([name, sorted(await rowsIn(db, table))]).toEqual([name, sorted(was)]);
    counts.set(name, was.length);
  }
  for (const name of [
    "flowRevisions",
    "sessions",
    "sessionEvents",
    "ledgerEntries",
    "secrets",
    "hooks",
    "auditEntries",
    "auditHeads",
    "knowledgeSources",
    "knowledgePassages",
    "knowledgeTerms",
    "meta",
  ])
    expect([name, (counts.get(name) ?? 0) > 0]).toEqual([name, true]);
  const accountId = store.durable.select().from(fileTables.accounts).get()?.id ?? "";
  const grant = { accountId, kind: "grant", micros: 1, at: 1 } as const;
  const [entry] = await db.insert(postgresTables.ledgerEntries).values(grant).returning();
  expect(entry?.id).toBe((counts.get("ledgerEntries") ?? 0) + 1);
  await client.close();
}, 240_000);

test("a database with any content is refused", async () => {
  using store = opened();
  await using database = await emptyDatabase();
  const client = new SQL({ url: database.url, max: 1 });
  const db = drizzle({ client });
  await db.insert(postgresTables.meta).values({ key: "some", value: "thing" });
  const moving = moveFromFile({ file: store.durable, client, copied: () => undefined, prove: honest });
  expect(await moving.catch(String)).toContain("The database is not empty: there are rows in meta");
  expect(await rowsIn(db, postgresTables.accounts)).toEqual([]);
  await client.close();
});

test("a ledger that does not add up stops the move", async () => {
  using store = opened();
  await using database = await emptyDatabase();
  const client = new SQL({ url: database.url, max: 1 });
  const db = drizzle({ client });
  let proved = 0;
  const fail = (): void => {
    if (++proved === 2) throw new Error("It does not add up");
  };
  const moving = moveFromFile({ file: store.durable, client, copied: () => undefined, prove: fail });
  expect(await moving.catch(String)).toContain("It does not add up");
  for (const table of Object.values(postgresTables))
    if (is(table, PgTable)) expect(await rowsIn(db, table)).toEqual([]);
  await client.close();
});

test("a file with open sessions of a crash is refused", async () => {
  using store = opened();
  await using database = await emptyDatabase();
  const client = new SQL({ url: database.url, max: 1 });
  const id = store.durable.select().from(fileTables.sessions).get()?.id;
  const set = (status: "running" | "ended") =>
    store.durable
      .update(fileTables.sessions)
      .set({ status })
      .where(sql`id = ${id}`)
      .run();
  set("running");
  const moving = moveFromFile({ file: store.durable, client, copied: () => undefined, prove: honest });
  expect(await moving.catch(String)).toContain("1 sessions were left open by a crash");
  set("ended");
  await client.close();
});
