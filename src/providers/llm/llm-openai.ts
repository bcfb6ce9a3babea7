// Chat completions client: language models behind that protocol, at any vendor. It composes the requests; connection,
// deadlines and retry are `llm-request.ts`, the answer is `llm-openai-stream.ts`, and vendors' differences are
// `chat-presets.ts`. Source: developers.openai.com/api/reference, "Create chat completion", and its TypeScript types.

import { findProviderAt } from "../catalog/catalog.ts";
import type { FailingProvider } from "../connection/provider-failure.ts";
import { asRecord } from "../connection/json-fields.ts";
import type { Llm, LlmMessage, LlmRequest } from "../provider-contract.ts";
import { type ChatPreset, chatPresets, plainPreset } from "./chat-presets.ts";
import { isClosed, jsonInWords } from "./structured-output.ts";
import { ChatStream } from "./llm-openai-stream.ts";
import { below, type LlmHttpRequest, type LlmOptions, openHttpLlm } from "./llm-request.ts";
import { pairedMessages, withFittingIds } from "./tool-history.ts";

/** `provider` is one of the presets; without it only the server's address is known. */
export type OpenAiLlmOptions = Omit<LlmOptions, "provider"> & { readonly provider?: string };

const unknownServer = "openai-compatible";

export function openOpenAiLlm(options: OpenAiLlmOptions): Llm {
  const { provider = unknownServer } = options;
  const preset = presetOf(provider, options.baseUrl);
  const of: FailingProvider = { provider, capability: "llm" };
  return openHttpLlm(
    { ...options, provider },
    {
      of,
      can: { tools: true, json: preset.json !== "words" },
      compose: (request) => compose(request, preset, options),
      read: (request, scrub) =>
        new ChatStream({ of, request, scrub, keepThoughts: preset.wantsThoughts === true }),
    },
  );
}

/** A vendor's address has the vendor's quirks, even if an operator names it as a server of the protocol. */
export function presetOf(provider: string, baseUrl: string): ChatPreset {
  const name = provider === unknownServer ? findProviderAt("llm", baseUrl)?.name : provider;
  return chatPresets[name ?? unknownServer] ?? plainPreset;
}

function compose(request: LlmRequest, preset: ChatPreset, options: OpenAiLlmOptions): LlmHttpRequest {
  const { baseUrl, apiKey, model, provider = unknownServer } = options;
  const paired = pairedMessages(request.messages);
  const messages = preset.toolIds === undefined ? paired : withFittingIds(paired, preset.toolIds);
  const { tools = [], toolChoice, cacheKey, now } = request;
  const format = formatOf(request, preset);
  const thinking = preset.effort.find(([fits]) => fits.test(model))?.[1];
  return {
    url: below(baseUrl, "/chat/completions"),
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey.reveal()}` },
    body: {
      model,
      messages: withInstruction(messages, [format.words, now]).map((message) =>
        chatMessage(message, provider),
      ),
      stream: true,
      ...(preset.streamOptions === undefined ? {} : { stream_options: preset.streamOptions }),
      ...(request.maxOutputTokens === undefined ? {} : { [preset.tokensName]: request.maxOutputTokens }),
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ name, description, parameters }) => ({
              type: "function",
              function: { name, description, parameters },
            })),
          }),
      ...(tools.length === 0 || toolChoice === undefined || toolChoice === "auto"
        ? {}
        : { tool_choice: toolChoice === "required" ? preset.required : toolChoice }),
      ...(format.field === undefined ? {} : { response_format: format.field }),
      ...(request.temperature === undefined || preset.ownTemperature?.test(model) === true
        ? {}
        : { temperature: request.temperature }),
      ...(preset.cacheKey === true && cacheKey !== undefined ? { prompt_cache_key: cacheKey } : {}),
      ...thinking,
    },
  };
}

interface JsonFormat {
  /** `response_format`. */
  readonly field?: Readonly<Record<string, unknown>>;
  /** Wording for the instructions. */
  readonly words?: string;
}

function formatOf({ json, tools = [] }: LlmRequest, preset: ChatPreset): JsonFormat {
  if (json === undefined) return {};
  const { name, schema } = json;
  const words = jsonInWords(json);
  if (preset.json === "words" || (preset.jsonWithTools !== true && tools.length > 0)) return { words };
  if (preset.json === "object") return { field: { type: "json_object" }, words };
  const strict = isClosed(schema, { allRequired: true }) ? { strict: true } : {};
  return { field: { type: "json_schema", json_schema: { name, schema, ...strict } } };
}

/**
 * At the end of the first instructions, the most variable part last, so that the earlier text stays in the vendor's
 * cache. Many servers take no instructions after the first, and no two turns of one side.
 */
function withInstruction(
  messages: readonly LlmMessage[],
  more: readonly (string | undefined)[],
): readonly LlmMessage[] {
  const words = more.filter((text) => text !== undefined).join("\n\n");
  if (words === "") return messages;
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", text: words }, ...messages];
  return [{ role: "system", text: `${first.text}\n\n${words}` }, ...rest];
}

function chatMessage(message: LlmMessage, provider: string): Readonly<Record<string, unknown>> {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.id, content: message.text };
  if (message.role !== "assistant") return { role: message.role, content: message.text };
  const { text, toolCalls = [], opaque } = message;
  if (toolCalls.length === 0) return { role: "assistant", content: text };
  const thoughts = opaque?.provider === provider ? asRecord(opaque.data)["reasoning_content"] : undefined;
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(typeof thoughts === "string" ? { reasoning_content: thoughts } : {}),
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}
