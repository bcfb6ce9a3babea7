// Session money: effects of sessions on the money of an account, each in one line, by the operations of the port.

import type { SessionPatch } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";

export interface SessionSpending {
  readonly accountId: string;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The node that all of these sessions are at. */
const home = "n1";

/** Begins the session with this held; false when there is not that much. */
export async function hold(
  { sessions }: Store,
  { accountId, sessionId, micros, at }: SessionSpending & { readonly micros: number },
): Promise<boolean> {
  const rest = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
  const row = { id: sessionId, accountId, home, at, ...rest };
  return (await sessions.begin({ row, holdMicros: micros, keyId: undefined })) === undefined;
}

/** Holds more, all of it or nothing; answers whether it could. */
export async function extend(
  { sessions }: Store,
  { accountId, sessionId, micros, at }: SessionSpending & { readonly micros: number },
): Promise<boolean> {
  const settling = { id: sessionId, accountId, home, patch: {}, totalMicros: 0, at, close: false };
  const [settled] = await sessions.settle([{ ...settling, extendMicros: micros }]);
  return settled?.extended === true;
}

/** Has cost so much so far; with `close` it is over. */
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
