// Routes of hooks: an account's receivers of session events. The secret that signs them is shown once.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { hookUrlBytesMax, isHookUrlTooLong } from "../../base/hook-url.ts";
import type { Outbound } from "../../base/outbound-request.ts";
import type { HookEntry } from "../../../db/port/settings-store.ts";
import { createHook, deleteHook } from "../../cloud/account-hooks.ts";
import type { Vault } from "../../cloud/vault.ts";
import type { HookDelivery } from "../../hooks/delivery.ts";
import { subjectErasedName } from "../../hooks/subject-event.ts";
import { isHookEvent, namedEvents, sessionEvents } from "../../hooks/hook-event.ts";
import { newHookSecret } from "../../hooks/signature.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";

export interface HookRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly outbound: Pick<Outbound, "refusal">;
  readonly delivery: Pick<HookDelivery, "forget">;
}

const eventNames = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: 64,
  description: `${namedEvents.join(", ")}, events that flows emit, such as plan.chosen, and ${subjectErasedName}`,
});
const fields = {
  hook_id: Type.String(),
  url: Type.String(),
  events: eventNames,
  created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
};
const entryExample = {
  hook_id: "hook_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  url: "https://crm.example.com/hooks/voice",
  events: ["session.started", "session.ended", "plan.chosen"],
  created_at: 1_795_168_800.25,
};

const given = requestBody(
  {
    url: Type.String({ minLength: 1, maxLength: hookUrlBytesMax, description: "https, at a public address" }),
    events: Type.Optional(eventNames),
  },
  { examples: [{ url: entryExample.url, events: entryExample.events }] },
);
const created = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: "Verifies the signatures of Standard Webhooks that come with each event; shown this once",
    }),
  },
  { examples: [{ ...entryExample, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDBOSqYT5dQgk=" }] },
);
const listed = Type.Array(Type.Object(fields), { examples: [[entryExample]] });

export function hookRoutes({ store, clock, gate, vault, outbound, delivery }: HookRouteOptions) {
  const hooksOf = async (accountId: string) => (await store.of(accountId).hooks.list(accountId)).map(shown);
  return new Elysia({ name: "hooks" })
    .post(
      "/v1/hooks",
      async ({ request, body, set }) => {
        const { url, events = sessionEvents } = body;
        checkUrl(url, outbound);
        checkEvents(events);
        const secret = newHookSecret();
        const accountId = gate.accountOf(request);
        const made = { accountId, url, events, secret, at: clock.wall(), by: gate.authorOf(request) };
        const hook = await createHook(store, vault, made);
        set.status = 201;
        return { ...shown(hook), secret: secret.reveal() };
      },
      {
        body: standard(given),
        response: { 201: standard(created) },
        detail: operation({
          summary: "Create a hook",
          description:
            "Tells the address of each event of each session that begins from now on: at least once, in order for " +
            "each session, again for three days while it does not answer with a 2xx. The body is `{id, type, timestamp, " +
            "seq, data}`. `seq` counts a session's events from 1. `data` holds `session`, `flow`, `revision` and the " +
            "session's `metadata`; besides, `node` and `previous` (node.entered), `turn` with `number`, `caller` and " +
            "`agent` (turn.completed), `outcome`, `reason`, `duration_secs` and `outputs` (session.ended), `address`, " +
            "`whisper` and `summary` (session.transferring), `state`, `reason`, `summary` and `extracted` " +
            "(session.summarised, after session.ended), or `payload` (an event of the flow). Sensitive values are " +
            "masked. `subject.erased` is told only to a hook that asks for it: its " +
            "`data` holds `erasure` and up to 50 `sessions` that POST /v1/erasures deletes.  `webhook-id`, `webhook-timestamp` and " +
            "`webhook-signature` are those of Standard Webhooks.",
          tag: "sessions",
          access: "login",
          problems: ["account/limit"],
        }),
      },
    )
    .get("/v1/hooks", ({ request }) => hooksOf(gate.accountOf(request)), {
      response: { 200: standard(listed) },
      detail: operation({
        summary: "List hooks",
        description: "Newest first, without the secrets that sign.",
        tag: "sessions",
        access: "login",
      }),
    })
    .delete(
      "/v1/hooks/:hook_id",
      async ({ request, params, set }) => {
        const key = { accountId: gate.accountOf(request), id: params.hook_id };
        await deleteHook(store, key, { by: gate.authorOf(request), at: clock.wall() });
        await delivery.forget({ accountId: key.accountId, signer: key.id });
        set.status = 204;
      },
      {
        params: t.Object({ hook_id: t.String() }),
        detail: operation({
          summary: "Delete a hook",
          description: "It is told nothing more, not even what waits for it.",
          tag: "sessions",
          access: "login",
          problems: ["hook/not-found"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}

function shown({ id, url, events, createdAt }: HookEntry) {
  return { hook_id: id, url, events: [...events], created_at: seconds(createdAt) };
}

function checkUrl(url: string, outbound: Pick<Outbound, "refusal">): void {
  const detail = url.includes("{{")
    ? "The address of a hook is the same for all events: it has no {{ }}."
    : isHookUrlTooLong(url)
      ? `An address has at most ${hookUrlBytesMax} bytes.`
      : outbound.refusal(url);
  if (detail !== undefined) throw unfit("/url", detail);
}

function checkEvents(events: readonly string[]): void {
  const odd = events.findIndex((name) => !isHookEvent(name));
  if (odd < 0) return;
  const detail = `Must be one of ${namedEvents.join(", ")}, or an event of a flow such as plan.chosen.`;
  throw unfit(`/events/${odd}`, detail);
}

function unfit(pointer: string, detail: string): Fault {
  const message = `The body does not fit its schema at "${pointer}": ${detail}`;
  return new Fault("request/invalid", message, { errors: [{ pointer, detail }] });
}
