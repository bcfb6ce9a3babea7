// Routes of secrets: an account's named secrets. Values go in and never come out.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { Secret } from "../../base/secret.ts";
import type { SecretEntry } from "../../../db/port/settings-store.ts";
import { deleteSecret, putSecret } from "../../cloud/account-secrets.ts";
import type { Vault } from "../../cloud/vault.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface SecretRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly vault: Vault;
}

const hosts = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  maxItems: 20,
  description: "Hosts that tools may send the secret to, as host or host:port. Empty: it can only sign hooks",
});
const example = { name: "BOOKING_KEY", hosts: ["booking.example.com"] };
const entry = Type.Object({ name: Type.String(), hosts }, { examples: [example] });
const list = Type.Array(entry, { examples: [[example]] });

const given = requestBody(
  {
    value: Type.String({ minLength: 1, maxLength: 4_096, description: "The value. It can never be read" }),
    hosts,
  },
  { examples: [{ value: "sk-0123456789abcdef", hosts: example.hosts }] },
);

const params = t.Object({
  name: t.String({ description: "Name of the secret in flows: letters, digits and _" }),
});
/** Form of a name in an expression of a flow. */
const nameForm = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

export function secretRoutes({ store, clock, gate, vault }: SecretRouteOptions) {
  const secretsOf = async (accountId: string) =>
    (await store.of(accountId).secrets.list(accountId)).map(shown);
  return new Elysia({ name: "secrets" })
    .get("/v1/secrets", ({ request }) => secretsOf(gate.accountOf(request)), {
      response: { 200: standard(list) },
      detail: operation({
        summary: "List secrets",
        description: "Names and allowed hosts, never values.",
        tag: "flows",
        access: "account",
      }),
    })
    .put(
      "/v1/secrets/:name",
      async ({ request, params, body }) => {
        const accountId = gate.accountOf(request);
        const { name } = params;
        checkName(name);
        checkText(body.value, "/value");
        const value = new Secret(body.value);
        const secret = { accountId, name, value, hosts: body.hosts, at: clock.wall() };
        const by = gate.authorOf(request);
        return shown(await putSecret(store, vault, { ...secret, by }));
      },
      {
        params,
        body: standard(given),
        response: { 200: standard(entry) },
        detail: operation({
          summary: "Set a secret",
          description: "Creates or replaces a secret for the account's tools and hooks.",
          tag: "flows",
          access: "login",
          problems: ["account/limit"],
        }),
      },
    )
    .delete(
      "/v1/secrets/:name",
      async ({ request, params, set }) => {
        const key = { accountId: gate.accountOf(request), name: params.name };
        await deleteSecret(store, key, { by: gate.authorOf(request), at: clock.wall() });
        set.status = 204;
      },
      {
        params,
        detail: operation({
          summary: "Delete a secret",
          description: "Tools that use the secret fail from now on.",
          tag: "flows",
          access: "login",
          problems: ["secret/not-found"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}

function shown({ name, hosts }: SecretEntry) {
  return { name, hosts: [...hosts] };
}

function checkName(name: string): void {
  if (nameForm.test(name)) return;
  const detail =
    "The name of a secret must be a letter, then at most 63 letters, digits and _, such as BOOKING_KEY.";
  throw new Fault("request/invalid", detail, { errors: [{ pointer: "/name", detail }] });
}
