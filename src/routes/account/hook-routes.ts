// Routes of hooks: an account's receivers of session events. The secret that signs them is shown once.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { withScheme } from "../../base/words/typed-address.ts";
import { hookUrlBytesMax, isHookUrlTooLong } from "../../base/hook-url.ts";
import type { Outbound } from "../../base/outbound/outbound-request.ts";
import type { HookEntry } from "../../../db/port/settings-store.ts";
import { changeHook, createHook, deleteHook, findHook } from "../../hooks/account-hooks.ts";
import { type AuditTrail, entryOf } from "../../cloud/audit-trail.ts";
import type { Vault } from "../../cloud/vault.ts";
import type { HookDelivery } from "../../hooks/delivery.ts";
import { budgetReachedName } from "../../hooks/budget-watch.ts";
import { contractEvents } from "../../hooks/contract-watch.ts";
import { hookTestName, testHook } from "../../hooks/hook-test.ts";
import { phoneEndedName } from "../../hooks/phone-event.ts";
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
  readonly outbound: Pick<Outbound, "refusal" | "send">;
  readonly trail: Pick<AuditTrail, "append">;
  readonly delivery: Pick<HookDelivery, "forget">;
}

const eventNames = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: 64,
  description: `${namedEvents.join(", ")}, events that flows emit, such as plan.chosen, ${subjectErasedName}, ${budgetReachedName}, ${contractEvents.broken}, ${contractEvents.held} and ${phoneEndedName}`,
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
    url: Type.String({
      minLength: 1,
      maxLength: hookUrlBytesMax,
      description: "https URL at a public address",
    }),
    events: Type.Optional(eventNames),
  },
  { examples: [{ url: entryExample.url, events: entryExample.events }] },
);
const change = requestBody(
  { url: Type.Optional(given.properties.url), events: Type.Optional(eventNames) },
  { examples: [{ events: ["session.ended"] }] },
);
const shownHook = Type.Object(fields, { examples: [entryExample] });
const tested = Type.Object(
  {
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: "Status of the HTTP response; null: no response",
    }),
    took_ms: Type.Integer(),
    says: Type.String({ description: "Start of the response body, or the reason of the failure" }),
  },
  { examples: [{ status: 204, took_ms: 85, says: "" }] },
);
const created = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: "Secret for the Standard Webhooks signatures of the events. It is returned only here",
    }),
  },
  { examples: [{ ...entryExample, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDBOSqYT5dQgk=" }] },
);
const listed = Type.Array(Type.Object(fields), { examples: [[entryExample]] });

/** All routes of hooks. */
export function hookRoutes(options: HookRouteOptions) {
  return new Elysia({ name: "all-hooks" })
    .use(listRoutes(options))
    .use(singleRoutes(options))
    .use(testRoute(options));
}

function listRoutes({ store, clock, gate, vault, outbound }: HookRouteOptions) {
  const hooksOf = async (accountId: string) => (await store.of(accountId).hooks.list(accountId)).map(shown);
  return new Elysia({ name: "hooks" })
    .post(
      "/v1/hooks",
      async ({ request, body, set }) => {
        const { events = sessionEvents } = body;
        const url = withScheme(body.url);
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
            "Sends the events of all new sessions to the URL: at least once, in order within " +
            "a session, with retries for three days until the answer is 2xx. The body is `{id, type, timestamp, " +
            "seq, data}`. `seq` counts a session's events from 1. `data` holds `session`, `flow`, `revision` and the " +
            "session's `metadata`, and by event: `node` and `previous` (node.entered), `turn` with `number`, `caller` and " +
            "`agent` (turn.completed), `outcome`, `reason`, `duration_secs` and `outputs` (session.ended), `address`, " +
            "`whisper` and `summary` (session.transferring), `state`, `reason`, `summary` and `extracted` " +
            "(session.summarised, after session.ended), or `payload` (an event of the flow). Sensitive values are " +
            "masked. Three events are sent only to hooks that list them. `subject.erased`: its " +
            "`data` holds `erasure` and up to 50 `sessions` that POST /v1/erasures deletes. `budget.reached`: its " +
            "`data` holds `month`, `percent` (80 or 100), `spent_usd_cents` and `monthly_usd_cents`. `phone.ended`, for each call of POST /v1/phone/calls: its `data` holds " +
            "`call`, `number`, `session`, `outcome`, `answered_by` and `attempts`. `webhook-id`, `webhook-timestamp` and " +
            "`webhook-signature` follow Standard Webhooks.",
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
        description: "Newest first, without signing secrets.",
        tag: "sessions",
        access: "login",
      }),
    });
}

const hookParams = t.Object({ hook_id: t.String() });

function testRoute({ store, clock, gate, vault, outbound, trail }: HookRouteOptions) {
  return new Elysia({ name: "hook-test" }).post(
    "/v1/hooks/:hook_id/test",
    async ({ request, params }) => {
      const accountId = gate.accountOf(request);
      const key = { accountId, id: params.hook_id };
      const { hook, secret } = await findHook(store, vault, key);
      const act = { accountId, at: clock.wall(), action: "hook.tested" as const, target: hook.id };
      await trail.append(entryOf(gate.authorOf(request), act));
      const {
        status = null,
        tookMs,
        says,
      } = await testHook({ accountId, hook, secret, signal: request.signal }, { clock, outbound });
      return { status, took_ms: tookMs, says };
    },
    {
      params: hookParams,
      response: { 200: standard(tested) },
      detail: operation({
        summary: "Test a hook",
        description: `Sends one signed \`${hookTestName}\` event, also to a hook that does not list it, and returns the receiver's answer. There is no retry.`,
        tag: "sessions",
        access: "login",
        limit: "check",
        problems: ["hook/not-found"],
      }),
    },
  );
}

function singleRoutes({ store, clock, gate, outbound, delivery }: HookRouteOptions) {
  const keyOf = (request: Request, id: string) => ({ accountId: gate.accountOf(request), id });
  const doing = (request: Request) => ({ by: gate.authorOf(request), at: clock.wall() });
  return new Elysia({ name: "hook" })
    .patch(
      "/v1/hooks/:hook_id",
      async ({ request, params, body }) => {
        const { events } = body;
        const url = body.url === undefined ? undefined : withScheme(body.url);
        if (url !== undefined) checkUrl(url, outbound);
        if (events !== undefined) checkEvents(events);
        const key = keyOf(request, params.hook_id);
        return shown(await changeHook(store, key, { url, events, ...doing(request) }));
      },
      {
        params: hookParams,
        body: standard(change),
        response: { 200: standard(shownHook) },
        detail: operation({
          summary: "Change a hook",
          description:
            "Absent fields keep their values. The secret does not change. Running sessions keep the old settings.",
          tag: "sessions",
          access: "login",
          problems: ["hook/not-found"],
        }),
      },
    )
    .delete(
      "/v1/hooks/:hook_id",
      async ({ request, params, set }) => {
        const key = keyOf(request, params.hook_id);
        await deleteHook(store, key, doing(request));
        await delivery.forget({ accountId: key.accountId, signer: key.id });
        set.status = 204;
      },
      {
        params: hookParams,
        detail: operation({
          summary: "Delete a hook",
          description: "The hook receives no more events. Waiting deliveries are dropped.",
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
    ? "The URL of a hook cannot contain {{ }}."
    : isHookUrlTooLong(url)
      ? `A URL may have at most ${hookUrlBytesMax} bytes.`
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
