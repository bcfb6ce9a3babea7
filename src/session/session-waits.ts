// Session waits: how long a session waits for its client, and a client for its session.

/** From the start of a session to its first connection, in milliseconds. */
export const firstConnectMs = 5 * 60_000;
/** Time for a lost client to return, in milliseconds. */
export const graceMs = 30_000;
/** Longest wait of a call for warm speech. */
export const warmUpMsMax = 10_000;
/** Within this time a connection being answered has opened or failed. */
export const retryAfterSeconds = 15;
