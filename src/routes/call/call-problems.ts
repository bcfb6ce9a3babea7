// Why a call does not begin, whichever way it is asked for.

/** No place for it on this server. */
export const noRoom = ["calls/limit", "calls/draining", "speech/unavailable"] as const;

/** Not with this flow, or not for this account. */
export const notForYou = [
  "flow/not-found",
  "flow/invalid",
  "flow/too-slow",
  "flow/busy",
  "credits/empty",
  "session/limit",
] as const;

export const cannotBegin = [...notForYou, "session/over", ...noRoom] as const;
