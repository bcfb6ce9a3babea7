// Seals of the audit log: they detect a writer of the tables, with or without triggers but without the master key.

import { Database as Connection } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { proveChain } from "../../db/audit-proof.ts";
import { brokenSeals } from "../../db/audit-seal.ts";
import { fileName } from "../../db/data-loss.ts";
import { emptyHead } from "../../db/audit-chain.ts";
import type { AuditDraft, AuditStore } from "../../db/port/audit-store.ts";
import type { Store } from "../../db/port/store.ts";
import { openPostgres } from "../../db/postgres/open-postgres.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { sealAudit } from "../../src/cloud/audit/audit-sealing.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { emptyDatabase, type TestDatabase } from "../support/stores/postgres.ts";
import { runAt } from "../support/stores/postgres-server.ts";

const key = new Uint8Array(32).fill(7);
const at = 1_795_000_000_000;
const chains = ["acc_a", "acc_b", "acc_c"];

function drafts(chain: string, count: number): AuditDraft[] {
  return Array.from({ length: count }, (_, i) => ({
    chain,
    at: at + i,
    actor: { kind: "user", id: chain, address: null },
    action: "login",
    target: null,
    requestId: null,
    details: {},
  }));
}

const seal = (audit: AuditStore) => sealAudit(audit, { key, at });

/** All lines of a proof. */
async function found(audit: AuditStore, by = key): Promise<string[]> {
  const seals = await audit.seals();
  const said = [...brokenSeals(by, seals)];
  for (const chain of await audit.chains()) {
    const sealed = seals.heads.find((head) => head.chain === chain);
    const { broken } = await proveChain(audit, chain, sealed ?? emptyHead);
    if (broken !== undefined) said.push(`${chain}: entry ${broken.number} ${broken.why}`);
  }
  return said;
}

const backTo = (number: number): string =>
  `UPDATE audit_heads SET number = ${number}, hash = (SELECT hash FROM audit_entries WHERE chain = 'acc_b' AND number = ${number}) WHERE chain = 'acc_b'`;
const cut = "DELETE FROM audit_entries WHERE chain = 'acc_b' AND number > 3";
const wiped = "sealed_number = 0, sealed_hash = '', seal = ''";

/** Changes by an attacker who hides the last action. */
const changes: readonly (readonly [what: string, statements: readonly string[], says: string])[] = [
  ["the tail is cut off, and the head set back", [backTo(3), cut], "acc_b: entry 4 is missing"],
  [
    "the same, and the seal is taken away",
    [backTo(3), cut, `UPDATE audit_heads SET ${wiped} WHERE chain = 'acc_b'`],
    "3 chains were sealed, and 2 are there: one was taken away.",
  ],
  [
    "the same, and the seal is set back with the numbers",
    [
      backTo(3),
      cut,
      "UPDATE audit_heads SET sealed_number = number, sealed_hash = hash WHERE chain = 'acc_b'",
    ],
    "acc_b: the seal of its head is not one of this master key.",
  ],
  [
    "a chain is gone with its head",
    ["DELETE FROM audit_entries WHERE chain = 'acc_b'", "DELETE FROM audit_heads WHERE chain = 'acc_b'"],
    "3 chains were sealed, and 2 are there: one was taken away.",
  ],
  [
    "another chain gets its seal",
    [
      "DELETE FROM audit_entries WHERE chain = 'acc_b'",
      "UPDATE audit_heads SET chain = 'acc_d' WHERE chain = 'acc_b'",
    ],
    "acc_d: the seal of its head is not one of this master key.",
  ],
  ["all seals are taken away", [`UPDATE audit_heads SET ${wiped}`, "DELETE FROM meta"], "have no seal"],
  [
    "the count is corrected",
    [
      "DELETE FROM audit_entries WHERE chain = 'acc_b'",
      "DELETE FROM audit_heads WHERE chain = 'acc_b'",
      "UPDATE meta SET value = '2' || substr(value, 2) WHERE key = 'audit_crown'",
    ],
    "The seal of all chains together is not one of this master key.",
  ],
];

/** Tests of every store; `spoil` writes past the store. */
function contract(open: () => Promise<{ store: Store; spoil: (...statements: string[]) => Promise<void> }>) {
  test.each(changes)(
    "seal: %s is found, and no later entry or seal hides it",
    async (_what, statements, says) => {
      const { store, spoil } = await open();
      for (const chain of chains) await store.audit.append(drafts(chain, 5));
      expect(await seal(store.audit)).toEqual({ chains: 3, isFirst: true, broken: [] });
      expect(await found(store.audit)).toEqual([]);
      await spoil(...statements);
      expect((await found(store.audit)).join("\n")).toContain(says);
      if (says.includes("no seal")) return;
      await store.audit.append([...drafts("acc_b", 3), ...drafts("acc_c", 1)]);
      await seal(store.audit);
      expect(await found(store.audit)).not.toEqual([]);
      const other = new Uint8Array(32).fill(9);
      const reseal = (sealed: Uint8Array): Uint8Array => sealed;
      await store.seals.resealAll({ fingerprint: "f", reseal, auditKeys: { from: key, to: other } });
      expect(await found(store.audit, other)).not.toEqual([]);
    },
  );

  test("a chain set back to an earlier seal is found, with that seal", async () => {
    const { store, spoil } = await open();
    for (const chain of chains) await store.audit.append(drafts(chain, 3));
    await seal(store.audit);
    await spoil("CREATE TABLE kept AS SELECT * FROM audit_heads");
    await store.audit.append(drafts("acc_b", 2));
    await seal(store.audit);
    const from = (column: string) => `${column} = (SELECT ${column} FROM kept WHERE chain = 'acc_b')`;
    const columns = ["number", "hash", "sealed_number", "sealed_hash", "seal"].map(from).join(", ");
    await spoil(cut, `UPDATE audit_heads SET ${columns} WHERE chain = 'acc_b'`, "DROP TABLE kept");
    expect(await found(store.audit)).toEqual([
      "The chains are not those that were sealed last: one was set back, with its seal.",
    ]);
  });

  test("entries from before seals are sealed once, slice by slice, and continue", async () => {
    const { store } = await open();
    const many = Array.from({ length: 120 }, (_, n) => `acc_${n}`);
    await store.audit.append(many.flatMap((chain) => drafts(chain, 2)));
    expect(await found(store.audit)).toEqual([expect.stringContaining("have no seal")]);
    expect(await seal(store.audit)).toEqual({ chains: 120, isFirst: true, broken: [] });
    expect(await seal(store.audit)).toEqual({ chains: 0, isFirst: false, broken: [] });
    await store.audit.append(drafts("acc_7", 1));
    expect(await found(store.audit)).toEqual([]);
    expect(await seal(store.audit)).toEqual({ chains: 1, isFirst: false, broken: [] });
    expect((await store.audit.seals()).crown).toMatchObject({ chains: 120, since: at });
    expect(await found(store.audit)).toEqual([]);
    expect(await found(store.audit, new Uint8Array(32))).not.toEqual([]);
  });

  test("a rotated key reseals complete entries", async () => {
    const { store } = await open();
    for (const chain of chains) await store.audit.append(drafts(chain, 2));
    await seal(store.audit);
    const other = new Uint8Array(32).fill(9);
    const reseal = (sealed: Uint8Array): Uint8Array => sealed;
    await store.seals.resealAll({ fingerprint: "f", reseal, auditKeys: { from: key, to: other } });
    expect(await found(store.audit, other)).toEqual([]);
    await store.audit.append(drafts("acc_a", 2));
    expect(await sealAudit(store.audit, { key: other, at })).toMatchObject({ chains: 1, broken: [] });
    expect(await found(store.audit, other)).toEqual([]);
  });
}

const triggers = ["entries_no_update", "entries_no_delete", "heads_go_on", "heads_no_delete"];

describe("file", () => {
  const folder = tempFolder();
  const opened = new DisposableStack();
  afterAll(() => {
    opened.dispose();
    folder[Symbol.dispose]();
  });
  let count = 0;
  contract(async () => {
    const directory = folder.file(`data-${count++}`);
    const store = opened.use(openStore({ directory, migrations }));
    return {
      store,
      spoil: async (...statements) => {
        using connection = new Connection(`${directory}/${fileName}`);
        for (const trigger of triggers) connection.run(`DROP TRIGGER IF EXISTS audit_${trigger}`);
        for (const statement of statements) connection.run(statement);
      },
    };
  });
});

describe("Postgres", () => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await emptyDatabase();
    store = await openPostgres(database.place);
  });
  afterAll(async () => {
    store[Symbol.dispose]();
    await database[Symbol.asyncDispose]();
  });
  contract(async () => {
    const spoil = (...statements: string[]) =>
      runAt(database.url, ["SET session_replication_role = replica", ...statements].join("; "));
    await spoil("DELETE FROM audit_entries", "DELETE FROM audit_heads", "DELETE FROM meta");
    return { store, spoil };
  });
});
