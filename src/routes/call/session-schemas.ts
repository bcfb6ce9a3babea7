// Schemas of sessions: their shapes in requests and answers.

import { t } from "elysia";
import { type Static, Type } from "typebox";
import { subjectCharsMax } from "../../cloud/subject-index.ts";
import { requestBody } from "../http/route-schema.ts";

const anything = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description: `${description}; at most 16 KiB as JSON` });

const sessionId = "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C";

export const newSession = requestBody(
  {
    flow_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "Id of a flow or an assistant. Default: the default assistant",
      }),
    ),
    context: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 64,
        description:
          "Sets the flow's variables of the same names before it starts. Expressions can read all of it as " +
          "`context.key`; at most 64 keys and 16 KiB as JSON",
      }),
    ),
    metadata: Type.Optional(anything("Kept with the session and passed to hooks unchanged")),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: subjectCharsMax,
        description:
          "Id of the caller, such as a phone number. It is stored as a keyed hash, by which /v1/export and " +
          "/v1/erasures find the session. Default: `metadata.subject`",
      }),
    ),
    direction: Type.Optional(
      Type.Enum(["inbound", "outbound"], {
        description:
          "Direction of the call. A flow reads it as `session.direction`. In an outbound call, it can also react to an answering machine. Default: inbound",
      }),
    ),
    record: Type.Optional(
      Type.Boolean({
        description:
          "Whether to record the call, for GET /v1/sessions/{session_id}/recording and `replay`. Default: RECORD of the server",
      }),
    ),
  },
  {
    examples: [
      {
        flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
        context: { first_name: "Ada" },
        metadata: { campaign: "autumn" },
      },
    ],
  },
);

export const started = Type.Object(
  {
    session_token: Type.String({ description: "Opens the WebSocket. It is returned only here" }),
    ws_url: Type.String(),
    transport: Type.Literal("websocket"),
    credits_remaining: Type.Integer({ description: "The balance in US cents, rounded down" }),
    held_usd_cents: Type.Integer({
      description: "Part of the balance reserved for running sessions, including this one; rounded up",
    }),
    session_id: Type.String(),
    warnings: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
      description: "JSON pointers of context keys that the flow never reads",
    }),
  },
  {
    examples: [
      {
        session_token: "vst_JDyLq0x2mEw6pRz7uVb1cN8sK4tH3gA9fY5iO0lQkXM",
        ws_url: "wss://voice.example/v1/ws/vst_JDyLq0x2mEw6pRz7uVb1cN8sK4tH3gA9fY5iO0lQkXM",
        transport: "websocket",
        credits_remaining: 200,
        held_usd_cents: 3,
        session_id: sessionId,
        warnings: [],
      } as const,
    ],
  },
);

const text = Type.Union([Type.String(), Type.Null()]);

const entry = {
  session_id: Type.String(),
  token_prefix: Type.String({ description: "Empty for a call at /ws or /offer, which has no token" }),
  flow_id: Type.Union([Type.String(), Type.Null()], {
    description: "Id of the flow or the assistant; null: the default assistant",
  }),
  started_at: Type.Number(),
  ended_at: Type.Union([Type.Number(), Type.Null()], { description: "null while it runs" }),
  duration_secs: Type.Number({ description: "Connected time" }),
};

const entryExample = {
  session_id: sessionId,
  token_prefix: "vst_JDyLq0x2",
  flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  started_at: 1_795_168_800.25,
  ended_at: 1_795_168_861.75,
  duration_secs: 61.5,
};

const transcriptEntry = Type.Object({
  role: Type.Enum(["caller", "agent"]),
  at_secs: Type.Number({ description: "Seconds since the call began" }),
  text: Type.String({ description: "Text as recognised, or as heard by the caller" }),
  by: Type.Optional(Type.Enum(["voice", "text", "keys"], { description: "Kind of the caller's input" })),
  interrupted: Type.Optional(
    Type.Boolean({ description: "true: the caller interrupted, and the text is the part that was heard" }),
  ),
  unanswered: Type.Optional(
    Type.Literal(true, { description: "true: spoken during the agent's goodbye and not answered" }),
  ),
});

const milliseconds = Type.Optional(Type.Number());
const latency = Type.Object(
  {
    turn: Type.Integer(),
    end_of_turn_ms: milliseconds,
    ended_by: Type.Optional(
      Type.String({
        description:
          "Why the turn ended: `yes-or-no`, `answer`, `complete`, `may-grow`, `lacks-digits`, `unfinished`, " +
          "`finished`, `plain`, `recogniser-over`, `recogniser-probably-over`, " +
          "`model-over`, `patience` or `too-long`",
      }),
    ),
    words_ms: milliseconds,
    text_ms: milliseconds,
    audio_ms: milliseconds,
  },
  { description: "Milliseconds since the caller's last speech" },
);

const tool = Type.Object({
  name: Type.String({ description: "Name of the tool in the flow" }),
  at_secs: Type.Number({ description: "Time of the tool call in seconds since the call began" }),
  seconds: Type.Number({
    description: "Duration of all attempts. A tool that changes data may outlast the call",
  }),
  ok: Type.Boolean(),
  failure: Type.Optional(
    Type.String({
      description:
        "Kind of failure: timeout, network, blocked, invalid_response, http_4xx, http_5xx, or cancelled (the call no longer needed the result)",
    }),
  ),
  example: Type.Optional(
    Type.Boolean({
      description:
        "true: an example service inside this server answered for a host below example.com. No request was sent",
    }),
  ),
});

const transfer = Type.Object({
  address: Type.String({ description: "Target address that the client received" }),
  at_secs: Type.Number({ description: "Time of the request to the client in seconds since the call began" }),
  whisper: Type.Optional(Type.String({ description: "Message for the person who answers" })),
  summary: Type.Optional(Type.String({ description: "Summary of the call for that person" })),
  returned_at_secs: Type.Optional(
    Type.Number({ description: "Time of the caller's return, if the flow continues afterwards" }),
  ),
  lost: Type.Optional(
    Type.Literal(true, {
      description: "The server that waited for the answer crashed. The flow continued without the answer",
    }),
  ),
});

const supervision = Type.Object({
  action: Type.Enum(["listened", "said", "transferred", "ended"], {
    description: "listened: started to listen to both sides. The other values are the requested actions",
  }),
  at_secs: Type.Number(),
});

const onEnd = Type.Object(
  {
    state: Type.Enum(["pending", "done", "failed"], {
      description: "pending: the call or its summary is in progress; failed: there will be no summary",
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description:
        "Kind of failure: model, time, credits, shutdown, or call (the transcript is gone); null: the server crashed",
    }),
    summary: Type.Union([Type.String(), Type.Null()]),
    extracted: Type.Record(Type.String(), Type.Unknown(), {
      description: "Values by the names in the flow's on_end; null: not found in the call",
    }),
  },
  { description: "The retention deletes summary and values together with the transcript" },
);

const usageItem = Type.Object({
  kind: Type.Enum(["stt", "tts", "llm"]),
  provider: Type.String(),
  model: Type.String(),
  unit: Type.String({ description: "Billing unit, such as chars, audio_ms or output_tokens" }),
  amount: Type.Number(),
  own_key: Type.Boolean({
    description: "true: the account's own key was used, and the provider charges the account",
  }),
  cost_usd_cents: Type.Number({ description: "Deducted from credits, to a millionth of a cent" }),
});

const providerFailure = Type.Object({
  kind: Type.Enum(["stt", "tts", "llm"]),
  provider: Type.String({ description: "Name from the provider catalog" }),
  at_secs: Type.Number({ description: "Time of the reaction since the call began" }),
  error: Type.String({
    description:
      "auth: the key was rejected; quota: no credit left at the provider; or rate_limit, transient, session_limit, bad_input, content, unsupported",
  }),
  own_key: Type.Boolean({ description: "true: the account's own key was used" }),
  action: Type.Enum(["retried", "fell_back", "gave_up"]),
  to: Type.Optional(Type.String({ description: "Provider that replaced the failed one" })),
  attempts: Type.Integer({
    description: "Number of failed attempts; 0: not tried, because it had just failed in another session",
  }),
  message: Type.String(),
});

/** One use of a provider, as in the session's row. */
export type StoredUsageItem = Omit<Static<typeof usageItem>, "cost_usd_cents"> & {
  readonly cost_micros: number;
};

export const sessionList = Type.Array(Type.Object(entry), { examples: [[entryExample]] });

export const session = Type.Object(
  {
    ...entry,
    status: Type.Enum(["waiting", "running", "ended"]),
    outcome: Type.Union([Type.String(), Type.Null()], { description: "How the flow ended" }),
    end_reason: text,
    context: Type.Record(Type.String(), Type.Unknown()),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    transcript: Type.Array(transcriptEntry),
    latency: Type.Array(latency),
    tools: Type.Array(tool, { description: "Tool calls, ordered by their end" }),
    transfers: Type.Array(transfer, {
      description: "Transfers. `outcome` shows whether the last transfer was answered",
    }),
    supervision: Type.Array(supervision, {
      description: "Actions of account members during the session; GET /v1/audit names the member",
    }),
    on_end: Type.Union([onEnd, Type.Null()], {
      description: "Summary and values that the flow's on_end requests; null: none",
    }),
    provider_failures: Type.Array(providerFailure, {
      description: "Failures of recogniser, voice and language model, with the reactions",
    }),
    failures: Type.Array(
      Type.Object({ at_secs: Type.Number(), code: Type.String(), message: Type.String() }),
      { description: "Other failures, such as one that ended the call" },
    ),
    usage: Type.Object({
      connected_secs: Type.Number(),
      turns: Type.Integer({ description: "Of the caller" }),
      tts_characters: Type.Integer({ description: "Text for the voice" }),
      items: Type.Array(usageItem, {
        description: "Usage of providers, and its cost for the server's keys",
      }),
    }),
    cost_usd_cents: Type.Number({ description: "Exact cost. Balances are rounded down" }),
  },
  {
    examples: [
      {
        ...entryExample,
        status: "ended",
        outcome: "booked",
        end_reason: "completed",
        context: { first_name: "Ada" },
        metadata: { campaign: "autumn" },
        transcript: [
          { role: "agent", at_secs: 0.2, text: "Hello. For which day?" },
          { role: "caller", at_secs: 3.1, text: "friday", by: "voice" },
        ],
        latency: [
          { turn: 1, end_of_turn_ms: 300, ended_by: "answer", words_ms: 320, text_ms: 321, audio_ms: 360 },
        ],
        tools: [{ name: "find_slots", at_secs: 3.2, seconds: 0.41, ok: true }],
        on_end: { state: "done", reason: null, summary: "Booked for Friday.", extracted: { guests: 4 } },
        transfers: [],
        supervision: [{ action: "listened", at_secs: 12.4 }],
        provider_failures: [
          {
            kind: "llm",
            provider: "openai",
            at_secs: 3.4,
            error: "auth",
            own_key: true,
            action: "fell_back",
            to: "groq",
            attempts: 1,
            message: 'Your key was rejected by "openai", so "groq" continues',
          },
        ],
        failures: [],
        usage: {
          connected_secs: 61.5,
          turns: 1,
          tts_characters: 21,
          items: [
            {
              kind: "tts",
              provider: "cartesia",
              model: "sonic-3.5",
              unit: "chars",
              amount: 21,
              own_key: false,
              cost_usd_cents: 0.105,
            },
          ],
        },
        cost_usd_cents: 3.1,
      },
    ],
  },
);

export const sessionParams = t.Object({ session_id: t.String() });
