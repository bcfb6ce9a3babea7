// Flow list: the flows that an account has stored, as GET /v1/flows lists them.

import { numberOf, textOf } from "./json-answer.ts";

export interface FlowListItem {
  readonly flowId: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
}

/** The flows in the body of an answer, newest first; empty when it is no list. */
export function flowsIn(body: unknown): readonly FlowListItem[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [];
  return entries.map((entry) => ({
    flowId: textOf(entry, "id") ?? "",
    name: textOf(entry, "name") ?? "",
    createdAt: numberOf(entry, "created_at") ?? 0,
  }));
}

/** The flows of the account that an access token belongs to; undefined when the server does not list them. */
export async function listFlows(token: string): Promise<readonly FlowListItem[] | undefined> {
  try {
    const response = await fetch("/v1/flows", { headers: { authorization: `Bearer ${token}` } });
    return response.ok ? flowsIn(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
