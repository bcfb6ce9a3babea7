// Routes of credits: what an account has left, and what a minute costs.

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import { centsPerMinute, startedCents, wholeCents } from "../../billing/price.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";

const balance = Type.Object(
  {
    balance_usd_cents: Type.Integer({ description: "What was granted minus what was spent" }),
    rate_per_minute_usd_cents: Type.Integer(),
    held_usd_cents: Type.Integer({ description: "Of the balance, set aside for sessions that run" }),
  },
  { examples: [{ balance_usd_cents: 197, rate_per_minute_usd_cents: centsPerMinute, held_usd_cents: 3 }] },
);

export function creditRoutes({ store, gate }: { readonly store: Pick<Store, "of">; readonly gate: Gate }) {
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
