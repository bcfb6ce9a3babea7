// Agent choices: the flows and assistants of the account, for fields that accept either.

import { request } from "../page/api-request.ts";
import { words } from "./console-words.ts";
import { useAnswer } from "./use-answer.ts";

export type AgentChoices = readonly (readonly [id: string, name: string])[];

/** Flows first; the names of assistants are marked as such. */
export function useAgents(): AgentChoices {
  const flows = useAnswer(request("GET /v1/flows")).body ?? [];
  const { assistants = [] } = useAnswer(request("GET /v1/assistants")).body ?? {};
  return [
    ...flows.map(({ id, name }) => [id, name] as const),
    ...assistants.map(({ assistant_id, name }) => [assistant_id, words.assistants.named(name)] as const),
  ];
}
