// Phrases of an assistant: its fixed sentences, and requests to its model in the place of a caller's words.

import type { ErrorKind } from "../../providers/provider-contract.ts";

export const greet = "(The call begins. Greet the caller in one short sentence and ask how you can help.)";

export const spoken = {
  unreachable: "I am sorry, I could not reach my language model. Please try again.",
  busy: "I am sorry, my language model is busy right now. Please try again in a moment.",
  misconfigured:
    "I am sorry, my language model is not set up correctly. Please tell the people who run this service.",
  refused: "I am sorry, I cannot answer that.",
  nothing: "I am sorry, I have no answer to that. Could you say it differently?",
  broken: "I am sorry, I lost the connection to my language model. Please ask again.",
  gaveUp: "I am sorry, my language model still does not answer. Please call again later. Goodbye.",
  goodbye: "Goodbye.",
  unheard: "Sorry, I did not understand that. Could you say it again?",
  unheardAgain: "I still did not catch that. Could you say it in other words?",
  there: "Are you still there?",
  silent: "I do not hear you any more, so I will hang up. Goodbye.",
} as const;

export const apologies: Record<ErrorKind, string> = {
  transient: spoken.unreachable,
  cancelled: spoken.unreachable,
  session_limit: spoken.unreachable,
  rate_limit: spoken.busy,
  auth: spoken.misconfigured,
  quota: spoken.misconfigured,
  bad_input: spoken.misconfigured,
  unsupported: spoken.misconfigured,
  content: spoken.refused,
};

/** For a model that speaks itself: a fixed sentence would be said in another voice. */
export const requests = {
  there: "(The caller is silent. Ask in a few words whether they are still there.)",
  silent: "(The caller is still silent. Say in one short sentence that you hang up, and goodbye.)",
  again: "(The connection was lost for a moment. Say your last words again.)",
} as const;
