// Cluster laws: conditions of the data and of the received hooks, after any failures of nodes and databases.

import { expect } from "bun:test";
import type { SessionRow } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { timeMicros } from "../../../src/billing/price.ts";
import { prove } from "../../../src/billing/proof.ts";
import type { ReceivedHook } from "../servers/hook-receiver.ts";
import type { CountingCaller } from "./counting-caller.ts";

/**
 * The ledger of all nodes to the micro-cent: every session is over, paid once, and its row shows the charged amount.
 */
export async function checkBooks(
  store: Pick<Store, "of">,
  accountId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const { ledger, sessions } = store.of(accountId);
  const { entries, faults, heldMicros, sums } = prove(await ledger.books(accountId));
  expect({ faults, heldMicros }).toEqual({ faults: [], heldMicros: 0 });
  const rows = await Promise.all(
    sessionIds.map(async (sessionId) => (await sessions.find({ accountId, sessionId }))?.row),
  );
  const wrong = rows.flatMap((row, at) => {
    if (row === undefined) return [`${sessionIds[at]} is not there`];
    const own = entries.filter(({ sessionId }) => sessionId === row.id);
    const taken = own
      .filter(({ kind }) => kind === "settle" || kind === "writeoff")
      .reduce((sum, { micros }) => sum + micros, 0);
    return faultsOf(row, taken);
  });
  expect(wrong).toEqual([]);
  const paid = rows.reduce((sum, row) => sum + (row?.costMicros ?? 0), 0);
  expect(sums.settle + sums.writeoff).toBe(paid);
}

function faultsOf({ id, status, endedAt, costMicros, connectedMs }: SessionRow, taken: number): string[] {
  const faults: string[] = [];
  if (status !== "ended" || endedAt === null) faults.push(`${id} is ${status}`);
  if (costMicros !== timeMicros(connectedMs)) faults.push(`${id} costs ${costMicros} for ${connectedMs} ms`);
  if (taken !== costMicros) faults.push(`${id} says ${costMicros}, and the ledger took ${taken}`);
  return faults;
}

/** Each event has one message id and one text, and the events of a session arrive in order. */
export function checkHooks(received: readonly ReceivedHook[]): { readonly repeated: number } {
  const byId = Map.groupBy(received, ({ id }) => id);
  const differing = [...byId.values()].filter(([first, ...more]) => more.some((one) => !isSame(first, one)));
  expect(differing).toEqual([]);
  const first = [...byId.values()].flatMap(([one]) => (one === undefined ? [] : [one]));
  const disordered = [...Map.groupBy(first, ({ session }) => session).values()].flatMap((events) =>
    events.some(({ seq }, at) => at > 0 && seq <= (events[at - 1]?.seq ?? 0))
      ? [events.map(({ seq, type }) => `${seq} ${type}`)]
      : [],
  );
  expect(disordered).toEqual([]);
  return { repeated: received.length - first.length };
}

function isSame(one: ReceivedHook | undefined, { type, seq, session, data }: ReceivedHook): boolean {
  const known = one && { type: one.type, seq: one.seq, session: one.session, data: one.data };
  return Bun.deepEquals(known, { type, seq, session, data });
}

/** Times from a line's break to the caller's next question, in milliseconds: the median and the 95th percentile. */
export function silencesOf(callers: readonly CountingCaller[]): {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
} {
  const all = callers.flatMap(({ silences }) => silences).sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0);
  return { count: all.length, p50: at(0.5), p95: at(0.95), worst: at(1) };
}
