// Daily figures: the sums of GET /v1/figures, and the obstacles to an account's calls. Pure.

import type { ApiAnswer } from "../page/api-request.ts";
import { type BrokenContract, brokenIn, type BrokenContracts } from "./flows/flow-contract.ts";
import { type Trouble, troubles } from "./calls/call-entry.ts";

export type Figures = ApiAnswer<"GET /v1/figures">;
export type Standings = ApiAnswer<"GET /v1/providers/standing">;

export type Hindrance =
  | { readonly kind: "not-ready"; readonly detail: string }
  | { readonly kind: "degraded"; readonly detail: string }
  | { readonly kind: "no-model" }
  /** Every call that uses this provider is refused. */
  | { readonly kind: "provider-refused"; readonly of: keyof Standings; readonly says: string }
  /** Budget of the month; `refuses`: no new call begins. */
  | { readonly kind: "budget-spent"; readonly refuses: boolean }
  | { readonly kind: "low-credit"; readonly cents: number }
  /** `call`: the only one. */
  | {
      readonly kind: "trouble-today";
      readonly trouble: Trouble;
      readonly count: number;
      readonly hasMore: boolean;
      readonly call: string;
    }
  /** Terms that a flow's last calls do not keep. */
  | ({ readonly kind: "contract-broken" } & BrokenContract)
  | { readonly kind: "no-flows" };

interface Standing {
  readonly health: Pick<ApiAnswer<"GET /health">, "reason"> | undefined;
  readonly standing: Record<keyof Standings, Pick<Standings["stt"], "state" | "says">> | undefined;
  readonly balance:
    Pick<ApiAnswer<"GET /v1/credits/balance">, "balance_usd_cents" | "rate_per_minute_usd_cents"> | undefined;
  readonly budget: Omit<ApiAnswer<"GET /v1/budget">, "month"> | undefined;
  readonly flows: readonly unknown[] | undefined;
  readonly contracts: BrokenContracts | undefined;
  /** The calls of today in which something went wrong. */
  readonly troubled:
    | {
        readonly calls: readonly { readonly id: string; readonly trouble: Trouble | null }[];
        readonly next_cursor: string | null;
      }
    | undefined;
  /** Reason why the server accepts no calls, from GET /ready. */
  readonly notReady: string | undefined;
}

/** Ten minutes at the default rate. */
const lowMinutes = 10;

/** Obstacles, the worst first. An unanswered request is no obstacle. */
export function hindrancesOf({
  health,
  standing,
  balance,
  budget,
  flows,
  contracts,
  troubled,
  notReady,
}: Standing): readonly Hindrance[] {
  const hindrances: Hindrance[] = [];
  if (notReady !== undefined) hindrances.push({ kind: "not-ready", detail: notReady });
  const reason = health?.reason;
  if (reason !== undefined && notReady === undefined) hindrances.push({ kind: "degraded", detail: reason });
  for (const of of providerKinds)
    if (standing?.[of].state === "refused")
      hindrances.push({ kind: "provider-refused", of, says: standing[of].says ?? "" });
  for (const each of brokenIn(contracts)) hindrances.push({ kind: "contract-broken", ...each });
  hindrances.push(...troublesIn(troubled));
  const monthly = budget?.monthly_usd_cents ?? Infinity;
  if (budget !== undefined && budget.spent_usd_cents >= monthly)
    hindrances.push({ kind: "budget-spent", refuses: budget.refuse_calls });
  if (balance !== undefined && balance.balance_usd_cents < lowMinutes * balance.rate_per_minute_usd_cents)
    hindrances.push({ kind: "low-credit", cents: balance.balance_usd_cents });
  if (standing?.llm.state === "absent") hindrances.push({ kind: "no-model" });
  if (flows?.length === 0) hindrances.push({ kind: "no-flows" });
  return hindrances;
}

function troublesIn(troubled: Standing["troubled"]): readonly Hindrance[] {
  const hasMore = typeof troubled?.next_cursor === "string";
  return troubles.flatMap((trouble) => {
    const [first, ...others] = troubled?.calls.filter((call) => call.trouble === trouble) ?? [];
    if (first === undefined) return [];
    return [{ kind: "trouble-today" as const, trouble, count: 1 + others.length, hasMore, call: first.id }];
  });
}

export const providerKinds = ["stt", "tts", "llm"] as const;
