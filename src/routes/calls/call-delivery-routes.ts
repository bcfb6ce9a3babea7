// Routes of a call's hook deliveries: list finished and pending ones, and send one now.

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
          summary: "List the hook deliveries of a call",
          description:
            "Finished deliveries, then waiting ones, in order. Bodies are kept as long " +
            "as the transcript and values of the call, up to 4,096 characters. The last 10,000 deliveries of an account are kept.",
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
          throw new Fault(
            "hook/delivery-not-found",
            "The delivery does not exist, or its body is no longer stored.",
          );
        if (hastened === "behind")
          throw new Fault(
            "hook/delivery-behind",
            "Events are delivered in order. Retry the first waiting delivery.",
          );
        set.status = 202;
        return "";
      },
      {
        params: schemas.deliveryParams,
        detail: operation({
          summary: "Retry a hook delivery now",
          description: "Sends a waiting delivery at once, or a finished delivery again.",
          tag: "sessions",
          access: "account",
          problems: ["hook/delivery-not-found", "hook/delivery-behind"],
          answer: { status: 202, says: "Sending started" },
        }),
      },
    );
}
