// Seals in Postgres: the fingerprint of the master key, and all data sealed with it.

import type { SQL } from "bun";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { ResealOrder, SealStore } from "../port/seal-store.ts";
import { appendEntries, sealAnew } from "./audit-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { hooks, meta, phoneCalls, phoneNumbers, providerKeys, secrets, sessions } from "./postgres-tables.ts";

/** Place of the master key's fingerprint in the data. */
const key = "master_key";
/** In base64. */
const subjectsKey = "subject_key";

export function sealsIn(pg: Connections): SealStore {
  return {
    async fingerprint() {
      return (await pg.run((db) => db.select().from(meta).where(eq(meta.key, key))))[0]?.value;
    },
    async setFingerprint(fingerprint) {
      await pg.run((db) => set(db, fingerprint));
    },
    subjectKey: (sealed) =>
      pg.transact(async (tx) => {
        const value = Buffer.from(sealed).toString("base64");
        await tx.insert(meta).values({ key: subjectsKey, value }).onConflictDoNothing();
        return Buffer.from((await sealedSubjects(tx)) ?? value, "base64");
      }),
    resealAll: (resealing) =>
      pg.transact(async (tx) => {
        // Rows of another node wait meanwhile, and are then sealed with a key that the data no longer has.
        const all = sql`${providerKeys}, ${secrets}, ${hooks}, ${phoneNumbers}, ${phoneCalls}`;
        await tx.execute(sql`LOCK TABLE ${all} IN SHARE ROW EXCLUSIVE MODE`);
        await set(tx, resealing.fingerprint);
        const resealed = {
          key: await resealKeys(tx, resealing),
          secret: await resealSecrets(tx, resealing),
          hook: await resealOwned(tx, resealing, { type: "hook", table: hooks }),
          number: await resealOwned(tx, resealing, { type: "number", table: phoneNumbers }),
          "phone-call": await resealOwned(tx, resealing, { type: "phone-call", table: phoneCalls }),
          parties: await resealParties(tx, resealing),
          subjects: await resealSubjects(tx, resealing),
        };
        if (resealing.auditKeys !== undefined) await sealAnew(tx, resealing.auditKeys);
        await appendEntries(tx, resealing.entries ?? []);
        return resealed;
      }),
  };
}

/** Result of `fingerprint` for a database that may have no tables yet. */
export async function storedFingerprint(client: SQL): Promise<string | undefined> {
  const [metaTable] = (await client`SELECT to_regclass('meta') IS NOT NULL AS is_there`) as unknown as [
    { readonly is_there: boolean },
  ];
  if (!metaTable.is_there) return undefined;
  const [row] = (await client`SELECT value FROM meta WHERE key = ${key}`) as unknown as [
    { readonly value: string }?,
  ];
  return row?.value;
}

async function set(db: Db, value: string): Promise<void> {
  await db.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } });
}

// All rows at once: each waits only for its turn on the connection.

async function resealKeys(tx: Db, { reseal }: ResealOrder): Promise<number> {
  const rows = await tx.select().from(providerKeys);
  const each = rows.map(async ({ accountId, kind, provider, sealed }) => {
    const isIt = and(
      eq(providerKeys.accountId, accountId),
      eq(providerKeys.kind, kind),
      eq(providerKeys.provider, provider),
    );
    const anew = Buffer.from(reseal(sealed, { type: "key", accountId, kind, provider }));
    await tx.update(providerKeys).set({ sealed: anew }).where(isIt);
  });
  await Promise.all(each);
  return rows.length;
}

async function resealSecrets(tx: Db, { reseal }: ResealOrder): Promise<number> {
  const rows = await tx.select().from(secrets);
  const each = rows.map(async ({ accountId, name, sealed }) => {
    const isIt = and(eq(secrets.accountId, accountId), eq(secrets.name, name));
    const anew = Buffer.from(reseal(sealed, { type: "secret", accountId, name }));
    await tx.update(secrets).set({ sealed: anew }).where(isIt);
  });
  await Promise.all(each);
  return rows.length;
}

interface Owned {
  readonly type: "hook" | "number" | "phone-call";
  readonly table: typeof hooks | typeof phoneNumbers | typeof phoneCalls;
}

async function resealOwned(tx: Db, { reseal }: ResealOrder, { type, table }: Owned): Promise<number> {
  const { id, accountId, sealed } = table;
  const rows = await tx.select({ id, accountId, sealed }).from(table);
  const each = rows.map(async (row) => {
    const anew = Buffer.from(reseal(row.sealed, { type, accountId: row.accountId, id: row.id }));
    await tx.update(table).set({ sealed: anew }).where(eq(id, row.id));
  });
  await Promise.all(each);
  return rows.length;
}

async function resealParties(tx: Db, { reseal }: ResealOrder): Promise<number> {
  const { id, parties } = sessions;
  const rows = await tx.select({ id, parties }).from(sessions).where(isNotNull(parties));
  for (const row of rows) {
    const anew = reseal(Buffer.from(row.parties ?? "", "base64"), { type: "parties", id: row.id });
    await tx
      .update(sessions)
      .set({ parties: Buffer.from(anew).toString("base64") })
      .where(eq(id, row.id));
  }
  return rows.length;
}

async function sealedSubjects(tx: Db): Promise<string | undefined> {
  return (await tx.select().from(meta).where(eq(meta.key, subjectsKey)))[0]?.value;
}

async function resealSubjects(tx: Db, { reseal }: ResealOrder): Promise<number> {
  const sealed = await sealedSubjects(tx);
  if (sealed === undefined) return 0;
  const value = Buffer.from(reseal(Buffer.from(sealed, "base64"), { type: "subjects" })).toString("base64");
  await tx.update(meta).set({ value }).where(eq(meta.key, subjectsKey));
  return 1;
}
