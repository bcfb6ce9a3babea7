// Daily figures: what GET /v1/figures sums up, and what stands in the way of an account's calls. Pure.

import { listOf, numberOf, textOf, valueOf } from "../page/json-answer.ts";
import { callIn, type Trouble, troubles } from "./calls/call-entry.ts";

export interface Figures {
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly minutes: number;
  readonly costCents: number;
  readonly latencyP50Ms: number | undefined;
  readonly latencyP95Ms: number | undefined;
}

export interface DailyFigures {
  readonly callsNow: number;
  readonly today: Figures;
  readonly days: readonly (Figures & { readonly day: string })[];
}

export function figuresIn(body: unknown): DailyFigures {
  return {
    callsNow: numberOf(valueOf(body, "now"), "calls") ?? 0,
    today: figuresOf(valueOf(body, "today")),
    days: listOf(body, "days").map((day) => ({ day: textOf(day, "day") ?? "", ...figuresOf(day) })),
  };
}

function figuresOf(body: unknown): Figures {
  return {
    calls: numberOf(body, "calls") ?? 0,
    succeeded: numberOf(body, "succeeded") ?? 0,
    failed: numberOf(body, "failed") ?? 0,
    minutes: numberOf(body, "minutes") ?? 0,
    costCents: numberOf(body, "cost_cents") ?? 0,
    latencyP50Ms: numberOf(body, "latency_p50_ms"),
    latencyP95Ms: numberOf(body, "latency_p95_ms"),
  };
}

export type Hindrance =
  | { readonly kind: "not-ready"; readonly detail: string }
  | { readonly kind: "degraded"; readonly detail: string }
  | { readonly kind: "no-model" }
  /** Of the month; `refuses`: no call begins any more. */
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
  | { readonly kind: "no-flows" };

interface Standing {
  readonly health: unknown;
  readonly providers: unknown;
  readonly balance: unknown;
  readonly budget: unknown;
  readonly flows: unknown;
  /** The calls of today in which something went wrong, as GET /v1/calls lists them. */
  readonly troubled: unknown;
  /** Why the server takes no calls, as GET /ready says it. */
  readonly notReady: string | undefined;
}

/** Ten minutes at the usual rate. */
const lowMinutes = 10;

/** What stands in the way, the worst first. What has not been answered yet is no hindrance. */
export function hindrancesOf({
  health,
  providers,
  balance,
  budget,
  flows,
  troubled,
  notReady,
}: Standing): readonly Hindrance[] {
  const found: Hindrance[] = [];
  if (notReady !== undefined) found.push({ kind: "not-ready", detail: notReady });
  const reason = textOf(health, "reason");
  if (reason !== undefined && notReady === undefined) found.push({ kind: "degraded", detail: reason });
  found.push(...troublesIn(troubled));
  const monthly = numberOf(budget, "monthly_usd_cents");
  if (monthly !== undefined && (numberOf(budget, "spent_usd_cents") ?? 0) >= monthly)
    found.push({ kind: "budget-spent", refuses: valueOf(budget, "refuse_calls") === true });
  const cents = numberOf(balance, "balance_usd_cents");
  const rate = numberOf(balance, "rate_per_minute_usd_cents") ?? 0;
  if (cents !== undefined && cents < lowMinutes * rate) found.push({ kind: "low-credit", cents });
  const hasOwnModel = textOf(providers, "llm_api_key") !== undefined;
  if (valueOf(health, "llm_configured") === false && !hasOwnModel) found.push({ kind: "no-model" });
  if (Array.isArray(flows) && flows.length === 0) found.push({ kind: "no-flows" });
  return found;
}

function troublesIn(body: unknown): readonly Hindrance[] {
  const calls = listOf(body, "calls").map(callIn);
  const hasMore = textOf(body, "next_cursor") !== undefined;
  return troubles.flatMap((trouble) => {
    const [first, ...others] = calls.filter((call) => call.trouble === trouble);
    if (first === undefined) return [];
    return [{ kind: "trouble-today" as const, trouble, count: 1 + others.length, hasMore, call: first.id }];
  });
}

export interface Light {
  readonly kind: "stt" | "tts" | "llm";
  readonly provider: string;
  readonly isOn: boolean;
  readonly isOwnKey: boolean;
}

/** Whether each of the account's providers can work. */
export function lightsOf(providers: unknown, health: unknown): readonly Light[] {
  return (["stt", "tts", "llm"] as const).map((kind) => {
    const isOwnKey = textOf(providers, `${kind}_api_key`) !== undefined;
    return {
      kind,
      provider: textOf(providers, `${kind}_provider`) ?? "",
      isOn: isOwnKey || valueOf(health, `${kind}_configured`) === true,
      isOwnKey,
    };
  });
}
