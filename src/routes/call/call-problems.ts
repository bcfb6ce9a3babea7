// Problems of call requests: reasons why a call does not begin, with the same words on each route.

/** Codes that mean: no room for the call on this server. */
export const noRoom = ["calls/limit", "calls/draining", "speech/unavailable"] as const;

/** Codes that mean: not possible with this flow, or for this account. */
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
