// Routes of telephone calls: an account asks for calls, and sees what becomes of them.

import { Elysia, t } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import type { Planner } from "../../calls/call-plan.ts";
import {
  askForCall,
  callsOfAccount,
  cancelPhoneCall,
  getPhoneCall,
  type ShownCall,
} from "../../cloud/phone/account-phone-calls.ts";
import { numberToDial } from "../../cloud/phone/allowed-numbers.ts";
import type { SubjectIndex } from "../../cloud/subject-index.ts";
import type { Vault } from "../../cloud/vault.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";
import * as schemas from "./phone-schemas.ts";

export interface PhoneCallRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly planner: Pick<Planner, "asked">;
  readonly subjects: Pick<SubjectIndex, "hashFor" | "hashOf">;
  readonly changed: () => void;
}

const ringSeconds = 45;

export function phoneCallRoutes(options: PhoneCallRouteOptions) {
  return new Elysia({ name: "all-phone-calls" }).use(askRoute(options)).use(readRoutes(options));
}

function askRoute(options: PhoneCallRouteOptions) {
  const { store, clock, gate, vault, planner, subjects, changed } = options;
  return new Elysia({ name: "phone-calls" }).post(
    "/v1/phone/calls",
    async ({ request, body, set }) => {
      const accountId = gate.accountOf(request);
      const { number_id: numberId, to, context = {}, metadata = {}, window: when, retries } = body;
      const flowId = body.flow_id ?? null;
      // A missing flow is reported now, not when it is too late.
      if (flowId !== null) await planner.asked(flowId, accountId);
      const dialled = numberToDial(to) ?? to;
      const subjectHash =
        subjects.hashFor(accountId, body.subject, metadata) ?? subjects.hashOf(accountId, dialled);
      const call = await askForCall(store, vault, {
        accountId,
        numberId,
        to,
        flowId,
        context,
        metadata,
        subjectHash,
        keyId: (await gate.keyOf(request)) ?? null,
        voicemail: body.voicemail ?? "flow",
        ringMs: (body.ring_seconds ?? ringSeconds) * 1e3,
        attemptsMax: 1 + (retries?.max ?? 0),
        retryMs: (retries?.after_seconds ?? 0) * 1e3,
        from: when?.from === undefined ? undefined : Math.round(when.from * 1e3),
        until: when?.until === undefined ? undefined : Math.round(when.until * 1e3),
        by: gate.authorOf(request),
        at: clock.wall(),
      });
      changed();
      set.status = 202;
      return shown(call);
    },
    {
      body: standard(schemas.newCall),
      response: { 202: standard(schemas.call) },
      detail: operation({
        summary: "Start an outgoing call",
        description:
          "Dials as soon as the time window, the number's other calls and its registration allow. Credits for one minute are reserved before " +
          "dialling. The agent speaks only after a person or an answering machine was detected.",
        tag: "phone",
        access: "account",
        problems: [
          ...(["phone/not-found", "phone/not-allowed", "account/limit"] as const),
          ...(["flow/not-found", "flow/invalid"] as const),
        ],
      }),
    },
  );
}

function readRoutes({ store, clock, gate, vault }: PhoneCallRouteOptions) {
  return new Elysia({ name: "phone-calls-read" })
    .get(
      "/v1/phone/calls",
      async ({ request }) => (await callsOfAccount(store, vault, gate.accountOf(request))).map(shown),
      {
        response: { 200: standard(schemas.calls) },
        detail: operation({
          summary: "List outgoing calls",
          description: "The last 100 requested calls, newest first.",
          tag: "phone",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/phone/calls/:call_id",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), id: params.call_id };
        return shown(await getPhoneCall(store, vault, key));
      },
      {
        params: t.Object({ call_id: t.String() }),
        response: { 200: standard(schemas.call) },
        detail: operation({
          summary: "Read an outgoing call",
          description: "State of the call, and its outcome when it has ended.",
          tag: "phone",
          access: "account",
          problems: ["phone/call-not-found"],
        }),
      },
    )
    .delete(
      "/v1/phone/calls/:call_id",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), id: params.call_id };
        const doing = { by: gate.authorOf(request), at: clock.wall() };
        return shown(await cancelPhoneCall(store, vault, { ...key, ...doing }));
      },
      {
        params: t.Object({ call_id: t.String() }),
        response: { 200: standard(schemas.call) },
        detail: operation({
          summary: "Cancel an outgoing call",
          description:
            "Cancels a waiting call. Its outcome is cancelled. Hooks receive no event. " +
            "To stop a call that is already dialling or connected, end its session.",
          tag: "phone",
          access: "account",
          problems: ["phone/call-not-found", "phone/call-begun"],
        }),
      },
    );
}

function shown({ row, target }: ShownCall) {
  const { id, numberId, flowId, state, outcome, answeredBy, sessionId, attempts } = row;
  return {
    call_id: id,
    number_id: numberId,
    to: target.to,
    flow_id: flowId,
    state,
    attempts,
    outcome: outcome as never,
    answered_by: answeredBy as never,
    session_id: sessionId,
    next_at: state === "waiting" ? seconds(row.nextAt) : null,
    created_at: seconds(row.createdAt),
    ended_at: row.endedAt === null ? null : seconds(row.endedAt),
  };
}
