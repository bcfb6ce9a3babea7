// Agent choices: the flows and assistants of the account, for fields that take either.

import { assistantsIn, flowsIn } from "../page/flow-list.ts";
import { words } from "./console-words.ts";
import { useAnswer } from "./use-answer.ts";

export type AgentChoices = readonly (readonly [id: string, name: string])[];

/** Flows first; the names of assistants say that they are assistants. */
export function useAgents(): AgentChoices {
  const flows = flowsIn(useAnswer("/v1/flows").body);
  const assistants = assistantsIn(useAnswer("/v1/assistants").body);
  return [
    ...flows.map(({ flowId, name }) => [flowId, name] as const),
    ...assistants.map(({ flowId, name }) => [flowId, words.assistants.named(name)] as const),
  ];
}
