// Flow list: the flows and assistants of an account, as the server lists them.

import { listOf, numberOf, textOf } from "./json-answer.ts";

export interface FlowListItem {
  /** Id of a flow or an assistant. */
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

/** The same of assistants. */
export function assistantsIn(body: unknown): readonly FlowListItem[] {
  return listOf(body, "assistants").map((entry) => ({
    flowId: textOf(entry, "assistant_id") ?? "",
    name: textOf(entry, "name") ?? "",
    createdAt: numberOf(entry, "created_at") ?? 0,
  }));
}

export const isAssistantId = (flowId: string): boolean => flowId.startsWith("asst_");

/** The flows and assistants of an access token's account; undefined when the server does not list them. */
export async function listAgents(token: string): Promise<readonly FlowListItem[] | undefined> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
    if (response.ok) return await response.json();
    throw new Error(`${path}: ${response.status}`);
  };
  try {
    const [flows, assistants] = await Promise.all([read("/v1/flows"), read("/v1/assistants")]);
    return [...flowsIn(flows), ...assistantsIn(assistants)];
  } catch {
    return undefined;
  }
}
