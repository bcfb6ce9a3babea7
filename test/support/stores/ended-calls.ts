// Ended calls: running and ended calls in a store, described by their differences.

import { expect } from "bun:test";
import type { NewSession, SessionPatch, StoredSessionEvent } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";

const accountId = "acc_1";
const home = "n1";
const noon = Date.UTC(2026, 10, 24, 12);

export interface Call {
  readonly id: string;
  readonly account?: string;
  readonly at?: number;
  readonly said?: readonly (readonly [type: string, data: StoredSessionEvent["data"]])[];
  readonly row?: Partial<NewSession>;
  readonly patch?: SessionPatch;
  readonly micros?: number;
}

let batches = 0;

/** Number of the next batch: each write has its own. */
export const nextBatch = (): number => (batches += 1);

export async function begun(
  store: Store,
  { id, account = accountId, at = noon, row, said = [] }: Call,
): Promise<void> {
  const facts = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
  const whole = { id, ...facts, home, at, ...row, accountId: account };
  expect(await store.sessions.begin({ row: whole, holdMicros: 100, keyId: undefined })).toBeUndefined();
  const events = said.map(([type, data], n) => ({ sessionId: id, atMs: n, type, data }));
  const patches = new Map<string, SessionPatch>([
    [id, { status: "running", firstConnectedAt: at, transport: "webrtc" }],
  ]);
  await store.sessions.write({ home, number: nextBatch(), rows: [], patches, events, snapshots: new Map() });
}

export async function ended(store: Store, call: Call): Promise<void> {
  const { id, account = accountId, at = noon, micros = 7 } = call;
  await begun(store, call);
  const patch = {
    status: "ended",
    endedAt: at + 60_000,
    endReason: "caller",
    connectedMs: 60_000,
    costMicros: micros,
    ...call.patch,
  } as const;
  const settling = { id, accountId: account, home, patch, totalMicros: micros, at, close: true };
  await store.sessions.settle([settling]);
}
