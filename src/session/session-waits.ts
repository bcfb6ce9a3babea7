// Session waits: how long a session waits for its client, and its client for it.

/** From the start of a session to its first connection. */
export const firstConnectMs = 5 * 60_000;
/** How long a client that is lost may take to come back. */
export const graceMs = 30_000;
/** How long a call waits for speech to be warm. */
export const warmUpMsMax = 10_000;
/** After this many seconds a connection that is being answered has opened or failed. */
export const retryAfterSeconds = 15;
