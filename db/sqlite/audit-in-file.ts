// Audit in the file: entries in chains whose heads move with each entry. A transaction begins with the file's write
// lock, so no two take the same head.

import { and, asc, desc, eq, gt, lt, ne } from "drizzle-orm";
import { emptyHead, linked } from "../audit-chain.ts";
import { crownIn, crownKey, crownText, sealedAnew, sealedOn, type UnsealedHead } from "../audit-seal.ts";
import { auditEntries, auditHeads, meta } from "../schema.ts";
import type { DataFile, Db } from "../open-database.ts";
import type {
  AuditCrown,
  AuditDraft,
  AuditHead,
  SealedHeads,
  SealingWork,
  AuditSeals,
  AuditStore,
  SealKeys,
} from "../port/audit-store.ts";
import { immediate } from "./immediate.ts";

export function auditIn({ durable: db, live }: Pick<DataFile, "durable" | "live">): AuditStore {
  return {
    async append(drafts) {
      appendEntries(db, drafts);
    },
    async page({ chain, after, before, order, limit }) {
      const from = after === undefined ? undefined : gt(auditEntries.number, after);
      const to = before === undefined ? undefined : lt(auditEntries.number, before);
      return db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.chain, chain), from, to))
        .orderBy((order === "up" ? asc : desc)(auditEntries.number))
        .limit(limit)
        .all();
    },
    async head(chain) {
      return headOf(db, chain);
    },
    async chains() {
      const entries = db.selectDistinct({ chain: auditEntries.chain }).from(auditEntries);
      const heads = db.select({ chain: auditHeads.chain }).from(auditHeads);
      return entries
        .union(heads)
        .all()
        .map(({ chain }) => chain)
        .toSorted();
    },
    async seals() {
      return db.transaction(sealsOf);
    },
    async seal(wanted) {
      // Without the write lock: mostly there is nothing to do.
      const isIdle = crownOf(live) !== undefined && unsealed(live, { ...wanted, limit: 1 }).length === 0;
      if (isIdle) return { chains: 0, isFirst: false, broken: [], last: undefined };
      return live.transaction((tx) => seal(tx, wanted), immediate);
    },
  };
}

function seal(tx: Db, wanted: SealingWork): SealedHeads {
  const crown = crownOf(tx);
  const unsealedHeads = unsealed(tx, wanted);
  const made = sealedOn(wanted.key, { crown, at: wanted.at }, unsealedHeads);
  for (const { chain, number: sealedNumber, hash: sealedHash, seal } of made.heads)
    tx.update(auditHeads).set({ sealedNumber, sealedHash, seal }).where(eq(auditHeads.chain, chain)).run();
  setCrown(tx, made.crown);
  return {
    chains: made.heads.length,
    isFirst: crown === undefined,
    broken: made.broken,
    last: unsealedHeads.length < wanted.limit ? undefined : unsealedHeads.at(-1)?.chain,
  };
}

function unsealed(db: Db, { after, limit }: Pick<SealingWork, "after" | "limit">): UnsealedHead[] {
  const { chain, number, hash, sealedNumber, sealedHash, seal } = auditHeads;
  const last = and(eq(auditEntries.chain, chain), eq(auditEntries.number, sealedNumber));
  return db
    .select({ chain, number, hash, sealedNumber, sealedHash, seal, hashThere: auditEntries.hash })
    .from(auditHeads)
    .leftJoin(auditEntries, last)
    .where(and(gt(number, sealedNumber), gt(chain, after)))
    .orderBy(asc(chain))
    .limit(limit)
    .all();
}

/** Seals with another key. Part of a transaction. */
export function sealAnew(tx: Db, keys: SealKeys): void {
  const anew = sealedAnew(keys, sealsOf(tx));
  for (const head of anew.heads)
    tx.update(auditHeads).set({ seal: head.seal }).where(eq(auditHeads.chain, head.chain)).run();
  if (anew.crown !== undefined) setCrown(tx, anew.crown);
}

function sealsOf(tx: Db): AuditSeals {
  const { chain, sealedNumber: number, sealedHash: hash, seal } = auditHeads;
  const sealed = tx.select({ chain, number, hash, seal }).from(auditHeads).where(ne(seal, ""));
  return { crown: crownOf(tx), heads: sealed.all() };
}

function crownOf(db: Db): AuditCrown | undefined {
  return crownIn(db.select().from(meta).where(eq(meta.key, crownKey)).get()?.value);
}

function setCrown(tx: Db, crown: AuditCrown): void {
  const value = crownText(crown);
  const row = { key: crownKey, value };
  tx.insert(meta).values(row).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
}

/** A transaction, or part of the running one: entries and their changes are written together. */
export function appendEntries(db: Db, drafts: readonly AuditDraft[]): void {
  db.transaction((tx) => {
    for (const [chain, chainDrafts] of Map.groupBy(drafts, (draft) => draft.chain)) {
      const rows = linked(headOf(tx, chain) ?? emptyHead, chainDrafts);
      const { number, hash } = rows.at(-1) ?? emptyHead;
      tx.insert(auditEntries)
        .values([...rows])
        .run();
      tx.insert(auditHeads)
        .values({ chain, number, hash })
        .onConflictDoUpdate({ target: auditHeads.chain, set: { number, hash } })
        .run();
    }
  }, immediate);
}

function headOf(db: Db, chain: string): AuditHead | undefined {
  const { number, hash } = auditHeads;
  return db.select({ number, hash }).from(auditHeads).where(eq(auditHeads.chain, chain)).get();
}
