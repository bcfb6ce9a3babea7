// Seals: the fingerprint of the master key, and all data sealed with it.

import { and, eq, isNotNull } from "drizzle-orm";
import type { ResealOrder, SealStore } from "../port/seal-store.ts";
import { sealAnew } from "./audit-in-store.ts";
import { all, type Executor, first, run, runAll, type Tx, type Work } from "./work.ts";

/** Place of the master key's fingerprint in the data. */
export const fingerprintKey = "master_key";
/** Place of the subjects' key, in base64. */
const subjectsKey = "subject_key";

export function sealsIn({ execute, transact }: Executor): SealStore {
  return {
    fingerprint: () => execute((tx) => valueOf(tx, fingerprintKey)),
    setFingerprint: (fingerprint) => execute((tx) => setFingerprint(tx, fingerprint)),
    subjectKey: (sealed) =>
      transact(function* (tx) {
        const value = Buffer.from(sealed).toString("base64");
        const row = tx.db.insert(tx.tables.meta).values({ key: subjectsKey, value });
        yield* run(row.onConflictDoNothing());
        return Buffer.from((yield* valueOf(tx, subjectsKey)) ?? value, "base64");
      }),
    resealAll: (resealing) =>
      transact(function* (tx) {
        const { hooks, phoneCalls, phoneNumbers, providerKeys, secrets } = tx.tables;
        // Rows of another node wait meanwhile, and are then sealed with a key that the data no longer has.
        yield* tx.lockTables([providerKeys, secrets, hooks, phoneNumbers, phoneCalls]);
        yield* setFingerprint(tx, resealing.fingerprint);
        const resealed = {
          key: yield* resealKeys(tx, resealing),
          secret: yield* resealSecrets(tx, resealing),
          hook: yield* resealOwned(tx, resealing, { type: "hook", table: hooks }),
          number: yield* resealOwned(tx, resealing, { type: "number", table: phoneNumbers }),
          "phone-call": yield* resealOwned(tx, resealing, { type: "phone-call", table: phoneCalls }),
          parties: yield* resealParties(tx, resealing),
          subjects: yield* resealSubjects(tx, resealing),
        };
        if (resealing.auditKeys !== undefined) yield* sealAnew(tx, resealing.auditKeys);
        yield* tx.append(resealing.entries ?? []);
        return resealed;
      }),
  };
}

function* valueOf({ db, tables: { meta } }: Tx, key: string): Work<string | undefined> {
  return (yield* first(db.select().from(meta).where(eq(meta.key, key))))?.value;
}

function setFingerprint({ db, tables: { meta } }: Tx, value: string): Work<void> {
  const row = db.insert(meta).values({ key: fingerprintKey, value });
  return run(row.onConflictDoUpdate({ target: meta.key, set: { value } }));
}

function* resealKeys({ db, tables: { providerKeys } }: Tx, { reseal }: ResealOrder): Work<number> {
  const rows = yield* all(db.select().from(providerKeys));
  const anew = rows.map(({ accountId, kind, provider, sealed }) => {
    const isIt = and(
      eq(providerKeys.accountId, accountId),
      eq(providerKeys.kind, kind),
      eq(providerKeys.provider, provider),
    );
    const set = { sealed: Buffer.from(reseal(sealed, { type: "key", accountId, kind, provider })) };
    return db.update(providerKeys).set(set).where(isIt);
  });
  yield* runAll(anew);
  return rows.length;
}

function* resealSecrets({ db, tables: { secrets } }: Tx, { reseal }: ResealOrder): Work<number> {
  const rows = yield* all(db.select().from(secrets));
  const anew = rows.map(({ accountId, name, sealed }) => {
    const isIt = and(eq(secrets.accountId, accountId), eq(secrets.name, name));
    const set = { sealed: Buffer.from(reseal(sealed, { type: "secret", accountId, name })) };
    return db.update(secrets).set(set).where(isIt);
  });
  yield* runAll(anew);
  return rows.length;
}

interface Owned {
  readonly type: "hook" | "number" | "phone-call";
  readonly table: Tx["tables"]["hooks" | "phoneNumbers" | "phoneCalls"];
}

function* resealOwned({ db }: Tx, { reseal }: ResealOrder, { type, table }: Owned): Work<number> {
  const { id, accountId, sealed } = table;
  const rows = yield* all(db.select({ id, accountId, sealed }).from(table));
  const anew = rows.map((row) => {
    const resealed = reseal(row.sealed, { type, accountId: row.accountId, id: row.id });
    return db
      .update(table)
      .set({ sealed: Buffer.from(resealed) })
      .where(eq(id, row.id));
  });
  yield* runAll(anew);
  return rows.length;
}

function* resealParties({ db, tables: { sessions } }: Tx, { reseal }: ResealOrder): Work<number> {
  const { id, parties } = sessions;
  const rows = yield* all(db.select({ id, parties }).from(sessions).where(isNotNull(parties)));
  const anew = rows.map((row) => {
    const resealed = reseal(Buffer.from(row.parties ?? "", "base64"), { type: "parties", id: row.id });
    const set = { parties: Buffer.from(resealed).toString("base64") };
    return db.update(sessions).set(set).where(eq(id, row.id));
  });
  yield* runAll(anew);
  return rows.length;
}

function* resealSubjects(tx: Tx, { reseal }: ResealOrder): Work<number> {
  const { meta } = tx.tables;
  const sealed = yield* valueOf(tx, subjectsKey);
  if (sealed === undefined) return 0;
  const value = Buffer.from(reseal(Buffer.from(sealed, "base64"), { type: "subjects" })).toString("base64");
  yield* run(tx.db.update(meta).set({ value }).where(eq(meta.key, subjectsKey)));
  return 1;
}
