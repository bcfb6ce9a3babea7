// Schemas of calls: their shapes in requests and answers of the searchable list, of one call and of figures.

import { t } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { subjectCharsMax } from "../../cloud/subject-index.ts";
import { troubles } from "../../../db/port/call-store.ts";
import { session } from "../call/session-schemas.ts";
import { orNull, requestBody } from "../http/route-schema.ts";

const time = { description: "RFC 3339, in UTC" };

/** Limit in UTF-16 units: a note is read beside the transcript, not instead of it. */
const noteCharsMax = 2_000;
const tagCharsMax = 40;
const tagsMax = 20;
const daysMax = 366;
const callsPerPageMax = 200;
const callsPerPageUsual = 50;
const wordsCharsMax = 200;

const callFields = {
  id: Type.String(),
  created_at: Type.String(time),
  started_at: orNull(Type.String(), "Time of the first connection"),
  ended_at: orNull(Type.String(), "null while the call runs"),
  status: Type.Enum(["waiting", "running", "ended"]),
  end_reason: orNull(Type.String()),
  flow_id: orNull(Type.String(), "Id of the flow or the assistant; null: the default assistant"),
  flow_name: orNull(Type.String(), "Current name of the flow; null: deleted or built in"),
  flow_revision: orNull(Type.Integer()),
  transport: orNull(Type.String(), "Transport of the first connection: websocket, webrtc, sip or asterisk"),
  direction: orNull(Type.String(), "inbound or outbound; null: unknown"),
  from_number: orNull(Type.String(), "Number of the caller; deleted with the call's values"),
  to_number: orNull(Type.String(), "Called number; deleted with the call's values"),
  duration_ms: Type.Integer({ description: "Connected time" }),
  outcome: orNull(Type.String(), "How the flow ended"),
  latency_p95_ms: orNull(
    Type.Integer(),
    "Response time from the end of the caller's speech to the first audio; null until the call ends",
  ),
  interruptions: orNull(
    Type.Integer(),
    "Number of replies that the caller did not hear to the end; null until the call ends",
  ),
  trouble: orNull(
    Type.Enum([...troubles]),
    "Problem of the call, even if it did not end the call: network, provider, tool, or other",
  ),
  cost_cents: Type.Number({ description: "US cents, to a millionth" }),
  tags: Type.Array(Type.String()),
  note: orNull(Type.String(), "Note about the call; deleted with the transcript"),
};

const callExample = {
  id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  created_at: "2026-11-20T10:00:00.250Z",
  started_at: "2026-11-20T10:00:01.000Z",
  ended_at: "2026-11-20T10:01:02.500Z",
  status: "ended",
  end_reason: "completed",
  flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  flow_name: "Booking",
  flow_revision: 4,
  transport: "sip",
  direction: "inbound",
  from_number: "+4930901820",
  to_number: "620",
  duration_ms: 61_500,
  outcome: "booked",
  latency_p95_ms: 820,
  interruptions: 1,
  trouble: null,
  cost_cents: 2.4,
  tags: ["follow-up"],
  note: null,
} as const;

export const call = Type.Object(callFields, { examples: [callExample] });

/** Beside streams, which have no schema. */
export const callListJson = {
  schema: Type.Object({
    calls: Type.Array(Type.Object(callFields)),
    next_cursor: orNull(Type.String(), "Cursor of the next page; null on the last page"),
  }),
  example: { calls: [callExample], next_cursor: "1795168800250.ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C" },
};

const [sessionExample] = (session as { readonly examples?: readonly object[] }).examples ?? [];
export const wholeCall = Type.Object(
  { ...session.properties, ...callFields },
  { examples: [{ ...sessionExample, ...callExample }] },
);

export const remarks = requestBody(
  {
    note: Type.Optional(orNull(Type.String({ maxLength: noteCharsMax }), "null: none")),
    tags: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: tagCharsMax,
          pattern: "^[^\\p{C}]+$",
          [mustBe]: "a word or several in one line",
        }),
        {
          maxItems: tagsMax,
          uniqueItems: true,
          description: "All tags of the call",
        },
      ),
    ),
  },
  { examples: [{ note: "Call back on Monday", tags: ["follow-up"] }] },
);

/** A day, or a moment with its zone. */
export const moment = "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?$";
export const momentWords = "a day such as 2026-11-20, or a moment with its zone such as 2026-11-20T10:00:00Z";
export const cursorPattern = "^[0-9]{1,15}\\.[\\w-]{1,64}$";
export const cursorWords = "the next_cursor of the previous page";
const word = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 128, description }));

// Unions, not enumerations: one of Elysia's that is absent becomes its first.
export const callQuery = t.Object({
  q: t.Optional(
    t.String({
      maxLength: wordsCharsMax,
      description:
        "Transcript contains all of these whole words, in any order. Masked and deleted words are not found",
    }),
  ),
  flow_id: word("Calls of this flow"),
  status: t.Optional(t.Union([t.Literal("waiting"), t.Literal("running"), t.Literal("ended")])),
  end_reason: word("Ended for this reason"),
  outcome: word("The flow ended with this outcome"),
  transport: word("Calls whose first connection used this transport"),
  direction: t.Optional(
    t.Union([t.Literal("inbound"), t.Literal("outbound")], { description: "Direction of the call" }),
  ),
  subject: t.Optional(
    t.String({
      minLength: 1,
      maxLength: subjectCharsMax,
      description: "Calls of this subject. For phone calls, the other side's number as it was given",
    }),
  ),
  tag: word("Calls with this tag"),
  failed: t.Optional(
    t.Union([t.Literal("true"), t.Literal("false")], {
      description:
        "true: ended for a reason other than completed, caller, idle, max_duration, revoked, dismissed or expired",
    }),
  ),
  trouble: t.Optional(
    t.Union([t.Literal("any"), ...troubles.map((kind) => t.Literal(kind))], {
      description: "Calls with this problem; any: with any problem",
    }),
  ),
  from: t.Optional(
    t.String({
      pattern: moment,
      [mustBe]: momentWords,
      description: "Created at this time or later: RFC 3339, or a day in UTC",
    }),
  ),
  to: t.Optional(
    t.String({ pattern: moment, [mustBe]: momentWords, description: "Created before this time" }),
  ),
  limit: t.Optional(
    t.String({
      pattern: `^([1-9][0-9]?|1[0-9]{2}|${callsPerPageMax})$`,
      [mustBe]: `a whole number from 1 to ${callsPerPageMax}`,
      description: `1 to ${callsPerPageMax}, default ${callsPerPageUsual}`,
    }),
  ),
  cursor: t.Optional(
    t.String({
      pattern: cursorPattern,
      [mustBe]: cursorWords,
      description: "next_cursor of the previous page",
    }),
  ),
  format: t.Optional(
    t.Union([t.Literal("json"), t.Literal("csv"), t.Literal("jsonl")], {
      description: "csv and jsonl stream all matching calls. Default: the Accept header",
    }),
  ),
});

const figures = {
  calls: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  minutes: Type.Number({ description: "Total connected time" }),
  cost_cents: Type.Number(),
  latency_p50_ms: orNull(Type.Integer(), "Of all answers of the day, accurate to 5 %"),
  latency_p95_ms: orNull(Type.Integer()),
};
const figuresExample = {
  calls: 312,
  succeeded: 309,
  failed: 3,
  minutes: 561.25,
  cost_cents: 1_402.5,
  latency_p50_ms: 540,
  latency_p95_ms: 910,
};

export const figuresAnswer = Type.Object(
  {
    now: Type.Object({ calls: Type.Integer({ description: "Running calls on all nodes" }) }),
    today: Type.Object(figures),
    days: Type.Array(Type.Object({ day: Type.String({ description: "Day in UTC" }), ...figures }), {
      description: "Calls that ended on each day, oldest first, including today",
    }),
  },
  {
    examples: [
      {
        now: { calls: 4 },
        today: figuresExample,
        days: [{ day: "2026-11-24", ...figuresExample }],
      },
    ],
  },
);

export const flowFigures = Type.Object(
  {
    flows: Type.Array(
      Type.Object({
        flow_id: orNull(Type.String(), "null: the default assistant"),
        flow_name: orNull(Type.String(), "null: deleted or built in"),
        calls: Type.Integer(),
        failed: Type.Integer(),
        minutes: Type.Number(),
        cost_cents: Type.Number(),
      }),
    ),
  },
  {
    examples: [
      {
        flows: [
          {
            flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
            flow_name: "Booking",
            calls: 312,
            failed: 3,
            minutes: 561.25,
            cost_cents: 1_402.5,
          },
        ],
      },
    ],
  },
);

export const figuresQuery = t.Object({
  days: t.Optional(
    t.String({
      pattern: "^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-6])$",
      [mustBe]: `a whole number from 1 to ${daysMax}`,
      description: `Number of days, including today: 1 to ${daysMax}, default 30`,
    }),
  ),
});
