// Server message extensions: messages beyond RTVI, inside RTVI's server-message, as schemas.

import { type Static, type TSchema, Type } from "typebox";
import { fromServer, milliseconds, mode } from "./message-envelope.ts";

function own<D extends TSchema>(
  data: D,
  about: { readonly description: string; readonly example: Static<D> },
) {
  return fromServer("server-message", data, about);
}

/** On the wire each has its own `data.type`. */
export const ownMessages = {
  session: own(
    Type.Object({
      type: Type.Literal("session"),
      state: Type.Enum(["created", "resumed", "restarted"], {
        description:
          "resumed: an earlier connection carried the session before this one; restarted: so does another peer " +
          "connection of the same WebRTC call",
      }),
      session_id: Type.String(),
      mode,
      program_id: Type.Optional(Type.String()),
      resume: Type.Optional(
        Type.Object(
          {
            token: Type.String({
              description: "Opens /v1/ws/{token} until the session ends. Keep it secret",
            }),
            ttl_ms: milliseconds("How long a client that lost its connection may take to come back"),
          },
          { description: "Only with features=resume" },
        ),
      ),
      replayed: Type.Optional(
        Type.Integer({
          description: "Only after last_seq: how many messages were sent again before this one",
        }),
      ),
      lost: Type.Optional(
        Type.Integer({ description: "Only after last_seq: how many more were missed, and are forgotten" }),
      ),
    }),
    {
      description:
        "The session has begun or continues. Comes once a connection, after bot-ready where there is one.",
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
        { description: "Null: any words" },
      ),
    }),
    {
      description: "Phrases that the agent expects now.",
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
      description: "Only with features=clear: drop all unplayed audio; later audio is new.",
      example: { type: "audio_clear", segment_id: 7, played_ms: 1_480 },
    },
  ),
  truncated: own(
    Type.Object({
      type: Type.Literal("truncated"),
      segment_id: Type.Integer(),
      heard_text: Type.String({ description: "Heard part of that sentence" }),
      heard_reply_text: Type.String({ description: "Heard part of the whole answer" }),
      heard_ms: milliseconds("How much of the sentence's audio was heard"),
      estimated: Type.Boolean({
        description:
          "False when the client has reported by a mark, within the last second, how far it has played",
      }),
    }),
    {
      description: "After each interruption: the words that the caller has probably heard.",
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
  mark: own(
    Type.Object({
      type: Type.Literal("mark"),
      name: Type.String(),
    }),
    {
      description:
        "Only with features=marks: when all audio before this has been played, the client says mark with this name. One whose audio it drops, for audio_clear, needs no answer.",
      example: { type: "mark", name: "m-12" },
    },
  ),
  muted: own(
    Type.Object({
      type: Type.Literal("muted"),
      source: Type.Union([Type.Literal("client"), Type.Literal("agent")]),
      muted: Type.Boolean(),
    }),
    {
      description: "The caller is muted, or unmuted, and by whom.",
      example: { type: "muted", source: "client", muted: true },
    },
  ),
  agentPaused: own(
    Type.Object({
      type: Type.Literal("agent_paused"),
      paused: Type.Boolean(),
    }),
    {
      description:
        "The agent falls silent because the caller makes a sound. If that was not meant for it, such as a cough, it continues from there (false) within 1.5 s; if it was, bot-interrupted follows.",
      example: { type: "agent_paused", paused: true },
    },
  ),
  filler: own(
    Type.Object({
      type: Type.Literal("filler"),
      text: Type.String(),
    }),
    {
      description:
        "Short words while the caller waits for the answer. They are no part of it: no other message contains them.",
      example: { type: "filler", text: "One moment." },
    },
  ),
  transfer: own(
    Type.Object({
      type: Type.Literal("transfer"),
      address: Type.String({
        description: "Where to: a tel: or sip: address, or a name that the client maps",
      }),
      whisper: Type.Optional(
        Type.String({ description: "For the person who takes over; hidden from the caller" }),
      ),
      summary: Type.Optional(Type.String({ description: "Subject of the call, for that person" })),
      ring_ms: Type.Optional(
        Type.Integer({ description: "How long it may ring there, in milliseconds. Default 25000" }),
      ),
    }),
    {
      description:
        "The client is to put the caller through, and to answer with transfer.result within 10 seconds more than ring_ms; otherwise the flow continues as if the call was not answered. Where the flow takes callers back, the connection stays open as long as audio or messages come within idle_ms, and the event call.returned says that they are.",
      example: {
        type: "transfer",
        address: "tel:+33140000000",
        whisper: "A booking for tonight; the caller is in a hurry.",
        summary: "Guests: 4. Day: Friday, 3 July.",
      },
    },
  ),
  pressKeys: own(
    Type.Object({
      type: Type.Literal("press_keys"),
      keys: Type.String({ description: "0 to 9, * and #, in this order" }),
    }),
    {
      description:
        "The client is to press these keys of a phone, for the other end of the call. A WebRTC client that takes telephone events (RFC 4733) gets them as such, too: one that hands those on presses nothing itself.",
      example: { type: "press_keys", keys: "42#" },
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
      description: "Something was dropped or did not work as asked; the session continues.",
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
  moved: own(
    Type.Object({
      type: Type.Literal("moved"),
      url: Type.Optional(Type.String({ description: "Of the server; absent: where the client came in" })),
    }),
    {
      description:
        "The last message of a connection whose session continues at another server: the client comes back there with its token.",
      example: { type: "moved", url: "https://n2.voice.example" },
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
