// Routes of credits: the balance of an account, and the price of a minute.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import type { LedgerEntry } from "../../../db/port/ledger-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { centsPerMinute, startedCents, wholeCents } from "../../billing/price.ts";
import { entryOfLedger } from "../calls/call-answer.ts";
import { ledgerEntry, ledgerExample } from "../calls/call-detail-schemas.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { orNull, standard } from "../http/route-schema.ts";

const balance = Type.Object(
  {
    balance_usd_cents: Type.Integer({ description: "Credit granted minus credit spent" }),
    rate_per_minute_usd_cents: Type.Integer(),
    held_usd_cents: Type.Integer({ description: "Part of the balance reserved for running sessions" }),
  },
  { examples: [{ balance_usd_cents: 197, rate_per_minute_usd_cents: centsPerMinute, held_usd_cents: 3 }] },
);

const entriesPerPageMax = 200;
const entriesPerPage = 100;
const ledger = Type.Object(
  {
    entries: Type.Array(Type.Object({ ...ledgerEntry, session_id: orNull(Type.String()) })),
    next_cursor: orNull(Type.String(), "Cursor of the next page; null on the last page"),
  },
  {
    examples: [
      {
        entries: [{ ...ledgerExample, session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C" }],
        next_cursor: "41",
      },
    ],
  },
);
const ledgerQuery = t.Object({
  limit: t.Optional(
    t.String({
      pattern: `^([1-9][0-9]?|1[0-9]{2}|${entriesPerPageMax})$`,
      [mustBe]: `a whole number from 1 to ${entriesPerPageMax}`,
      description: `1 to ${entriesPerPageMax}, default ${entriesPerPage}`,
    }),
  ),
  cursor: t.Optional(
    t.String({
      pattern: "^[0-9]{1,15}$",
      [mustBe]: "the next_cursor of the previous page",
      description: "next_cursor of the previous page",
    }),
  ),
});

export interface CreditRouteOptions {
  readonly store: Pick<Store, "of">;
  readonly gate: Pick<Gate, "accountOf">;
}

/** All routes of credits. */
export function creditRoutes(options: CreditRouteOptions) {
  return new Elysia({ name: "money" }).use(balanceRoute(options)).use(ledgerRoute(options));
}

function ledgerRoute({ store, gate }: CreditRouteOptions) {
  return new Elysia({ name: "ledger" }).get(
    "/v1/credits/ledger",
    async ({ request, query }) => {
      const accountId = gate.accountOf(request);
      const limit = Number(query.limit ?? entriesPerPage);
      const before = query.cursor === undefined ? undefined : Number(query.cursor);
      const rows = await store.of(accountId).ledger.page({ accountId, before, limit: limit + 1 });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        entries: rows.slice(0, limit).map(ledgerEntryOf),
        next_cursor: last === undefined ? null : String(last.id),
      };
    },
    {
      query: ledgerQuery,
      response: { 200: standard(ledger) },
      detail: operation({
        summary: "Read the ledger",
        description: "All entries of the account, newest first, in pages. Entries never change.",
        tag: "credits",
        access: "account",
      }),
    },
  );
}

export function ledgerEntryOf(entry: LedgerEntry) {
  return { ...entryOfLedger(entry), session_id: sessionOf(entry.sessionId) };
}

/** Null also for what a node has set aside for many sessions together. */
function sessionOf(id: string | null): string | null {
  return id?.startsWith("lease_") === true ? null : id;
}

function balanceRoute({ store, gate }: CreditRouteOptions) {
  return new Elysia({ name: "credits" }).get(
    "/v1/credits/balance",
    async ({ request }) => {
      const accountId = gate.accountOf(request);
      const { balanceMicros, heldMicros } = await store.of(accountId).ledger.balance(accountId);
      return {
        balance_usd_cents: wholeCents(balanceMicros),
        rate_per_minute_usd_cents: centsPerMinute,
        held_usd_cents: startedCents(heldMicros),
      };
    },
    {
      response: { 200: standard(balance) },
      detail: operation({
        summary: "Read the balance",
        description: "In whole US cents, rounded down.",
        tag: "credits",
        access: "account",
      }),
    },
  );
}
