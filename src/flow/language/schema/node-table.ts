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
  s.key("say", say, "Spoken first. On a question for one variable it is the question."),
  s.key("set", s.dictionary("variable", s.expression), "Variables to set on entry, in this order."),
  s.key("emit", s.dictionary("event", s.expression), "Events for the hooks, with their data, on leaving."),
  s.key("next", s.way, "The next node, or a list of {if, goto} that ends in {else}.", {
    only: goesOn,
  }),
  s.key("language", s.nameOf("language"), "The call continues in this language."),
  s.key(
    "record",
    s.oneOf("off", "on"),
    "off: neither sound nor words of the call are kept from here on, this node's own included, until on.",
  ),
  llm,
  ...speechKeys,
  s.key(
    "handlers",
    s.dictionary("handler", s.either(s.map("handler"), s.oneOf("disabled"))),
    "Handlers of this node only, or flow's handlers changed or switched off here.",
  ),
  s.key("note", s.words, "For people."),
];

export const node: PlaceSchema = {
  title: "A node",
  doc: "Has at most one verb. On entry: set, say, the verb, then save, emit, and next.",
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
        "ask for a yes or no with its own say, which is no input; else skip on first arrival, ask on coming back",
      only: asking,
    }),
    s.key(
      "review",
      s.boolean,
      "All of its answers are read back as a summary, in the node's say where it has one; on a no it asks what to change.",
      { default: "false", only: ["ask"] },
    ),
    s.key(
      "listen_for",
      s.listOf(s.nameOf("variable"), { max: 20 }),
      "Variables that the answer may fill ahead; their own questions are then skipped, or read the value back with confirm.",
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
    s.key("exits", s.dictionary("any", s.map("exit")), "The exits, by name.", {
      only: ["converse"],
    }),
    s.key("max_turns", s.whole(1, 100), "How often the caller may speak; then it goes to give_up.", {
      only: ["converse"],
    }),
    s.key("without_llm", s.target, "Where to go when there is no model, or it failed twice.", {
      only: ["converse"],
    }),
    s.key("history", s.whole(0, 100), "How many turns before this node the model sees.", {
      default: "6",
      only: ["converse"],
    }),
    s.key("with", s.dictionary("any", s.expression), "Arguments.", { only: ["tool", "call"] }),
    s.key("save", s.dictionary("variable", s.expression), "Variables to fill from result.", {
      only: ["tool", "call", "wait", "transfer"],
    }),
    s.key("not_found", s.target, "Where to go when the knowledge has no answer.", {
      only: ["answer_from"],
    }),
    s.key("on_error", s.target, "Where to go when it fails.", { only: ["tool", "call"] }),
    s.key(
      "whisper",
      s.text,
      "Words for the person who takes over, which the caller does not hear; sensitive values are masked.",
      { only: ["transfer"] },
    ),
    s.key(
      "summary",
      s.boolean,
      "The person who takes over gets a summary of the call: a model words it within 3 s, else it names the variables that were filled.",
      { default: "false", only: ["transfer"] },
    ),
    s.key(
      "on_return",
      s.target,
      "Target for a returning caller, by the event call.returned, whose data save sees as result. Meanwhile nothing listens. Without it the call ends when the transfer is answered.",
      { only: ["transfer"] },
    ),
    s.key("on_failed", s.target, "Where to go when it fails.", { only: ["transfer", "record"] }),
    s.key(
      "on_no_answer",
      s.target,
      "Target when the callee is busy, declines, or does not answer; without it on_failed is taken.",
      { only: ["transfer"] },
    ),
    s.key("ring", s.duration(5_000, 120_000), "How long it may ring there.", {
      default: "25s",
      only: ["transfer"],
    }),
    s.key(
      "bridge",
      s.boolean,
      "On the telephone the server calls there itself and connects the two, in place of asking the PBX for it; it also does where the PBX refuses.",
      { default: "false", only: ["transfer"] },
    ),
    s.key("timeout", s.duration(100, 3_600_000), "How long to wait for the event.", {
      only: ["wait"],
    }),
    s.key("on_timeout", s.target, "Where to go when the event does not come.", { only: ["wait"] }),
    s.key("max", s.duration(1_000, 600_000), "The longest recording.", {
      default: "120s",
      only: ["record"],
    }),
    s.key("end_silence", s.duration(200, 30_000), "The pause that ends it.", {
      default: "3s",
      only: ["record"],
    }),
  ],
};

export const branch: PlaceSchema = {
  title: "A branch",
  doc: "The first whose condition holds is taken; the last is {else: node}.",
  keys: [
    s.key("if", s.condition, "The condition."),
    s.key("goto", s.target, "Its target."),
    s.key("else", s.target, "Target of all other answers."),
  ],
};

export const exit: PlaceSchema = {
  title: "An exit",
  doc: "if alone forces it as soon as it is true; when lets the model choose; both together let the model choose only while if holds.",
  keys: [
    s.key("if", s.condition, "The condition."),
    s.key("when", s.words, "Condition for the model, in words."),
    s.key("goto", s.target, "Its target.", { required: true }),
  ],
};

export const event: PlaceSchema = {
  title: "wait: {event}",
  doc: "The last event of each name is kept until a wait takes it.",
  keys: [
    s.key("event", s.nameOf("event"), "Its name; those that clients may send begin with client.", {
      required: true,
    }),
  ],
};

const types = s.oneOf(...askable, "list", "object", "audio");

export const tool: PlaceSchema = {
  title: "A tool",
  doc: "An HTTP request. It sees its params and secrets, and nothing else.",
  keys: [
    s.key("description", s.words, "For the model."),
    s.key("params", s.dictionary("any", types), "Its parameters with their types."),
    s.key("http", s.template, "Method and address; the host is fixed.", { required: true }),
    s.key("headers", s.dictionary("any", s.template), "Headers."),
    s.key("body", { is: "body" }, "Sent as JSON; a text that is one {{ }} keeps its type."),
    s.key("timeout", s.duration(100, 30_000), "Its time limit.", { default: "5s" }),
    s.key("retry", s.whole(0, 3), "How often it is tried again after a timeout, 429 and 502 to 504.", {
      default: "0",
    }),
    s.key("effect", s.oneOf("read", "write"), "Whether it changes something outside.", {
      default: "read for GET, else write",
    }),
    s.key(
      "confirm",
      s.text,
      "Question that the caller must confirm before a model's call of a write; sees the params.",
    ),
    s.key(
      "returns",
      s.dictionary("any", types),
      "Fields of its answer with their types; another answer is an error.",
    ),
  ],
};
