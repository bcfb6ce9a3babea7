// Call entry: a call as the list of GET /v1/calls has it, and the filters of that list. Pure.

import { listOf, numberOf, textOf } from "../../page/json-answer.ts";

/** Troubles of a call by their place, the worst first. */
export const troubles = ["network", "provider", "tool", "other"] as const;
export type Trouble = (typeof troubles)[number];

function troubleIn(text: string | undefined): Trouble | undefined {
  return troubles.find((trouble) => trouble === text);
}

export interface CallEntry {
  readonly id: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly status: string;
  readonly endReason: string | undefined;
  readonly flowId: string | undefined;
  readonly flowName: string | undefined;
  readonly flowRevision: number | undefined;
  readonly transport: string | undefined;
  readonly direction: string | undefined;
  /** Number of the other side; undefined: there is none, or it is withheld. */
  readonly number: string | undefined;
  readonly durationMs: number;
  readonly outcome: string | undefined;
  readonly latencyP95Ms: number | undefined;
  readonly interruptions: number | undefined;
  readonly trouble: Trouble | undefined;
  readonly costCents: number;
  readonly tags: readonly string[];
  readonly note: string;
}

export function callIn(body: unknown): CallEntry {
  const direction = textOf(body, "direction");
  return {
    id: textOf(body, "id") ?? "",
    createdAt: textOf(body, "created_at") ?? "",
    status: textOf(body, "status") ?? "",
    endReason: textOf(body, "end_reason"),
    flowId: textOf(body, "flow_id"),
    flowName: textOf(body, "flow_name"),
    flowRevision: numberOf(body, "flow_revision"),
    transport: textOf(body, "transport"),
    direction,
    number: textOf(body, direction === "outbound" ? "to_number" : "from_number"),
    durationMs: numberOf(body, "duration_ms") ?? 0,
    outcome: textOf(body, "outcome"),
    latencyP95Ms: numberOf(body, "latency_p95_ms"),
    interruptions: numberOf(body, "interruptions"),
    trouble: troubleIn(textOf(body, "trouble")),
    costCents: numberOf(body, "cost_cents") ?? 0,
    tags: listOf(body, "tags").filter((tag) => typeof tag === "string"),
    note: textOf(body, "note") ?? "",
  };
}

/** How a call fared, at a glance. `waiting`: its session has begun, and no caller is connected yet. */
export type CallMood = "waiting" | "live" | "good" | "plain" | "bad";

/** Ends without a fault; the server's filter `failed` leaves them out, too. */
const plainEnds = ["caller", "idle", "max_duration", "revoked", "dismissed", "expired"];

export function moodOf({ status, endReason }: Pick<CallEntry, "status" | "endReason">): CallMood {
  if (status === "waiting") return "waiting";
  if (status !== "ended") return "live";
  if (endReason === "completed") return "good";
  return endReason === undefined || plainEnds.includes(endReason) ? "plain" : "bad";
}

export const filterNames = [
  "q",
  "flow_id",
  "status",
  "outcome",
  "transport",
  "direction",
  "subject",
  "tag",
  "failed",
  "trouble",
  "from",
  "to",
] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters in a query, in one order and without the empty ones, so that equal lists have one address. */
export function filtersOf(query: URLSearchParams): URLSearchParams {
  const kept = filterNames.flatMap((name) => {
    const value = query.get(name)?.trim() ?? "";
    return value === "" ? [] : [[name, value]];
  });
  return new URLSearchParams(kept);
}

/** The same filters with one of them set; an empty value takes it away. */
export function filteredBy(query: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set(name, value);
  return filtersOf(next);
}

interface ListPage {
  readonly limit?: number;
  readonly cursor?: string;
  readonly format?: "csv" | "jsonl";
}

/** Where the calls of these filters are: a page of them, or all of them as a file. */
export function callsPath(query: URLSearchParams, page: ListPage = {}): string {
  const asked = filtersOf(query);
  for (const [name, value] of Object.entries(page)) asked.set(name, String(value));
  const text = asked.toString();
  return `/v1/calls${text === "" ? "" : `?${text}`}`;
}
