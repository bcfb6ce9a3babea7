// Language table, part tests: the keys of the embedded tests and their steps.

import type { PlaceSchema } from "./shape.ts";
import * as s from "./shapes.ts";

export const test: PlaceSchema = {
  title: "A test",
  doc: "A scripted conversation, run by the real engine in virtual time and without a network.",
  keys: [
    s.key("name", s.words, "Subject of the test.", { required: true }),
    s.key(
      "now",
      {
        is: "string",
        pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$",
        says: "a moment such as 2026-11-20T12:00",
      },
      "When it plays, in the flow's time zone.",
      {
        default: "2026-01-05T12:00",
      },
    ),
    s.key("language", s.nameOf("language"), "The language of the session."),
    s.key("direction", s.oneOf("inbound", "outbound"), "Direction of the call; outbound: by the agent.", {
      default: "inbound",
    }),
    s.key(
      "context",
      s.dictionary("any", s.data),
      "The session's context: fills the variables of its names, the rest is read as context.key.",
    ),
    s.key("metadata", s.dictionary("any", s.data), "The session's metadata."),
    s.key(
      "mocks",
      s.dictionary("any", s.either(s.map("control"), s.data)),
      "Answers of tools and called flows: a body, a control, or a list of such for one call after the other.",
    ),
    s.key(
      "knowledge",
      s.dictionary("knowledge", s.listOf(s.either(s.words, s.map("pair")), { min: 1, max: 100 })),
      "Content of the account's bases in this test.",
    ),
    s.key("script", s.listOf(s.map("step"), { min: 1, max: 500 }), "Events and assertions.", {
      required: true,
    }),
  ],
};

/** The keys of a step that are inputs to the flow; `stepAssertions` are those that assert something. */
export const stepInputs = ["user", "dtmf", "silence", "audio", "event", "transfer", "hangup"] as const;
export const stepAssertions = [
  "says",
  "not_says",
  "at",
  "expect",
  "calls",
  "emits",
  "ends",
  "on_end",
] as const;

const strings = s.either(s.words, s.listOf(s.words, { min: 1, max: 20 }));

export const step: PlaceSchema = {
  title: "A step",
  doc: "Has one input or one assertion.",
  keys: [
    s.key("user", strings, "Words of the caller; a list is one turn in parts.", {
      only: ["user"],
    }),
    s.key(
      "dtmf",
      {
        is: "string",
        pattern: "^[0-9*#]{1,64}$",
        says: 'keys of the phone in quotes, such as "123#"',
      },
      "Keys of the caller.",
      { only: ["dtmf"] },
    ),
    s.key(
      "silence",
      s.either(s.oneOf(true), s.duration(1, 3_600_000)),
      "The caller is silent until the next timer, or for a time.",
      { only: ["silence"] },
    ),
    s.key("audio", s.duration(1, 600_000), "Length of the recording.", { only: ["audio"] }),
    s.key(
      "event",
      s.either(s.words, s.dictionary("any", s.data)),
      "An event that is posted: its name, or {name: data}.",
      { only: ["event"] },
    ),
    s.key("transfer", s.oneOf("ok", "no_answer", "failed"), "How the transfer goes.", {
      default: "ok",
      only: ["transfer"],
    }),
    s.key("hangup", s.oneOf(true), "The caller hangs up.", { only: ["hangup"] }),
    s.key("over", s.words, "Spoken when the agent got that far.", { only: ["user", "dtmf"] }),
    s.key("confidence", { is: "number", min: 0, max: 1 }, "How sure the recogniser is.", {
      default: "1",
      only: ["user"],
    }),
    s.key("llm", s.either(s.map("model"), s.oneOf("fail")), "Result of the model.", {
      only: ["user", "on_end"],
    }),
    s.key("says", strings, "Spoken since the last input, all of it, in this order.", {
      only: ["says"],
    }),
    s.key("not_says", strings, "Not spoken since the last input.", { only: ["not_says"] }),
    s.key("at", s.nameOf("node"), "The node that it stands at.", { only: ["at"] }),
    s.key("expect", s.dictionary("variable", s.data), "Values of variables; null is empty.", {
      only: ["expect"],
    }),
    s.key(
      "calls",
      s.either(s.nameOf("tool"), s.dictionary("tool", s.data)),
      "A tool was called since the last input, with these arguments.",
      { only: ["calls"] },
    ),
    s.key(
      "emits",
      s.either(s.nameOf("event"), s.dictionary("event", s.data)),
      "An event was sent since the last input, with this data.",
      { only: ["emits"] },
    ),
    s.key("ends", s.words, "The call is over, with this outcome.", { only: ["ends"] }),
    s.key("on_end", s.map("made"), "The call is over, with this result of on_end.", { only: ["on_end"] }),
  ],
};

export const made: PlaceSchema = {
  title: "on_end of a step",
  doc: "Result of post-processing. With llm beside it, say is the model's summary and set are its values.",
  keys: [
    s.key("summary", s.words, "Words of the summary."),
    s.key("extract", s.dictionary("any", s.data), "Values by name; null is not known."),
  ],
};

export const control: PlaceSchema = {
  title: "A mock's control",
  doc: "A map with only these keys; any other map is the body.",
  keys: [
    s.key(
      "error",
      s.oneOf("timeout", "network", "http_4xx", "http_5xx", "invalid_response", "blocked"),
      "How it fails.",
    ),
    s.key("status", s.whole(200, 599), "The status of the answer."),
    s.key("delay", s.duration(1, 60_000), "Its duration."),
    s.key("body", s.data, "The answer."),
  ],
};

export const model: PlaceSchema = {
  title: "llm of a step",
  doc: "Proposals of the model: at questions set, option, handler or act; in converse say, set, exit and tool.",
  keys: [
    s.key("set", s.dictionary("variable", s.data), "Values for variables."),
    s.key("quote", s.words, "The words that it found them in.", { default: "the utterance" }),
    s.key("option", s.words, "An option of the choice."),
    s.key("handler", s.nameOf("handler"), "A handler with when."),
    s.key("act", s.words, "Act beside an answer, or yes and no to a read-back."),
    s.key("say", s.words, "Words of the model."),
    s.key("exit", s.words, "Exit of the model."),
    s.key(
      "tool",
      s.dictionary("tool", s.dictionary("any", s.data)),
      "The tools that it calls, with arguments.",
    ),
  ],
};
