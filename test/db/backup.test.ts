// Backups of the file: taken during writes, complete or absent, and restored with a way to undo the restoration.

import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { backUp } from "../../db/backup/backup.ts";
import { keptFilesTable, putFilesBack } from "../../db/backup/kept-files.ts";
import { restore as putBack } from "../../db/backup/restore.ts";
import type { StoreLocation } from "../../db/open-database.ts";
import { fileName } from "../../db/data-loss.ts";
import { knownMigrations, migrate } from "../../db/migrate.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { accounts } from "../../db/schema.ts";
import { addAccount, migrations, tempFolder } from "../support/servers/store.ts";
import { turn } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

/** 29 November 2026, 03:21:46 UTC. */
const at = 1_795_922_506_000;
const restore = (place: StoreLocation, from: string): string | undefined => putBack(place, from, { at });

function accountsIn(path: string): number {
  using connection = new Connection(path, { readonly: true });
  expect(connection.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  return (connection.query("SELECT count(*) AS number FROM accounts").get() as { number: number }).number;
}

test("backup: it is a whole file, readable for its owner alone, while the server is open", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  using store = openStore({ directory, migrations });
  addAccount(store.live, "acc_1");
  backUp({ directory }, folder.file("copy"));
  addAccount(store.live, "acc_2");
  expect(accountsIn(folder.file("copy"))).toBe(1);
  expect(statSync(folder.file("copy")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).sort()).toEqual(["copy", "data"]);
});

test("backup: it leaves nothing beside the data of a stopped server", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  openStore({ directory, migrations })[Symbol.dispose]();
  const before = readdirSync(directory).sort();
  backUp({ directory }, folder.file("copy"));
  expect(readdirSync(directory).sort()).toEqual(before);
});

test("backup: another process copies one consistent moment while this one writes", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  using store = openStore({ directory, migrations });
  for (let i = 0; i < 500; i++) addAccount(store.live, `acc_${i}`);
  const env = { ...process.env, DATA_DIR: directory };
  const command = [...product, "backup", folder.file("copy")];
  await using child = Bun.spawn(command, { env, stdout: "ignore", stderr: "inherit" });
  let written = 500;
  // Each transaction adds two rows: a torn copy would have an odd number.
  while (child.exitCode === null) {
    store.durable.transaction((tx) => {
      addAccount(tx, `acc_${written++}`);
      addAccount(tx, `acc_${written++}`);
    });
    await turn();
  }
  expect(child.exitCode).toBe(0);
  const copied = accountsIn(folder.file("copy"));
  expect([copied % 2, copied >= 500, copied <= written]).toEqual([0, true, true]);
});

test("backup: it never overwrites a file, and needs data", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  expect(() => backUp({ directory }, folder.file("copy"))).toThrow("There is no data in");
  openStore({ directory, migrations })[Symbol.dispose]();
  writeFileSync(folder.file("copy"), "precious");
  expect(() => backUp({ directory }, folder.file("copy"))).toThrow("already exists");
});

test("backup: a write failure is reported in a sentence, and leaves nothing behind", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  openStore({ directory, migrations })[Symbol.dispose]();
  expect(() => backUp({ directory }, folder.file("nowhere/copy"))).toThrow(
    /nowhere\/copy cannot be written: there is no folder \S*nowhere: make it, or name another\. Nothing/,
  );
  for (const name of readdirSync(directory)) rmSync(`${directory}/${name}`);
  writeFileSync(`${directory}/${fileName}`, "Dear aunt, ".repeat(500));
  expect(() => backUp({ directory }, folder.file("copy"))).toThrow(
    /voice-flow\.db cannot be opened: file is not a database/,
  );
  expect(readdirSync(folder.path)).toEqual(["data"]);
});

test("restore: it brings back the backup, and keeps the present data", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  {
    using store = openStore({ directory, migrations });
    addAccount(store.durable, "acc_1");
    backUp({ directory }, folder.file("copy"));
    addAccount(store.durable, "acc_2");
  }
  const kept = restore({ directory, migrations }, folder.file("copy"));
  expect(accountsIn(kept ?? "")).toBe(2);
  using store = openStore({ directory, migrations });
  expect(store.live.select().from(accounts).all()).toHaveLength(1);
});

test("restore: a new folder is possible", () => {
  using folder = tempFolder();
  {
    using store = openStore({ directory: folder.file("data"), migrations });
    addAccount(store.durable, "acc_1");
  }
  backUp({ directory: folder.file("data") }, folder.file("copy"));
  expect(restore({ directory: folder.file("new"), migrations }, folder.file("copy"))).toBeUndefined();
  using store = openStore({ directory: folder.file("new"), migrations });
  expect(store.live.select().from(accounts).all()).toHaveLength(1);
});

test("backup: it contains the recorded sounds, which return into a new folder, and into one that has them", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  openStore({ directory, migrations })[Symbol.dispose]();
  const name = "sounds/acc_1/f68656c6c6f.0a1b";
  mkdirSync(join(directory, "sounds/acc_1"), { recursive: true });
  writeFileSync(join(directory, name), "RIFF");
  writeFileSync(join(directory, "sounds/acc_1/f00.0b.part"), "half");
  backUp({ directory }, folder.file("copy"));
  for (const place of ["new", "data"]) {
    restore({ directory: folder.file(place), migrations }, folder.file("copy"));
    expect(readFileSync(join(folder.file(place), name), "utf8")).toBe("RIFF");
    expect(statSync(join(folder.file(place), name)).mode & 0o777).toBe(place === "new" ? 0o600 : 0o644);
    using store = openStore({ directory: folder.file(place), migrations });
    expect(store.live.select().from(accounts).all()).toEqual([]);
  }
  expect(existsSync(join(folder.file("new"), "sounds/acc_1/f00.0b.part"))).toBe(false);
  using back = new Connection(join(folder.file("new"), "voice-flow.db"), { readonly: true });
  expect(back.query("SELECT 1 FROM sqlite_master WHERE name = 'kept_files'").get()).toBeNull();
});

test("restore: a backup file with a path outside its folder, or in another one, is refused", () => {
  using folder = tempFolder();
  for (const name of [
    "sounds/../../escaped",
    "/etc/escaped",
    "master.key",
    "recordings/x/y",
    "sounds/a\0b",
  ]) {
    using copy = new Connection(":memory:");
    copy.run(keptFilesTable);
    copy.query("INSERT INTO kept_files VALUES (?, ?)").run(name, new Uint8Array(1));
    expect(() => putFilesBack(copy, folder.path)).toThrow("that is none of ours");
  }
  expect(readdirSync(folder.path)).toEqual([]);
});

test("restore: unmoved log data of a killed server is in the kept file", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  {
    using store = openStore({ directory, migrations });
    backUp({ directory }, folder.file("copy"));
    addAccount(store.durable, "acc_1");
  }
  // SQLite closes a connection with its last statement: a statement of this process that ends later would remove the
  // log.
  Bun.gc(true);
  const code = `const { openStore } = await import("./db/sqlite/file-store.ts");
    const store = openStore({ directory: ${JSON.stringify(directory)}, migrations: "${migrations}" });
    const { accounts } = await import("./db/schema.ts");
    store.durable.insert(accounts).values({ id: "b", email: "b", passwordHash: "", createdAt: 1 }).run();
    process.kill(process.pid, "SIGKILL");`;
  await Bun.spawn([process.execPath, "-e", code]).exited;
  expect(existsSync(`${directory}/${fileName}-wal`)).toBe(true);
  const kept = restore({ directory, migrations }, folder.file("copy"));
  expect([accountsIn(kept ?? ""), accountsIn(`${directory}/${fileName}`)]).toEqual([2, 0]);
});

test("restore: a folder in use by a server is refused", () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  using store = openStore({ directory, migrations });
  backUp({ directory }, folder.file("copy"));
  addAccount(store.durable, "acc_1");
  expect(() => restore({ directory, migrations }, folder.file("copy"))).toThrow("Another server uses");
  expect(store.live.select().from(accounts).all()).toHaveLength(1);
});

test("restore: only complete backups of this program are accepted", () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  {
    using store = openStore(place);
    for (let i = 0; i < 200; i++) addAccount(store.durable, `acc_${i}`);
  }
  backUp(place, folder.file("copy"));
  expect(() => restore(place, folder.file("nothing"))).toThrow("There is no file");
  writeFileSync(folder.file("letter"), "Dear aunt, ".repeat(500));
  expect(() => restore(place, folder.file("letter"))).toThrow("not a backup");
  using other = new Connection(folder.file("other"), { create: true });
  other.run("CREATE TABLE aunts (name)");
  expect(() => restore(place, folder.file("other"))).toThrow("not a backup");
  expect(accountsIn(`${place.directory}/${fileName}`)).toBe(200);
});

test("restore: it finds damage before any change", async () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  {
    using store = openStore(place);
    for (let i = 0; i < 200; i++) addAccount(store.durable, `acc_${i}`);
  }
  backUp(place, folder.file("copy"));
  const bytes = await Bun.file(folder.file("copy")).bytes();
  bytes.fill(0xff, 4096, 12_288);
  await Bun.write(folder.file("broken"), bytes);
  expect(() => restore(place, folder.file("broken"))).toThrow(/damaged|not a backup/);
  expect(accountsIn(`${place.directory}/${fileName}`)).toBe(200);
});

test("restore: the beginning of a backup never counts as the whole", async () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  {
    using store = openStore(place);
    for (let i = 0; i < 200; i++) addAccount(store.durable, `acc_${i}`);
  }
  backUp(place, folder.file("copy"));
  const bytes = await Bun.file(folder.file("copy")).bytes();
  expect(bytes.length).toBeGreaterThan(20 * 4_096);
  // Cuts the copy at the ends of half pages, and seven bytes later.
  for (let length = 0; length < bytes.length; length += 2_048) {
    for (const part of [bytes.subarray(0, length), bytes.subarray(0, length + 7)]) {
      await Bun.write(folder.file("part"), part);
      expect(() => restore(place, folder.file("part"))).toThrow(/damaged|not a backup/);
    }
  }
  expect(accountsIn(`${place.directory}/${fileName}`)).toBe(200);
});

test("restore: each run keeps the present data, and any of it can be restored", () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  const add = (id: string): void => {
    using store = openStore(place);
    addAccount(store.durable, id);
  };
  add("acc_1");
  backUp(place, folder.file("wrong"));
  add("acc_2");
  backUp(place, folder.file("right"));
  add("acc_3");
  const first = restore(place, folder.file("wrong"));
  const second = restore(place, folder.file("right"));
  expect(first).toBe(`${place.directory}/${fileName}.before-restore-20261129T032146Z`);
  expect(second).toBe(`${first}-2`);
  expect(statSync(`${place.directory}/${fileName}`).mode & 0o777).toBe(0o600);
  const third = restore(place, first!);
  expect(readdirSync(place.directory).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
  expect(accountsIn(`${place.directory}/${fileName}`)).toBe(3);
  expect([first, second, third].map((kept) => accountsIn(kept!))).toEqual([3, 1, 2]);
});

test("restore: damaged data is kept, with its log", () => {
  using folder = tempFolder();
  const source = { directory: folder.file("source"), migrations };
  {
    using store = openStore(source);
    addAccount(store.durable, "acc_1");
  }
  backUp(source, folder.file("copy"));
  // This process never opened this file: a connection that closes late would remove the log of its file.
  const place = { directory: folder.file("data"), migrations };
  mkdirSync(place.directory);
  writeFileSync(`${place.directory}/${fileName}`, "Dear aunt, ".repeat(500));
  writeFileSync(`${place.directory}/${fileName}-wal`, "What she wrote last.");
  const kept = restore(place, folder.file("copy"));
  // Closes now all connections that would close late.
  Bun.gc(true);
  expect(readFileSync(kept!, "utf8")).toStartWith("Dear aunt, ");
  expect(readFileSync(`${kept}-wal`, "utf8")).toBe("What she wrote last.");
  expect(accountsIn(`${place.directory}/${fileName}`)).toBe(1);
});

test("restore: a log beside a copy is included", () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  using store = openStore({ directory: folder.file("source"), migrations });
  addAccount(store.durable, "acc_1");
  for (const end of ["", "-wal"])
    cpSync(`${folder.file("source")}/${fileName}${end}`, folder.file(`copy${end}`));
  restore(place, folder.file("copy"));
  expect(accountsIn(`${place.directory}/${fileName}`)).toBe(1);
});

test("restore: it names the sealing master key of a copy before any change", async () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  {
    using store = openStore(place);
    await store.seals.setFingerprint("abc");
  }
  backUp(place, folder.file("copy"));
  const before = readdirSync(place.directory);
  const heard: unknown[] = [];
  const sealed = (fingerprint: string | undefined): void =>
    void heard.push(fingerprint, readdirSync(place.directory));
  putBack(place, folder.file("copy"), { at, sealed });
  expect(heard).toEqual(["abc", before]);
});

test("restore: refuses pipes, devices and folders at once", () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  expect(Bun.spawnSync(["mkfifo", folder.file("pipe")]).exitCode).toBe(0);
  expect(() => restore(place, folder.file("pipe"))).toThrow("is a pipe or a device");
  expect(() => restore(place, "/dev/zero")).toThrow("is a pipe or a device");
  expect(() => restore(place, folder.path)).toThrow("is a folder");
  expect(existsSync(place.directory)).toBe(false);
});

test.each(["-wal", "-shm", "-journal"])("restore: a pipe beside a copy as its %s is refused", (end) => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  openStore(place)[Symbol.dispose]();
  backUp(place, folder.file("copy"));
  expect(Bun.spawnSync(["mkfifo", folder.file(`copy${end}`)]).exitCode).toBe(0);
  expect(() => restore(place, folder.file("copy"))).toThrow(`copy${end} is a pipe or a device: move it away`);
});

test.each([
  ["create trigger t after insert on accounts begin update accounts set role = 'owner'; end", 'trigger "t"'],
  ["create view accounts_too as select * from accounts", 'view "accounts_too"'],
  ["create index mine on accounts (email)", 'index "mine"'],
  ["create table notes (text)", 'table "notes"'],
  ["alter table accounts add column hint text", 'table "accounts"'],
  ["drop trigger audit_entries_no_delete", 'trigger "audit_entries_no_delete" is missing'],
  ["drop index sessions_troubled", 'index "sessions_troubled" is missing'],
  [
    "drop table __drizzle_migrations; create view __drizzle_migrations as with recursive n (created_at) as " +
      "(select 1 union all select created_at + 1 from n) select created_at from n",
    "is not a backup of this program",
  ],
])("restore: it refuses a copy changed by %s", (statement, says) => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  openStore(place)[Symbol.dispose]();
  backUp(place, folder.file("copy"));
  {
    using copy = new Connection(folder.file("copy"), { readwrite: true });
    copy.run(statement);
  }
  expect(() => restore(place, folder.file("copy"))).toThrow(says);
  expect(readdirSync(place.directory).filter((name) => name.includes("restore"))).toEqual([]);
});

test("restore: it accepts a backup of an earlier version, and one from before rows were counted", () => {
  using folder = tempFolder();
  const place = { directory: folder.file("data"), migrations };
  mkdirSync(place.directory);
  using earlier = new Connection(folder.file("earlier"), { create: true });
  migrate(earlier, migrations, knownMigrations(migrations).at(-3));
  earlier.run("ANALYZE");
  restore(place, folder.file("earlier"));
  using store = openStore(place);
  expect(store.live.select().from(accounts).all()).toEqual([]);
});
