// Audit proof: reads a chain from its first entry to its head, and finds the first changed entry.

import { emptyHead, hashOfEntry } from "./audit-chain.ts";
import type { AuditHead, AuditRow, AuditStore } from "./port/audit-store.ts";

export interface ProvedChain {
  readonly chain: string;
  /** Head at the end of the proof. Stored elsewhere, it reveals a chain that was replaced as a whole. */
  readonly head: AuditHead;
  /** Undefined: no entry was changed or removed. */
  readonly broken: BrokenEntry | undefined;
}

export interface BrokenEntry {
  readonly number: number;
  /** Null for a missing entry. */
  readonly id: string | null;
  /** Reason, which completes "the entry ...". */
  readonly why: string;
}

const pageRows = 500;

/** Proves a chain while other writers may append to it. `sealed`: the state that it must have at least. */
export async function proveChain(
  audit: Pick<AuditStore, "page" | "head">,
  chain: string,
  sealed: AuditHead = emptyHead,
): Promise<ProvedChain> {
  let last = emptyHead;
  for (;;) {
    // Read before the entries: all entries that the head counts exist by then.
    const head = (await audit.head(chain)) ?? emptyHead;
    const rows = await audit.page({ chain, after: last.number, order: "up", limit: pageRows });
    for (const row of rows) {
      const broken = brokenAfter(last, row);
      if (broken !== undefined) return { chain, head: last, broken };
      const { number, hash, id } = row;
      if (number === sealed.number && hash !== sealed.hash)
        return { chain, head: last, broken: { number, id, why: "is not the one that was sealed" } };
      last = { number, hash };
    }
    if (rows.length === pageRows) continue;
    if (last.number < Math.max(head.number, sealed.number))
      return { chain, head: last, broken: missing(last.number + 1) };
    const broken = await beyond(audit, { chain, head, last });
    if (broken !== "moved") return { chain, head: last, broken };
  }
}

function brokenAfter(last: AuditHead, row: AuditRow): BrokenEntry | undefined {
  const { number, id } = row;
  if (number !== last.number + 1) return missing(last.number + 1);
  if (hashOfEntry(row) !== row.hash)
    return { number, id, why: "is not as it was written: its hash is another" };
  if (row.prevHash !== last.hash) return { number, id, why: "does not follow the one before it" };
  return undefined;
}

function missing(number: number): BrokenEntry {
  return { number, id: null, why: "is missing" };
}

interface End {
  readonly chain: string;
  readonly head: AuditHead;
  readonly last: AuditHead;
}

/** All entries up to `last` exist. "moved": entries were appended since the head was read. */
async function beyond(
  audit: Pick<AuditStore, "page" | "head">,
  { chain, head, last }: End,
): Promise<BrokenEntry | "moved" | undefined> {
  if (head.number === last.number) {
    if (head.hash === last.hash) return undefined;
    return {
      number: last.number,
      id: await idOf(audit, chain, last),
      why: "is not the one that the head names",
    };
  }
  const now = await audit.head(chain);
  if (now !== undefined && now.number >= last.number) return "moved";
  return { number: last.number, id: await idOf(audit, chain, last), why: "is beyond the head" };
}

async function idOf(
  audit: Pick<AuditStore, "page">,
  chain: string,
  { number }: AuditHead,
): Promise<string | null> {
  const [row] = await audit.page({ chain, after: number - 1, order: "up", limit: 1 });
  return row?.id ?? null;
}
