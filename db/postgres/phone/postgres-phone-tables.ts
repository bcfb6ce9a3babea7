// Postgres phone tables: the tables of db/phone-tables.ts for Postgres. Meanings of columns are there.

import { index, pgTable } from "drizzle-orm/pg-core";
import type { NumberPhase, PhoneCallState } from "../../port/phone-store.ts";
import { bytes, json, whole, words } from "../postgres-columns.ts";
import { accounts, sessions } from "../postgres-tables.ts";

export const phoneNumbers = pgTable(
  "phone_numbers",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    label: words("label").notNull(),
    kind: words("kind").notNull(),
    sealed: bytes("sealed").notNull(),
    flowId: words("flow_id"),
    dials: json<readonly string[]>("dials").notNull(),
    callsMax: whole("calls_max").notNull(),
    revision: whole("revision").notNull().default(1),
    phase: words("phase").$type<NumberPhase>(),
    problem: words("problem"),
    stateAt: whole("state_at"),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [index("phone_numbers_account").on(table.accountId, table.createdAt)],
);

export const phoneCalls = pgTable(
  "phone_calls",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    numberId: words("number_id")
      .notNull()
      .references(() => phoneNumbers.id, { onDelete: "cascade" }),
    sessionId: words("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    flowId: words("flow_id"),
    keyId: words("key_id"),
    subjectHash: words("subject_hash"),
    sealed: bytes("sealed").notNull(),
    voicemail: words("voicemail").notNull(),
    state: words("state").$type<PhoneCallState>().notNull().default("waiting"),
    outcome: words("outcome"),
    answeredBy: words("answered_by"),
    ringMs: whole("ring_ms").notNull(),
    attempts: whole("attempts").notNull().default(0),
    attemptsMax: whole("attempts_max").notNull(),
    retryMs: whole("retry_ms").notNull(),
    nextAt: whole("next_at").notNull(),
    untilAt: whole("until_at").notNull(),
    createdAt: whole("created_at").notNull(),
    endedAt: whole("ended_at"),
  },
  (table) => [
    index("phone_calls_account").on(table.accountId, table.createdAt),
    index("phone_calls_due").on(table.numberId, table.state, table.nextAt),
    index("phone_calls_subject").on(table.accountId, table.subjectHash),
    index("phone_calls_session").on(table.sessionId),
  ],
);
