// Routes of the budget: an account's monthly spending limit, and the amount spent.

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { microsPerCent } from "../../billing/price.ts";
import { changeBudget, readBudget } from "../../cloud/account-budget.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface BudgetRouteOptions {
  readonly store: Pick<Store, "of">;
  readonly clock: Pick<Clock, "wall">;
  readonly gate: Pick<Gate, "accountOf" | "authorOf">;
}

/** A million dollars. */
const centsMax = 100_000_000;

const monthly = Type.Union([Type.Integer({ minimum: 1, maximum: centsMax }), Type.Null()], {
  description: "US cents per calendar month (UTC); null: no budget",
});
const refuses = Type.Boolean({
  description:
    "true: when the budget is used up, new calls are refused until the next month. Running calls continue",
});

const standing = Type.Object(
  {
    month: Type.String({ description: "Calendar month in UTC" }),
    spent_usd_cents: Type.Number({
      description: "Cost of the calls that ended in the month and of running calls, to a millionth of a cent",
    }),
    monthly_usd_cents: monthly,
    refuse_calls: refuses,
  },
  {
    examples: [
      { month: "2026-11", spent_usd_cents: 812.5, monthly_usd_cents: 1_000, refuse_calls: true } as const,
    ],
  },
);

const change = requestBody(
  { monthly_usd_cents: monthly, refuse_calls: Type.Optional(refuses) },
  { examples: [{ monthly_usd_cents: 1_000, refuse_calls: true }] },
);

export function budgetRoutes({ store, clock, gate }: BudgetRouteOptions) {
  const standingOf = async (accountId: string) => {
    const { month, spentMicros, budget } = await readBudget(store, accountId, clock.wall());
    return {
      month,
      spent_usd_cents: spentMicros / microsPerCent,
      monthly_usd_cents: budget === undefined ? null : budget.monthlyMicros / microsPerCent,
      refuse_calls: budget?.refuses ?? false,
    };
  };
  return new Elysia({ name: "budget" })
    .get("/v1/budget", ({ request }) => standingOf(gate.accountOf(request)), {
      response: { 200: standard(standing) },
      detail: operation({
        summary: "Read the budget",
        description: "The budget, and the amount spent this month.",
        tag: "credits",
        access: "account",
      }),
    })
    .put(
      "/v1/budget",
      async ({ request, body }) => {
        const accountId = gate.accountOf(request);
        const { monthly_usd_cents: cents, refuse_calls: isFirm = false } = body;
        const budget = cents === null ? undefined : { monthlyMicros: cents * microsPerCent, refuses: isFirm };
        await changeBudget(store, accountId, { budget, by: gate.authorOf(request), at: clock.wall() });
        return standingOf(accountId);
      },
      {
        body: standard(change),
        response: { 200: standard(standing) },
        detail: operation({
          summary: "Set the budget",
          description:
            "Hooks that list `budget.reached` receive it at 80 % and at 100 %, within 30 seconds and once per month each.",
          tag: "credits",
          access: "login",
        }),
      },
    );
}
