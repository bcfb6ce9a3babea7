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
        description: "Id of a flow or an assistant. Without it the default assistant answers",
      }),
    ),
    context: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 64,
        description:
          "Fills the flow's variables of the same names before it starts, and its expressions read the rest as " +
          "`context.key`; at most 64 keys and 16 KiB as JSON",
      }),
    ),
    metadata: Type.Optional(anything("Kept with the session and passed to hooks unchanged")),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: subjectCharsMax,
        description:
          "Whom the session is about, such as a phone number: kept as a keyed hash, by which /v1/export and " +
          "/v1/erasures find it; without it `metadata.subject` is",
      }),
    ),
    direction: Type.Optional(
      Type.Enum(["inbound", "outbound"], {
        description:
          "Who has called: a flow reads it as `session.direction`, and of an outbound call it may learn that an answering " +
          "machine has picked up; without it inbound",
      }),
    ),
    record: Type.Optional(
      Type.Boolean({
        description:
          "Whether the whole call is recorded, for GET /v1/sessions/{session_id}/recording and `replay`; without it " +
          "RECORD of the deployment decides",
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
    session_token: Type.String({ description: "Opens the WebSocket; shown only here" }),
    ws_url: Type.String(),
    transport: Type.Literal("websocket"),
    credits_remaining: Type.Integer({ description: "The balance in US cents, rounded down" }),
    held_usd_cents: Type.Integer({
      description: "Of the balance, set aside for sessions that run, this one among them; rounded up",
    }),
    session_id: Type.String(),
    warnings: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
      description: "Keys of the context that nothing in the flow reads, by their JSON pointers",
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
  token_prefix: Type.String({ description: "Empty for a call of the engine, which has no token" }),
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
  text: Type.String({ description: "As it was heard" }),
  by: Type.Optional(Type.Enum(["voice", "text", "keys"], { description: "Form of the caller's input" })),
  interrupted: Type.Optional(Type.Boolean({ description: "The caller interrupted; this is the heard part" })),
  unanswered: Type.Optional(
    Type.Literal(true, { description: "Spoken over the agent's last words, after which it hung up" }),
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
          "Why that silence was enough: `yes-or-no`, `answer`, `complete`, `may-grow`, `lacks-digits`, `unfinished`, " +
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
  name: Type.String({ description: "As the flow calls it" }),
  at_secs: Type.Number({ description: "When it was called, in seconds since the call began" }),
  seconds: Type.Number({
    description: "Duration with all attempts; one with changes may outlast the call",
  }),
  ok: Type.Boolean(),
  failure: Type.Optional(
    Type.String({
      description:
        "Why it is not ok: timeout, network, blocked, invalid_response, http_4xx or http_5xx; cancelled: no request waited for it any more",
    }),
  ),
  example: Type.Optional(
    Type.Boolean({
      description:
        "Nothing was sent: an example service inside this server answered for a host below example.com",
    }),
  ),
});

const transfer = Type.Object({
  address: Type.String({ description: "As the client was given it" }),
  at_secs: Type.Number({ description: "When the client was asked, in seconds since the call began" }),
  whisper: Type.Optional(Type.String({ description: "Message to the person who takes over" })),
  summary: Type.Optional(Type.String({ description: "Subject of the call, for that person" })),
  returned_at_secs: Type.Optional(
    Type.Number({ description: "When the caller was back, where the flow continues then" }),
  ),
  lost: Type.Optional(
    Type.Literal(true, {
      description: "The server that waited for its answer died: the flow continued without it",
    }),
  ),
});

const supervision = Type.Object({
  action: Type.Enum(["listened", "said", "transferred", "ended"], {
    description: "listened: has heard both sides from then on; the others are as they are asked for",
  }),
  at_secs: Type.Number(),
});

const onEnd = Type.Object(
  {
    state: Type.Enum(["pending", "done", "failed"], {
      description:
        "pending: the call is running, or its summary is in progress; failed: there will be no summary",
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description:
        "Why it failed: model, time, credits, shutdown, or call: the words are not known any more; null when the server that made it crashed",
    }),
    summary: Type.Union([Type.String(), Type.Null()]),
    extracted: Type.Record(Type.String(), Type.Unknown(), {
      description: "Values by the names of the flow's on_end; null where the call has none",
    }),
  },
  { description: "Summary and values are words: they go with the transcript" },
);

const usageItem = Type.Object({
  kind: Type.Enum(["stt", "tts", "llm"]),
  provider: Type.String(),
  model: Type.String(),
  unit: Type.String({ description: "Billing unit, such as chars, audio_ms or output_tokens" }),
  amount: Type.Number(),
  own_key: Type.Boolean({
    description: "The account's own key was used: its cost is the account's with the provider",
  }),
  cost_usd_cents: Type.Number({ description: "Deducted from credits; exact to a millionth" }),
});

const providerFailure = Type.Object({
  kind: Type.Enum(["stt", "tts", "llm"]),
  provider: Type.String({ description: "A name of the provider catalog" }),
  at_secs: Type.Number({ description: "Time of the reaction, since the beginning of the call" }),
  error: Type.String({
    description:
      "auth: the key was rejected; quota: no credit left with the provider; rate_limit, transient, session_limit, bad_input, content, unsupported",
  }),
  own_key: Type.Boolean({ description: "The key was the account's own" }),
  action: Type.Enum(["retried", "fell_back", "gave_up"]),
  to: Type.Optional(Type.String({ description: "Provider that replaced it" })),
  attempts: Type.Integer({
    description:
      "How often it was asked in vain; 0: not at all, because it had just failed in another session",
  }),
  message: Type.String(),
});

/** One use of a provider as the session's row keeps it. */
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
    tools: Type.Array(tool, { description: "Tool calls, in the order of their ends" }),
    transfers: Type.Array(transfer, { description: "The outcome tells whether the last one was answered" }),
    supervision: Type.Array(supervision, {
      description: "Actions of account members during the session; GET /v1/audit names the member",
    }),
    on_end: Type.Union([onEnd, Type.Null()], {
      description: "Post-processing that the flow asks for; null: none",
    }),
    provider_failures: Type.Array(providerFailure, {
      description: "Failures of recogniser, voice and language model, and the reactions to them",
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
        description: "Use of providers, and its cost with the service's keys",
      }),
    }),
    cost_usd_cents: Type.Number({ description: "Exact; balances are rounded down" }),
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
