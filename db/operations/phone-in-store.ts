// Phone: numbers of accounts, and their outgoing calls.

import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { NumberKey, PhoneStore } from "../port/phone-store.ts";
import { addRow, changeRow, removeRow } from "./own-rows.ts";
import { all, type Executor, first, run, type Tables } from "./work.ts";

type Numbers = Pick<
  PhoneStore,
  "addNumber" | "numbers" | "everyNumber" | "number" | "changeNumber" | "removeNumber" | "noteNumber"
>;

export function phoneIn(executor: Executor): PhoneStore {
  return { ...numbersIn(executor), ...callsOf(executor) };
}

function numbersIn({ execute, executeLive, transact, erase }: Executor): Numbers {
  return {
    addNumber: (number, numbersMax, entries = []) =>
      transact((tx) => {
        const { phoneNumbers: table } = tx.tables;
        const of = eq(table.accountId, number.accountId);
        return addRow(tx, { table, row: number, of, max: numbersMax }, entries);
      }),
    numbers: (accountId) =>
      execute(({ db, tables: { phoneNumbers } }) => {
        const { createdAt, id } = phoneNumbers;
        const rows = db.select().from(phoneNumbers).where(eq(phoneNumbers.accountId, accountId));
        return all(rows.orderBy(desc(createdAt), desc(id)));
      }),
    everyNumber: () =>
      execute(({ db, tables: { accounts, phoneNumbers } }) => {
        const numbers = db.select(getTableColumns(phoneNumbers)).from(phoneNumbers);
        const ofAccount = eq(accounts.id, phoneNumbers.accountId);
        const open = numbers.innerJoin(accounts, ofAccount).where(isNull(accounts.closedAt));
        return all(open.orderBy(asc(phoneNumbers.id)));
      }),
    number: (key) =>
      execute(({ db, tables }) => first(db.select().from(tables.phoneNumbers).where(isNumber(tables, key)))),
    changeNumber: (key, change, entries = []) =>
      transact((tx) => {
        const { phoneNumbers: table } = tx.tables;
        const set = { ...change, revision: sql`${table.revision} + 1` };
        return changeRow(tx, { table, set, where: isNumber(tx.tables, key) }, entries);
      }),
    removeNumber: (key, entries = []) =>
      erase((tx) =>
        removeRow(tx, { table: tx.tables.phoneNumbers, where: isNumber(tx.tables, key) }, entries),
      ),
    noteNumber: ({ id, phase, problem, at }) =>
      executeLive(({ db, tables: { phoneNumbers } }) => {
        const set = { phase, problem, stateAt: at };
        return run(db.update(phoneNumbers).set(set).where(eq(phoneNumbers.id, id)));
      }),
  };
}

function callsOf({
  execute,
  executeLive,
  transact,
  transactLive,
  erase,
}: Executor): Omit<PhoneStore, keyof Numbers> {
  return {
    addCall: (call, waitingMax, entries = []) =>
      transact((tx) => {
        const { phoneCalls: table } = tx.tables;
        const of = and(eq(table.numberId, call.numberId), ne(table.state, "ended"));
        return addRow(tx, { table, row: call, of, max: waitingMax }, entries);
      }),
    calls: (accountId, limit) =>
      execute(({ db, tables: { phoneCalls } }) => {
        const rows = db.select().from(phoneCalls).where(eq(phoneCalls.accountId, accountId));
        return all(rows.orderBy(desc(phoneCalls.createdAt), desc(phoneCalls.id)).limit(limit));
      }),
    call: (key) =>
      execute(({ db, tables }) => first(db.select().from(tables.phoneCalls).where(isCall(tables, key)))),
    dueCalls: ({ numberId, at, limit }) =>
      execute(({ db, tables: { phoneCalls } }) => {
        const { state, nextAt, id } = phoneCalls;
        const due = and(eq(phoneCalls.numberId, numberId), eq(state, "waiting"), lte(nextAt, at));
        return all(db.select().from(phoneCalls).where(due).orderBy(asc(nextAt), asc(id)).limit(limit));
      }),
    changeCall: (key, set, only) =>
      (only === undefined ? transactLive : transact)((tx) => {
        const { phoneCalls: table } = tx.tables;
        const isWaiting = only && eq(table.state, "waiting");
        const where = and(isCall(tx.tables, key), isWaiting);
        return changeRow(tx, { table, set, where }, only?.entries ?? []);
      }),
    endLost: ({ numberId, at }) =>
      executeLive(({ db, tables: { phoneCalls } }) => {
        const open = inArray(phoneCalls.state, ["dialling", "ringing", "talking"]);
        const set = { state: "ended", outcome: "failed", endedAt: at } as const;
        const its = and(eq(phoneCalls.numberId, numberId), open);
        return run(db.update(phoneCalls).set(set).where(its));
      }),
    forgetSubject: ({ accountId, subjectHash }) =>
      erase(function* ({ db, tables: { phoneCalls } }) {
        const isOwn = and(eq(phoneCalls.accountId, accountId), eq(phoneCalls.subjectHash, subjectHash));
        return (yield* all(db.delete(phoneCalls).where(isOwn).returning({ id: phoneCalls.id }))).length;
      }),
  };
}

function isNumber({ phoneNumbers }: Tables, { accountId, id }: NumberKey) {
  return and(eq(phoneNumbers.id, id), eq(phoneNumbers.accountId, accountId));
}

function isCall({ phoneCalls }: Tables, { accountId, id }: NumberKey) {
  return and(eq(phoneCalls.id, id), eq(phoneCalls.accountId, accountId));
}
