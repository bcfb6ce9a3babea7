// Audit in Postgres: entries in chains whose heads move with each entry. A writer locks its chain's head until its
// transaction ends; chains of other accounts do not wait.

import { and, asc, desc, eq, gt, lt, ne } from "drizzle-orm";
import { emptyHead, linked } from "../audit-chain.ts";
import { crownIn, crownKey, crownText, sealedAnew, sealedOn } from "../audit-seal.ts";
import type {
  AuditCrown,
  AuditDraft,
  SealedHeads,
  SealingWork,
  AuditSeals,
  AuditStore,
  SealKeys,
} from "../port/audit-store.ts";
import { auditEntries, auditHeads, meta } from "./postgres-tables.ts";
import type { Connections, Db } from "./postgres-connections.ts";

export function auditIn(pg: Connections): AuditStore {
  return {
    append: (drafts) => pg.transact((tx) => appendEntries(tx, drafts)),
    ...auditReaders((work) => pg.run(work)),
    seals: () => pg.readAtOnce(sealsOf),
    async seal(wanted) {
      const idle = { chains: 0, isFirst: false, broken: [], last: undefined };
      // Without a lock: mostly there is nothing to do.
      const crown = await pg.run(crownRow);
      const some = await pg.run((db) => unsealed(db, { ...wanted, limit: 1 }));
      if (crownIn(crown[0]?.value) !== undefined && some.length === 0) return idle;
      return await pg.transact((tx) => seal(tx, wanted));
    },
  };
}

/** Chains to which an entry is being appended wait for the next time. */
async function seal(tx: Db, wanted: SealingWork): Promise<SealedHeads> {
  await tx.insert(meta).values({ key: crownKey, value: "" }).onConflictDoNothing();
  const [row] = await crownRow(tx).for("update");
  const crown = crownIn(row?.value);
  const rows = await unsealed(tx, wanted).for("update", { of: auditHeads, skipLocked: true });
  const made = sealedOn(wanted.key, { crown, at: wanted.at }, rows);
  for (const { chain, number: sealedNumber, hash: sealedHash, seal } of made.heads)
    await tx.update(auditHeads).set({ sealedNumber, sealedHash, seal }).where(eq(auditHeads.chain, chain));
  await setCrown(tx, made.crown);
  return {
    chains: made.heads.length,
    isFirst: crown === undefined,
    broken: made.broken,
    last: rows.length < wanted.limit ? undefined : rows.at(-1)?.chain,
  };
}

function unsealed(db: Db, { after, limit }: Pick<SealingWork, "after" | "limit">) {
  const { chain, number, hash, sealedNumber, sealedHash, seal } = auditHeads;
  const last = and(eq(auditEntries.chain, chain), eq(auditEntries.number, sealedNumber));
  return db
    .select({ chain, number, hash, sealedNumber, sealedHash, seal, hashThere: auditEntries.hash })
    .from(auditHeads)
    .leftJoin(auditEntries, last)
    .where(and(gt(number, sealedNumber), gt(chain, after)))
    .orderBy(asc(chain))
    .limit(limit);
}

/** Seals with another key. Part of a transaction. */
export async function sealAnew(tx: Db, keys: SealKeys): Promise<void> {
  const anew = sealedAnew(keys, await sealsOf(tx));
  for (const { chain, seal } of anew.heads)
    await tx.update(auditHeads).set({ seal }).where(eq(auditHeads.chain, chain));
  if (anew.crown !== undefined) await setCrown(tx, anew.crown);
}

async function sealsOf(tx: Db): Promise<AuditSeals> {
  const { chain, sealedNumber: number, sealedHash: hash, seal } = auditHeads;
  const [row] = await crownRow(tx);
  const heads = await tx.select({ chain, number, hash, seal }).from(auditHeads).where(ne(seal, ""));
  return { crown: crownIn(row?.value), heads };
}

function crownRow(db: Db) {
  return db.select().from(meta).where(eq(meta.key, crownKey));
}

async function setCrown(tx: Db, crown: AuditCrown): Promise<void> {
  await tx
    .update(meta)
    .set({ value: crownText(crown) })
    .where(eq(meta.key, crownKey));
}

/** Reads with any runner, such as a transaction. */
export function auditReaders(
  run: <T>(work: (db: Db) => PromiseLike<T>) => Promise<T>,
): Pick<AuditStore, "page" | "head" | "chains"> {
  return {
    page({ chain, after, before, order, limit }) {
      const from = after === undefined ? undefined : gt(auditEntries.number, after);
      const to = before === undefined ? undefined : lt(auditEntries.number, before);
      return run((db) =>
        db
          .select()
          .from(auditEntries)
          .where(and(eq(auditEntries.chain, chain), from, to))
          .orderBy((order === "up" ? asc : desc)(auditEntries.number))
          .limit(limit),
      );
    },
    async head(chain) {
      const { number, hash } = auditHeads;
      const which = eq(auditHeads.chain, chain);
      return (await run((db) => db.select({ number, hash }).from(auditHeads).where(which)))[0];
    },
    async chains() {
      const rows = await run((db) =>
        db
          .selectDistinct({ chain: auditEntries.chain })
          .from(auditEntries)
          .union(db.select({ chain: auditHeads.chain }).from(auditHeads)),
      );
      return rows.map(({ chain }) => chain).toSorted();
    },
  };
}

/**
 * Last part of a transaction: no lock of others' interest follows a head's. Heads are locked in alphabetical order,
 * so no two transactions wait for each other.
 */
export async function appendEntries(tx: Db, drafts: readonly AuditDraft[]): Promise<void> {
  const byChain = [...Map.groupBy(drafts, ({ chain }) => chain)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [chain, chainDrafts] of byChain) {
    const { number, hash } = auditHeads;
    const [head = emptyHead] = await tx
      .insert(auditHeads)
      .values({ chain, ...emptyHead })
      // Locks the present row without changing it.
      .onConflictDoUpdate({ target: auditHeads.chain, set: { chain } })
      .returning({ number, hash });
    const rows = linked(head, chainDrafts);
    const last = rows.at(-1) ?? head;
    await tx.insert(auditEntries).values([...rows]);
    await tx
      .update(auditHeads)
      .set({ number: last.number, hash: last.hash })
      .where(eq(auditHeads.chain, chain));
  }
}
