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
            "The entries of the ledger that are about it, in their order; they outlive the call's record.",
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
        const why = !hasFlow ? "It has no flow." : "Nothing that was said is kept of it.";
        throw new Fault("session/no-test", why);
      },
      {
        params: schemas.callParams,
        response: { 200: standard(schemas.testAnswer) },
        detail: operation({
          summary: "Make a flow test of a call",
          description:
            "What its caller said as inputs, what the agent said and how the flow ended as assertions, with the time, the " +
            "context and the tools' answers that it had: put into its flow, it passes.",
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
  throw new Fault("session/not-found", "There is no such call in this account: GET /v1/calls lists them.");
}
