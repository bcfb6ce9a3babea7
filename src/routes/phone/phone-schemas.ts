// Schemas of the telephone: numbers and calls in requests and answers.

import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { subjectCharsMax } from "../../cloud/subject-index.ts";
import { requestBody } from "../http/route-schema.ts";
import { momentWords } from "../http/seconds.ts";

const kinds = ["fritzbox", "3cx", "freepbx", "asterisk", "trunk", "other"] as const;
const secondsMax = 120;

const flow = Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Null()], {
  description: "Flow or assistant of its calls; null: the account's default assistant",
});
const dials = Type.Array(Type.String({ minLength: 1, maxLength: 16 }), {
  maxItems: 50,
  description:
    "Prefixes of numbers that may be called, such as +49, 0 or **6. Empty: no outgoing calls. Expensive ranges, such as " +
    "+49900, must be listed separately",
});
const settings = {
  label: Type.String({ maxLength: 100, description: "Name for your lists" }),
  kind: Type.Enum(kinds, { description: "Kind of PBX. The console names its fields accordingly" }),
  registrar: Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      "Address of the PBX or trunk, such as fritz.box or pbx.example:5060;transport=tcp. Default transport: UDP",
  }),
  user: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Extension or number, such as 620",
  }),
  login_name: Type.String({
    maxLength: 64,
    description: "Login name, if it differs from the extension",
  }),
  flow_id: flow,
  dials,
  calls_max: Type.Integer({
    minimum: 1,
    maximum: 50,
    description: "Maximum number of simultaneous outgoing calls",
  }),
};
const password = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "The password. It can never be read",
});

const example = {
  label: "Reception",
  kind: "fritzbox",
  registrar: "fritz.box",
  user: "620",
  login_name: "620",
  flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  dials: ["+49"],
  calls_max: 2,
};

export const newNumber = requestBody(
  {
    registrar: settings.registrar,
    user: settings.user,
    password,
    login_name: Type.Optional(settings.login_name),
    label: Type.Optional(settings.label),
    kind: Type.Optional(settings.kind),
    flow_id: Type.Optional(flow),
    dials: Type.Optional(dials),
    calls_max: Type.Optional(settings.calls_max),
  },
  {
    examples: [{ registrar: "fritz.box", user: "620", password: "correct horse", flow_id: example.flow_id }],
  },
);

export const numberChange = requestBody(
  {
    registrar: Type.Optional(settings.registrar),
    user: Type.Optional(settings.user),
    password: Type.Optional(password),
    login_name: Type.Optional(settings.login_name),
    label: Type.Optional(settings.label),
    kind: Type.Optional(settings.kind),
    flow_id: Type.Optional(flow),
    dials: Type.Optional(dials),
    calls_max: Type.Optional(settings.calls_max),
  },
  { examples: [{ dials: ["+49", "**6"] }] },
);

const state = Type.Enum(["registering", "registered", "refused", "away"], {
  description: "refused: the PBX rejects the registration; away: the PBX does not answer",
});
const problem = Type.Union([Type.String(), Type.Null()], {
  description: "Reason why the number is not registered",
});
const at = (description: string) =>
  Type.Number({ description: `${description}, in seconds since the Unix epoch`, [mustBe]: momentWords });
const maybeAt = (description: string) => Type.Union([at(description), Type.Null()]);

const numberExample = {
  number_id: "num_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  ...example,
  state: "registered",
  problem: null,
  state_at: 1_795_168_801.5,
  created_at: 1_795_168_800.25,
};

export const number = Type.Object(
  {
    number_id: Type.String(),
    ...settings,
    kind: Type.String(),
    state,
    problem,
    state_at: maybeAt("Start of the state"),
    created_at: at("Creation time"),
  },
  {
    examples: [numberExample],
  },
);
export const numbers = Type.Array(number, { examples: [[numberExample]] });

const dictionary = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const newCall = requestBody(
  {
    number_id: Type.String({ minLength: 1, maxLength: 64, description: "Number to call from" }),
    to: Type.String({ minLength: 1, maxLength: 64, description: "Number to call, as the PBX dials it" }),
    flow_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "Flow or assistant. Default: that of the number",
      }),
    ),
    context: Type.Optional(dictionary("As in POST /v1/sessions")),
    metadata: Type.Optional(dictionary("Kept with the session and passed to hooks unchanged")),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: subjectCharsMax,
        description: "Subject of the call. Default: `metadata.subject`, then the called number",
      }),
    ),
    window: Type.Optional(
      Type.Object(
        {
          from: Type.Optional(at("Earliest time of the call")),
          until: Type.Optional(at("Time after which no attempt starts")),
        },
        { additionalProperties: false, description: "Time window. Default: now, for one hour" },
      ),
    ),
    retries: Type.Optional(
      Type.Object(
        {
          max: Type.Integer({ minimum: 0, maximum: 10 }),
          after_seconds: Type.Integer({ minimum: 30, maximum: 86_400 }),
        },
        {
          additionalProperties: false,
          description: "Retries if the number is busy or does not answer. Default: none",
        },
      ),
    ),
    ring_seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: secondsMax, description: "Default 45" })),
    voicemail: Type.Optional(
      Type.Enum(["flow", "hang_up"], {
        description: "At an answering machine: run the flow's handler, or hang up",
      }),
    ),
  },
  {
    examples: [
      {
        number_id: "num_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
        to: "+49 30 901820",
        context: { first_name: "Ada" },
        retries: { max: 2, after_seconds: 600 },
      },
    ],
  },
);

const outcomes = [
  "answered",
  "voicemail",
  "busy",
  "no_answer",
  "declined",
  "unreachable",
  "forbidden",
  "cancelled",
  "failed",
  "no_credit",
  "expired",
] as const;

const callExample = {
  call_id: "call_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  number_id: "num_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  to: "+4930901820",
  flow_id: example.flow_id,
  state: "ended",
  outcome: "answered",
  answered_by: "human",
  session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  attempts: 1,
  next_at: null,
  created_at: 1_795_168_800.25,
  ended_at: 1_795_168_861.5,
};

export const call = Type.Object(
  {
    call_id: Type.String(),
    number_id: Type.String(),
    to: Type.String(),
    flow_id: Type.Union([Type.String(), Type.Null()]),
    state: Type.Enum(["waiting", "dialling", "ringing", "talking", "ended"]),
    outcome: Type.Union([Type.Enum([...outcomes]), Type.Null()], {
      description: "Outcome of the call or its last attempt",
    }),
    answered_by: Type.Union([Type.Enum(["human", "machine"]), Type.Null()]),
    session_id: Type.Union([Type.String(), Type.Null()], { description: "Session of the last attempt" }),
    attempts: Type.Integer(),
    next_at: maybeAt("Time of the next attempt, while the call is waiting"),
    created_at: at("Time of the request"),
    ended_at: maybeAt("End of the call"),
  },
  {
    examples: [callExample],
  },
);
export const calls = Type.Array(call, { examples: [[callExample]] });

const asteriskExample = {
  call: "7d1c3f6e-2b0a-4c57-9d0e-3a9f1f6f2c11",
  session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
};

export const asteriskCall = Type.Object(
  {
    call: Type.String({ description: "Secret that opens the session, once and only for Asterisk" }),
    session_id: Type.String(),
  },
  { examples: [asteriskExample] },
);
