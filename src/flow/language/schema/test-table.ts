// Language table, part tests: the keys of the embedded tests and their steps.

import type { PlaceSchema } from "./shape.ts";
import * as s from "./shapes.ts";

export const test: PlaceSchema = {
  title: "A test",
  doc: "A scripted conversation. The real engine runs it in virtual time without a network.",
  keys: [
    s.key("name", s.words, "Name of the test.", { required: true }),
    s.key(
      "now",
      {
        is: "string",
        pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$",
        says: "a moment such as 2026-11-20T12:00",
      },
      "Date and time of the conversation, in the flow's time zone.",
      {
        default: "2026-01-05T12:00",
      },
    ),
    s.key("language", s.nameOf("language"), "Language of the session."),
    s.key("direction", s.oneOf("inbound", "outbound"), "Direction of the call. outbound: the agent calls.", {
      default: "inbound",
    }),
    s.key(
      "context",
      s.dictionary("any", s.data),
      "Context of the session. It sets variables of the same names; expressions read other keys as context.key.",
    ),
    s.key("metadata", s.dictionary("any", s.data), "Metadata of the session."),
    s.key(
      "mocks",
      s.dictionary("any", s.either(s.map("control"), s.data)),
      "Answers of tools and called flows: a body, a control, or a list of these for successive calls.",
    ),
    s.key(
      "knowledge",
      s.dictionary("knowledge", s.listOf(s.either(s.words, s.map("pair")), { min: 1, max: 100 })),
      "Content of the account's knowledge bases in this test.",
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
  "facts",
  "never_says",
  "never_calls",
  "at",
  "at_most",
  "expect",
  "calls",
  "emits",
  "ends",
  "on_end",
] as const;

const strings = s.either(s.words, s.listOf(s.words, { min: 1, max: 20 }));

export const step: PlaceSchema = {
  title: "A step",
  doc: "A step has one input or one assertion.",
  keys: [
    s.key("user", strings, "Words of the caller. A list is one turn in parts.", {
      only: ["user"],
    }),
    s.key(
      "dtmf",
      {
        is: "string",
        pattern: "^[0-9*#]{1,64}$",
        says: 'keys of the phone in quotes, such as "123#"',
      },
      "Phone keys of the caller.",
      { only: ["dtmf"] },
    ),
    s.key(
      "silence",
      s.either(s.oneOf(true), s.duration(1, 3_600_000)),
      "The caller is silent until the next timer, or for the given time.",
      { only: ["silence"] },
    ),
    s.key("audio", s.duration(1, 600_000), "Length of the recording.", { only: ["audio"] }),
    s.key(
      "event",
      s.either(s.words, s.dictionary("any", s.data)),
      "Event sent to the session: its name, or {name: data}.",
      { only: ["event"] },
    ),
    s.key("transfer", s.oneOf("ok", "no_answer", "failed"), "Result of the transfer.", {
      default: "ok",
      only: ["transfer"],
    }),
    s.key("hangup", s.oneOf(true), "The caller hangs up.", { only: ["hangup"] }),
    s.key("over", s.words, "The caller speaks at these words of the agent.", { only: ["user", "dtmf"] }),
    s.key("confidence", { is: "number", min: 0, max: 1 }, "Confidence of the recogniser.", {
      default: "1",
      only: ["user"],
    }),
    s.key("llm", s.either(s.map("model"), s.oneOf("fail")), "Answer of the model.", {
      only: ["user", "on_end"],
    }),
    s.key("says", strings, "All of these texts were spoken since the last input, in this order.", {
      only: ["says"],
    }),
    s.key("not_says", strings, "These texts were not spoken since the last input.", { only: ["not_says"] }),
    s.key(
      "facts",
      s.listOf(s.data, { min: 1, max: 20 }),
      "The agent stated these since the last input, in any words: numbers, dates (2026-11-21), times (19:30), and sentences.",
      { only: ["facts"] },
    ),
    s.key(
      "never_says",
      strings,
      "The agent has not made these claims since the start of the test, in any words.",
      { only: ["never_says"] },
    ),
    s.key(
      "never_calls",
      s.either(s.nameOf("tool"), s.listOf(s.nameOf("tool"), { min: 1, max: 20 })),
      "These tools have not been called since the start of the test.",
      { only: ["never_calls"] },
    ),
    s.key(
      "at_most",
      s.dictionary("tool", s.whole(1, 100)),
      "These tools have been called at most so often since the start of the test.",
      { only: ["at_most"] },
    ),
    s.key("at", s.nameOf("node"), "Current node.", { only: ["at"] }),
    s.key("expect", s.dictionary("variable", s.data), "Values of variables. null: empty.", {
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
    s.key("ends", s.words, "The call has ended with this outcome.", { only: ["ends"] }),
    s.key("on_end", s.map("made"), "The call has ended with this result of on_end.", { only: ["on_end"] }),
  ],
};

export const made: PlaceSchema = {
  title: "on_end of a step",
  doc: "Result of on_end. With llm in the same step, say is the model's summary and set its values.",
  keys: [
    s.key("summary", s.words, "Words in the summary."),
    s.key("extract", s.dictionary("any", s.data), "Values by name. null: not found."),
  ],
};

export const control: PlaceSchema = {
  title: "A mock's control",
  doc: "A map with only these keys. Any other map is the body.",
  keys: [
    s.key(
      "error",
      s.oneOf("timeout", "network", "http_4xx", "http_5xx", "invalid_response", "blocked"),
      "Kind of failure.",
    ),
    s.key("status", s.whole(200, 599), "HTTP status of the answer."),
    s.key("delay", s.duration(1, 60_000), "Duration of the request."),
    s.key("body", s.data, "Body of the answer."),
  ],
};

export const model: PlaceSchema = {
  title: "llm of a step",
  doc: "Proposals of the model. In questions: set, option, handler or act. In converse: say, set, exit and tool.",
  keys: [
    s.key("set", s.dictionary("variable", s.data), "Values for variables."),
    s.key("quote", s.words, "Words of the caller that contain the values.", { default: "the utterance" }),
    s.key("option", s.words, "Option of the choice."),
    s.key("handler", s.nameOf("handler"), "Handler with when."),
    s.key("act", s.words, "Act other than an answer, or yes or no to a read-back."),
    s.key("say", s.words, "Text of the model."),
    s.key("exit", s.words, "Exit that the model chooses."),
    s.key(
      "tool",
      s.dictionary("tool", s.dictionary("any", s.data)),
      "Tools that the model calls, with arguments.",
    ),
  ],
};
