// Retell settings: what a Retell agent has beside its nodes, as settings of a source flow.

import { type Fields, fieldsAt, listAt, numberAt, pairsAt, textAt, textsAt } from "./export-data.ts";
import type { Note, SourceFlow, SourceSetting } from "./source-flow.ts";
import { standIns } from "./mapping-notes.ts";

/** Settings whose scale or meaning is another one here, with what to look at. */
const leftOut: readonly (readonly [key: string, words: string])[] = [
  ["voice_id", "voices have other names here: write defaults: {voice: {name: …}}"],
  ["responsiveness", "how fast it answers follows from what was said"],
  ["ambient_sound", "there is no sound in the background"],
  ["enable_backchannel", "the agent says nothing while the caller speaks"],
  ["pronunciation_dictionary", "write it under pronounce"],
  ["webhook_url", "write it under hooks, with a secret that signs"],
  ["mcps", "servers of MCP are not called"],
];

type Settings = Omit<SourceFlow, "name" | "start" | "nodes" | "tools" | "hooks">;

/** `agent` is the whole export, `flow` the conversation flow in it; they may be the same. */
export function settingsOf(agent: Fields, flow: Fields): Settings {
  const both = { ...agent, ...flow };
  const settings: SourceSetting[] = leftOut
    .filter(([key]) => both[key] !== undefined && both[key] !== null)
    .map(([setting, words]) => ({ setting, fidelity: "manual", words }));
  if (textsAt(flow, "knowledge_base_ids").length > 0)
    settings.push({ setting: "knowledge_base_ids", ...standIns.knowledge });
  const { voicemail, notes } = voicemailOf(both);
  settings.push(...notes.map((note) => ({ setting: "voicemail_option", ...note })));
  const name = textAt(fieldsAt(both, "model_choice"), "model") ?? textAt(both, "model");
  const asked = numberAt(both, "model_temperature");
  const temperature = asked !== undefined && asked >= 0 && asked <= 1 ? asked : undefined;
  if (name !== undefined) settings.push({ setting: "model_choice", ...standIns.model });
  if (temperature !== undefined) settings.push({ setting: "model_temperature", ...standIns.temperature });
  if (listAt(agent, "post_call_analysis_data").length > 0)
    settings.push({ setting: "post_call_analysis_data", ...standIns.analysis });
  const silenceMs = numberAt(both, "reminder_trigger_ms");
  if (silenceMs !== undefined)
    settings.push({
      setting: "reminder_trigger_ms",
      fidelity: "approximate",
      words: "callers who are silent for so long are asked again, as is usual here",
    });
  return {
    language: textAt(agent, "language"),
    globalPrompt: textAt(flow, "global_prompt"),
    voicemail,
    model: { name, temperature },
    userSpeaksFirst: textAt(flow, "start_speaker") === "user",
    variables: pairsAt(flow, "default_dynamic_variables"),
    speed: numberAt(agent, "voice_speed"),
    silenceMs,
    durationMs: numberAt(agent, "max_call_duration_ms"),
    hints: textsAt(agent, "boosted_keywords").slice(0, 100),
    settings,
  };
}

function voicemailOf(both: Fields): {
  readonly voicemail: SourceFlow["voicemail"];
  readonly notes: readonly Note[];
} {
  if (both["voicemail_option"] === undefined || both["voicemail_option"] === null)
    return { voicemail: undefined, notes: [] };
  const action = fieldsAt(fieldsAt(both, "voicemail_option"), "action");
  const words = textAt(action, "text");
  switch (textAt(action, "type")) {
    case "static_text":
      if (words !== undefined) return { voicemail: { words }, notes: [standIns.voicemail] };
      break;
    case "prompt":
      if (words !== undefined)
        return { voicemail: { prompt: words }, notes: [standIns.voicemail, standIns.voicemailPrompt] };
      break;
    case "hangup":
      return { voicemail: {}, notes: [standIns.voicemail] };
    default:
  }
  return { voicemail: {}, notes: [standIns.voicemail, standIns.voicemailAction] };
}
