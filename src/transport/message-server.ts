// Every message that the server sends, as schemas. What makes the encoder's types makes the reference page.

import { type Static, type TSchema, Type } from "typebox";
import { event, fromServer, protocol, rtviVersion } from "./message.ts";

const milliseconds = (description: string) => Type.Number({ minimum: 0, description });

const format = (chunked: boolean) => ({
  encoding: Type.Literal("pcm_s16le"),
  sample_rate: Type.Integer({ description: chunked ? "As asked for with out_rate" : "Always 16,000" }),
  channels: Type.Literal(1),
});

const measured = Type.Array(Type.Object({ processor: Type.String(), value: Type.Number({ minimum: 0 }) }));

const mode = Type.Union([Type.Literal("assistant"), Type.Literal("flow")]);

const about = Type.Object({
  library: Type.Literal("voice-flow"),
  library_version: Type.String(),
  protocol: Type.Literal(protocol),
  session_id: Type.String(),
  mode,
  program_id: Type.Optional(Type.String()),
  audio: Type.Object({
    in: Type.Object(format(false)),
    out: Type.Object({
      ...format(true),
      chunk_ms: Type.Integer({ description: "Length of one binary message" }),
      pacing: Type.Literal("realtime"),
      lead_ms: milliseconds("How far ahead of real time audio is sent"),
    }),
  }),
  features: Type.Array(Type.String(), { description: "Those asked for that are in force" }),
  limits: Type.Object({
    max_text_bytes: Type.Integer(),
    max_binary_bytes: Type.Integer(),
    idle_ms: Type.Integer(),
    max_session_ms: Type.Integer(),
  }),
});

const botReady = fromServer("bot-ready", Type.Object({ version: Type.String(), about }), {
  description: "The answer to client-ready, with the same id.",
  id: "5a6a4ed7",
  example: {
    version: rtviVersion,
    about: {
      library: "voice-flow",
      library_version: "0.1.0",
      protocol,
      session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
      mode: "assistant",
      audio: {
        in: { encoding: "pcm_s16le", sample_rate: 16_000, channels: 1 },
        out: {
          encoding: "pcm_s16le",
          sample_rate: 16_000,
          channels: 1,
          chunk_ms: 40,
          pacing: "realtime",
          lead_ms: 200,
        },
      },
      features: ["clear"],
      limits: {
        max_text_bytes: 65_536,
        max_binary_bytes: 65_536,
        idle_ms: 30_000,
        max_session_ms: 1_800_000,
      },
    },
  },
});

const userTranscription = fromServer(
  "user-transcription",
  Type.Object({
    text: Type.String(),
    final: Type.Boolean({ description: "False: may still change" }),
    timestamp: Type.String({ description: "ISO 8601" }),
    user_id: Type.String(),
    rejected: Type.Optional(Type.Literal(true, { description: "Heard, but not understood" })),
  }),
  {
    description: "What the caller says, while it is said and when it is certain.",
    example: {
      text: "My name is Alex.",
      final: true,
      timestamp: "2026-11-20T10:00:02.010Z",
      user_id: "user",
    },
  },
);

const text = Type.Object({ text: Type.String() });

const progress = Type.Object({ accumulated_text: Type.String(), remaining_text: Type.String() });

const botOutput = fromServer(
  "bot-output",
  Type.Object({
    text: Type.String(),
    aggregated_by: Type.Literal("sentence"),
    segment_id: Type.Integer({ description: "Numbers the sentences of a session" }),
    will_be_spoken: Type.Boolean(),
    spoken_status: Type.Union([Type.Literal("new"), Type.Literal("in-progress"), Type.Literal("completed")]),
    spoken_progress: progress,
  }),
  {
    description:
      "A sentence of the agent: when it is written, when it begins to sound, when it has been heard.",
    example: {
      text: "Nice to meet you, Alex.",
      aggregated_by: "sentence",
      segment_id: 7,
      will_be_spoken: true,
      spoken_status: "new",
      spoken_progress: { accumulated_text: "", remaining_text: "Nice to meet you, Alex." },
    },
  },
);

const botOutputOld = fromServer(
  "bot-output",
  Type.Object({ text: Type.String(), spoken: Type.Boolean(), aggregated_by: Type.Literal("sentence") }),
  {
    description: "The same for clients of RTVI 1.x: once when written, once more when it has been heard.",
    example: { text: "Nice to meet you, Alex.", spoken: true, aggregated_by: "sentence" },
  },
);

const metrics = fromServer(
  "metrics",
  Type.Object({ ttfb: Type.Optional(measured), processing: Type.Optional(measured) }),
  {
    description: "Where the time of a turn went, in seconds. Processor turn: last speech to first audio.",
    example: { ttfb: [{ processor: "llm", value: 0.31 }], processing: [{ processor: "stt", value: 0.12 }] },
  },
);

const serverResponse = fromServer(
  "server-response",
  Type.Object({ t: Type.String(), d: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
  {
    description: "A client-message was accepted; same id, same t.",
    id: "7ff6acad",
    example: { t: "ping", d: { ts: 1_795_168_800_000, server_ts: 1_795_168_800_021 } },
  },
);

const errorResponse = fromServer(
  "error-response",
  Type.Object({
    error: Type.String({ description: "A sentence" }),
    code: Type.String(),
    param: Type.Optional(Type.String({ description: "Where in data the fault lies" })),
  }),
  {
    description: "A message was refused; same id when it had one.",
    id: "670f7a7d",
    example: { error: 'Unknown command "foo"', code: "unsupported_type", param: "t" },
  },
);

const error = fromServer(
  "error",
  Type.Object({
    error: Type.String({ description: "A sentence" }),
    message: Type.String({ description: "The same sentence, where other clients look for it" }),
    fatal: Type.Boolean({ description: "True: the session ends now" }),
    code: Type.String(),
  }),
  {
    description: "Something went wrong that no message of the client asked for.",
    example: {
      error: "The text is not a JSON object.",
      message: "The text is not a JSON object.",
      fatal: false,
      code: "invalid_json",
    },
  },
);

/** The standard messages of RTVI. */
export const rtviMessages = {
  botReady,
  userStartedSpeaking: event("user-started-speaking", "The caller begins to speak."),
  userStoppedSpeaking: event("user-stopped-speaking", "The caller has stopped."),
  userTranscription,
  userLlmText: fromServer("user-llm-text", text, {
    description: "What the agent takes the caller to have said, spoken or typed.",
    example: { text: "My name is Alex." },
  }),
  botLlmStarted: event("bot-llm-started", "An answer begins to be written."),
  botLlmText: fromServer("bot-llm-text", text, {
    description: "The next piece of the answer's text.",
    example: { text: "Nice " },
  }),
  botLlmStopped: event("bot-llm-stopped", "The answer is written."),
  botOutput,
  botOutputOld,
  botTtsStarted: event("bot-tts-started", "The answer begins to be spoken."),
  botTtsText: fromServer("bot-tts-text", text, {
    description: "The sentence that begins to sound.",
    example: { text: "Nice to meet you, Alex." },
  }),
  botTtsStopped: event("bot-tts-stopped", "The answer has been spoken, or was cut."),
  botStartedSpeaking: event("bot-started-speaking", "Comes before the first audio of an answer."),
  botStoppedSpeaking: event("bot-stopped-speaking", "The last audio should have been heard by now."),
  botInterrupted: event("bot-interrupted", "The caller cut in; the answer is over."),
  botTranscription: fromServer("bot-transcription", text, {
    description: "A sentence of the agent, for clients of RTVI 1.x only.",
    example: { text: "Nice to meet you, Alex." },
  }),
  userMuteStarted: event("user-mute-started", "The agent does not listen for now."),
  userMuteStopped: event("user-mute-stopped", "The agent listens again."),
  metrics,
  serverResponse,
  errorResponse,
  error,
};

/** One event of ours inside RTVI's server-message. */
function own<D extends TSchema>(
  data: D,
  about: { readonly description: string; readonly example: Static<D> },
) {
  return fromServer("server-message", data, about);
}

/** What this server says beyond RTVI. */
export const ownMessages = {
  session: own(
    Type.Object({
      type: Type.Literal("session"),
      state: Type.Literal("created"),
      session_id: Type.String(),
      mode,
      program_id: Type.Optional(Type.String()),
    }),
    {
      description: "The session has begun. Comes once, after bot-ready where there is one.",
      example: {
        type: "session",
        state: "created",
        session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
        mode: "flow",
        program_id: "welcome",
      },
    },
  ),
  expecting: own(
    Type.Object({
      type: Type.Literal("expecting"),
      any_of: Type.Union(
        [
          Type.Array(
            Type.Union([
              Type.Object({ type: Type.Literal("phrases"), phrases: Type.Array(Type.String()) }),
              Type.Object({ type: Type.Literal("digits"), lengths: Type.Array(Type.Integer()) }),
            ]),
          ),
          Type.Null(),
        ],
        { description: "Null: anything can be said" },
      ),
    }),
    {
      description: "What the agent listens for now.",
      example: { type: "expecting", any_of: [{ type: "phrases", phrases: ["yes", "no"] }] },
    },
  ),
  flowState: own(
    Type.Object({
      type: Type.Literal("flow_state"),
      flow_id: Type.String(),
      state: Type.String({ description: "The id of the flow's node" }),
      previous: Type.Union([Type.String(), Type.Null()]),
      t_ms: milliseconds("Since the session began"),
    }),
    {
      description: "The flow has gone on to another node.",
      example: { type: "flow_state", flow_id: "booking", state: "ask_name", previous: null, t_ms: 120 },
    },
  ),
  flowVariable: own(
    Type.Object({
      type: Type.Literal("flow_variable"),
      flow_id: Type.String(),
      key: Type.String(),
      value: Type.Unknown({ description: "Masked when the flow calls it sensitive" }),
    }),
    {
      description: "A variable of the flow has a new value.",
      example: { type: "flow_variable", flow_id: "booking", key: "first_name", value: "Alex" },
    },
  ),
  flowEnd: own(
    Type.Object({
      type: Type.Literal("flow_end"),
      flow_id: Type.String(),
      reason: Type.Literal("completed"),
      outcome: Type.String({ description: "The flow's own word for how it ended" }),
    }),
    {
      description: "The flow has reached its end.",
      example: { type: "flow_end", flow_id: "booking", reason: "completed", outcome: "booked" },
    },
  ),
  audioClear: own(
    Type.Object({
      type: Type.Literal("audio_clear"),
      segment_id: Type.Optional(Type.Integer()),
      played_ms: Type.Optional(milliseconds("How much of the segment should have been heard")),
    }),
    {
      description:
        "Only with features=clear: drop all audio that is not played yet; what comes after this is new.",
      example: { type: "audio_clear", segment_id: 7, played_ms: 1_480 },
    },
  ),
  truncated: own(
    Type.Object({
      type: Type.Literal("truncated"),
      segment_id: Type.Integer(),
      heard_text: Type.String({ description: "What was heard of that sentence" }),
      heard_reply_text: Type.String({ description: "What was heard of the whole answer" }),
      heard_ms: milliseconds("How much of the sentence's audio was heard"),
      estimated: Type.Literal(true),
    }),
    {
      description: "After each interruption: what the agent believes the caller has heard.",
      example: {
        type: "truncated",
        segment_id: 7,
        heard_text: "Nice to",
        heard_reply_text: "Hello! Nice to",
        heard_ms: 410,
        estimated: true,
      },
    },
  ),
  muted: own(
    Type.Object({
      type: Type.Literal("muted"),
      source: Type.Union([Type.Literal("client"), Type.Literal("agent")]),
      muted: Type.Boolean(),
    }),
    {
      description: "The caller is not listened to, or is again, and who decided it.",
      example: { type: "muted", source: "client", muted: true },
    },
  ),
  warning: own(
    Type.Object({
      type: Type.Literal("warning"),
      code: Type.String(),
      message: Type.String(),
      count: Type.Integer({ description: "How often it happened since the last warning of this code" }),
    }),
    {
      description: "Something was dropped or did not work as asked; the session goes on.",
      example: {
        type: "warning",
        code: "audio_overrun",
        message: "Audio comes faster than real time; the oldest was dropped.",
        count: 3,
      },
    },
  ),
  goingAway: own(
    Type.Object({
      type: Type.Literal("going_away"),
      reason: Type.String({ description: "As in session_end" }),
      time_left_ms: milliseconds("Until the session ends"),
    }),
    {
      description: "The session will end soon: the server stops, or the longest duration is reached.",
      example: { type: "going_away", reason: "shutdown", time_left_ms: 10_000 },
    },
  ),
  sessionEnd: own(
    Type.Object({
      type: Type.Literal("session_end"),
      reason: Type.String(),
      code: Type.Integer({ description: "The close code that follows" }),
      duration_ms: milliseconds("How long the session lasted"),
    }),
    {
      description: "The last message.",
      example: { type: "session_end", reason: "completed", code: 1_000, duration_ms: 61_500 },
    },
  ),
};

type Schemas = typeof rtviMessages & typeof ownMessages;

type Unwrapped<M> = M extends { readonly type: string } ? Omit<M, "label"> : never;

/** A message before it gets its label and, unless it answers one, its number. */
export type Outgoing = Unwrapped<Static<Schemas[keyof Schemas]>>;
