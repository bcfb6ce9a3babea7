// Flow list: the flows and assistants of an account, as the server lists them.

import { type ApiAnswer, request } from "./api-request.ts";
import { answerTo } from "./send-request.ts";

/** A flow or an assistant; `created_at`: epoch seconds. */
export type FlowListItem = Pick<ApiAnswer<"GET /v1/flows">[number], "id" | "name" | "created_at">;

export const isAssistantId = (flowId: string): boolean => flowId.startsWith("asst_");

/** The flows and assistants of an access token's account; undefined when the server does not list them. */
export async function listAgents(token: string): Promise<readonly FlowListItem[] | undefined> {
  try {
    const [flows, { assistants }] = await Promise.all([
      answerTo(request("GET /v1/flows"), { token }),
      answerTo(request("GET /v1/assistants"), { token }),
    ]);
    return [...flows, ...assistants.map(({ assistant_id, ...agent }) => ({ ...agent, id: assistant_id }))];
  } catch {
    return undefined;
  }
}
