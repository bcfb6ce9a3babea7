// Agent words: all that the agents of a field run say, which is the same for every server: twelve seconds without a pause,
// so that a silence of the agent is one.

import { joined, ownVoiceSaying } from "../../support/callers/callers.ts";
import { withoutPauses } from "../capacity/caller-script.ts";

const sentences = [
  "We are open every day from noon until eleven in the evening, and the kitchen takes its last orders at ten.",
  "On Fridays and Saturdays there is live music on the terrace, so please book your table early.",
];

export const agentText = sentences.join(" ");

/** Audio of each sentence in a voice of ours, 16 kHz. */
export async function agentVoice(): Promise<(text: string) => Int16Array> {
  const said = new Map<string, Int16Array>();
  for (const text of sentences) said.set(text, withoutPauses(await ownVoiceSaying("heart", text)));
  const all = joined(...said.values());
  return (text) => said.get(text.trim()) ?? all;
}
