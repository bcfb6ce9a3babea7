// Crash kills: during work that no client sees: a start, the migration of an older file, and a backup.

import { Database as Connection } from "bun:sqlite";
import { expect } from "bun:test";
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { restore } from "../../../db/backup/restore.ts";
import { fileName } from "../../../db/data-loss.ts";
import { openStore } from "../../../db/sqlite/file-store.ts";
import { StoreError } from "../../../db/open-refusal.ts";
import { someTime } from "./crash-moments.ts";
import { Program } from "../servers/program.ts";
import type { Random } from "../random.ts";
import { type Folder, migrations, tempFolder } from "../servers/store.ts";
import { turn } from "../until.ts";
import { product } from "../servers/product.ts";

interface Journal {
  readonly entries: readonly unknown[];
}

const journalName = "meta/_journal.json";

function journalIn(folder: string): Journal {
  return JSON.parse(readFileSync(`${folder}/${journalName}`, "utf8")) as Journal;
}

/**
 * Starts servers until one is killed before it accepts requests: during the sweep of its predecessor's sessions, or
 * earlier.
 */
export async function killStarting(start: () => Program, chance: Random): Promise<void> {
  for (;;) {
    await using server = start();
    await someTime(chance, 0, 400);
    server.child.kill("SIGKILL");
    if (!/"server\.listening"/.test((await server.ended()).out)) return;
  }
}

/** Starts servers over files of older versions until one is killed before it has migrated them. */
export async function killMigrating(start: (folder: Folder) => Program, chance: Random): Promise<void> {
  const known = journalIn(migrations).entries.length;
  for (let killed = false; !killed;) {
    using folder = tempFolder();
    const path = writeOlder(folder, chance.int(1, known - 1));
    await using server = start(folder);
    await appears(`${path}-wal`, server);
    await someTime(chance, 0, 3);
    server.child.kill("SIGKILL");
    await server.ended();
    killed = migrationsIn(path) < known;
    // The next start migrates the file, and all data is there.
    openStore({ directory: folder.file("data"), migrations })[Symbol.dispose]();
    expect([migrationsIn(path), emailsIn(path)]).toEqual([known, ["ada@example.com"]]);
  }
}

/** Data of a version that knew only the first few migrations. */
function writeOlder(folder: Folder, count: number): string {
  const older = folder.file("older");
  cpSync(migrations, older, { recursive: true });
  const journal = journalIn(older);
  const entries = journal.entries.slice(0, count);
  writeFileSync(`${older}/${journalName}`, JSON.stringify({ ...journal, entries }));
  const directory = folder.file("data");
  openStore({ directory, migrations: older })[Symbol.dispose]();
  const path = `${directory}/${fileName}`;
  using file = new Connection(path);
  file.run(
    "INSERT INTO accounts (id, email, password_hash, created_at) VALUES ('a', 'ada@example.com', '', 1)",
  );
  return path;
}

function migrationsIn(path: string): number {
  using file = new Connection(path);
  expect(file.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  return (file.query("SELECT count(*) AS count FROM __drizzle_migrations").get() as { count: number }).count;
}

function emailsIn(path: string): readonly string[] {
  using file = new Connection(path);
  return (file.query("SELECT email FROM accounts").all() as { email: string }[]).map(({ email }) => email);
}

interface BackupKill {
  /** Folder of the data and of the copies. */
  readonly folder: Folder;
  readonly chance: Random;
  /** Requests answered before a backup begins, which the backup must contain. */
  readonly emails: () => readonly string[];
  /** Kills the server that writes meanwhile, together with the backup. */
  readonly killServer: () => void;
}

/**
 * Takes backups of a busy server until one is killed before it is done. Resolves to the number of bytes it had written.
 */
export async function killBackingUp({ folder, chance, emails, killServer }: BackupKill): Promise<number> {
  for (;;) {
    const copy = folder.file("copy.db");
    const part = `${copy}.part`;
    for (const each of [copy, part]) rmSync(each, { force: true });
    const before = [...emails()];
    const command = [...product, "backup", copy];
    await using backup = new Program(command, { env: { DATA_DIR: folder.file("data") } });
    // At the first byte, or before it.
    await appears(part, backup, chance.chance(0.7) ? 1 : 0);
    await someTime(chance, 0, 6);
    const killed = !existsSync(copy);
    if (killed) {
      backup.child.kill("SIGKILL");
      killServer();
    }
    await backup.ended();
    // A half copy never has the requested name; a file beside it is refused, or it is whole.
    if (existsSync(copy)) expect(holdsAll(copy, before)).toBe(true);
    const written = existsSync(part) ? statSync(part).size : 0;
    if (existsSync(part)) holdsAll(part, before);
    if (killed) return written;
  }
}

/** False: the copy is refused. An accepted copy that lacks something fails the test. */
function holdsAll(copy: string, emails: readonly string[]): boolean {
  using folder = tempFolder();
  const directory = folder.file("restored");
  try {
    restore({ directory, migrations }, copy, { at: 0 });
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    expect(existsSync(directory)).toBe(false);
    return false;
  }
  const found = new Set(emailsIn(`${directory}/${fileName}`));
  expect(emails.filter((each) => !found.has(each))).toEqual([]);
  return true;
}

/** Resolves when a file of that size exists, or the program is done; throws when it failed. */
async function appears(path: string, program: Program, bytes = 0): Promise<void> {
  while ((statSync(path, { throwIfNoEntry: false })?.size ?? -1) < bytes) {
    if (program.child.exitCode === 0) return;
    if (program.child.exitCode !== null)
      throw new Error(`It wrote no ${path}: ${(await program.ended()).err}`);
    await turn();
  }
}
