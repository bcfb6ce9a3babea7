// Schemas of contracts: the terms of flows' contracts and how they stand, in answers.

import { Type } from "typebox";
import { contractNames } from "../../flow/value/contract-terms.ts";

const standingFields = {
  name: Type.Enum([...contractNames]),
  bound: Type.Number({ description: "As the flow has it: milliseconds, a share from 0 to 1, or turns" }),
  value: Type.Union([Type.Number(), Type.Null()], {
    description: "Measured value; null: nothing to measure",
  }),
  samples: Type.Integer({ minimum: 0, description: "Number of answers, read-backs, requests or calls" }),
  state: Type.Enum(["held", "broken", "unmeasured"], {
    description: "unmeasured: there are too few samples",
  }),
};
export const standing = Type.Object(standingFields);
export const standingExample = {
  name: "answer_ms_p95",
  bound: 900,
  value: 640,
  samples: 212,
  state: "held",
} as const;

const since = Type.Union([Type.String(), Type.Null()], {
  description: "When it broke (RFC 3339, UTC); null: it is not broken",
});
const unit = Type.Enum(["ms", "share", "turns"], { description: "Unit of bound and value" });
const at = "2026-11-30T10:00:00.000Z";

export const flowContract = Type.Object(
  {
    flow_id: Type.String(),
    revision: Type.Integer({ minimum: 1 }),
    calls: Type.Integer({ minimum: 0, description: "Number of ended calls that were measured" }),
    terms: Type.Array(Type.Object({ ...standingFields, unit, since }), {
      description: "Terms of the contract of this revision; empty: it has none",
    }),
  },
  {
    examples: [
      {
        flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
        revision: 4,
        calls: 57,
        terms: [{ ...standingExample, value: 1_240, unit: "ms", state: "broken", since: at }],
      },
    ],
  },
);

export const brokenContracts = Type.Object(
  {
    broken: Type.Array(
      Type.Object({
        flow_id: Type.String(),
        flow_name: Type.String(),
        revision: Type.Integer({ minimum: 1, description: "The revision that calls get" }),
        name: Type.Enum([...contractNames]),
        since: Type.String({ description: "RFC 3339, UTC" }),
      }),
    ),
  },
  {
    examples: [
      {
        broken: [
          {
            flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
            flow_name: "Booking",
            revision: 4,
            name: "answer_ms_p95",
            since: at,
          },
        ],
      },
    ],
  },
);
