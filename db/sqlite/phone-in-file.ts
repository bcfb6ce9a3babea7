// Phone in the file: numbers of accounts, and their outgoing calls.

import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { DataFile } from "../open-database.ts";
import { accounts, phoneCalls, phoneNumbers } from "../schema.ts";
import type { NumberKey, PhoneStore } from "../port/phone-store.ts";
import { addRow, changeRow, removeRow } from "./own-rows-in-file.ts";

type Numbers = Pick<
  PhoneStore,
  "addNumber" | "numbers" | "everyNumber" | "number" | "changeNumber" | "removeNumber" | "noteNumber"
>;

export function phoneIn(file: DataFile): PhoneStore {
  return { ...numbersIn(file), ...callsOf(file) };
}

function numbersIn(file: DataFile): Numbers {
  const { durable: db, live } = file;
  return {
    async addNumber(number, numbersMax, entries = []) {
      const of = eq(phoneNumbers.accountId, number.accountId);
      return addRow(db, { table: phoneNumbers, row: number, of, max: numbersMax }, entries);
    },
    async numbers(accountId) {
      const rows = db.select().from(phoneNumbers).where(eq(phoneNumbers.accountId, accountId));
      return rows.orderBy(desc(phoneNumbers.createdAt), desc(phoneNumbers.id)).all();
    },
    async everyNumber() {
      return db
        .select(getTableColumns(phoneNumbers))
        .from(phoneNumbers)
        .innerJoin(accounts, eq(accounts.id, phoneNumbers.accountId))
        .where(isNull(accounts.closedAt))
        .orderBy(asc(phoneNumbers.id))
        .all();
    },
    async number(key) {
      return db.select().from(phoneNumbers).where(isNumber(key)).get();
    },
    async changeNumber(key, set, entries = []) {
      const changed = { ...set, revision: sql`${phoneNumbers.revision} + 1` };
      return changeRow(db, { table: phoneNumbers, set: changed, where: isNumber(key) }, entries);
    },
    async removeNumber(key, entries = []) {
      return removeRow(file, { table: phoneNumbers, where: isNumber(key) }, entries);
    },
    async noteNumber({ id, phase, problem, at }) {
      const set = { phase, problem, stateAt: at };
      live.update(phoneNumbers).set(set).where(eq(phoneNumbers.id, id)).run();
    },
  };
}

function callsOf({ durable: db, live, erase }: DataFile): Omit<PhoneStore, keyof Numbers> {
  return {
    async addCall(call, waitingMax, entries = []) {
      const of = and(eq(phoneCalls.numberId, call.numberId), ne(phoneCalls.state, "ended"));
      return addRow(db, { table: phoneCalls, row: call, of, max: waitingMax }, entries);
    },
    async calls(accountId, limit) {
      const rows = db.select().from(phoneCalls).where(eq(phoneCalls.accountId, accountId));
      return rows.orderBy(desc(phoneCalls.createdAt), desc(phoneCalls.id)).limit(limit).all();
    },
    async call(key) {
      return db.select().from(phoneCalls).where(isCall(key)).get();
    },
    async dueCalls({ numberId, at, limit }) {
      const { state, nextAt, id } = phoneCalls;
      const due = and(eq(phoneCalls.numberId, numberId), eq(state, "waiting"), lte(nextAt, at));
      return db.select().from(phoneCalls).where(due).orderBy(asc(nextAt), asc(id)).limit(limit).all();
    },
    async changeCall(key, set, only) {
      const where = only === undefined ? isCall(key) : and(isCall(key), eq(phoneCalls.state, "waiting"));
      const change = { table: phoneCalls, set, where };
      return changeRow(only === undefined ? live : db, change, only?.entries ?? []);
    },
    async endLost({ numberId, at }) {
      const open = inArray(phoneCalls.state, ["dialling", "ringing", "talking"]);
      const set = { state: "ended", outcome: "failed", endedAt: at } as const;
      live
        .update(phoneCalls)
        .set(set)
        .where(and(eq(phoneCalls.numberId, numberId), open))
        .run();
    },
    async forgetSubject({ accountId, subjectHash }) {
      const isOwn = and(eq(phoneCalls.accountId, accountId), eq(phoneCalls.subjectHash, subjectHash));
      return erase(
        (durable) => durable.delete(phoneCalls).where(isOwn).returning({ id: phoneCalls.id }).all().length,
      );
    },
  };
}

function isNumber({ accountId, id }: NumberKey) {
  return and(eq(phoneNumbers.id, id), eq(phoneNumbers.accountId, accountId));
}

function isCall({ accountId, id }: NumberKey) {
  return and(eq(phoneCalls.id, id), eq(phoneCalls.accountId, accountId));
}
