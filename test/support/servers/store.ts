// Test data: a database in memory, or in a folder that is deleted with the test.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inMemory } from "../../../db/in-memory.ts";
import { type Db } from "../../../db/open-database.ts";
import { openStore, type FileStore } from "../../../db/sqlite/file-store.ts";
import { accounts } from "../../../db/schema.ts";

export const migrations = "db/migrations/sqlite";

export function memoryStore(): FileStore {
  return openStore({ directory: inMemory, migrations });
}

export interface Folder extends Disposable {
  readonly path: string;
  file(name: string): string;
}

export function tempFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "voice-flow-data-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** An account without logins. */
export function addAccount(db: Db, id: string): string {
  db.insert(accounts)
    .values({ id, email: `${id}@example.com`, passwordHash: "none", createdAt: 0 })
    .run();
  return id;
}
