// Gemini client: language models behind Google's generateContent API. It composes the requests; connection, deadlines
// and retry are `llm-request.ts`, the answer is `llm-gemini-stream.ts`. Source: ai.google.dev/api/generate-content,
// ai.google.dev/gemini-api/docs/thought-signatures, and the types of @google/genai 3.1.

import type { FailingProvider } from "../connection/provider-failure.ts";
import { asArray, asRecord, asText } from "../connection/json-fields.ts";
import type { Llm, LlmMessage, LlmRequest } from "../provider-contract.ts";
import { alternatingTurns } from "./alternating-turns.ts";
import { jsonInWords } from "./structured-output.ts";
import { GeminiStream } from "./llm-gemini-stream.ts";
import { below, type LlmHttpRequest, type LlmOptions, openHttpLlm } from "./llm-request.ts";
import { argumentsOf, pairedMessages } from "./tool-history.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Google's marker for calls made by another model: without a signature the request is refused. */
const foreignSignature = "skip_thought_signature_validator";
const modes = { auto: "AUTO", none: "NONE", required: "ANY" } as const;

export function openGeminiLlm(options: LlmOptions): Llm {
  const of: FailingProvider = { provider: options.provider, capability: "llm" };
  return openHttpLlm(options, {
    of,
    can: { tools: true, json: true },
    compose: (request) => compose(request, options),
    read: (request, scrub) => new GeminiStream(of, request, scrub),
  });
}

function compose(request: LlmRequest, { baseUrl, apiKey, model, provider }: LlmOptions): LlmHttpRequest {
  const { json, tools = [], toolChoice = "auto", maxOutputTokens, temperature, now } = request;
  const messages = pairedMessages(request.messages);
  const marks = { provider, signs: isThird(model), ids: ownIds(messages, provider) };
  const { instructions, turns } = alternatingTurns(messages, (each) => partsOf(each, marks), textPart);
  // Not every model takes promised JSON and tools at once.
  const isPromised = json !== undefined && tools.length === 0;
  const inWords = json === undefined || isPromised ? [] : [jsonInWords(json)];
  // Changing text is last.
  const words = now === undefined ? inWords : [...inWords, now];
  const url = below(baseUrl, `/models/${encodeURIComponent(model)}:streamGenerateContent`);
  url.searchParams.set("alt", "sse");
  return {
    url,
    headers: apiKey === undefined ? {} : { "x-goog-api-key": apiKey.reveal() },
    body: {
      ...(instructions.length + words.length === 0
        ? {}
        : { systemInstruction: { parts: [...instructions, ...words].map(textPart) } }),
      contents: turns.map(({ role, parts }) => ({ role: role === "user" ? "user" : "model", parts })),
      ...(tools.length === 0
        ? {}
        : {
            tools: [
              {
                functionDeclarations: tools.map(({ name, description, parameters }) => ({
                  name,
                  description,
                  parametersJsonSchema: parameters,
                })),
              },
            ],
            toolConfig: { functionCallingConfig: { mode: modes[toolChoice] } },
          }),
      generationConfig: {
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(isPromised ? { responseMimeType: "application/json", responseJsonSchema: json.schema } : {}),
        ...thinkingOf(model),
      },
    },
  };
}

function isThird(model: string): boolean {
  return /^gemini-(?:[3-9]|\d\d)/.test(model);
}

/** As little thinking as the model allows: only the small ones accept "minimal". */
function thinkingOf(model: string): Fields {
  if (isThird(model))
    return { thinkingConfig: { thinkingLevel: model.includes("flash-lite") ? "minimal" : "low" } };
  if (model.startsWith("gemini-2.5-flash")) return { thinkingConfig: { thinkingBudget: 0 } };
  return {};
}

function textPart(text: string): Fields {
  return { text };
}

/** Marks on parts of earlier calls. */
interface Marks {
  readonly provider: string;
  /** The model refuses calls without a signature. */
  readonly signs: boolean;
  /** Ids given by Google; it never saw the others. */
  readonly ids: ReadonlySet<unknown>;
}

function ownIds(messages: readonly LlmMessage[], provider: string): ReadonlySet<unknown> {
  return new Set(
    messages.flatMap((message) =>
      message.role === "assistant" && message.opaque?.provider === provider
        ? asArray(asRecord(message.opaque.data)["ids"])
        : [],
    ),
  );
}

function partsOf(message: LlmMessage, { provider, signs, ids }: Marks): readonly Fields[] {
  const idOf = (id: string): Fields => (ids.has(id) ? { id } : {});
  if (message.role === "tool") {
    const { id, name, text, isError = false } = message;
    return [
      { functionResponse: { ...idOf(id), name, response: isError ? { error: text } : { result: text } } },
    ];
  }
  const texts = message.text === "" ? [] : [textPart(message.text)];
  if (message.role !== "assistant") return texts;
  const { toolCalls = [], opaque } = message;
  const signatures =
    opaque?.provider === provider ? asRecord(asRecord(opaque.data)["signatures"]) : undefined;
  const calls = toolCalls.map((call, index) => {
    // Only the first of several simultaneous calls is signed.
    const signature = asText(signatures?.[call.id]) || (signs && index === 0 ? foreignSignature : "");
    return {
      functionCall: { ...idOf(call.id), name: call.name, args: argumentsOf(call) },
      ...(signature === "" ? {} : { thoughtSignature: signature }),
    };
  });
  return [...texts, ...calls];
}
