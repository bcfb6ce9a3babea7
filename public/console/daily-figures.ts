// Daily figures: the sums of GET /v1/figures, and the obstacles to an account's calls. Pure.

import { listOf, numberOf, textOf, valueOf } from "../page/json-answer.ts";
import { type BrokenContract, brokenIn } from "./flows/flow-contract.ts";
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
  /** Every call that uses it is refused. */
  | { readonly kind: "provider-refused"; readonly of: Light["kind"]; readonly says: string }
  /** Budget of the month; `refuses`: no call begins any more. */
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
  readonly health: unknown;
  /** Answer of GET /v1/providers/standing. */
  readonly standing: unknown;
  readonly balance: unknown;
  readonly budget: unknown;
  readonly flows: unknown;
  /** Answer of GET /v1/contracts. */
  readonly contracts: unknown;
  /** The calls of today in which something went wrong, as GET /v1/calls lists them. */
  readonly troubled: unknown;
  /** Why the server takes no calls, as GET /ready says it. */
  readonly notReady: string | undefined;
}

/** Ten minutes at the usual rate. */
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
  const reason = textOf(health, "reason");
  if (reason !== undefined && notReady === undefined) hindrances.push({ kind: "degraded", detail: reason });
  for (const { kind, state, says } of lightsOf(standing))
    if (state === "refused") hindrances.push({ kind: "provider-refused", of: kind, says });
  for (const each of brokenIn(contracts)) hindrances.push({ kind: "contract-broken", ...each });
  hindrances.push(...troublesIn(troubled));
  const monthly = numberOf(budget, "monthly_usd_cents");
  if (monthly !== undefined && (numberOf(budget, "spent_usd_cents") ?? 0) >= monthly)
    hindrances.push({ kind: "budget-spent", refuses: valueOf(budget, "refuse_calls") === true });
  const cents = numberOf(balance, "balance_usd_cents");
  const rate = numberOf(balance, "rate_per_minute_usd_cents") ?? 0;
  if (cents !== undefined && cents < lowMinutes * rate) hindrances.push({ kind: "low-credit", cents });
  if (textOf(valueOf(standing, "llm"), "state") === "absent") hindrances.push({ kind: "no-model" });
  if (Array.isArray(flows) && flows.length === 0) hindrances.push({ kind: "no-flows" });
  return hindrances;
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
  /** Undefined: the server has not answered yet. */
  readonly state: "ready" | "absent" | "refused" | undefined;
  readonly isOwnKey: boolean;
  /** Why calls are refused; empty: they are not. */
  readonly says: string;
}

const states = ["ready", "absent", "refused"] as const;

/** Whether each of the account's providers can work, as GET /v1/providers/standing says it. */
export function lightsOf(standing: unknown): readonly Light[] {
  return (["stt", "tts", "llm"] as const).map((kind) => {
    const of = valueOf(standing, kind);
    return {
      kind,
      provider: textOf(of, "provider") ?? "",
      state: states.find((state) => state === textOf(of, "state")),
      isOwnKey: valueOf(of, "own_key") === true,
      says: textOf(of, "says") ?? "",
    };
  });
}
