// Messages of a realtime conversation: the settings of its session, and what was said before as items.

import type { AudioLlmTalk } from "../audio/audio-llm-contract.ts";
import { pairedMessages } from "../llm/tool-history.ts";
import type { LlmMessage, LlmTool, ProviderSettings } from "../provider-contract.ts";
import { primaryLanguage } from "../stt/stt-dialect.ts";
import { realtimeFormat } from "./realtime-input.ts";

/** Samples a second, both ways. */
export const vendorRate = realtimeFormat.rate;
/** Writes down each turn that the detector has taken; those that write while the caller speaks take no detector. */
const transcriber = "gpt-transcribe";

/** The first is the default. Assistants of an account may name voices of others. */
const voices = ["marin", "cedar", "alloy", "ash", "ballad", "coral", "echo", "sage", "shimmer", "verse"];

/** The settings of a session: all of them, once. */
export function sessionUpdate(
  { model, voice, language }: ProviderSettings,
  { instructions, tools, delegates }: AudioLlmTalk,
): Readonly<Record<string, unknown>> {
  const spoken = language === "" ? {} : { language: primaryLanguage(language) };
  const turns = { type: "semantic_vad", create_response: true, interrupt_response: delegates !== true };
  const input = {
    format: realtimeFormat,
    transcription: { model: transcriber, ...spoken },
    turn_detection: turns,
  };
  const session = {
    type: "realtime",
    output_modalities: ["audio"],
    instructions,
    tracing: null,
    ...(model.startsWith("gpt-realtime-2") ? { reasoning: { effort: "minimal" } } : {}),
    audio: { input, output: { format: realtimeFormat, voice: voices.includes(voice) ? voice : voices[0] } },
    tools: tools.map(vendorTool),
    tool_choice: delegates === true ? { type: "function", name: tools[0]?.name } : "auto",
  };
  return { type: "session.update", session };
}

/** Items in their order; each call is followed by its result. */
export function vendorItems(messages: readonly LlmMessage[]): readonly Readonly<Record<string, unknown>>[] {
  // Results alone belong to calls that the vendor has made itself.
  const isOnlyResults = messages.every(({ role }) => role === "tool");
  return (isOnlyResults ? messages : pairedMessages(messages)).flatMap(itemsOf);
}

function itemsOf(message: LlmMessage): readonly Readonly<Record<string, unknown>>[] {
  const { role, text } = message;
  if (role === "tool") return [{ type: "function_call_output", call_id: message.id, output: text }];
  const words =
    text === ""
      ? []
      : [
          {
            type: "message",
            role,
            content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
          },
        ];
  if (role !== "assistant") return words;
  const calls = (message.toolCalls ?? []).map(({ id, name, arguments: json }) => ({
    type: "function_call",
    call_id: id,
    name,
    arguments: json,
  }));
  return [...words, ...calls];
}

const vendorTool = ({ name, description, parameters }: LlmTool) => ({
  type: "function",
  name,
  description,
  parameters,
});
