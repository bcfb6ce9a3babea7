// Crash check: conditions of the data after any end of the server. All answered requests are stored, and every session
// is ended and paid.

import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/open-database.ts";
import { booksOf } from "../../../db/sqlite/books-in-file.ts";
import { openStoreBeside } from "../../../db/sqlite/file-store.ts";
import { accounts, apiKeys, flows, sessions } from "../../../db/schema.ts";
import { timeMicros } from "../../../src/billing/price.ts";
import { prove } from "../../../src/billing/proof.ts";
import type { Acknowledged } from "./crash-load.ts";
import { migrations } from "../servers/store.ts";

/** The file is whole, all answered requests are in it, every session is ended, and every cent is accounted for. */
export function checkData(directory: string, told: Acknowledged): void {
  using beside = openStoreBeside({ directory, migrations });
  expect(beside.durable.all(sql`PRAGMA integrity_check`)).toEqual([{ integrity_check: "ok" }]);
  expect(beside.durable.all(sql`PRAGMA foreign_key_check`)).toEqual([]);
  checkRecords(beside.durable, told);
  checkMoney(beside.durable);
}

function checkRecords(db: Db, told: Acknowledged): void {
  const missing = (expected: Iterable<string>, found: readonly string[]): string[] => {
    const all = new Set(found);
    return [...expected].filter((each) => !all.has(each));
  };
  const people = db.select({ email: accounts.email }).from(accounts).all();
  const keys = db.select({ id: apiKeys.id }).from(apiKeys).all();
  const stored = new Map(
    db
      .select()
      .from(flows)
      .all()
      .map(({ id, revision }) => [id, revision]),
  );
  const rows = new Map(
    db
      .select()
      .from(sessions)
      .all()
      .map((row) => [row.id, row]),
  );
  const lost = {
    emails: missing(
      told.emails,
      people.map(({ email }) => email),
    ),
    keys: missing(
      told.keys.map(({ id }) => id),
      keys.map(({ id }) => id),
    ),
    flows: [...told.flows].filter(([id, revision]) => (stored.get(id) ?? 0) < revision),
    sessions: missing(told.sessions, [...rows.keys()]),
    open: [...rows.values()].filter(({ status, endedAt }) => status !== "ended" || endedAt === null),
  };
  expect(lost).toEqual({ emails: [], keys: [], flows: [], sessions: [], open: [] });
  for (const [id, { reason, durationMs }] of told.ends) {
    expect(rows.get(id)).toMatchObject({ endReason: reason });
    // Two seconds of this fast clock: a busy machine may stop that long between the end and its row.
    expect(Math.abs((rows.get(id)?.connectedMs ?? 0) - durationMs)).toBeLessThan(60 * 2_000);
  }
}

function checkMoney(db: Db): void {
  const rows = db.select().from(sessions).all();
  for (const { id: accountId } of db.select({ id: accounts.id }).from(accounts).all()) {
    const { faults, heldMicros, entries, sums } = prove(booksOf(db, accountId));
    const own = rows.filter((row) => row.accountId === accountId);
    const charged = own.reduce((sum, { costMicros }) => sum + costMicros, 0);
    expect({ faults, heldMicros, granted: sums.grant, spent: sums.settle + sums.writeoff }).toEqual({
      faults: [],
      heldMicros: 0,
      granted: 200_000_000,
      spent: charged,
    });
    for (const { id, costMicros, connectedMs } of own) {
      expect([id, costMicros]).toEqual([id, timeMicros(connectedMs)]);
      // Closed exactly once.
      expect(entries.filter((it) => it.sessionId === id && it.kind === "release")).toHaveLength(1);
    }
  }
}
