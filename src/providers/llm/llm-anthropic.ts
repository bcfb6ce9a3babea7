// Anthropic client: language models behind the Messages API. It composes the requests; connection, deadlines and
// retry are `llm-request.ts`, the answer is `llm-anthropic-stream.ts`. Source: platform.claude.com/docs, "Messages",
// and the types of its TypeScript SDK 1.12.

import type { FailingProvider } from "../connection/provider-failure.ts";
import { asArray } from "../connection/json-fields.ts";
import type { Llm, LlmMessage, LlmRequest } from "../provider-contract.ts";
import { alternatingTurns } from "./alternating-turns.ts";
import { isClosed, jsonInWords } from "./structured-output.ts";
import { AnthropicStream } from "./llm-anthropic-stream.ts";
import { below, type LlmHttpRequest, type LlmOptions, openHttpLlm } from "./llm-request.ts";
import { argumentsOf, pairedMessages, withFittingIds } from "./tool-history.ts";

type Fields = Readonly<Record<string, unknown>>;

/** API version. New accounts no longer get earlier ones; the tokens that this one saves are not used here. */
const version = "2026-10-21";
/** Required field: three minutes of speech and room for tool arguments. */
const outputTokensDefault = 4_096;
const toolIds = /^[\w-]{1,64}$/;
/** Models whose thinking can be turned off. The others always think, and refuse the setting. */
const thinksOnRequest = /haiku|sonnet/;
/** Since Opus 4.7 a temperature is refused (platform.claude.com/docs, "What's new in Claude Opus 4.7"). */
const takesTemperature = /^claude-(?:3|[a-z]+-4(?:-[0-6])?(?:-\d{8}|@|$))/;
/** Last constant part of requests: everything before it is read from the cache. */
const cacheMark = { cache_control: { type: "ephemeral" } };

export function openAnthropicLlm(options: LlmOptions): Llm {
  const of: FailingProvider = { provider: options.provider, capability: "llm" };
  return openHttpLlm(options, {
    of,
    can: { tools: true, json: true },
    compose: (request) => compose(request, options),
    read: (request, scrub) => new AnthropicStream(of, request, scrub),
  });
}

function compose(request: LlmRequest, { baseUrl, apiKey, model, provider }: LlmOptions): LlmHttpRequest {
  const { json, tools = [], toolChoice = "auto", temperature } = request;
  const messages = withFittingIds(pairedMessages(request.messages), toolIds);
  const { instructions, turns } = alternatingTurns(messages, (each) => partsOf(each, provider), textPart);
  const canBeQuiet = thinksOnRequest.test(model);
  const isPromised = json !== undefined && isClosed(json.schema, { allRequired: false });
  const words = json === undefined || isPromised ? [] : [jsonInWords(json)];
  return {
    url: below(baseUrl, "/messages"),
    headers: {
      "anthropic-version": version,
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey.reveal() }),
    },
    body: {
      model,
      max_tokens: request.maxOutputTokens ?? outputTokensDefault,
      stream: true,
      ...(instructions.length + words.length === 0
        ? {}
        : { system: marked([...instructions, ...words].map(textPart)) }),
      messages: turns.map(({ role, parts }, index) => ({
        role,
        content: index === turns.length - 1 ? lastParts(parts, request) : parts,
      })),
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ name, description, parameters }) => ({
              name,
              description,
              input_schema: parameters,
            })),
            // Models that always think refuse to be forced.
            tool_choice: { type: toolChoice === "required" ? (canBeQuiet ? "any" : "auto") : toolChoice },
          }),
      ...(temperature === undefined || !takesTemperature.test(model) ? {} : { temperature }),
      ...(canBeQuiet ? { thinking: { type: "disabled" } } : {}),
      ...outputConfig(model, isPromised ? json.schema : undefined),
    },
  };
}

/** Effort is refused by models before the fifth generation. */
function outputConfig(model: string, schema: Fields | undefined): Fields {
  const config = {
    ...(/^claude-[a-z]+-(?:[5-9]|\d\d)(?:-|$)/.test(model) ? { effort: "low" } : {}),
    ...(schema === undefined ? {} : { format: { type: "json_schema", schema } }),
  };
  return Object.keys(config).length === 0 ? {} : { output_config: config };
}

/**
 * Only a continued conversation reads its end from the cache; writing it costs a quarter more. The time follows the
 * mark, so that the next request finds all text before it unchanged.
 */
function lastParts(parts: readonly Fields[], { cacheKey, now }: LlmRequest): readonly Fields[] {
  const kept = cacheKey === undefined ? parts : marked(parts);
  return now === undefined ? kept : [...kept, textPart(`(${now})`)];
}

function marked(parts: readonly Fields[]): readonly Fields[] {
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, ...cacheMark } : part));
}

function textPart(text: string): Fields {
  return { type: "text", text };
}

/** A text without a letter is refused. */
function textParts(text: string): readonly Fields[] {
  return text.trim() === "" ? [] : [textPart(text)];
}

function partsOf(message: LlmMessage, provider: string): readonly Fields[] {
  if (message.role === "tool") {
    const { id, text, isError = false } = message;
    return [{ type: "tool_result", tool_use_id: id, content: text, ...(isError ? { is_error: true } : {}) }];
  }
  if (message.role !== "assistant") return textParts(message.text);
  const { text, toolCalls = [], opaque } = message;
  const calls = toolCalls.map((call) => ({
    type: "tool_use",
    id: call.id,
    name: call.name,
    input: argumentsOf(call),
  }));
  const thoughts =
    opaque?.provider === provider && calls.length > 0 ? (asArray(opaque.data) as readonly Fields[]) : [];
  return [...thoughts, ...textParts(text), ...calls];
}
