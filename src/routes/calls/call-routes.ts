// Routes of a call: read it with all its data, and write people's notes on it.

import { Elysia } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { getSession } from "../../cloud/stored-sessions.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { wholeOf } from "../call/session-answer.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { callOf } from "./call-answer.ts";
import { type CallDeliveryOptions, callDeliveryRoutes } from "./call-delivery-routes.ts";
import { callDetailRoutes, findCall } from "./call-detail-routes.ts";
import { callParams } from "./call-detail-schemas.ts";
import { type CallListOptions, callListRoutes, figureRoutes } from "./call-list-routes.ts";
import * as schemas from "./call-schemas.ts";

export interface CallRouteOptions extends CallListOptions, CallDeliveryOptions {
  readonly store: Pick<Store, "of">;
  readonly gate: Pick<Gate, "accountOf">;
  readonly sessions: Pick<Sessions, "flush" | "connectedMs">;
}

/** All routes of a call. */
export function callRoutes(options: CallRouteOptions) {
  const { store, gate, sessions } = options;
  return new Elysia({ name: "calls" })
    .use(callListRoutes(options))
    .use(figureRoutes(options))
    .use(callDetailRoutes(options))
    .use(callDeliveryRoutes(options))
    .get(
      "/v1/calls/:call_id",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.call_id };
        await sessions.flush();
        const [call, { row, events }] = await Promise.all([findCall(store, key), getSession(store, key)]);
        return { ...wholeOf(row, { events, sessions }), ...callOf(call, options) };
      },
      {
        params: callParams,
        response: { 200: standard(schemas.wholeCall) },
        detail: operation({
          summary: "Read a call",
          description: "The call as in the list, with the answer of GET /v1/sessions/{session_id}.",
          tag: "sessions",
          access: "account",
          problems: ["session/not-found"],
        }),
      },
    )
    .patch(
      "/v1/calls/:call_id",
      async ({ request, params, body }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.call_id };
        const note = body.note === "" ? null : body.note;
        const done = await store.of(key.accountId).calls.remark(key, { note, tags: body.tags });
        if (done === "expired")
          throw new Fault(
            "session/words-expired",
            "The note cannot be saved, because the retention has deleted the call's transcript.",
          );
        return callOf(await findCall(store, key), options);
      },
      {
        params: callParams,
        body: standard(schemas.remarks),
        response: { 200: standard(schemas.call) },
        detail: operation({
          summary: "Set tags and note of a call",
          description: "Absent fields keep their values.",
          tag: "sessions",
          access: "account",
          problems: ["session/not-found", "session/words-expired"],
        }),
      },
    );
}
