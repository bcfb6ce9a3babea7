// Route of the audit log: entries of an account, for its logins.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import type { AuditRow } from "../../../db/port/audit-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { secretTag } from "../../cloud/account-secrets.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { orNull, standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";

export interface AuditRouteOptions {
  readonly store: Pick<Store, "of">;
  readonly gate: Pick<Gate, "accountOf">;
}

const limitUsual = 50;
const entry = Type.Object({
  id: Type.String(),
  at: Type.Number({ description: "Seconds since the Unix epoch" }),
  actor: Type.Object({
    kind: Type.String({ description: "user, key, operator or system" }),
    id: orNull(Type.String({ description: "Id of the account or the API key" })),
    address: orNull(Type.String({ description: "IP address, as far as LOG_ADDRESSES allows" })),
  }),
  action: Type.String({ description: "Such as login, key.made or recording.played" }),
  target: orNull(Type.String({ description: "Id of the changed object" })),
  target_name: Type.Optional(Type.String({ description: "Name of a secret that still exists" })),
  request_id: orNull(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
  hash: Type.String({ description: "SHA-256 of the entry and the hash of the previous entry" }),
});
const page = Type.Object(
  {
    entries: Type.Array(entry),
    next_cursor: orNull(Type.String({ description: "Cursor of the next page; null on the last page" })),
  },
  {
    examples: [
      {
        entries: [
          {
            id: "aud_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
            at: 1_795_168_800.25,
            actor: { kind: "user", id: "acc_01JD5V2Q0X4T8N6M3R7W9Y1Z5K", address: "203.0.113.0/24" },
            action: "secret.set",
            target: "secret_9f86d081884c7d65",
            target_name: "BOOKING_KEY",
            request_id: "2d7f5a0e-6b0c-4f0e-9d0a-3f6f7f6f2a11",
            details: { count: 1 },
            hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          },
        ],
        next_cursor: "41",
      },
    ],
  },
);

export function auditRoutes({ store, gate }: AuditRouteOptions) {
  return new Elysia({ name: "audit" }).get(
    "/v1/audit",
    async ({ request, query }) => {
      const accountId = gate.accountOf(request);
      const limit = Number(query.limit ?? limitUsual);
      const before = query.cursor === undefined ? undefined : Number(query.cursor);
      const wanted = { chain: accountId, before, order: "down", limit } as const;
      const { audit, secrets } = store.of(accountId);
      const rows = await audit.page(wanted);
      const secretEntries = await secrets.list(accountId);
      const names = new Map(secretEntries.map(({ name }) => [secretTag({ accountId, name }), name]));
      const last = rows.at(-1)?.number ?? 1;
      return {
        entries: rows.map((row) => auditEntryOf(row, names.get(row.target ?? ""))),
        next_cursor: last > 1 ? String(last) : null,
      };
    },
    {
      query: t.Object({
        limit: t.Optional(
          t.String({
            pattern: "^([1-9][0-9]?|1[0-9]{2}|200)$",
            [mustBe]: "a whole number from 1 to 200",
            description: `1 to 200, default ${limitUsual}`,
          }),
        ),
        cursor: t.Optional(
          t.String({
            pattern: "^[1-9][0-9]{0,14}$",
            [mustBe]: "the next_cursor of the previous page",
            description: "next_cursor of the previous page",
          }),
        ),
      }),
      response: { 200: standard(page) },
      detail: operation({
        summary: "Read the audit log",
        description: "Audit log of this account, newest first. Entries are never changed and never deleted.",
        tag: "accounts",
        access: "login",
      }),
    },
  );
}

/** `name`: of the secret that it is about. */
export function auditEntryOf(row: AuditRow, name?: string) {
  return {
    id: row.id,
    at: seconds(row.at),
    actor: { kind: row.actorKind, id: row.actorId, address: row.actorAddress },
    action: row.action,
    target: row.target,
    ...(name === undefined ? {} : { target_name: name }),
    request_id: row.requestId,
    details: JSON.parse(row.details) as Record<string, unknown>,
    hash: row.hash,
  };
}
