// Language table, part document: the keys of the document itself, of defaults, limits, voice, hooks and handlers.

import { acts } from "../../locale/acts.ts";
import { contractNames, contractTerms, windowCalls } from "../../value/contract-terms.ts";
import type { Key, PlaceSchema, Shape } from "./shape.ts";
import * as s from "./shapes.ts";
import { knowledge } from "./knowledge-table.ts";

export const flow: PlaceSchema = {
  title: "The flow",
  doc: "The top level of a document.",
  keys: [
    s.key("voice_flow", s.oneOf(1), "Version of the language.", { required: true }),
    s.key("id", s.nameOf("flow"), "Id by which other flows call the flow.", { required: true }),
    s.key("language", s.nameOf("language"), "Language of all texts without a language (BCP 47).", {
      required: true,
    }),
    s.key("languages", s.listOf(s.nameOf("language"), { min: 1 }), "All languages of the flow.", {
      default: "[language]",
    }),
    s.key("timezone", s.words, "Time zone of all dates and times (IANA).", { default: "UTC" }),
    s.key("start", s.nameOf("node"), "First node.", { required: true }),
    s.key("start_speaker", s.oneOf("agent", "user"), "First speaker.", { default: "agent" }),
    s.key(
      "mode",
      s.oneOf("cascade", "duplex"),
      "duplex: a model that speaks, if the account has one, words the lines without values. The flow decides as ever.",
      { default: "cascade" },
    ),
    s.key("variables", s.dictionary("variable", s.map("variable")), "Typed variables of the flow."),
    s.key(
      "open",
      s.listOf(s.nameOf("variable"), { max: 20 }),
      "Variables that callers can fill at any question, in advance.",
    ),
    s.key("name", s.words, "Name of the flow."),
    s.key("description", s.words, "Description for readers."),
    s.key("types", s.dictionary("type", s.map("variable")), "Named types that variables share."),
    s.key(
      "secrets",
      s.listOf(s.nameOf("secret")),
      "Names of the secrets that tools use. The account stores their values.",
    ),
    s.key("tools", s.dictionary("tool", s.map("tool")), "HTTP requests of the flow."),
    s.key(
      "handlers",
      s.dictionary("handler", s.either(s.map("handler"), s.oneOf("disabled"))),
      "Reactions to phrases and keys at any time.",
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
      "Pronunciation of words, such as SQL: sequel, in syllables (Siobhan: shih-VAWN) or in English phones (SH IH0 V AO1 N), or by language. Only voices use it; texts keep the spelling.",
    ),
    s.key(
      "persona",
      s.template,
      "Persona of the agent for the language model. A called flow without a persona inherits the persona of the calling flow.",
    ),
    s.key(
      "retention",
      s.map("retention"),
      "Days to keep the data of sessions, if shorter than the account's.",
    ),
    s.key(
      "redact",
      s.listOf(s.oneOf("cards", "ibans", "emails", "phones"), { min: 1, max: 4 }),
      "Kinds of data to redact in transcripts and silence in recordings, in addition to the account's.",
    ),
    s.key("contract", s.map("contract"), "Promises about the calls of the flow, measured over them."),
    s.key("defaults", s.map("defaults"), "Defaults for nodes and variables."),
    s.key("on_end", s.map("on_end"), "Summary and values to produce after the call."),
    s.key("nodes", s.dictionary("node", s.map("node")), "Steps of the flow by id, in any order.", {
      required: true,
    }),
    s.key("tests", s.listOf(s.map("test")), "Scripted conversations."),
  ],
};

/** Keys for how a question is asked: on nodes, on variables and under `defaults`. */
export const repromptKeys: readonly Key[] = [
  s.key("no_match", s.text, "Spoken when an answer is not understood: the n-th entry the n-th time."),
  s.key("no_input", s.text, "Spoken when the caller is silent."),
  s.key(
    "invalid",
    s.text,
    "Spoken when an answer is understood but not allowed. The variable contains the caller's value.",
    {
      default: "the allowed range, if there is one, otherwise no_match",
    },
  ),
  s.key(
    "confirm",
    s.oneOf("auto", "never", "implicit", "explicit"),
    "Whether an answer is read back for a yes, repeated without waiting, or neither. auto: read back if unclear.",
    {
      default: "auto; explicit for email, code and phone, unless sensitive",
    },
  ),
  s.key(
    "read_back",
    s.text,
    "Question that reads an answer back. The variable contains the understood value.",
    {
      default: "the value (for yes or no: the question), then: is that right?",
    },
  ),
];

const helps = "Whether a model may help to understand answers";
/** On variables a boolean: the asking node names the model. */
export const llmHelps = s.key("llm", s.boolean, `${helps}.`, { default: "true" });
export const llm = s.key(
  "llm",
  s.either(s.boolean, s.map("llm")),
  `${helps}, or the model and its settings.`,
  {
    default: "true",
  },
);
/** Words of an agent: as written, as a model words them, or as recorded. */
export const say: Shape = s.either(s.text, s.map("wording"), s.map("sound"));

export const optional = s.key(
  "optional",
  s.boolean,
  "Whether callers may skip the question, with words such as 'skip'. The variable is then empty.",
  { default: "false" },
);
export const giveUp = s.key("give_up", s.target, "Target for callers who are not understood.");
export const maxAttempts = s.key(
  "max_attempts",
  s.whole(1, 20),
  "Maximum number of attempts. An understood part of a number does not count.",
  {
    default: "3",
  },
);
const bargeIn = s.key("barge_in", s.boolean, "Whether the caller can interrupt the agent.", {
  default: "true",
});
const voice = s.key("voice", s.map("voice"), "Voice of the agent.");
const listen = s.key("listen", s.map("listen"), "Settings of listening.");

/** How a node speaks and listens. */
export const speechKeys: readonly Key[] = [bargeIn, voice, listen];

export const answerFrom = (doc: string, ...only: readonly string[]): Key =>
  s.key("answer_from", s.nameOf("knowledge"), doc, only.length === 0 ? {} : { only });

export const defaults: PlaceSchema = {
  title: "defaults",
  doc: "Priority: node, then variable, then these defaults, then built-in values.",
  keys: [
    giveUp,
    maxAttempts,
    ...repromptKeys,
    llm,
    ...speechKeys,
    s.key("stt", s.map("stt"), "Which recogniser hears the call.", { default: "the account's" }),
    answerFrom("Knowledge for callers' own questions at any question of the flow."),
    s.key("limits", s.map("limits"), "Limits of a call."),
  ],
};

export const limits: PlaceSchema = {
  title: "limits",
  doc: "When a limit is reached, the agent announces it and the call ends.",
  keys: [
    s.key("max_turns", s.whole(1, 1_000), "Maximum number of the caller's answers.", { default: "100" }),
    s.key("max_duration", s.duration(1_000, 14_400_000), "Time.", { default: "15m" }),
    s.key("max_failures", s.whole(1, 100), "Maximum number of consecutive failures over all questions.", {
      default: "6",
    }),
  ],
};

const daysMax = 3_650;

export const retention: PlaceSchema = {
  title: "retention",
  doc: "Days; 0: store nothing. The shortest period of the flow, its called flows, the account and the server applies. A session keeps the values of its revision.",
  keys: [
    s.key("audio", s.whole(0, daysMax), "Recordings."),
    s.key("words", s.whole(0, daysMax), "Transcripts. With 0 days, there are no recordings either."),
    s.key("values", s.whole(0, daysMax), "Contexts and metadata."),
    s.key("numbers", s.whole(0, daysMax), "Times, outcomes and measurements, and the rest of the session."),
  ],
};

export const contract: PlaceSchema = {
  title: "contract",
  doc: `Bounds of the figures of calls. simulate measures them over its simulated calls and fails if one is broken. A server measures them over the last ${windowCalls} calls of each revision, shows a broken one in the console, and sends contract.broken and contract.held to the account's hooks. A figure with too few samples is not measured.`,
  keys: contractNames.map((name) => {
    const { min, max, unit, samplesMin, samples, doc } = contractTerms[name];
    const shape = unit === "share" ? ({ is: "number", min, max } as const) : s.whole(min, max);
    return s.key(name, shape, `${doc} At least ${samplesMin} ${samples}.`);
  }),
};

export const wording: PlaceSchema = {
  title: "say: {prompt}",
  doc: "A model words the line from the facts. The line is checked before it is spoken. If it has a number, amount, date, name or negation that is neither in the facts nor in the fallback, or lacks a required word, the fallback is spoken.",
  keys: [
    s.key("prompt", s.template, "Instruction for the model.", { required: true }),
    s.key(
      "facts",
      s.listOf(s.template, { max: 20 }),
      "Facts that the line may state in addition to those of the fallback.",
    ),
    s.key("must_say", s.listOf(s.template, { max: 10 }), "Words and values that the line must contain."),
    s.key("fallback", s.text, "Spoken if there is no model or no valid line in time.", {
      required: true,
    }),
    s.key("timeout", s.duration(500, 10_000), "Time limit of the model.", { default: "3s" }),
  ],
};

export const sound: PlaceSchema = {
  title: "say: {sound}",
  doc: "A recorded sound instead of the voice. Transcripts and models get the text. If the sound cannot be played, the voice speaks the text.",
  keys: [
    s.key(
      "sound",
      s.either(s.words, s.dictionary("language", s.words)),
      "A WAV file beside the flow, a sound of the account, or a URL. One for all languages, or one per language.",
      { required: true },
    ),
    s.key("text", s.text, "Spoken text of the sound.", { required: true }),
  ],
};

export const llmPlace: PlaceSchema = {
  title: "llm",
  doc: "An absent key takes its value from defaults, or from the account.",
  keys: [
    s.key(
      "model",
      s.words,
      "A model of the account's provider. With the server's key, only a model with a known price.",
    ),
    s.key(
      "temperature",
      { is: "number", min: 0, max: 1 },
      "Randomness; 0 prefers the most likely words. Not all models support it.",
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
  doc: "Applies only to its node or handler.",
  keys: [
    s.key("name", s.words, "A voice of the provider."),
    s.key("speed", { is: "number", min: 0.5, max: 2 }, "Speaking rate; 1 is normal.", { default: "1" }),
  ],
};

export const listenPlace: PlaceSchema = {
  title: "listen",
  doc: "Applies only to its node.",
  keys: [
    s.key("no_input", s.duration(1_000, 600_000), "Silence of the caller after which no_input follows.", {
      default: "6s",
    }),
    s.key(
      "end_silence",
      s.duration(100, 10_000),
      "Pause that ends an answer. A complete answer ends sooner, an incomplete number later.",
      {
        default: "by type, 500ms to 1200ms",
      },
    ),
    s.key("max_speech", s.duration(1_000, 120_000), "Maximum length of an answer; 12 s for short types.", {
      default: "20s",
    }),
    s.key("mode", s.oneOf("both", "speech", "dtmf"), "Accepted input.", { default: "both" }),
    s.key("hints", s.listOf(s.words, { max: 100 }), "Likely words for the recogniser."),
    s.key("dtmf", s.map("dtmf"), "Settings of phone keys."),
  ],
};

export const dtmfPlace: PlaceSchema = {
  title: "dtmf",
  doc: "Settings of entries by phone keys.",
  keys: [
    s.key(
      "finish",
      {
        is: "string",
        pattern: "^(?:[0-9*#]|none)$",
        says: "one phone key in quotes, or none",
      },
      "Key that ends an entry.",
      { default: '"#"' },
    ),
    s.key("inter_digit", s.duration(200, 30_000), "Pause between keys that ends an entry.", {
      default: "3s",
    }),
  ],
};

export const handler: PlaceSchema = {
  title: "A handler",
  doc: `A say node with triggers. help, operator, goodbye, repeat, wait, back, start_over, skip and voicemail have phrases built in. voicemail is called at the start of an outbound call when an answering machine has picked up, known by its words, by a long greeting or by its beep; wait: {event: call.beep} then waits for the tone. repeat, wait, back and start_over are always on, and skip at optional questions; with a next of their own they lead there. So are the acts beside answers, which cost no attempt: ${acts.map(({ name }) => name).join(", ")}; a say of their own words them anew. 'disabled' switches one off.`,
  keys: [
    s.key("phrases", s.phrases, "Phrases of the caller, in addition to the built-in ones."),
    s.key("dtmf", s.phoneKey, "Phone key that triggers the handler."),
    s.key(
      "anywhere",
      s.boolean,
      "Reacts to its phrases anywhere in an answer, before the answer itself, unless they are negated. For emergencies, and for 'agent!'.",
      { default: "false" },
    ),
    s.key("when", s.words, "Description for the model of when to choose the handler."),
    s.key("say", say, "Spoken first."),
    voice,
    s.key("llm", s.map("llm"), "Model and settings for its say."),
    s.key("set", s.dictionary("variable", s.expression), "Variables to set, in this order."),
    s.key("emit", s.dictionary("event", s.expression), "Events to send to hooks, with their data."),
    s.key("next", s.way, "Next node. RESUME returns to the interrupted place.", {
      default: "RESUME",
    }),
    s.key("note", s.words, "Note for readers."),
  ],
};

export const onEnd: PlaceSchema = {
  title: "on_end",
  doc: "Made after the call, within 20 s, and charged like the call. The result is in the session's record under on_end and in the hook event session.summarised.",
  keys: [
    s.key(
      "summary",
      s.boolean,
      "Summary of the call by a model, or without a model a list of the filled variables.",
      { default: "false" },
    ),
    s.key(
      "extract",
      { is: "dictionary", keys: "any", of: s.map("extracted"), max: 20 },
      "Values by name: the value of the variable of that name if it is filled and fits, otherwise a value that a model finds in the caller's own words, otherwise null.",
    ),
  ],
};

const spans: Shape = s.either(s.words, s.listOf(s.words, { max: 20 }));

export const hours: PlaceSchema = {
  title: "hours",
  doc: "Opening hours. A time is a range such as 09:00-17:00, or a list of ranges. 22:00-02:00 ends after midnight.",
  keys: [
    s.key("open", s.dictionary("any", spans), "By weekday: mon-fri, sat, sun.", { required: true }),
    s.key("holidays", s.listOf(s.words, { max: 400 }), "Closed days: 2026-04-06, or 12-25 for every year."),
    s.key("special", s.dictionary("any", spans), "Days with different hours, such as 12-24: 09:00-12:00."),
  ],
};

export const hook: PlaceSchema = {
  title: "A hook",
  doc: "Signed as in Standard Webhooks, sent in the background, and retried until accepted.",
  keys: [
    s.key("url", s.words, "An https URL without {{ }}.", { required: true }),
    s.key("secret", s.nameOf("secret"), "The secret that signs.", { required: true }),
    s.key(
      "events",
      s.listOf(s.nameOf("event"), { min: 1 }),
      "Events to send: session.started, node.entered, turn.completed, session.transferring, session.ended, session.summarised, and the flow's own.",
      {
        required: true,
      },
    ),
  ],
};
