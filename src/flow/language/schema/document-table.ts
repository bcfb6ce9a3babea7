// Language table, part document: the keys of the document itself, of defaults, limits, voice, hooks and handlers.

import { acts } from "../../locale/acts.ts";
import type { Key, PlaceSchema, Shape } from "./shape.ts";
import * as s from "./shapes.ts";
import { knowledge } from "./knowledge-table.ts";

export const flow: PlaceSchema = {
  title: "The flow",
  doc: "The top level of a document.",
  keys: [
    s.key("voice_flow", s.oneOf(1), "The version of the language.", { required: true }),
    s.key("id", s.nameOf("flow"), "Name by which other flows call it.", { required: true }),
    s.key("language", s.nameOf("language"), "The language of all texts that name none (BCP 47).", {
      required: true,
    }),
    s.key("languages", s.listOf(s.nameOf("language"), { min: 1 }), "All languages that it speaks.", {
      default: "[language]",
    }),
    s.key("timezone", s.words, "The zone that clock and calendar mean (IANA).", { default: "UTC" }),
    s.key("start", s.nameOf("node"), "The first node.", { required: true }),
    s.key("start_speaker", s.oneOf("agent", "user"), "First speaker.", { default: "agent" }),
    s.key("variables", s.dictionary("variable", s.map("variable")), "Its typed memory."),
    s.key(
      "open",
      s.listOf(s.nameOf("variable"), { max: 20 }),
      "Variables that callers may fill at any question, before they are asked for.",
    ),
    s.key("name", s.words, "For people."),
    s.key("description", s.words, "For people."),
    s.key("types", s.dictionary("type", s.map("variable")), "Named types that variables share."),
    s.key(
      "secrets",
      s.listOf(s.nameOf("secret")),
      "Names of its secrets; their values are stored in the account.",
    ),
    s.key("tools", s.dictionary("tool", s.map("tool")), "HTTP requests it can make."),
    s.key(
      "handlers",
      s.dictionary("handler", s.either(s.map("handler"), s.oneOf("disabled"))),
      "Phrases and keys that work at any time.",
    ),
    s.key("hooks", s.listOf(s.map("hook"), { max: 20 }), "URLs that receive events."),
    s.key(
      "hours",
      s.dictionary("any", s.map("hours")),
      "Opening hours by name, in the flow's time zone, for is_open('name').",
    ),
    knowledge,
    s.key(
      "pronounce",
      {
        is: "dictionary",
        keys: "any",
        of: s.either(s.words, s.dictionary("language", s.words)),
        max: 200,
      },
      "Pronunciation of words: SQL: sequel, in syllables (Siobhan: shih-VAWN) or in English phones (SH IH0 V AO1 N), or by language. For voices only; texts keep the spelling.",
    ),
    s.key(
      "persona",
      s.template,
      "Persona of the agent, for the model wherever one speaks. A called flow without one has its caller's.",
    ),
    s.key(
      "retention",
      s.map("retention"),
      "Days that its sessions' data is kept, if shorter than the account's.",
    ),
    s.key(
      "redact",
      s.listOf(s.oneOf("cards", "ibans", "emails", "phones"), { min: 1, max: 4 }),
      "Kinds of text that are replaced before storing, and silenced in recordings, besides the account's.",
    ),
    s.key("defaults", s.map("defaults"), "Defaults for nodes and variables."),
    s.key("on_end", s.map("on_end"), "Post-processing of a call."),
    s.key(
      "nodes",
      s.dictionary("node", s.map("node")),
      "Steps of the flow, by id; their order has no meaning.",
      {
        required: true,
      },
    ),
    s.key("tests", s.listOf(s.map("test")), "Scripted conversations."),
  ],
};

/** How a question is asked: on nodes, on variables and under `defaults`. */
export const repromptKeys: readonly Key[] = [
  s.key("no_match", s.text, "Spoken when an answer is not understood; the n-th entry at the n-th time."),
  s.key("no_input", s.text, "Spoken when the caller is silent."),
  s.key(
    "invalid",
    s.text,
    "Spoken when an answer is understood but not allowed; the variable has the caller's value.",
    {
      default: "the bounds, where there are any, else no_match",
    },
  ),
  s.key(
    "confirm",
    s.oneOf("auto", "never", "implicit", "explicit"),
    "Whether an answer is read back before it counts, said along, or neither; auto reads back what was not clear.",
    {
      default: "auto, but explicit for email, code and phone that are not sensitive",
    },
  ),
  s.key("read_back", s.text, "Question that reads an answer back; the variable has the understood value.", {
    default: "the value, or for a yes or no the question's words, and: is that right?",
  }),
];

const helps = "Whether a model may help to understand";
/** On variables: which model that is says the node that asks. */
export const llmHelps = s.key("llm", s.boolean, `${helps}.`, { default: "true" });
export const llm = s.key("llm", s.either(s.boolean, s.map("llm")), `${helps}, or which one it is and how.`, {
  default: "true",
});
/** Words of an agent: as they are written, as a model words them, or as they were recorded. */
export const say: Shape = s.either(s.text, s.map("wording"), s.map("sound"));

export const optional = s.key(
  "optional",
  s.boolean,
  "Whether callers may skip it in words such as 'skip'; it is empty then.",
  { default: "false" },
);
export const giveUp = s.key("give_up", s.target, "Target for callers who are not understood.");
export const maxAttempts = s.key(
  "max_attempts",
  s.whole(1, 20),
  "How often it asks in all; a group of digits that is understood does not count.",
  {
    default: "3",
  },
);
const bargeIn = s.key("barge_in", s.boolean, "Whether the caller may cut in.", { default: "true" });
const voice = s.key("voice", s.map("voice"), "How it sounds.");
const listen = s.key("listen", s.map("listen"), "How it listens.");

/** How a node speaks and listens. */
export const speechKeys: readonly Key[] = [bargeIn, voice, listen];

export const answerFrom = (doc: string, ...only: readonly string[]): Key =>
  s.key("answer_from", s.nameOf("knowledge"), doc, only.length === 0 ? {} : { only });

export const defaults: PlaceSchema = {
  title: "defaults",
  doc: "A node goes before a variable, a variable before these, these before what is built in.",
  keys: [
    giveUp,
    maxAttempts,
    ...repromptKeys,
    llm,
    ...speechKeys,
    s.key("stt", s.map("stt"), "Which recogniser hears the call.", { default: "the account's" }),
    answerFrom("Sources for callers' questions, wherever something is asked."),
    s.key("limits", s.map("limits"), "Bounds of a whole call."),
  ],
};

export const limits: PlaceSchema = {
  title: "limits",
  doc: "At one of them the agent says so and the call ends.",
  keys: [
    s.key("max_turns", s.whole(1, 1_000), "Answers of the caller.", { default: "100" }),
    s.key("max_duration", s.duration(1_000, 14_400_000), "Time.", { default: "15m" }),
    s.key("max_failures", s.whole(1, 100), "Failures in a row over all questions.", {
      default: "6",
    }),
  ],
};

const daysMax = 3_650;

export const retention: PlaceSchema = {
  title: "retention",
  doc: "Days; 0 stores nothing. It only shortens: the fewest days of the flow, its called flows, the account and the deployment count. A session keeps the values of its revision.",
  keys: [
    s.key("audio", s.whole(0, daysMax), "Recordings."),
    s.key("words", s.whole(0, daysMax), "Transcripts. Without them there are no recordings, either."),
    s.key("values", s.whole(0, daysMax), "Contexts and metadata."),
    s.key("numbers", s.whole(0, daysMax), "Times, outcomes and measurements, and with them the rest."),
  ],
};

export const wording: PlaceSchema = {
  title: "say: {prompt}",
  doc: "A model words the line from the facts. It is spoken only when it was checked: one with a number, amount, date, name or denial that the facts and the fallback do not have, or without what must be said, gives way to the fallback.",
  keys: [
    s.key("prompt", s.template, "Instruction for the model.", { required: true }),
    s.key(
      "facts",
      s.listOf(s.template, { max: 20 }),
      "Facts that the line may state, beside those of the fallback.",
    ),
    s.key("must_say", s.listOf(s.template, { max: 10 }), "Words and values that the line must have."),
    s.key("fallback", s.text, "Spoken without a model, or without a correct line in time.", {
      required: true,
    }),
    s.key("timeout", s.duration(500, 10_000), "Time for the model.", { default: "3s" }),
  ],
};

export const sound: PlaceSchema = {
  title: "say: {sound}",
  doc: "A recorded sound in place of the voice. The text stands for it everywhere else, and the voice says it where the sound cannot be played.",
  keys: [
    s.key(
      "sound",
      s.either(s.words, s.dictionary("language", s.words)),
      "A WAV file beside the flow, on a server a sound of the account, or an address; one, or one by language.",
      { required: true },
    ),
    s.key("text", s.text, "Words of the sound.", { required: true }),
  ],
};

export const llmPlace: PlaceSchema = {
  title: "llm",
  doc: "Each key that is not written is as under defaults, and there as the account has it.",
  keys: [
    s.key(
      "model",
      s.words,
      "A model of the account's provider. Without the account's own key only one with a known price.",
    ),
    s.key(
      "temperature",
      { is: "number", min: 0, max: 1 },
      "0 keeps close to the likely words; not all models accept it.",
    ),
  ],
};

export const sttPlace: PlaceSchema = {
  title: "stt",
  doc: "The recogniser of all calls of a flow, with the account's key for it, or the service's.",
  keys: [
    s.key("provider", s.words, "Its name, as GET /v1/providers/catalog lists it.", { required: true }),
    s.key("model", s.words, "One of its models.", { default: "its first" }),
  ],
};

export const voicePlace: PlaceSchema = {
  title: "voice",
  doc: "Holds for its node or handler only.",
  keys: [
    s.key("name", s.words, "A voice of the provider."),
    s.key("speed", { is: "number", min: 0.5, max: 2 }, "1 is normal.", { default: "1" }),
  ],
};

export const listenPlace: PlaceSchema = {
  title: "listen",
  doc: "Holds for its node only.",
  keys: [
    s.key("no_input", s.duration(1_000, 600_000), "How long the caller may be silent.", {
      default: "6s",
    }),
    s.key(
      "end_silence",
      s.duration(100, 10_000),
      "The pause that ends an answer, unless the answer is complete or lacks digits.",
      {
        default: "by type, 500ms to 1200ms",
      },
    ),
    s.key("max_speech", s.duration(1_000, 120_000), "The longest answer; 12 s where it is short by nature.", {
      default: "20s",
    }),
    s.key("mode", s.oneOf("both", "speech", "dtmf"), "Accepted input.", { default: "both" }),
    s.key("hints", s.listOf(s.words, { max: 100 }), "Words that are likely, for the recogniser."),
    s.key("dtmf", s.map("dtmf"), "How keys are collected."),
  ],
};

export const dtmfPlace: PlaceSchema = {
  title: "dtmf",
  doc: "How keys of the phone make an entry.",
  keys: [
    s.key(
      "finish",
      {
        is: "string",
        pattern: "^(?:[0-9*#]|none)$",
        says: "one key of the phone in quotes, or none",
      },
      "The key that ends an entry.",
      { default: '"#"' },
    ),
    s.key("inter_digit", s.duration(200, 30_000), "The pause between keys that ends an entry.", {
      default: "3s",
    }),
  ],
};

export const handler: PlaceSchema = {
  title: "A handler",
  doc: `A say node with triggers. help, operator, goodbye, repeat, wait, back, start_over, skip and voicemail have phrases built in. voicemail is called at the start of an outbound call when an answering machine has picked up, known by its words, by a long greeting or by its beep; wait: {event: call.beep} then waits for the tone. repeat, wait, back and start_over are always on, and skip at optional questions; with a next of their own they lead there. So are the acts beside answers, which cost no attempt: ${acts.map(({ name }) => name).join(", ")}; a say of their own words them anew. 'disabled' switches one off.`,
  keys: [
    s.key("phrases", s.phrases, "Phrases of the caller; they add to the built-in ones."),
    s.key("dtmf", s.phoneKey, "The key that the caller presses."),
    s.key(
      "anywhere",
      s.boolean,
      "It wins over any answer wherever one of its phrases occurs, unless that is denied: for emergencies, and for 'agent!'.",
      { default: "false" },
    ),
    s.key("when", s.words, "When a model may choose it, in words for the model."),
    s.key("say", say, "Spoken first."),
    voice,
    s.key("llm", s.map("llm"), "Model of its say, and its settings."),
    s.key("set", s.dictionary("variable", s.expression), "Variables to set, in this order."),
    s.key("emit", s.dictionary("event", s.expression), "Events for the hooks, with their data."),
    s.key("next", s.way, "The next node; RESUME returns to the interrupted place.", {
      default: "RESUME",
    }),
    s.key("note", s.words, "For people."),
  ],
};

export const onEnd: PlaceSchema = {
  title: "on_end",
  doc: "Made after the call, within 20 s, and paid like the call: it stands in the session's record under on_end, and the hook event session.summarised tells it.",
  keys: [
    s.key(
      "summary",
      s.boolean,
      "A summary of the call: a model words it; without one it names the variables that were filled.",
      { default: "false" },
    ),
    s.key(
      "extract",
      { is: "dictionary", keys: "any", of: s.map("extracted"), max: 20 },
      "Values by name: of the variable of that name where it is filled and fits, else as a model finds them in the caller's own words, else null.",
    ),
  ],
};

const spans: Shape = s.either(s.words, s.listOf(s.words, { max: 20 }));

export const hours: PlaceSchema = {
  title: "hours",
  doc: "Opening hours. A time is 09:00-17:00, or a list of such; 22:00-02:00 goes over midnight.",
  keys: [
    s.key("open", s.dictionary("any", spans), "By weekday: mon-fri, sat, sun.", { required: true }),
    s.key("holidays", s.listOf(s.words, { max: 400 }), "Closed days: 2026-04-06, or 12-25 for every year."),
    s.key("special", s.dictionary("any", spans), "Days with hours of their own: 12-24: 09:00-12:00."),
  ],
};

export const hook: PlaceSchema = {
  title: "A hook",
  doc: "Signed as in Standard Webhooks, sent in the background, repeated until it is accepted.",
  keys: [
    s.key("url", s.words, "An https address without {{ }}.", { required: true }),
    s.key("secret", s.nameOf("secret"), "The secret that signs.", { required: true }),
    s.key(
      "events",
      s.listOf(s.nameOf("event"), { min: 1 }),
      "Which: session.started, node.entered, turn.completed, session.transferring, session.ended, session.summarised, and the flow's own.",
      {
        required: true,
      },
    ),
  ],
};
