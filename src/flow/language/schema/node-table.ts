// Language table, part nodes: the verbs, and the keys of nodes, branches, exits, events and tools.

import { askable } from "../../value/value.ts";
import type { Key, PlaceSchema } from "./shape.ts";
import * as s from "./shapes.ts";
import { isVerbThat, verbFacts, verbs, verbsThat } from "./verbs.ts";
import {
  answerFrom,
  giveUp,
  llm,
  optional,
  speechKeys,
  maxAttempts,
  repromptKeys,
  say,
} from "./document-table.ts";

const asking = verbsThat("asks");
const questions = verbsThat("listens");
const goesOn = verbs.filter((verb) => !isVerbThat("hasExits", verb));

const verbKeys: readonly Key[] = [
  s.key(
    "ask",
    s.either(s.nameOf("variable"), s.listOf(s.nameOf("variable"), { min: 1, max: 20 })),
    verbFacts.ask.doc,
    { only: ["ask"] },
  ),
  s.key("menu", s.nameOf("variable"), verbFacts.menu.doc, { only: ["menu"] }),
  s.key("converse", s.template, `${verbFacts.converse.doc} Its goal, for the model.`, {
    only: ["converse"],
  }),
  answerFrom(verbFacts.answer_from.doc, ...questions),
  s.key("tool", s.nameOf("tool"), verbFacts.tool.doc, { only: ["tool"] }),
  s.key("call", s.nameOf("flow"), verbFacts.call.doc, { only: ["call"] }),
  s.key("transfer", s.template, verbFacts.transfer.doc, { only: ["transfer"] }),
  s.key("wait", s.either(s.duration(1, 600_000), s.map("event")), verbFacts.wait.doc, {
    only: ["wait"],
  }),
  s.key("record", s.either(s.nameOf("variable"), s.oneOf("off", "on")), verbFacts.record.doc, {
    only: ["record"],
  }),
  s.key("press", s.template, verbFacts.press.doc, { only: ["press"] }),
  s.key("end", s.template, verbFacts.end.doc, { only: ["end"] }),
];

const common: readonly Key[] = [
  s.key("say", say, "Spoken first. In a question for one variable, the question itself."),
  s.key("set", s.dictionary("variable", s.expression), "Variables to set on entry, in this order."),
  s.key(
    "emit",
    s.dictionary("event", s.expression),
    "Events to send to hooks, with their data, when the node is left.",
  ),
  s.key("next", s.way, "Next node, or a list of {if, goto} that ends in {else}.", {
    only: goesOn,
  }),
  s.key("language", s.nameOf("language"), "The call continues in this language."),
  s.key(
    "record",
    s.oneOf("off", "on"),
    "off: from this node on, neither audio nor words of the call are kept, until on.",
  ),
  llm,
  ...speechKeys,
  s.key(
    "handlers",
    s.dictionary("handler", s.either(s.map("handler"), s.oneOf("disabled"))),
    "Additional handlers of this node, and changed or disabled handlers of the flow.",
  ),
  s.key(
    "exact",
    s.boolean,
    "In mode duplex: whether the lines of the node are spoken in these very words (consent, disclosure), or worded by the model even with values.",
    { default: "true for lines with a value" },
  ),
  s.key("note", s.words, "Note for readers."),
];

export const node: PlaceSchema = {
  title: "A node",
  doc: "A node has at most one verb. Order: set, say, verb, save, emit, next.",
  keys: [
    ...verbKeys,
    ...common,
    ...repromptKeys.filter(({ name }) => name !== "no_input").map((each): Key => ({ ...each, only: asking })),
    ...repromptKeys
      .filter(({ name }) => name === "no_input")
      .map((each): Key => ({ ...each, only: questions })),
    { ...optional, only: ["ask"] },
    { ...giveUp, only: questions },
    { ...maxAttempts, only: questions },
    s.key("when_filled", s.oneOf("skip", "ask", "confirm"), "Behaviour of an answered question.", {
      default:
        "ask: for a yes or no with its own say that is not an input; otherwise skip at the first visit, ask later",
      only: asking,
    }),
    s.key(
      "review",
      s.boolean,
      "Reads all answers back in one summary, or in the node's say. After a no, the agent asks for the change.",
      { default: "false", only: ["ask"] },
    ),
    s.key(
      "listen_for",
      s.listOf(s.nameOf("variable"), { max: 20 }),
      "Variables that the answer may fill in advance. Their questions are then skipped, or read the value back with confirm. Default: money, dates, times and numbers with synonyms that the next questions ask for.",
      { only: asking },
    ),
    s.key("goto", s.dictionary("option", s.target), "Target of each option.", { only: ["menu"] }),
    s.key(
      "fill",
      s.listOf(s.nameOf("variable"), { max: 20 }),
      "Variables that the model may fill with the caller's words.",
      {
        only: ["converse"],
      },
    ),
    s.key("tools", s.listOf(s.nameOf("tool"), { max: 20 }), "Tools that the model may use.", {
      only: ["converse"],
    }),
    s.key("exits", s.dictionary("any", s.map("exit")), "Exits by name.", {
      only: ["converse"],
    }),
    s.key(
      "max_turns",
      s.whole(1, 100),
      "Maximum number of the caller's turns. After that, give_up follows.",
      {
        only: ["converse"],
      },
    ),
    s.key("without_llm", s.target, "Next node if there is no model or it failed twice.", {
      only: ["converse"],
    }),
    s.key("history", s.whole(0, 100), "Number of turns before this node that the model receives.", {
      default: "6",
      only: ["converse"],
    }),
    s.key("with", s.dictionary("any", s.expression), "Arguments.", { only: ["tool", "call"] }),
    s.key("save", s.dictionary("variable", s.expression), "Variables to fill from result.", {
      only: ["tool", "call", "wait", "transfer"],
    }),
    s.key("not_found", s.target, "Next node if the knowledge has no answer.", {
      only: ["answer_from"],
    }),
    s.key("on_error", s.target, "Next node if it fails.", { only: ["tool", "call"] }),
    s.key(
      "whisper",
      s.text,
      "Spoken to the person who takes over. The caller does not hear it. Sensitive values are masked.",
      { only: ["transfer"] },
    ),
    s.key(
      "summary",
      s.boolean,
      "Sends the person who takes over a summary of the call, by a model within 3 s, otherwise a list of the filled variables.",
      { default: "false", only: ["transfer"] },
    ),
    s.key(
      "on_return",
      s.target,
      "Next node when the caller returns (event call.returned; save can use its data as result). Until then, the agent does not listen. Without it, the call ends when the transfer is answered.",
      { only: ["transfer"] },
    ),
    s.key("on_failed", s.target, "Next node if it fails.", { only: ["transfer", "record"] }),
    s.key(
      "on_no_answer",
      s.target,
      "Next node if the callee is busy, declines or does not answer. Default: on_failed.",
      { only: ["transfer"] },
    ),
    s.key("ring", s.duration(5_000, 120_000), "Maximum ringing time.", {
      default: "25s",
      only: ["transfer"],
    }),
    s.key(
      "bridge",
      s.boolean,
      "For phone calls: the server calls the target and connects both calls, instead of asking the PBX to transfer. Also the fallback if the PBX refuses a transfer.",
      { default: "false", only: ["transfer"] },
    ),
    s.key("timeout", s.duration(100, 3_600_000), "Maximum time to wait for the event.", {
      only: ["wait"],
    }),
    s.key("on_timeout", s.target, "Next node if the event does not arrive.", { only: ["wait"] }),
    s.key("max", s.duration(1_000, 600_000), "Maximum length of the recording.", {
      default: "120s",
      only: ["record"],
    }),
    s.key("end_silence", s.duration(200, 30_000), "Pause that ends the recording.", {
      default: "3s",
      only: ["record"],
    }),
  ],
};

export const branch: PlaceSchema = {
  title: "A branch",
  doc: "The first branch whose condition is true is taken. The last branch is {else: node}.",
  keys: [
    s.key("if", s.condition, "Condition."),
    s.key("goto", s.target, "Target."),
    s.key("else", s.target, "Target of all other answers."),
  ],
};

export const exit: PlaceSchema = {
  title: "An exit",
  doc: "With if, the exit is taken as soon as the condition is true. With when, the model chooses. With both, the model can choose only while the condition is true.",
  keys: [
    s.key("if", s.condition, "Condition."),
    s.key("when", s.words, "Condition for the model, in words."),
    s.key("goto", s.target, "Target.", { required: true }),
  ],
};

export const event: PlaceSchema = {
  title: "wait: {event}",
  doc: "The last event of each name is kept until a wait uses it.",
  keys: [
    s.key("event", s.nameOf("event"), "Name of the event. Names of events from clients start with client.", {
      required: true,
    }),
  ],
};

const types = s.oneOf(...askable, "list", "object", "audio");

export const tool: PlaceSchema = {
  title: "A tool",
  doc: "An HTTP request. It can use only its params and secrets.",
  keys: [
    s.key("description", s.words, "For the model."),
    s.key("params", s.dictionary("any", types), "Parameters with their types."),
    s.key("http", s.template, "Method and URL. The host must be fixed.", { required: true }),
    s.key("headers", s.dictionary("any", s.template), "Headers."),
    s.key("body", { is: "body" }, "Sent as JSON. A value of a single {{ }} keeps its type."),
    s.key("timeout", s.duration(100, 30_000), "Time limit of the request.", { default: "5s" }),
    s.key("retry", s.whole(0, 3), "Number of retries after a timeout, 429 and 502 to 504.", {
      default: "0",
    }),
    s.key("effect", s.oneOf("read", "write"), "Whether the request changes data.", {
      default: "read for GET, otherwise write",
    }),
    s.key(
      "confirm",
      s.text,
      "Question that the caller must answer with yes before a model's call that writes. It can use the params.",
    ),
    s.key(
      "returns",
      s.dictionary("any", types),
      "Fields of the answer with their types. Any other answer is an error.",
    ),
  ],
};
