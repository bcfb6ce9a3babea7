// Routes of a call's hook deliveries: finished ones, waiting ones, and sending one now.

import { Elysia } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import type { HookDelivery } from "../../hooks/delivery.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { doneOf, waitingOf } from "./call-answer.ts";
import { findCall } from "./call-detail-routes.ts";
import * as schemas from "./call-detail-schemas.ts";

export interface CallDeliveryOptions {
  readonly store: Pick<Store, "of">;
  readonly gate: Pick<Gate, "accountOf">;
  readonly delivery: Pick<HookDelivery, "waitingOf" | "doneOf" | "hasten">;
}

export function callDeliveryRoutes({ store, gate, delivery }: CallDeliveryOptions) {
  return new Elysia({ name: "call-deliveries" })
    .get(
      "/v1/calls/:call_id/deliveries",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.call_id };
        await findCall(store, key);
        const done = (await delivery.doneOf(key)).map(doneOf);
        return { deliveries: [...done, ...(await delivery.waitingOf(key)).map(waitingOf)] };
      },
      {
        params: schemas.callParams,
        response: { 200: standard(schemas.deliveriesAnswer) },
        detail: operation({
          summary: "List hook deliveries of a call",
          description:
            "Those that were taken or given up, then those that wait, each in their order. What was sent is kept as long " +
            "as the words and the values of its call, and up to 4,096 characters; of an account the last 10,000 are known.",
          tag: "sessions",
          access: "account",
          problems: ["session/not-found"],
        }),
      },
    )
    .post(
      "/v1/calls/:call_id/deliveries/:delivery_id/retry",
      async ({ request, params, set }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.call_id };
        const hastened = await delivery.hasten({ ...key, id: Number(params.delivery_id) });
        if (hastened === "missing")
          throw new Fault("hook/delivery-not-found", "It never existed, or its body is no longer stored.");
        if (hastened === "behind")
          throw new Fault("hook/delivery-behind", "Events arrive in order: retry the first waiting one.");
        set.status = 202;
        return "";
      },
      {
        params: schemas.deliveryParams,
        detail: operation({
          summary: "Retry a hook delivery now",
          description: "Sends it at once instead of at its next attempt; a finished one, once more.",
          tag: "sessions",
          access: "account",
          problems: ["hook/delivery-not-found", "hook/delivery-behind"],
          answer: { status: 202, says: "It is being sent" },
        }),
      },
    );
}
