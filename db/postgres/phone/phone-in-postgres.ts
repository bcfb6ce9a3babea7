// Phone in Postgres: numbers of accounts, and their outgoing calls.

import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { NumberKey, PhoneStore } from "../../port/phone-store.ts";
import { addRow, changeRow, removeRow } from "../own-rows-in-postgres.ts";
import type { Connections } from "../postgres-connections.ts";
import { accounts, phoneCalls, phoneNumbers } from "../postgres-tables.ts";

type Numbers = Pick<
  PhoneStore,
  "addNumber" | "numbers" | "everyNumber" | "number" | "changeNumber" | "removeNumber" | "noteNumber"
>;

export function phoneIn(pg: Connections): PhoneStore {
  return { ...numbersIn(pg), ...callsOf(pg) };
}

function numbersIn(pg: Connections): Numbers {
  return {
    addNumber(number, numbersMax, entries = []) {
      const of = eq(phoneNumbers.accountId, number.accountId);
      return addRow(pg, { table: phoneNumbers, row: number, of, max: numbersMax }, entries);
    },
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
    changeNumber(key, set, entries = []) {
      const changed = { ...set, revision: sql`${phoneNumbers.revision} + 1` };
      return changeRow(pg, { table: phoneNumbers, set: changed, where: isNumber(key) }, entries);
    },
    removeNumber: (key, entries = []) =>
      removeRow(pg, { table: phoneNumbers, where: isNumber(key) }, entries),
    async noteNumber({ id, phase, problem, at }) {
      const set = { phase, problem, stateAt: at };
      await pg.run((db) => db.update(phoneNumbers).set(set).where(eq(phoneNumbers.id, id)));
    },
  };
}

function callsOf(pg: Connections): Omit<PhoneStore, keyof Numbers> {
  return {
    addCall(call, waitingMax, entries = []) {
      const of = and(eq(phoneCalls.numberId, call.numberId), ne(phoneCalls.state, "ended"));
      return addRow(pg, { table: phoneCalls, row: call, of, max: waitingMax }, entries);
    },
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
    changeCall(key, set, only) {
      const where = only === undefined ? isCall(key) : and(isCall(key), eq(phoneCalls.state, "waiting"));
      return changeRow(pg, { table: phoneCalls, set, where }, only?.entries ?? []);
    },
    async endLost({ numberId, at }) {
      const open = inArray(phoneCalls.state, ["dialling", "ringing", "talking"]);
      const set = { state: "ended", outcome: "failed", endedAt: at } as const;
      const its = and(eq(phoneCalls.numberId, numberId), open);
      await pg.run((db) => db.update(phoneCalls).set(set).where(its));
    },
    async forgetSubject({ accountId, subjectHash }) {
      const isOwn = and(eq(phoneCalls.accountId, accountId), eq(phoneCalls.subjectHash, subjectHash));
      const rows = await pg.run((db) => db.delete(phoneCalls).where(isOwn).returning({ id: phoneCalls.id }));
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
