// Client messages: every message that a client may send, as schemas. Other types are rejected as unsupported.

import { type Static, type TSchema, Type } from "typebox";
import { mustBe } from "../base/words/schema-sentence.ts";
import { limits } from "./connection-limits.ts";
import { fromClient } from "./message-envelope.ts";

const key = Type.String({
  pattern: "^[0-9*#]$",
  [mustBe]: "one key: 0 to 9, * or #",
  description: "0 to 9, * or #",
});

const nothing = Type.Optional(Type.Object({}));

/**
 * Schema of one of our commands inside RTVI's client-message. Unlike other messages it is answered if it has an id.
 */
function command<const T extends string, D extends TSchema>(
  t: T,
  d: D,
  about: { readonly description: string; readonly example: Static<D> },
) {
  const data = Type.Object({ t: Type.Literal(t), d });
  // The compiler cannot prove this for a generic D; a test checks all examples.
  const example = { t, d: about.example } as unknown as Static<typeof data>;
  return fromClient("client-message", data, { description: about.description, example });
}

/** By message type. */
export const clientMessages = {
  "client-ready": fromClient(
    "client-ready",
    Type.Optional(
      Type.Object({
        version: Type.Optional(
          Type.String({
            description: "The client's version of RTVI: 2.x, or 1.x for the older shape of bot-output",
          }),
        ),
        about: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
    {
      description: "The client can hear: the agent begins. Answered with bot-ready, each time.",
      id: "5a6a4ed7",
      example: {
        version: "2.1.0",
        about: { library: "@pipecat-ai/client-js", library_version: "1.13.1" },
      },
    },
  ),
  "send-text": fromClient(
    "send-text",
    Type.Object({
      content: Type.String({
        minLength: 1,
        description: `At most ${limits.sendTextBytesMax} bytes of UTF-8`,
      }),
      options: Type.Optional(
        Type.Object({
          run_immediately: Type.Optional(
            Type.Boolean({ description: "True, the default, interrupts the agent; false waits for it" }),
          ),
          audio_response: Type.Optional(
            Type.Boolean({ description: "False: the answer comes as text only. Default true" }),
          ),
        }),
      ),
    }),
    {
      description: "Typed words, handled like spoken ones.",
      example: { content: "I prefer blue", options: { run_immediately: true, audio_response: true } },
    },
  ),
  "append-to-context": fromClient(
    "append-to-context",
    Type.Object({
      role: Type.Union([Type.Literal("user"), Type.Literal("assistant")]),
      content: Type.Unknown({ description: "Text; anything else is parsed as JSON" }),
      run_immediately: Type.Optional(Type.Boolean({ description: "True asks for an answer. Default false" })),
    }),
    {
      description: "Something that the language model should know, without saying it.",
      example: { role: "user", content: "The cart's total is 12.", run_immediately: false },
    },
  ),
  dtmf: fromClient(
    "dtmf",
    Type.Union([
      Type.Object({ buttons: Type.Array(key, { minItems: 1, maxItems: limits.buttonsMax }) }),
      Type.Object({ button: key }, { description: "The older form: one key" }),
    ]),
    { description: "Keys of the keypad, in order.", example: { buttons: ["1", "2", "#"] } },
  ),
  "disconnect-bot": fromClient("disconnect-bot", nothing, {
    description: "The caller is done: the session ends at once.",
    example: {},
  }),
};

/** By the command's `t`. */
export const clientCommands = {
  ping: command("ping", Type.Optional(Type.Object({ ts: Type.Optional(Type.Number()) })), {
    description:
      "Answered with the same ts and the server's time, both in milliseconds; keeps a silent session alive.",
    example: { ts: 1_795_168_800_000 },
  }),
  mute: command("mute", Type.Object({ muted: Type.Boolean() }), {
    description: "While muted, the caller's audio is dropped at the server.",
    example: { muted: true },
  }),
  interrupt: command("interrupt", nothing, {
    description: "Stops the agent, just as if the caller had cut in.",
    example: {},
  }),
  "context.update": command(
    "context.update",
    Type.Object({
      text: Type.String({ minLength: 1 }),
      run: Type.Optional(Type.Boolean({ description: "True asks for an answer. Default false" })),
    }),
    {
      description: "Something that the language model should know; never interrupts unless run is true.",
      example: { text: "The user opened the page with the prices.", run: false },
    },
  ),
  mark: command(
    "mark",
    Type.Object({
      name: Type.String({ maxLength: 64, description: "As the server's mark had it" }),
      cleared: Type.Optional(
        Type.Boolean({ description: "True: its audio was dropped before it was played. Default false" }),
      ),
    }),
    {
      description: "All audio before this mark has been played. Names that are not known mean nothing.",
      example: { name: "m-12" },
    },
  ),
  say: command(
    "say",
    Type.Object({
      text: Type.String({ minLength: 1, description: `At most ${limits.sendTextBytesMax} bytes of UTF-8` }),
      interrupt: Type.Optional(Type.Boolean({ description: "True interrupts the agent. Default false" })),
    }),
    { description: "The agent says exactly this.", example: { text: "One moment.", interrupt: false } },
  ),
  "transfer.result": command(
    "transfer.result",
    Type.Object({
      ok: Type.Boolean({ description: "Whether the call was answered there" }),
      missed: Type.Optional(
        Type.Boolean({
          description: "It rang in vain, was busy, or was declined: on_no_answer. Default false",
        }),
      ),
    }),
    { description: "Result of a transfer that the server asked for.", example: { ok: true } },
  ),
  event: command(
    "event",
    Type.Object({
      name: Type.String({
        pattern: "^(client\\.[a-z0-9_.]{1,56}|call\\.returned)$",
        [mustBe]: "client. and up to 56 small letters, digits, dots and _, or call.returned",
        description: "Begins with client., or is call.returned when a transferred caller is back",
      }),
      data: Type.Optional(Type.Unknown({ description: "At most 16 KiB as JSON" })),
    }),
    {
      description: "Something that happened at the client, for a flow that waits for it.",
      example: { name: "client.form.sent", data: { ok: true } },
    },
  ),
  end: command(
    "end",
    Type.Optional(
      Type.Object({
        reason: Type.Optional(Type.String()),
        drain: Type.Optional(
          Type.Boolean({ description: "True, the default, lets the agent finish its sentence" }),
        ),
      }),
    ),
    { description: "The caller is done.", example: { reason: "user_hangup", drain: true } },
  ),
};

export type ClientType = keyof typeof clientMessages;
export type ClientCommand = keyof typeof clientCommands;

export type FromClientMessage<T extends ClientType> = Static<(typeof clientMessages)[T]>;
export type FromClientCommand<T extends ClientCommand> = Static<(typeof clientCommands)[T]>;

/** Names of RTVI and of this protocol that this version rejects like unknown ones. */
export const refusedNames = [
  "ui-event",
  "ui-snapshot",
  "ui-cancel-job-group",
  "llm-function-call-result",
  "raw-audio",
  "raw-audio-batch",
  "client-message playback",
  "client-message ui_event",
] as const;
