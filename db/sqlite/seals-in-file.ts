// Seals in the file: the fingerprint of the master key, and all data sealed with it.

import { and, eq, isNotNull } from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
import { hooks, meta, phoneCalls, phoneNumbers, providerKeys, secrets, sessions } from "../schema.ts";
import type { ResealOrder, SealStore } from "../port/seal-store.ts";
import { appendEntries, sealAnew } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";

/** Place of the master key's fingerprint in the data. */
const key = "master_key";
/** In base64. */
const subjectsKey = "subject_key";

export function sealsIn({ durable: db }: DataFile): SealStore {
  return {
    async fingerprint() {
      return db.select().from(meta).where(eq(meta.key, key)).get()?.value;
    },
    async setFingerprint(fingerprint) {
      set(db, fingerprint);
    },
    async subjectKey(sealed) {
      const value = Buffer.from(sealed).toString("base64");
      return db.transaction((tx) => {
        tx.insert(meta).values({ key: subjectsKey, value }).onConflictDoNothing().run();
        return Buffer.from(sealedSubjects(tx) ?? value, "base64");
      }, immediate);
    },
    async resealAll(resealing) {
      return db.transaction((tx) => {
        set(tx, resealing.fingerprint);
        appendEntries(tx, resealing.entries ?? []);
        if (resealing.auditKeys !== undefined) sealAnew(tx, resealing.auditKeys);
        return {
          key: resealKeys(tx, resealing),
          secret: resealSecrets(tx, resealing),
          hook: resealOwned(tx, resealing, { type: "hook", table: hooks }),
          number: resealOwned(tx, resealing, { type: "number", table: phoneNumbers }),
          "phone-call": resealOwned(tx, resealing, { type: "phone-call", table: phoneCalls }),
          parties: resealParties(tx, resealing),
          subjects: resealSubjects(tx, resealing),
        };
      }, immediate);
    },
  };
}

function set(tx: Db, value: string): void {
  tx.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
}

function resealKeys(tx: Db, { reseal }: ResealOrder): number {
  const rows = tx.select().from(providerKeys).all();
  for (const { accountId, kind, provider, sealed } of rows) {
    const isIt = and(
      eq(providerKeys.accountId, accountId),
      eq(providerKeys.kind, kind),
      eq(providerKeys.provider, provider),
    );
    const anew = Buffer.from(reseal(sealed, { type: "key", accountId, kind, provider }));
    tx.update(providerKeys).set({ sealed: anew }).where(isIt).run();
  }
  return rows.length;
}

function resealSecrets(tx: Db, { reseal }: ResealOrder): number {
  const rows = tx.select().from(secrets).all();
  for (const { accountId, name, sealed } of rows) {
    const isIt = and(eq(secrets.accountId, accountId), eq(secrets.name, name));
    const anew = Buffer.from(reseal(sealed, { type: "secret", accountId, name }));
    tx.update(secrets).set({ sealed: anew }).where(isIt).run();
  }
  return rows.length;
}

interface Owned {
  readonly type: "hook" | "number" | "phone-call";
  readonly table: typeof hooks | typeof phoneNumbers | typeof phoneCalls;
}

function resealOwned(tx: Db, { reseal }: ResealOrder, { type, table }: Owned): number {
  const { id, accountId, sealed } = table;
  const rows = tx.select({ id, accountId, sealed }).from(table).all();
  for (const row of rows) {
    const anew = Buffer.from(reseal(row.sealed, { type, accountId: row.accountId, id: row.id }));
    tx.update(table).set({ sealed: anew }).where(eq(id, row.id)).run();
  }
  return rows.length;
}

function resealParties(tx: Db, { reseal }: ResealOrder): number {
  const { id, parties } = sessions;
  const rows = tx.select({ id, parties }).from(sessions).where(isNotNull(parties)).all();
  for (const row of rows) {
    const anew = reseal(Buffer.from(row.parties ?? "", "base64"), { type: "parties", id: row.id });
    tx.update(sessions)
      .set({ parties: Buffer.from(anew).toString("base64") })
      .where(eq(id, row.id))
      .run();
  }
  return rows.length;
}

function sealedSubjects(tx: Db): string | undefined {
  return tx.select().from(meta).where(eq(meta.key, subjectsKey)).get()?.value;
}

function resealSubjects(tx: Db, { reseal }: ResealOrder): number {
  const sealed = sealedSubjects(tx);
  if (sealed === undefined) return 0;
  const value = Buffer.from(reseal(Buffer.from(sealed, "base64"), { type: "subjects" })).toString("base64");
  tx.update(meta).set({ value }).where(eq(meta.key, subjectsKey)).run();
  return 1;
}
