// Server messages: the messages of RTVI that the server sends, as schemas, for the encoder's types and the reference
// page. Messages beyond RTVI are in message-extension.ts.

import { Type } from "typebox";
import { event, fromServer, milliseconds, mode, protocol, rtviVersion } from "./message-envelope.ts";

const format = (chunked: boolean) => ({
  encoding: Type.Literal("pcm_s16le"),
  sample_rate: Type.Integer({ description: chunked ? "As asked for with out_rate" : "Always 16,000" }),
  channels: Type.Literal(1),
});

const measured = Type.Array(Type.Object({ processor: Type.String(), value: Type.Number({ minimum: 0 }) }));

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
      pacing: Type.Enum(["realtime", "burst"], {
        description: "burst: audio comes as fast as it is made, at most lead_ms ahead",
      }),
      lead_ms: milliseconds("How far ahead of real time audio is sent"),
    }),
  }),
  features: Type.Array(Type.String(), { description: "Requested features that are in force" }),
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

const unanswered = Type.Optional(
  Type.Literal(true, {
    description: "Over the agent's last words: it is in the record, and the agent hangs up without an answer",
  }),
);

const userTranscription = fromServer(
  "user-transcription",
  Type.Object({
    text: Type.String(),
    final: Type.Boolean({ description: "False: may still change" }),
    timestamp: Type.String({ description: "ISO 8601" }),
    user_id: Type.String(),
    rejected: Type.Optional(
      Type.Literal(true, { description: "No line of the caller's: not understood, or set aside" }),
    ),
    aside: Type.Optional(
      Type.Enum(["backchannel", "echo", "faint", "unsure"], {
        description:
          "Why it was set aside: it only showed that the caller listens, was the agent's own voice, was too soft for this caller, or may have been a noise",
      }),
    ),
    unanswered,
  }),
  {
    description: "Words of the caller, while they speak and when they are final.",
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
    param: Type.Optional(Type.String({ description: "Place of the fault in data" })),
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
    description: "An error that no message of the client caused.",
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
  userLlmText: fromServer("user-llm-text", Type.Object({ text: Type.String(), unanswered }), {
    description: "Words of the caller as the agent understood them, spoken or typed.",
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
