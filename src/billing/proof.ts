// Ledger proof: adds up an account's entries again and compares them with the stored sums, which must be equal.

import type { Books, LedgerEntry } from "../../db/port/ledger-store.ts";
import type { EntryKind } from "../../db/port/stored-rows.ts";

export interface Proof {
  readonly entries: readonly LedgerEntry[];
  readonly sums: Readonly<Record<EntryKind, number>>;
  readonly balanceMicros: number;
  readonly heldMicros: number;
  /** Sentences; none when everything adds up. */
  readonly faults: readonly string[];
}

/** Entries of one account in order, and the stored sums. */
export function prove({ entries, sums: stored, holds }: Books): Proof {
  const sums = sumsOf(entries);
  const faults: string[] = [];
  const compare = (what: string, sum: number, kept: number): void => {
    if (sum !== kept) faults.push(`${what}: the entries add up to ${sum} micro-cents, ${kept} are stored.`);
  };
  const open = sums.hold - sums.settle - sums.release;
  compare("Granted", sums.grant, stored.grantedMicros);
  compare("Settled", sums.settle, stored.settledMicros);
  compare("Held", open, stored.heldMicros);
  const bySession = Map.groupBy(entries, ({ sessionId }) => sessionId);
  for (const each of holds) {
    const sessionSums = sumsOf(bySession.get(each.sessionId) ?? []);
    compare(
      `Held for ${each.sessionId}`,
      sessionSums.hold - sessionSums.settle - sessionSums.release,
      each.openMicros,
    );
    compare(`Settled for ${each.sessionId}`, sessionSums.settle, each.settledMicros);
    compare(`Written off for ${each.sessionId}`, sessionSums.writeoff, each.writtenOffMicros);
  }
  const overdraft = firstOverdraft(entries);
  if (overdraft !== undefined) faults.push(`Entry ${overdraft.id} overdraws the account.`);
  return { entries, sums, balanceMicros: sums.grant - sums.settle, heldMicros: open, faults };
}

function sumsOf(entries: readonly LedgerEntry[]): Record<EntryKind, number> {
  const sums = { grant: 0, hold: 0, settle: 0, release: 0, writeoff: 0 };
  for (const { kind, micros } of entries) sums[kind] += micros;
  return sums;
}

/** First entry after which less than nothing was available or held. */
function firstOverdraft(entries: readonly LedgerEntry[]): LedgerEntry | undefined {
  let available = 0;
  let held = 0;
  return entries.find(({ kind, micros }) => {
    if (kind === "grant" || kind === "release") available += micros;
    if (kind === "hold") available -= micros;
    if (kind === "hold") held += micros;
    if (kind === "settle" || kind === "release") held -= micros;
    return available < 0 || held < 0;
  });
}
