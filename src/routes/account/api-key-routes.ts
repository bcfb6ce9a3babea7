// Routes of API keys: create, list and revoke those of an account.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import type { KeyEntry } from "../../../db/port/account-store.ts";
import { createKey, revokeKey } from "../../cloud/api-keys.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { optional, requestBody, standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";

export interface KeyRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  /** Called with each revoked key: work begun with it ends. */
  readonly ended: (keyId: string) => void;
}

const fields = {
  key_id: Type.String(),
  label: Type.String(),
  prefix: Type.String({ description: "First characters of the key, to recognise it" }),
  created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
};
const entryExample = {
  key_id: "key_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  label: "production",
  prefix: "vfk_4fJq81ZX",
  created_at: 1_795_168_800.25,
};

const created = Type.Object(
  { key: Type.String({ description: "The key itself. It is returned only here" }), ...fields },
  { examples: [{ key: "vfk_4fJq81ZXc7Tn2Lw0pVbY6sKdHg3RmA9eUi5oQx1B", ...entryExample }] },
);
const listed = Type.Array(
  Type.Object({ ...fields, last_used_at: Type.Union([Type.Number(), Type.Null()]) }),
  { examples: [[{ ...entryExample, last_used_at: 1_795_172_400.5 }]] },
);

const labelCharsMax = 100;
const labelQuery = t.Object({
  label: t.Optional(
    t.String({ maxLength: labelCharsMax, description: 'The purpose of the key. Without it: "default"' }),
  ),
});
/** Other addresses accept every field of the body. */
const labelBody = requestBody(
  {
    label: Type.Optional(
      Type.String({ maxLength: labelCharsMax, description: "Instead of that in the query" }),
    ),
  },
  { examples: [{ label: "production" }] },
);

export function keyRoutes({ store, clock, gate, ended }: KeyRouteOptions) {
  return new Elysia({ name: "keys" })
    .post(
      "/auth/api-keys",
      async ({ request, query, body, set }) => {
        set.status = 201;
        const label = query.label ?? body?.label ?? "default";
        const accountId = gate.accountOf(request);
        const wanted = { accountId, label, at: clock.wall(), by: gate.authorOf(request) };
        const { key, ...entry } = await createKey(store, wanted);
        return { key, ...shown(entry) };
      },
      {
        query: labelQuery,
        body: optional(standard(labelBody)),
        response: { 201: standard(created) },
        detail: operation({
          summary: "Create an API key",
          description: "The key is returned only in this answer.",
          tag: "accounts",
          access: "login",
          limit: "auth",
          problems: ["account/limit"],
        }),
      },
    )
    .get(
      "/auth/api-keys",
      async ({ request }) => {
        const accountId = gate.accountOf(request);
        return (await store.of(accountId).keys.list(accountId)).map((entry) => ({
          ...shown(entry),
          last_used_at: entry.lastUsedAt === null ? null : seconds(entry.lastUsedAt),
        }));
      },
      {
        response: { 200: standard(listed) },
        detail: operation({
          summary: "List API keys",
          description: "API keys that are not revoked, newest first.",
          tag: "accounts",
          access: "login",
          limit: "auth",
        }),
      },
    )
    .delete(
      "/auth/api-keys/:key_id",
      async ({ request, params, set }) => {
        const key = { accountId: gate.accountOf(request), keyId: params.key_id, at: clock.wall() };
        await revokeKey(store, { ...key, by: gate.authorOf(request) });
        ended(params.key_id);
        set.status = 204;
      },
      {
        params: t.Object({ key_id: t.String() }),
        detail: operation({
          summary: "Revoke an API key",
          description: "The key stops working at once. Sessions started with it end.",
          tag: "accounts",
          access: "login",
          limit: "auth",
          problems: ["account/key-not-found"],
          answer: { status: 204, says: "Revoked" },
        }),
      },
    );
}

function shown({ id, label, prefix, createdAt }: KeyEntry) {
  return { key_id: id, label, prefix, created_at: seconds(createdAt) };
}
