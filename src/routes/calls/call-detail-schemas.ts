// Schemas of one call's details: its ledger, its test, and its hook deliveries.

import { t } from "elysia";
import { Type } from "typebox";
import { orNull } from "../http/route-schema.ts";

const time = { description: "RFC 3339, in UTC" };

export const callParams = t.Object({ call_id: t.String({ maxLength: 64 }) });

export const deliveryParams = t.Object({
  call_id: t.String({ maxLength: 64 }),
  delivery_id: t.String({ pattern: "^[1-9][0-9]{0,14}$" }),
});

export const ledgerEntry = {
  id: Type.Integer(),
  at: Type.String(time),
  kind: Type.Enum(["grant", "hold", "settle", "release", "writeoff"], {
    description:
      "hold: reserved; settle: spent; release: reservation released; writeoff: used but not covered by credit",
  }),
  cents: Type.Number({ description: "US cents, exact to a millionth" }),
  note: orNull(Type.String()),
};

export const ledgerExample = {
  id: 41,
  at: "2026-11-20T10:00:00.250Z",
  kind: "hold",
  cents: 3,
  note: null,
} as const;

export const ledgerAnswer = Type.Object(
  { entries: Type.Array(Type.Object(ledgerEntry)) },
  { examples: [{ entries: [ledgerExample] }] },
);

export const testAnswer = Type.Object(
  {
    yaml: Type.String({ description: "YAML to paste into the flow, under `tests:`" }),
    notes: Type.Array(Type.String(), {
      description: "Values missing from the record, which you must add",
    }),
  },
  {
    examples: [
      {
        yaml: "tests:\n  - name: Tuesday at nine\n    script: [{says: When}, {user: Tuesday at nine}, {ends: booked}]\n",
        notes: [],
      },
    ],
  },
);

export const deliveriesAnswer = Type.Object(
  {
    deliveries: Type.Array(
      Type.Object({
        id: Type.String(),
        event: orNull(Type.String(), "null: encrypted with another master key"),
        hook_id: orNull(Type.String(), "null: the flow names the receiver"),
        url: Type.String(),
        attempts: Type.Integer({ description: "Number of attempts; failed attempts of a waiting delivery" }),
        status: Type.Enum(["delivered", "given_up", "waiting", "retrying", "behind"], {
          description: "behind: waits for an earlier delivery",
        }),
        last_error: orNull(Type.String(), "Why the delivery was given up; null for other states"),
        next_at: orNull(
          Type.String(),
          "Time of the next attempt; null if finished or behind another delivery",
        ),
        delivered_at: orNull(Type.String(), "null: not delivered"),
        can_retry: Type.Boolean({ description: "Whether it can be sent now or again" }),
      }),
    ),
  },
  {
    examples: [
      {
        deliveries: [
          {
            id: "17",
            event: "session.ended",
            hook_id: "hook_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
            url: "https://crm.example.com/hooks/voice",
            attempts: 2,
            status: "retrying",
            last_error: null,
            next_at: "2026-11-20T10:06:02.500Z",
            delivered_at: null,
            can_retry: true,
          } as const,
        ],
      },
    ],
  },
);
