// Session money: effects of sessions on the money of an account, each in one line, by the operations of the port.

import type { SessionPatch } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";

export interface SessionSpending {
  readonly accountId: string;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The node of all these sessions. */
const home = "n1";

/** Begins the session with a hold; false if the account has too little. */
export async function hold(
  { sessions }: Store,
  { accountId, sessionId, micros, at }: SessionSpending & { readonly micros: number },
): Promise<boolean> {
  const rest = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
  const row = { id: sessionId, accountId, home, at, ...rest };
  return (await sessions.begin({ row, holdMicros: micros, keyId: undefined })) === undefined;
}

/** Extends the hold, whole or not at all; returns whether it could. */
export async function extend(
  { sessions }: Store,
  { accountId, sessionId, micros, at }: SessionSpending & { readonly micros: number },
): Promise<boolean> {
  const settling = { id: sessionId, accountId, home, patch: {}, totalMicros: 0, at, close: false };
  const [settled] = await sessions.settle([{ ...settling, extendMicros: micros }]);
  return settled?.extended === true;
}

/** Settles the cost so far; with `close` the session is over. */
export async function settle(
  { sessions }: Store,
  {
    sessionId: id,
    patch = {},
    ...settling
  }: SessionSpending & {
    readonly totalMicros: number;
    readonly close: boolean;
    readonly patch?: SessionPatch;
  },
): Promise<void> {
  await sessions.settle([{ id, home, patch, ...settling }]);
}
