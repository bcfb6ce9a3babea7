// Retell settings: an agent's settings beside its nodes, as settings of a source flow.

import type { Fields } from "../export-data.ts";
import type { Note, SourceFlow, SourceSetting, SourceVariable } from "../source-flow.ts";
import { standIns } from "../mapping-notes.ts";
import { defaultVariable } from "./default-variables.ts";

/** Advice on settings that are not imported. */
export const retellAdvice: ReadonlyMap<string, string> = new Map([
  ["voice_id", "voices have other names in Voice Flow: write defaults: {voice: {name: …}}"],
  ["responsiveness", "its response time follows from the caller's words"],
  ["ambient_sound", "there is no background sound"],
  ["enable_backchannel", "the agent is silent while the caller speaks"],
  ["pronunciation_dictionary", "write it under pronounce"],
  ["webhook_url", "write it under hooks, with a secret that signs"],
  ["webhook_events", "write it under hooks, with a secret that signs"],
  ["mcps", "MCP servers are not called"],
  ["handbook_config", "describe its way of talking in the persona"],
  ["guardrails", "write its prohibitions into the persona"],
  ["interruption_sensitivity", "write barge_in: false where callers must not interrupt"],
  ["allow_user_dtmf", "keys work wherever a question accepts them"],
  ["user_dtmf_options", "a question accepts keys by its type, such as digits"],
  ["denoising_mode", "speech is separated from noise in every call"],
  ["begin_message_delay_ms", "it speaks at once: write a wait before the first node"],
  ["end_call_after_silence_ms", "unanswered questions lead to give_up: write defaults: {max_attempts: …}"],
  ["reminder_max_count", "write defaults: {max_attempts: …}"],
  ["data_storage_setting", "write retention"],
  ["post_call_analysis_model", "the model under defaults also runs on_end"],
]);

/** Retell's kinds of personal data → ours. */
const redacted: ReadonlyMap<string, string> = new Map([
  ["credit_card", "cards"],
  ["bank_account", "ibans"],
  ["email", "emails"],
  ["phone_number", "phones"],
]);

/** Values of `on_end` at most. */
const extractMax = 20;
/** Hints of a recogniser at most. */
const hintsMax = 100;

type Settings = Omit<SourceFlow, "name" | "start" | "nodes" | "tools" | "hooks">;

/** `agent`: the whole export; `flow`: its conversation flow; possibly equal. */
export function settingsOf(agent: Fields, flow: Fields): Settings {
  const having = (key: string): Fields => (flow.has(key) ? flow : agent);
  const settings: SourceSetting[] = [];
  const tell = (setting: string, note: Note): unknown => settings.push({ setting, ...note });
  if (flow.texts("knowledge_base_ids").length > 0) tell("knowledge_base_ids", standIns.knowledge);
  const { voicemail, notes } = voicemailOf(having("voicemail_option").at("voicemail_option"));
  for (const note of notes) tell("voicemail_option", note);
  const choice = having("model_choice").at("model_choice");
  choice.passOver("type");
  const name = choice.text("model") ?? having("model").text("model");
  if (name !== undefined) tell("model_choice", standIns.model);
  const silenceMs = having("reminder_trigger_ms").number("reminder_trigger_ms");
  if (silenceMs !== undefined)
    tell("reminder_trigger_ms", {
      fidelity: "approximate",
      words: "after this silence callers are asked again, which is the default",
    });
  const within = (key: string, min: number, max: number): number | undefined => {
    const value = having(key).number(key);
    if (value === undefined || (value >= min && value <= max)) return value;
    tell(key, {
      fidelity: "manual",
      words: `${value} is left out: the value must be between ${min} and ${max}`,
    });
    return undefined;
  };
  const temperature = within("model_temperature", 0, 1);
  if (temperature !== undefined) tell("model_temperature", standIns.temperature);
  if (isFlexible(flow)) tell("flex_mode", standIns.flexMode);
  const hints = having("boosted_keywords").texts("boosted_keywords");
  if (hints.length > hintsMax)
    tell("boosted_keywords", { fidelity: "approximate", words: `only the first ${hintsMax} are hints` });
  return {
    language: languageOf(agent, tell),
    globalPrompt: flow.text("global_prompt"),
    voicemail,
    model: { name, temperature },
    userSpeaksFirst: flow.text("start_speaker") === "user",
    variables: flow.pairs("default_dynamic_variables"),
    builtIn: defaultVariable,
    speed: within("voice_speed", 0.5, 2),
    silenceMs,
    durationMs: agent.number("max_call_duration_ms"),
    hints: hints.slice(0, hintsMax),
    redact: redactOf(having("pii_config").at("pii_config"), tell),
    onEnd: onEndOf(having("post_call_analysis_data").list("post_call_analysis_data"), tell),
    settings,
  };
}

type Tell = (setting: string, note: Note) => unknown;

/** True if the agent may go to each of its nodes without an edge. */
export function isFlexible(flow: Fields): boolean {
  return flow.flag("flex_mode") === true;
}

function languageOf(agent: Fields, tell: Tell): string | undefined {
  const [first, ...more] = agent.texts("language");
  const plain = (tag: string): string => tag.replace(/[-_].*/, "");
  const others = new Set(more.map(plain).filter((tag) => tag !== plain(first ?? "")));
  if (others.size > 0)
    tell("language", {
      fidelity: "manual",
      words: `only ${first} is spoken: write languages, and the texts in ${[...others].join(", ")}`,
    });
  return first ?? agent.text("language");
}

function redactOf(pii: Fields, tell: Tell): readonly string[] {
  pii.passOver("mode");
  const categories = pii.texts("categories");
  const kept = [...new Set(categories.flatMap((each) => redacted.get(each) ?? []))];
  const left = categories.filter((each) => !redacted.has(each));
  if (kept.length > 0)
    tell("pii_config", { fidelity: "approximate", words: `redact replaces ${kept.join(", ")}` });
  if (left.length > 0)
    tell("pii_config", { fidelity: "manual", words: `nothing replaces ${left.join(", ")}` });
  return kept;
}

function onEndOf(analysis: readonly Fields[], tell: Tell): SourceFlow["onEnd"] {
  const extract = analysis
    .filter((each) => !isSummary(each))
    .slice(0, extractMax)
    .flatMap((each) => presetOf(each) ?? variableOf(each));
  const summary = analysis.some(isSummary);
  if (!summary && extract.length === 0) return undefined;
  tell("post_call_analysis_data", standIns.analysis);
  if (analysis.length > extractMax)
    tell("post_call_analysis_data", {
      fidelity: "manual",
      words: `only its first ${extractMax} values are extracted`,
    });
  return { summary, extract };
}

function isSummary(value: Fields): boolean {
  return value.text("type") === presets && value.text("name") === "call_summary";
}

const presets = "system-presets";

/** Retell's own extractions, in words. */
function presetOf(value: Fields): SourceVariable | undefined {
  if (value.text("type") !== presets) return undefined;
  const name = value.text("name") ?? "";
  const description = value.text("description");
  const preset = (
    type: SourceVariable["type"],
    about: string,
    choices: readonly string[] = [],
  ): SourceVariable => ({
    name,
    type,
    choices,
    description: description ?? about,
  });
  switch (name) {
    case "call_successful":
      return preset("boolean", "whether the call reached its goal");
    case "user_sentiment":
      return preset("choice", "mood of the caller", ["negative", "neutral", "positive", "unknown"]);
    default:
      return undefined;
  }
}

/** Retell's words for types of variables and parameters; anything else is a text. */
export const kinds: ReadonlyMap<string, SourceVariable["type"]> = new Map([
  ["enum", "choice"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["array", "list"],
  ["object", "object"],
]);

export function variableOf(data: Fields): readonly SourceVariable[] {
  const name = data.text("name");
  if (name === undefined) return [];
  const type = data.text("type") ?? "";
  return [
    {
      name,
      type: kinds.get(type) ?? "text",
      choices: data.texts("choices"),
      description: data.text("description"),
    },
  ];
}

function voicemailOf(option: Fields): {
  readonly voicemail: SourceFlow["voicemail"];
  readonly notes: readonly Note[];
} {
  const action = option.at("action");
  const kind = action.text("type");
  if (kind === undefined && option.keys().length === 0) return { voicemail: undefined, notes: [] };
  const words = action.text("text");
  if (kind === "static_text" && words !== undefined)
    return { voicemail: { words }, notes: [standIns.voicemail] };
  if (kind === "prompt" && words !== undefined)
    return { voicemail: { prompt: words }, notes: [standIns.voicemail, standIns.voicemailPrompt] };
  if (kind === "hangup") return { voicemail: {}, notes: [standIns.voicemail] };
  return { voicemail: {}, notes: [standIns.voicemail, standIns.voicemailAction] };
}
