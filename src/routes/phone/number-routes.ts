// Routes of numbers: extensions of a PBX at which an account's flows answer and call.

import { Elysia, t } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import type { Planner } from "../../calls/call-plan.ts";
import {
  changeNumber,
  createNumber,
  deleteNumber,
  type ShownNumber,
} from "../../cloud/phone/account-numbers.ts";
import { openLogin } from "../../cloud/phone/phone-seal.ts";
import type { Vault } from "../../cloud/vault.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";
import { checkText } from "../http/well-formed-text.ts";
import * as schemas from "./phone-schemas.ts";

export interface NumberRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly planner: Pick<Planner, "asked">;
  /** The numbers of this node look at what has changed. */
  readonly changed: () => void;
}

const params = t.Object({ number_id: t.String() });
const callsMax = 2;

export function numberRoutes(options: NumberRouteOptions) {
  return new Elysia({ name: "all-numbers" }).use(listRoutes(options)).use(singleRoutes(options));
}

function listRoutes({ store, clock, gate, vault, planner, changed }: NumberRouteOptions) {
  return new Elysia({ name: "numbers" })
    .post(
      "/v1/phone/numbers",
      async ({ request, body, set }) => {
        const { registrar, user, password, login_name: loginName = "" } = body;
        const { label = user, kind = "other", flow_id: flowId = null, dials = [] } = body;
        for (const [name, text] of Object.entries({ password, label, user })) checkText(text, `/${name}`);
        const wanted = { label, kind, flowId, dials, callsMax: body.calls_max ?? callsMax };
        if (flowId !== null) await planner.asked(flowId, gate.accountOf(request));
        const made = await createNumber(store, vault, {
          ...wanted,
          login: {
            registrar,
            user,
            loginName,
            password,
          },
          accountId: gate.accountOf(request),
          by: gate.authorOf(request),
          at: clock.wall(),
        });
        changed();
        set.status = 201;
        return shown(made);
      },
      {
        body: standard(schemas.newNumber),
        response: { 201: standard(schemas.number) },
        detail: operation({
          summary: "Connect a number",
          description:
            "Registers at a PBX or a trunk like a phone. The flow answers its calls. Login and password are " +
            "stored encrypted. Outgoing calls need prefixes in `dials`.",
          tag: "phone",
          access: "login",
          problems: ["account/limit", "flow/not-found", "flow/invalid"],
        }),
      },
    )
    .get(
      "/v1/phone/numbers",
      async ({ request }) => {
        const accountId = gate.accountOf(request);
        const rows = await store.of(accountId).phone.numbers(accountId);
        return rows.map((row) => shown({ row, login: openLogin(vault, row) }));
      },
      {
        response: { 200: standard(schemas.numbers) },
        detail: operation({
          summary: "List numbers",
          description: "Newest first, with registration states, without passwords.",
          tag: "phone",
          access: "account",
        }),
      },
    );
}

function singleRoutes({ store, clock, gate, vault, planner, changed }: NumberRouteOptions) {
  const doing = (request: Request, id: string) => ({
    accountId: gate.accountOf(request),
    id,
    by: gate.authorOf(request),
    at: clock.wall(),
  });
  return new Elysia({ name: "number" })
    .patch(
      "/v1/phone/numbers/:number_id",
      async ({ request, params, body }) => {
        const { registrar, user, password, login_name: loginName, label, kind, dials } = body;
        const login = present({ registrar, user, password, loginName });
        const settings = present({ label, kind, dials, flowId: body.flow_id, callsMax: body.calls_max });
        const set = { ...settings, ...(Object.keys(login).length > 0 && { login }) };
        if (typeof body.flow_id === "string") await planner.asked(body.flow_id, gate.accountOf(request));
        const number = await changeNumber(store, vault, { ...doing(request, params.number_id), set });
        changed();
        return shown(number);
      },
      {
        params,
        body: standard(schemas.numberChange),
        response: { 200: standard(schemas.number) },
        detail: operation({
          summary: "Change a number",
          description: "Absent fields keep their values. The number registers again, which ends its calls.",
          tag: "phone",
          access: "login",
          problems: ["phone/not-found", "flow/not-found", "flow/invalid"],
        }),
      },
    )
    .delete(
      "/v1/phone/numbers/:number_id",
      async ({ request, params, set }) => {
        const { accountId, id, ...by } = doing(request, params.number_id);
        await deleteNumber(store, { accountId, id }, by);
        changed();
        set.status = 204;
      },
      {
        params,
        detail: operation({
          summary: "Delete a number",
          description: "Ends its registration. Waiting calls are deleted.",
          tag: "phone",
          access: "login",
          problems: ["phone/not-found"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}

/** Fields without the undefined ones. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const all = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function shown({ row, login }: ShownNumber) {
  const { id, label, kind, flowId, dials, callsMax: most, phase, problem, stateAt, createdAt } = row;
  return {
    number_id: id,
    label,
    kind,
    registrar: login.registrar,
    user: login.user,
    login_name: login.loginName,
    flow_id: flowId,
    dials: [...dials],
    calls_max: most,
    state: phase ?? ("registering" as const),
    problem,
    state_at: stateAt === null ? null : seconds(stateAt),
    created_at: seconds(createdAt),
  };
}
