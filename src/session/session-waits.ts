// Session waits: how long a session waits for its client, and its client for it.

/** From the start of a session to its first connection. */
export const firstConnectMs = 5 * 60_000;
/** Time for a lost client to return. */
export const graceMs = 30_000;
/** Longest wait of a call for warm speech. */
export const warmUpMsMax = 10_000;
/** By then a connection being answered has opened or failed. */
export const retryAfterSeconds = 15;
