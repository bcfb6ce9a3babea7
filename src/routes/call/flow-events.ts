// Route of session events: takes outside events, such as a payment, for a running session whose flow waits for them.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { Fault } from "../../base/fault.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { openPassToHome, type SessionHomeOptions } from "./session-home.ts";
import { sessionParams } from "./session-schemas.ts";

export interface EventRouteOptions extends SessionHomeOptions {
  readonly sessions: Pick<Sessions, "send" | "connectedMs">;
}

const dataBytesMax = 16 * 1_024;

const event = requestBody(
  {
    name: Type.String({
      maxLength: 64,
      pattern: "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$",
      [mustBe]:
        "a name of lower-case letters, digits and _, with parts separated by dots, such as payment.done",
      description: "Name of the event, such as payment.done",
    }),
    data: Type.Optional(
      Type.Unknown({ description: "Data for the flow; at most 16 KiB as JSON, 32 levels" }),
    ),
  },
  { examples: [{ name: "payment.done", data: { amount: 42 } }] },
);

export function eventRoutes(options: EventRouteOptions) {
  const { gate, sessions } = options;
  const passToHome = openPassToHome(options);
  return new Elysia({ name: "events" }).post(
    "/v1/sessions/:session_id/events",
    async ({ request, params, body, set }) => {
      const { name, data } = body;
      if (Buffer.byteLength(JSON.stringify(data ?? null)) > dataBytesMax) throw tooMuch();
      await passToHome(request, params.session_id, body);
      await sessions.send({ accountId: gate.accountOf(request), sessionId: params.session_id, name, data });
      set.status = 202;
    },
    {
      params: sessionParams,
      body: standard(event),
      detail: operation({
        summary: "Send an event to a session",
        description:
          "The flow receives the event when it waits for it. Until then, and before the call begins, the event is kept.",
        tag: "sessions",
        access: "account",
        problems: ["session/not-found", "session/over", "cluster/unreachable"],
        answer: { status: 202, says: "Passed to the call" },
      }),
    },
  );
}

function tooMuch(): Fault {
  const detail = `May have at most ${dataBytesMax / 1_024} KiB as JSON.`;
  return new Fault("request/invalid", `The body does not fit its schema at "/data": ${detail}`, {
    errors: [{ pointer: "/data", detail }],
  });
}
