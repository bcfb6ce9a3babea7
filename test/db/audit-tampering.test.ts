// Tampering with the audit log: entries that were changed, removed, reordered or cut behind the store's back are found.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Database as Connection } from "bun:sqlite";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { proveChain } from "../../db/audit-proof.ts";
import { fileName } from "../../db/data-loss.ts";
import type { AuditDraft, AuditStore } from "../../db/port/audit-store.ts";
import { openPostgres } from "../../db/postgres/open-postgres.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { emptyDatabase, type TestDatabase } from "../support/stores/postgres.ts";
import { runAt } from "../support/stores/postgres-server.ts";

const draft = (i: number): AuditDraft => ({
  chain: "acc_chain",
  at: 1_795_000_000_000 + i,
  actor: { kind: "user", id: `acc_actor_${i}`, address: `address-${i}` },
  action: "secret.set",
  target: `TARGET_${i}`,
  requestId: `request-${i}`,
  details: { kind: `details-${i}` },
});
const drafts = [1, 2, 3, 4, 5].map(draft);

/** Changes of the third of five entries, and the entry that the proof reports as broken. */
const changes: readonly (readonly [what: string, statements: readonly string[], found: number])[] = [
  ...[
    ["chain", "'acc_others'"],
    ["number", "9"],
    ["id", "'aud_other'"],
    ["at", "at + 1"],
    ["actor_kind", "'key'"],
    ["actor_id", "'acc_other'"],
    ["actor_id", "NULL"],
    ["actor_address", "''"],
    ["action", "'secret.removed'"],
    ["target", "'OTHER'"],
    ["request_id", "NULL"],
    ["details", '\'{"kind": "details-3"}\''],
    ["prev_hash", "hash"],
    ["hash", "prev_hash"],
  ].map(
    ([column = "", value = ""]) =>
      [
        `${column} becomes ${value}`,
        [`UPDATE audit_entries SET ${column} = ${value} WHERE number = 3`],
        3,
      ] as const,
  ),
  ["one in the middle is taken out", ["DELETE FROM audit_entries WHERE number = 3"], 3],
  ["the first is taken out", ["DELETE FROM audit_entries WHERE number = 1"], 1],
  ["the last is cut off", ["DELETE FROM audit_entries WHERE number = 5"], 5],
  ["all are cut off", ["DELETE FROM audit_entries"], 1],
  [
    "two change places",
    [3, 4, 9].map(
      (number, i) => `UPDATE audit_entries SET number = ${[9, 3, 4][i]} WHERE number = ${number}`,
    ),
    3,
  ],
  ["the head goes back", ["UPDATE audit_heads SET number = 4"], 5],
  ["the head is another", ["UPDATE audit_heads SET hash = hash || '0'"], 5],
  ["the head is gone", ["DELETE FROM audit_heads"], 5],
];

async function foundIn(audit: AuditStore): Promise<number | undefined> {
  return (await proveChain(audit, "acc_chain")).broken?.number;
}

describe("file", () => {
  const folder = tempFolder();
  beforeAll(async () => {
    const directory = folder.file("whole");
    using store = openStore({ directory, migrations });
    await store.audit.append(drafts);
    // Moves the entries out of the write-ahead log, whose pages all have checksums.
    using connection = new Connection(`${directory}/${fileName}`);
    connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
  });
  afterAll(() => folder[Symbol.dispose]());

  async function foundAfter(name: string, change: (path: string) => void): Promise<number | undefined> {
    const directory = folder.file(name);
    cpSync(folder.file("whole"), directory, { recursive: true });
    change(`${directory}/${fileName}`);
    using store = openStore({ directory, migrations });
    return await foundIn(store.audit);
  }

  test("the unchanged chain is whole", async () => {
    expect(await foundAfter("same", () => undefined)).toBeUndefined();
  });

  test.each(changes)("%s", async (what, statements, found) => {
    const change = (path: string): void => {
      using connection = new Connection(path);
      for (const trigger of ["entries_no_update", "entries_no_delete", "heads_go_on", "heads_no_delete"])
        connection.run(`DROP TRIGGER audit_${trigger}`);
      for (const statement of statements) connection.run(statement);
    };
    expect(await foundAfter(what.replaceAll(/\W/g, "-"), change)).toBe(found);
  });

  // Without any database: the test edits bytes, as with a hex editor.
  test.each(["acc_actor_3", "address-3", "secret.set", "TARGET_3", "request-3", "details-3"])(
    "a changed byte of %s in the file is found",
    async (word) => {
      const change = (path: string): void => {
        const bytes = readFileSync(path);
        const at = bytes.lastIndexOf(word);
        expect(at).toBeGreaterThan(0);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      };
      expect(await foundAfter(`bytes-${word}`, change)).toBeGreaterThan(0);
    },
  );

  test("the triggers refuse the change", () => {
    using connection = new Connection(`${folder.file("whole")}/${fileName}`);
    expect(() => connection.run("UPDATE audit_entries SET at = 1")).toThrow(
      "audit entries are never changed",
    );
    expect(() => connection.run("DELETE FROM audit_entries")).toThrow("audit entries are never deleted");
    expect(() => connection.run("UPDATE audit_heads SET number = 1")).toThrow("audit heads never go back");
    expect(() => connection.run("DELETE FROM audit_heads")).toThrow("audit heads are never deleted");
  });
});

describe("Postgres", () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await emptyDatabase()));
  afterAll(() => database[Symbol.asyncDispose]());

  test.each(changes)("%s", async (_what, statements, found) => {
    const unguarded = "SET session_replication_role = replica";
    await runAt(database.url, `${unguarded}; DELETE FROM audit_entries; DELETE FROM audit_heads`);
    using store = await openPostgres(database.place);
    await store.audit.append(drafts);
    expect(await foundIn(store.audit)).toBeUndefined();
    await runAt(database.url, [unguarded, ...statements].join("; "));
    expect(await foundIn(store.audit)).toBe(found);
  });

  test("the triggers refuse the change", async () => {
    using store = await openPostgres(database.place);
    await store.audit.append([{ ...draft(6), chain: "acc_other" }]);
    for (const [statement, refusal] of [
      ["UPDATE audit_entries SET at = 1", "audit entries are never changed"],
      ["DELETE FROM audit_entries", "audit entries are never deleted"],
      ["TRUNCATE audit_entries", "audit entries are never deleted"],
      ["UPDATE audit_heads SET number = 0", "audit heads never go back"],
      ["DELETE FROM audit_heads", "audit heads are never deleted"],
      ["TRUNCATE audit_heads", "audit heads are never deleted"],
    ] as const)
      expect(await runAt(database.url, statement).then(String, String)).toContain(refusal);
  });
});
