// Call entry: a call in the list of GET /v1/calls, and the filters of that list. Pure.

import { type ApiAnswer, type ApiRequest, request } from "../../page/api-request.ts";

/** The fields of a listed call, which each record of a call has, too. */
export type CallEntry = Pick<
  ApiAnswer<"GET /v1/calls/:call_id">,
  keyof ApiAnswer<"GET /v1/calls">["calls"][number]
>;
export type Trouble = NonNullable<CallEntry["trouble"]>;

/** Kinds of trouble in a call, the worst first. */
export const troubles = ["network", "provider", "tool", "other"] as const satisfies readonly Trouble[];

/** Number of the other side; null: none, or withheld. */
export function otherNumber({ direction, from_number, to_number }: CallEntry): string | null {
  return direction === "outbound" ? to_number : from_number;
}

/** Result of a call at a glance. `waiting`: its session has begun, and no caller is connected yet. */
export type CallMood = "waiting" | "live" | "good" | "plain" | "bad";

/** Ends without a fault; the server's filter `failed` leaves them out, too. */
const plainEnds = ["caller", "idle", "max_duration", "revoked", "dismissed", "expired"];

export function moodOf({ status, end_reason }: Pick<CallEntry, "status" | "end_reason">): CallMood {
  if (status === "waiting") return "waiting";
  if (status !== "ended") return "live";
  if (end_reason === "completed") return "good";
  return end_reason === null || plainEnds.includes(end_reason) ? "plain" : "bad";
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

/** The same filters with one of them set; an empty value removes it. */
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

/** Requests the calls of these filters: a page of them, or all of them as a file. */
export function callsRequest(
  query: URLSearchParams,
  page: ListPage = {},
): ApiRequest<ApiAnswer<"GET /v1/calls">> {
  return request("GET /v1/calls", { ...Object.fromEntries(filtersOf(query)), ...page });
}
