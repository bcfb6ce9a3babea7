// Routes of one call's details: its cost, and a test of its flow.

import { Elysia } from "elysia";
import type { CallKey, CallRow } from "../../../db/port/call-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { isAssistantId } from "../../cloud/account-assistant.ts";
import { getSession } from "../../cloud/stored-sessions.ts";
import type { Sessions } from "../../session/session-registry.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { entryOfLedger } from "./call-answer.ts";
import * as schemas from "./call-detail-schemas.ts";

export interface CallDetailOptions {
  readonly store: Pick<Store, "of">;
  readonly gate: Pick<Gate, "accountOf">;
  readonly sessions: Pick<Sessions, "flush">;
}

export function callDetailRoutes({ store, gate, sessions }: CallDetailOptions) {
  return new Elysia({ name: "call-details" })
    .get(
      "/v1/calls/:call_id/ledger",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.call_id };
        const entries = await store.of(key.accountId).calls.entries(key);
        // The cost outlives the record of the call.
        if (entries.length === 0) await findCall(store, key);
        return { entries: entries.map(entryOfLedger) };
      },
      {
        params: schemas.callParams,
        response: { 200: standard(schemas.ledgerAnswer) },
        detail: operation({
          summary: "Read the cost of a call",
          description:
            "The ledger entries of the call, in order. They are kept when the call's record is deleted.",
          tag: "credits",
          access: "account",
          problems: ["session/not-found"],
        }),
      },
    )
    .get(
      "/v1/calls/:call_id/test",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.call_id };
        await sessions.flush();
        const { row, events } = await getSession(store, key);
        const { accountId } = key;
        const { flowId } = row;
        const hasFlow = flowId !== null && !isAssistantId(flowId);
        const flow = hasFlow ? await store.of(accountId).flows.find({ accountId, flowId }) : undefined;
        const { testOfCall } = await import("../../session/recorded-call.ts");
        const test = hasFlow ? testOfCall(row, events, flow?.source ?? "") : undefined;
        if (test !== undefined) return { yaml: test.yaml, notes: [...test.notes] };
        const why = !hasFlow ? "The call has no flow." : "No transcript of the call is stored.";
        throw new Fault("session/no-test", why);
      },
      {
        params: schemas.callParams,
        response: { 200: standard(schemas.testAnswer) },
        detail: operation({
          summary: "Create a flow test from a call",
          description:
            "A test with the caller's words as inputs and the agent's texts and the outcome as assertions, with the time, the " +
            "context and the tools' answers of the call. In the flow of the call, the test passes.",
          tag: "sessions",
          access: "account",
          problems: ["session/not-found", "session/no-test"],
        }),
      },
    );
}

/** Throws `session/not-found`, also for another account's. */
export async function findCall(store: Pick<Store, "of">, key: CallKey): Promise<CallRow> {
  const call = await store.of(key.accountId).calls.find(key);
  if (call !== undefined) return call;
  throw new Fault("session/not-found", "There is no such call in this account. GET /v1/calls lists all.");
}
