// Audit: entries in chains whose heads move with each entry. A writer locks its chain's head until its transaction
// ends; chains of other accounts do not wait.

import { and, asc, desc, eq, gt, lt, ne } from "drizzle-orm";
import { emptyHead, linked } from "../audit-chain.ts";
import { crownIn, crownKey, crownText, sealedAnew, sealedOn } from "../audit-seal.ts";
import type {
  AuditCrown,
  AuditDraft,
  AuditSeals,
  AuditStore,
  SealedHeads,
  SealingWork,
  SealKeys,
} from "../port/audit-store.ts";
import { all, type Executor, first, run, type Tx, type Work } from "./work.ts";

export function auditIn(executor: Executor): AuditStore {
  const { executeLive, readAtOnce, transact, transactLive } = executor;
  return {
    append: (drafts) => transact((tx) => tx.append(drafts)),
    ...readersIn(executor),
    seals: () => readAtOnce(sealsOf),
    async seal(wanted) {
      // Checks without a lock, because mostly there is nothing to seal.
      const isIdle = await executeLive(function* (tx) {
        const hasCrown = crownIn((yield* first(crownRow(tx)))?.value) !== undefined;
        return hasCrown && (yield* first(unsealed(tx, { ...wanted, limit: 1 }))) === undefined;
      });
      if (isIdle) return { chains: 0, isFirst: false, broken: [], last: undefined };
      return transactLive((tx) => seal(tx, wanted));
    },
  };
}

/** Reads with any runner, such as a transaction. */
export function readersIn({
  execute,
}: Pick<Executor, "execute">): Pick<AuditStore, "page" | "head" | "chains"> {
  return {
    page: ({ chain, after, before, order, limit }) =>
      execute(({ db, tables: { auditEntries } }) => {
        const { number } = auditEntries;
        const from = after === undefined ? undefined : gt(number, after);
        const to = before === undefined ? undefined : lt(number, before);
        const rows = db.select().from(auditEntries);
        const page = rows.where(and(eq(auditEntries.chain, chain), from, to));
        return all(page.orderBy((order === "up" ? asc : desc)(number)).limit(limit));
      }),
    head: (chain) =>
      execute(({ db, tables: { auditHeads } }) => {
        const { number, hash } = auditHeads;
        return first(db.select({ number, hash }).from(auditHeads).where(eq(auditHeads.chain, chain)));
      }),
    chains: () =>
      execute(function* ({ db, tables: { auditEntries, auditHeads } }) {
        const entries = db.selectDistinct({ chain: auditEntries.chain }).from(auditEntries);
        const heads = db.select({ chain: auditHeads.chain }).from(auditHeads);
        return (yield* all(entries.union(heads))).map(({ chain }) => chain).toSorted();
      }),
  };
}

/** Chains to which an entry is being appended wait for the next time. */
function* seal(tx: Tx, wanted: SealingWork): Work<SealedHeads> {
  const { auditHeads, meta } = tx.tables;
  yield* run(tx.db.insert(meta).values({ key: crownKey, value: "" }).onConflictDoNothing());
  const crown = crownIn((yield* first(tx.locked(crownRow(tx))))?.value);
  const rows = tx.locked(unsealed(tx, wanted), "update", { of: auditHeads, skipLocked: true });
  const heads = yield* all(rows);
  const made = sealedOn(wanted.key, { crown, at: wanted.at }, heads);
  for (const { chain, number: sealedNumber, hash: sealedHash, seal } of made.heads) {
    const set = { sealedNumber, sealedHash, seal };
    yield* run(tx.db.update(auditHeads).set(set).where(eq(auditHeads.chain, chain)));
  }
  yield* setCrown(tx, made.crown);
  return {
    chains: made.heads.length,
    isFirst: crown === undefined,
    broken: made.broken,
    last: heads.length < wanted.limit ? undefined : heads.at(-1)?.chain,
  };
}

function unsealed({ db, tables }: Tx, { after, limit }: Pick<SealingWork, "after" | "limit">) {
  const { auditEntries, auditHeads } = tables;
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
export function* sealAnew(tx: Tx, keys: SealKeys): Work<void> {
  const { auditHeads } = tx.tables;
  const anew = sealedAnew(keys, yield* sealsOf(tx));
  for (const { chain, seal } of anew.heads)
    yield* run(tx.db.update(auditHeads).set({ seal }).where(eq(auditHeads.chain, chain)));
  if (anew.crown !== undefined) yield* setCrown(tx, anew.crown);
}

function* sealsOf(tx: Tx): Work<AuditSeals> {
  const { auditHeads } = tx.tables;
  const { chain, sealedNumber: number, sealedHash: hash, seal } = auditHeads;
  const crown = crownIn((yield* first(crownRow(tx)))?.value);
  const heads = tx.db.select({ chain, number, hash, seal }).from(auditHeads).where(ne(seal, ""));
  return { crown, heads: yield* all(heads) };
}

function crownRow({ db, tables: { meta } }: Tx) {
  return db.select().from(meta).where(eq(meta.key, crownKey));
}

function setCrown({ db, tables: { meta } }: Tx, crown: AuditCrown): Work<void> {
  return run(
    db
      .update(meta)
      .set({ value: crownText(crown) })
      .where(eq(meta.key, crownKey)),
  );
}

/**
 * Last part of a transaction: no lock of others' interest follows a head's. Heads are locked in alphabetical order,
 * so no two transactions wait for each other.
 */
export function* appendEntries({ db, tables }: Tx, drafts: readonly AuditDraft[]): Work<void> {
  const { auditEntries, auditHeads } = tables;
  const byChain = [...Map.groupBy(drafts, ({ chain }) => chain)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [chain, chainDrafts] of byChain) {
    const { number, hash } = auditHeads;
    const present = db.insert(auditHeads).values({ chain, ...emptyHead });
    // Locks the present row without changing it.
    const kept = present.onConflictDoUpdate({ target: auditHeads.chain, set: { chain } });
    const head = (yield* first(kept.returning({ number, hash }))) ?? emptyHead;
    const rows = linked(head, chainDrafts);
    const last = rows.at(-1) ?? head;
    yield* run(db.insert(auditEntries).values([...rows]));
    const set = { number: last.number, hash: last.hash };
    yield* run(db.update(auditHeads).set(set).where(eq(auditHeads.chain, chain)));
  }
}
