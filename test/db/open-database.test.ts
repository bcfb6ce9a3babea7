// Opening the file: one server for each folder, two connections, migrations from any earlier state, and a refusal by
// older code.

import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { sql } from "drizzle-orm";
import { fileName } from "../../db/data-loss.ts";
import { openStoreBeside, openStore, type FileStore } from "../../db/sqlite/file-store.ts";
import { accounts, ledgerEntries, sessions } from "../../db/schema.ts";
import { addAccount, migrations, tempFolder } from "../support/servers/store.ts";

function pragma(store: FileStore, which: "durable" | "live", name: string): unknown {
  return Object.values(store[which].get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0];
}

test("store: both connections see one file, and wait for the disk differently", () => {
  using folder = tempFolder();
  using store = openStore({ directory: folder.path, migrations });
  addAccount(store.durable, "acc_1");
  expect(store.live.select().from(accounts).all()).toHaveLength(1);
  expect([pragma(store, "durable", "synchronous"), pragma(store, "live", "synchronous")]).toEqual([2, 1]);
  for (const which of ["durable", "live"] as const) {
    expect(pragma(store, which, "journal_mode")).toBe("wal");
    expect(pragma(store, which, "foreign_keys")).toBe(1);
    expect(Number(pragma(store, which, "busy_timeout"))).toBeGreaterThan(1_000);
  }
});

test("store: it makes its folder, for its owner alone", () => {
  using folder = tempFolder();
  const directory = folder.file("deep/data");
  using _store = openStore({ directory, migrations });
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const name of [fileName, `${fileName}-wal`]) {
    expect(statSync(`${directory}/${name}`).mode & 0o777).toBe(0o600);
  }
});

test("store: a file in place of the folder is reported", () => {
  using folder = tempFolder();
  writeFileSync(folder.file("file"), "");
  for (const directory of [folder.file("file"), folder.file("file/data")])
    expect(() => openStore({ directory, migrations })).toThrow(
      `${directory} is a file, or lies in one, where a folder is needed: move the file, or choose another folder with DATA_DIR.`,
    );
});

test("store: a second server is refused, in this process and in another", () => {
  using folder = tempFolder();
  const first = openStore({ directory: folder.path, migrations });
  const refused = `Another server uses ${folder.path}: stop it first, or set DATA_DIR to another directory.`;
  expect(() => openStore({ directory: folder.path, migrations })).toThrow(refused);
  const code = `(await import("./db/sqlite/file-store.ts")).openStore({ directory: ${JSON.stringify(folder.path)}, migrations: "${migrations}" })`;
  const other = Bun.spawnSync([process.execPath, "-e", code]);
  expect(other.exitCode).not.toBe(0);
  expect(other.stderr.toString()).toContain(refused);
  first[Symbol.dispose]();
  openStore({ directory: folder.path, migrations })[Symbol.dispose]();
});

test("store: a killed server leaves the folder free", async () => {
  using folder = tempFolder();
  const code = `globalThis.store = (await import("./db/sqlite/file-store.ts")).openStore({ directory: ${JSON.stringify(folder.path)}, migrations: "${migrations}" });
    console.log("open"); process.stdin.resume();`;
  await using child = Bun.spawn([process.execPath, "-e", code], { stdin: "pipe", stdout: "pipe" });
  for await (const _ of child.stdout) break;
  expect(() => openStore({ directory: folder.path, migrations })).toThrow("Another server");
  child.kill("SIGKILL");
  await child.exited;
  openStore({ directory: folder.path, migrations })[Symbol.dispose]();
});

test("store: reopening keeps the data and migrates nothing", () => {
  using folder = tempFolder();
  let version: unknown;
  {
    using store = openStore({ directory: folder.path, migrations });
    addAccount(store.durable, "acc_1");
    version = pragma(store, "durable", "schema_version");
  }
  using again = openStore({ directory: folder.path, migrations });
  // `schema_version` counts rebuilds of the file.
  expect(pragma(again, "durable", "schema_version")).toBe(version);
  expect(again.durable.select().from(accounts).all()).toHaveLength(1);
});

/** Writes the migrations that existed `back` steps ago. */
function olderMigrations(to: string, back: number): void {
  cpSync(migrations, to, { recursive: true });
  const path = `${to}/meta/_journal.json`;
  const journal = JSON.parse(readFileSync(path, "utf8")) as { entries: unknown[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -back) }));
}

test("store: every earlier version is migrated to this one, with its data", () => {
  const { entries } = JSON.parse(readFileSync(`${migrations}/meta/_journal.json`, "utf8")) as {
    entries: unknown[];
  };
  for (let back = 1; back < entries.length; back++) {
    using folder = tempFolder();
    const directory = folder.file("data");
    olderMigrations(folder.file("older"), back);
    {
      using older = openStore({ directory, migrations: folder.file("older") });
      // Uses columns that every version has.
      const columns = sql`id, email, password_hash, created_at`;
      older.durable.run(
        sql`INSERT INTO ${accounts} (${columns}) VALUES ('acc_1', 'a@example.com', 'none', 0)`,
      );
    }
    using store = openStore({ directory, migrations });
    expect(store.durable.select().from(accounts).all()).toHaveLength(1);
    store.durable.insert(ledgerEntries).values({ accountId: "acc_1", kind: "grant", micros: 1, at: 1 }).run();
    expect(() => store.durable.delete(ledgerEntries).run()).toThrow("never deleted");
  }
});

test("store: a file of a newer version is refused and left alone", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  openStore({ directory, migrations })[Symbol.dispose]();
  olderMigrations(folder.file("older"), 1);
  const before = Bun.file(`${directory}/${fileName}`).size;
  expect(() => openStore({ directory, migrations: folder.file("older") })).toThrow(
    "The data was written by a newer version of this program",
  );
  expect(Bun.file(`${directory}/${fileName}`).size).toBe(before);
  openStore({ directory, migrations })[Symbol.dispose]();
});

test("store: a file that is no database is reported, and the folder stays free", () => {
  using folder = tempFolder();
  mkdirSync(folder.file("data"));
  writeFileSync(folder.file(`data/${fileName}`), "this is a letter to my aunt, not a database. ".repeat(50));
  const open = () => openStore({ directory: folder.file("data"), migrations });
  expect(open).toThrow(/voice-flow\.db cannot be opened: .*not a database/);
  expect(open).toThrow(/voice-flow\.db cannot be opened/);
});

test("store: a command works beside the server, on the same version only", () => {
  using folder = tempFolder();
  const place = { directory: folder.path, migrations };
  expect(() => openStoreBeside(place)).toThrow(`There is no data in ${folder.path}`);
  using store = openStore(place);
  addAccount(store.durable, "acc_1");
  {
    using beside = openStoreBeside(place);
    addAccount(beside.durable, "acc_2");
  }
  expect(store.live.select().from(accounts).all()).toHaveLength(2);
  olderMigrations(folder.file("older"), 1);
  expect(() => openStoreBeside({ ...place, migrations: folder.file("older") })).toThrow("of another version");
});

test("store: rows without an owner are refused", () => {
  using folder = tempFolder();
  using store = openStore({ directory: folder.path, migrations });
  const row = {
    id: "s",
    accountId: "acc_none",
    context: {},
    metadata: {},
    status: "running",
    createdAt: 1,
  } as const;
  expect(() => store.live.insert(sessions).values(row).run()).toThrow("FOREIGN KEY");
});

test("migrations: they match the schema", () => {
  using folder = tempFolder();
  cpSync(migrations, folder.file("migrations"), { recursive: true });
  // The migration tool takes no absolute path.
  const out = relative(process.cwd(), folder.file("migrations"));
  const options = ["generate", "--dialect", "sqlite", "--schema", "./db/schema.ts", "--out", out];
  const made = Bun.spawnSync([process.execPath, "--bun", "node_modules/.bin/drizzle-kit", ...options]);
  expect(made.stdout.toString()).toContain("No schema changes");
});

test("migrations: a migrated file passes its own checks", () => {
  using folder = tempFolder();
  openStore({ directory: folder.path, migrations })[Symbol.dispose]();
  using connection = new Connection(folder.file(fileName));
  expect(connection.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(connection.query("PRAGMA foreign_key_check").all()).toEqual([]);
});
