// Chat presets: a request to a vendor behind the chat completions protocol has that vendor's field names, and no field
// that it refuses.

import { describe, expect, test } from "bun:test";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { chatPresets } from "../../../src/providers/llm/chat-presets.ts";
import { presetOf } from "../../../src/providers/llm/llm-openai.ts";
import { chatFamilyOf } from "../../support/providers/llm/llm-families.ts";
import { afterTool, askOnce, hello, weatherTool } from "../../support/providers/llm/llm-client.ts";
import { type ChatBody, wellBehaved } from "../../support/servers/chat-server.ts";
import type { LlmRequest } from "../../../src/providers/provider-contract.ts";

async function bodyOf(provider: string, request: Partial<LlmRequest>, model = "tiny"): Promise<ChatBody> {
  const script = wellBehaved("Hi.");
  return (await askOnce<ChatBody>(chatFamilyOf(provider), script, { request, options: { model } })).sent.body;
}

const names = Object.keys(chatPresets);
const json = {
  name: "town",
  schema: {
    type: "object",
    properties: { town: { type: "string" } },
    required: ["town"],
    additionalProperties: false,
  },
};
const open = { name: "any", schema: { type: "object", properties: { town: { type: "string" } } } };

describe("chat presets", () => {
  test("every vendor accepts its request with all features at once", async () => {
    for (const name of names) {
      for (const toolChoice of ["auto", "none", "required"] as const) {
        const models = findProvider("llm", name)?.models ?? ["tiny", "gpt-oss:20b", "qwen3:8b"];
        const asked = {
          messages: afterTool,
          tools: [weatherTool],
          toolChoice,
          json,
          cacheKey: "k",
          maxOutputTokens: 40,
          temperature: 0.3,
        };
        for (const model of models) await bodyOf(name, asked, model);
      }
    }
  });

  test("a temperature is sent to every vendor, at OpenAI only to models that accept one", async () => {
    for (const name of names.filter((each) => each !== "openai"))
      expect((await bodyOf(name, { temperature: 0 }))["temperature"]).toBe(0);
    expect((await bodyOf("openai", { temperature: 0 }, "gpt-4.1"))["temperature"]).toBe(0);
    for (const model of ["gpt-5", "gpt-6-luna", "o3"])
      expect(await bodyOf("openai", { temperature: 0 }, model)).not.toHaveProperty("temperature");
  });

  test("the limit of the answer has the vendor's name", async () => {
    expect((await bodyOf("openai", { maxOutputTokens: 40 }))["max_completion_tokens"]).toBe(40);
    for (const name of names.filter((each) => each !== "openai"))
      expect((await bodyOf(name, { maxOutputTokens: 40 }))["max_tokens"]).toBe(40);
  });

  test("the key of the cache is sent to OpenAI only", async () => {
    const sent = await Promise.all(
      names.map(async (name) => (await bodyOf(name, { cacheKey: "flow-42" }))["prompt_cache_key"]),
    );
    expect(names.filter((_, index) => sent[index] !== undefined)).toEqual(["openai"]);
  });

  const quiet: readonly (readonly [provider: string, model: string, fields: object])[] = [
    ["openai", "gpt-6-luna", { reasoning_effort: "none" }],
    ["openai", "gpt-5.6-terra", { reasoning_effort: "none" }],
    ["openai", "gpt-5-mini", { reasoning_effort: "minimal" }],
    ["openai", "o3", { reasoning_effort: "low" }],
    ["openai", "gpt-4.1", {}],
    ["groq", "openai/gpt-oss-120b", { reasoning_effort: "low" }],
    ["cerebras", "qwen-3.8-27b", { reasoning_effort: "none" }],
    ["openrouter", "any/model", { reasoning: { effort: "none", exclude: true } }],
    ["openrouter", "openai/gpt-oss-20b", { reasoning: { effort: "low", exclude: true } }],
    ["deepseek", "deepseek-flash", { thinking: { type: "disabled" } }],
    ["mistral", "mistral-small-latest", {}],
    ["xai", "grok-4.3", { reasoning_effort: "none" }],
    ["xai", "grok-4.6", { reasoning_effort: "low" }],
    ["ollama", "qwen3:8b", { reasoning_effort: "none" }],
    ["ollama", "llama3.2", {}],
    ["vllm", "Qwen/Qwen3-8B", { chat_template_kwargs: { enable_thinking: false } }],
    ["llamacpp", "any", { chat_template_kwargs: { enable_thinking: false } }],
    ["openai-compatible", "gpt-oss-20b", {}],
  ];
  for (const [provider, model, fields] of quiet) {
    test(`${provider} gets for ${model}: ${JSON.stringify(fields)}`, async () => {
      const { reasoning_effort, reasoning, thinking, chat_template_kwargs } = await bodyOf(
        provider,
        {},
        model,
      );
      const told = { reasoning_effort, reasoning, thinking, chat_template_kwargs };
      expect(JSON.parse(JSON.stringify(told))).toEqual(fields);
    });
  }

  test("a schema is promised where the vendor can, strictly where the schema allows it", async () => {
    const strict = { type: "json_schema", json_schema: { ...json, strict: true } };
    expect((await bodyOf("openai", { json }))["response_format"]).toEqual(strict);
    const loose = { type: "json_schema", json_schema: open };
    expect((await bodyOf("openai", { json: open }))["response_format"]).toEqual(loose);
  });

  test("an object is promised where the vendor can do no more, and its fields are asked for in words", async () => {
    const { response_format, messages } = await bodyOf("groq", { json });
    expect(response_format).toEqual({ type: "json_object" });
    expect(messages[0]?.role).toBe("system");
    expect(messages[0]?.content).toContain('"town"');
  });

  test("a schema is promised beside tools by vendors whose models can still call them", async () => {
    for (const name of ["openai", "xai"]) {
      const { response_format } = await bodyOf(name, { json, tools: [weatherTool] });
      expect(response_format).toMatchObject({ type: "json_schema" });
    }
  });

  test("words alone ask an unknown server, and a vendor that accepts no tools beside JSON", async () => {
    const system = { role: "system", text: "Be short." } as const;
    for (const [name, tools] of [
      ["openai-compatible", []],
      ["groq", [weatherTool]],
      ["cerebras", [weatherTool]],
      ["vllm", [weatherTool]],
      ["ollama", [weatherTool]],
    ] as const) {
      const { response_format, messages } = await bodyOf(name, { json, tools, messages: [system, ...hello] });
      expect(response_format).toBeUndefined();
      expect(messages[0]?.content).toStartWith("Be short.\n\nAnswer with one JSON object");
    }
  });

  test("mistral has its own word for forcing, and gets valid ids", async () => {
    const { tool_choice, messages } = await bodyOf("mistral", {
      messages: afterTool,
      tools: [weatherTool],
      toolChoice: "required",
    });
    expect(tool_choice).toBe("any");
    expect(messages[3]?.tool_call_id).toBe("call90000");
  });

  test("an address of a vendor has its quirks, also as a server of the protocol", () => {
    expect(presetOf("openai-compatible", "https://api.openai.com/v1")).toBe(chatPresets["openai"]!);
    expect(presetOf("openai-compatible", "https://api.mistral.ai/v1")).toBe(chatPresets["mistral"]!);
    expect(presetOf("openai-compatible", "https://llm.example/v1")).toBe(chatPresets["openai-compatible"]!);
    expect(presetOf("vllm", "https://api.openai.com/v1")).toBe(chatPresets["vllm"]!);
  });

  test("servers that load a model first get time for it", () => {
    for (const [name, { loads = false }] of Object.entries(chatPresets)) {
      const row = findProvider("llm", name);
      expect([name, loads]).toEqual([name, row?.address === undefined]);
    }
  });
});
