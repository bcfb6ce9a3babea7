// Phone tables: numbers of accounts, and their outgoing calls.

import { blob, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NumberPhase, PhoneCallState } from "../port/phone-store.ts";
import { accounts } from "./account-tables.ts";
import { sessions } from "./session-tables.ts";

export const phoneNumbers = sqliteTable(
  "phone_numbers",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    kind: text("kind").notNull(),
    /** Registrar, extension, login and password. */
    sealed: blob("sealed", { mode: "buffer" }).notNull(),
    /** No reference: the number of a deleted flow does not answer, and its state shows it. */
    flowId: text("flow_id"),
    dials: text("dials", { mode: "json" }).$type<readonly string[]>().notNull(),
    callsMax: integer("calls_max").notNull(),
    revision: integer("revision").notNull().default(1),
    phase: text("phase").$type<NumberPhase>(),
    problem: text("problem"),
    stateAt: integer("state_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("phone_numbers_account").on(table.accountId, table.createdAt)],
);

export const phoneCalls = sqliteTable(
  "phone_calls",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    numberId: text("number_id")
      .notNull()
      .references(() => phoneNumbers.id, { onDelete: "cascade" }),
    /** Deleted with the session, so that no number of a person stays. */
    sessionId: text("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    flowId: text("flow_id"),
    keyId: text("key_id"),
    subjectHash: text("subject_hash"),
    /** Number to call, and the context of the call. */
    sealed: blob("sealed", { mode: "buffer" }).notNull(),
    voicemail: text("voicemail").notNull(),
    state: text("state").$type<PhoneCallState>().notNull().default("waiting"),
    outcome: text("outcome"),
    answeredBy: text("answered_by"),
    ringMs: integer("ring_ms").notNull(),
    attempts: integer("attempts").notNull().default(0),
    attemptsMax: integer("attempts_max").notNull(),
    retryMs: integer("retry_ms").notNull(),
    nextAt: integer("next_at").notNull(),
    untilAt: integer("until_at").notNull(),
    createdAt: integer("created_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("phone_calls_account").on(table.accountId, table.createdAt),
    index("phone_calls_due").on(table.numberId, table.state, table.nextAt),
    index("phone_calls_subject").on(table.accountId, table.subjectHash),
    index("phone_calls_session").on(table.sessionId),
  ],
);
