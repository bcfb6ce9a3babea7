// Session adoption: takes over another node's session, with everything needed to continue it.

import type { AdoptedSession, SessionPlace } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Plan, Planner } from "../calls/call-plan.ts";
import type { SessionToken } from "../cloud/stored-sessions.ts";
import { readMemory } from "../voice/flow/flow-memory.ts";
import { keyRevoked, sessionOver, sessionReplaced } from "./session-faults.ts";
import type { SessionFacts } from "./session-facts.ts";
import { readSnapshot, type SessionSnapshot, type SnapshotVault } from "./session-snapshot.ts";

export interface AdoptionOptions {
  readonly store: Pick<Store, "of" | "sessions">;
  readonly clock: Clock;
  readonly log: Log;
  readonly planner: Pick<Planner, "prepareAgain" | "plan">;
  readonly vault: SnapshotVault;
  readonly home: string;
  /**
   * Asks a session's node to release it: resolves when that node has released it, or is gone. Rejects with
   * the Fault that names the client's other target.
   */
  readonly elsewhere: (place: SessionPlace) => Promise<void>;
  /** Ends sessions of this node that cannot continue, like a crash. */
  readonly end: (sessionId: string) => Promise<void>;
}

/**
 * Session of an open place at another node. Rejects with `session/replaced` if a third node was faster, with
 * `session/over` if it cannot continue, and like `elsewhere`.
 */
export async function adopt(
  place: SessionPlace,
  token: SessionToken,
  options: AdoptionOptions,
): Promise<SessionFacts> {
  const { store, clock, log, home, elsewhere, end } = options;
  const { id, home: from } = place;
  await elsewhere(place);
  const adoptedSession = await store.sessions.adopt({ id, from, home, at: clock.wall() });
  if (adoptedSession === undefined) throw sessionReplaced();
  log.info("session.adopted", { session: id, from });
  try {
    return await factsOf(adoptedSession, token, options);
  } catch (error) {
    log.warn("session.not-adopted", { session: id, error });
    await end(id);
    throw error;
  }
}

async function factsOf(
  { row, snapshot: data, openMicros }: AdoptedSession,
  token: SessionToken,
  { store, planner, vault }: AdoptionOptions,
): Promise<SessionFacts> {
  const snapshot = readSnapshot(row.id, data, vault);
  if (snapshot === undefined) throw sessionOver();
  const { keyId, usesExamples, talk, record, direction, parties, link } = snapshot;
  const accountId = row.accountId ?? undefined;
  if (keyId !== undefined && accountId !== undefined && !(await store.of(accountId).keys.isLive(keyId)))
    throw keyRevoked();
  const asked = { mode: snapshot.mode, programId: row.flowId ?? undefined };
  const revision = row.flowRevision ?? undefined;
  const request = await planner.prepareAgain(asked, { accountId, revision });
  const { context, metadata } = snapshot.given ?? row;
  const whole = { context, metadata, record, direction, parties, link };
  const plan = planner.plan(request, { accountId, keyId }, whole);
  if (!isReadable(plan, snapshot)) throw sessionOver();
  return { id: row.id, plan, token, usesExamples, adopted: { row, openMicros, talk } };
}

/** A model's memory is always readable; a flow may have changed with its program. */
function isReadable({ program }: Plan, { talk }: SessionSnapshot): boolean {
  const memory = talk?.call?.memory;
  return program === undefined || memory === undefined || readMemory(memory, program) !== undefined;
}
