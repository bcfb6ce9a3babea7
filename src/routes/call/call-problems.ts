// Problems of call requests: why a call does not begin, with the same words on each route that asks for one.

/** No place for it on this server. */
export const noRoom = ["calls/limit", "calls/draining", "speech/unavailable"] as const;

/** Not with this flow, or not for this account. */
export const notForYou = [
  "flow/not-found",
  "flow/invalid",
  "flow/too-slow",
  "flow/busy",
  "assistant/not-found",
  "assistant/invalid",
  "provider/unusable",
  "credits/empty",
  "credits/over-budget",
  "session/limit",
] as const;

export const cannotBegin = [...notForYou, "session/over", ...noRoom] as const;
