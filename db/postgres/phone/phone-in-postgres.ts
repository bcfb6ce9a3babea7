// Phone in Postgres: numbers of accounts, and the calls that they have asked for.

import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { NumberKey, PhoneStore } from "../../port/phone-store.ts";
import { lockAccount } from "../accounts/accounts-in-postgres.ts";
import { appendEntries } from "../audit-in-postgres.ts";
import type { Connections } from "../postgres-connections.ts";
import { accounts } from "../postgres-tables.ts";
import { phoneCalls, phoneNumbers } from "./postgres-phone-tables.ts";

type Numbers = Pick<
  PhoneStore,
  "addNumber" | "numbers" | "everyNumber" | "number" | "changeNumber" | "removeNumber" | "noteNumber"
>;

export function phoneIn(pg: Connections): PhoneStore {
  return { ...numbersIn(pg), ...callsOf(pg) };
}

function numbersIn(pg: Connections): Numbers {
  return {
    addNumber: (number, numbersMax, entries = []) =>
      pg.transact(async (tx) => {
        await lockAccount(tx, number.accountId);
        const of = eq(phoneNumbers.accountId, number.accountId);
        const [own] = await tx.select({ number: count() }).from(phoneNumbers).where(of);
        if ((own?.number ?? 0) >= numbersMax) return false;
        await tx.insert(phoneNumbers).values(number);
        await appendEntries(tx, entries);
        return true;
      }),
    numbers: (accountId) =>
      pg.run((db) =>
        db
          .select()
          .from(phoneNumbers)
          .where(eq(phoneNumbers.accountId, accountId))
          .orderBy(desc(phoneNumbers.createdAt), desc(phoneNumbers.id)),
      ),
    everyNumber: () =>
      pg.run((db) =>
        db
          .select(getTableColumns(phoneNumbers))
          .from(phoneNumbers)
          .innerJoin(accounts, eq(accounts.id, phoneNumbers.accountId))
          .where(isNull(accounts.closedAt))
          .orderBy(asc(phoneNumbers.id)),
      ),
    number: async (key) => (await pg.run((db) => db.select().from(phoneNumbers).where(isNumber(key))))[0],
    changeNumber: (key, set, entries = []) =>
      pg.transact(async (tx) => {
        const { id, revision } = phoneNumbers;
        const changed = { ...set, revision: sql`${revision} + 1` };
        const rows = await tx.update(phoneNumbers).set(changed).where(isNumber(key)).returning({ id });
        if (rows.length > 0) await appendEntries(tx, entries);
        return rows.length > 0;
      }),
    removeNumber: (key, entries = []) =>
      pg.transact(async (tx) => {
        const { id } = phoneNumbers;
        const rows = await tx.delete(phoneNumbers).where(isNumber(key)).returning({ id });
        if (rows.length > 0) await appendEntries(tx, entries);
        return rows.length > 0;
      }),
    async noteNumber({ id, phase, problem, at }) {
      const set = { phase, problem, stateAt: at };
      await pg.run((db) => db.update(phoneNumbers).set(set).where(eq(phoneNumbers.id, id)));
    },
  };
}

function callsOf(pg: Connections): Omit<PhoneStore, keyof Numbers> {
  return {
    addCall: (call, waitingMax, entries = []) =>
      pg.transact(async (tx) => {
        await lockAccount(tx, call.accountId);
        const open = and(eq(phoneCalls.numberId, call.numberId), ne(phoneCalls.state, "ended"));
        const [own] = await tx.select({ number: count() }).from(phoneCalls).where(open);
        if ((own?.number ?? 0) >= waitingMax) return false;
        await tx.insert(phoneCalls).values(call);
        await appendEntries(tx, entries);
        return true;
      }),
    calls: (accountId, limit) =>
      pg.run((db) =>
        db
          .select()
          .from(phoneCalls)
          .where(eq(phoneCalls.accountId, accountId))
          .orderBy(desc(phoneCalls.createdAt), desc(phoneCalls.id))
          .limit(limit),
      ),
    call: async (key) => (await pg.run((db) => db.select().from(phoneCalls).where(isCall(key))))[0],
    dueCalls: ({ numberId, at, limit }) => {
      const { state, nextAt, id } = phoneCalls;
      const due = and(eq(phoneCalls.numberId, numberId), eq(state, "waiting"), lte(nextAt, at));
      return pg.run((db) =>
        db.select().from(phoneCalls).where(due).orderBy(asc(nextAt), asc(id)).limit(limit),
      );
    },
    changeCall: (key, set, only) =>
      pg.transact(async (tx) => {
        const { id, state } = phoneCalls;
        const its = only === undefined ? isCall(key) : and(isCall(key), eq(state, "waiting"));
        const rows = await tx.update(phoneCalls).set(set).where(its).returning({ id });
        if (rows.length > 0) await appendEntries(tx, only?.entries ?? []);
        return rows.length > 0;
      }),
    async endLost({ numberId, at }) {
      const open = inArray(phoneCalls.state, ["dialling", "ringing", "talking"]);
      const set = { state: "ended", outcome: "failed", endedAt: at } as const;
      const its = and(eq(phoneCalls.numberId, numberId), open);
      await pg.run((db) => db.update(phoneCalls).set(set).where(its));
    },
    async forgetSubject({ accountId, subjectHash }) {
      const own = and(eq(phoneCalls.accountId, accountId), eq(phoneCalls.subjectHash, subjectHash));
      const rows = await pg.run((db) => db.delete(phoneCalls).where(own).returning({ id: phoneCalls.id }));
      return rows.length;
    },
  };
}

function isNumber({ accountId, id }: NumberKey) {
  return and(eq(phoneNumbers.id, id), eq(phoneNumbers.accountId, accountId));
}

function isCall({ accountId, id }: NumberKey) {
  return and(eq(phoneCalls.id, id), eq(phoneCalls.accountId, accountId));
}
