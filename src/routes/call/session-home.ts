// Session home: passes requests about a running session to its node.

import type { Store } from "../../../db/port/store.ts";
import type { Sessions } from "../../session/session-registry.ts";
import type { Forwarding } from "../cluster/forwarding.ts";
import type { Gate } from "../http/auth.ts";

export interface SessionHomeOptions {
  readonly gate: Pick<Gate, "accountOf">;
  readonly sessions: Pick<Sessions, "connectedMs">;
  readonly store: Pick<Store, "of">;
  /** Absent if there are no other nodes. */
  readonly forwarding?: Pick<Forwarding, "toHome"> | undefined;
}

/** Resolves if the request has to be answered here; see `Forwarding`. */
export type PassToHome = (request: Request, sessionId: string, body?: unknown) => Promise<void>;

export function openPassToHome({ gate, sessions, store, forwarding }: SessionHomeOptions): PassToHome {
  return async (request, sessionId, body) => {
    if (forwarding === undefined || sessions.connectedMs(sessionId) !== undefined) return;
    const accountId = gate.accountOf(request);
    const session = await store.of(accountId).sessions.find({ accountId, sessionId });
    const { home = null, endedAt = null } = session?.row ?? {};
    if (home !== null && endedAt === null) await forwarding.toHome(request, home, body);
  };
}
