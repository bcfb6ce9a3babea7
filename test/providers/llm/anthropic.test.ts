// Client of Anthropic's Messages API: its requests, its reading of responses, and failures of the API.

import { describe, expect, test } from "bun:test";
import { anthropicFamily as family } from "../../support/providers/llm/llm-families.ts";
import { afterTool, askOnce, hello, weatherTool } from "../../support/providers/llm/llm-client.ts";
import {
  type AnthropicBody,
  anthropicKey,
  anthropicSays,
  blockDelta,
  blockStart,
  blockStop,
  failing,
  over,
  ping,
  signature,
  start,
  stop,
  textBlock,
  thinkingBlock,
  toolBlock,
} from "../../support/providers/llm/fake-anthropic.ts";
import type { Part } from "../../support/providers/stream-server.ts";
import { nowForModels } from "../../../src/flow/value/now-for-models.ts";
import type { LlmMessage, LlmRequest } from "../../../src/providers/provider-contract.ts";

const ask = (parts: readonly Part[], request: Partial<LlmRequest> = {}) =>
  askOnce<AnthropicBody>(family, { parts }, { request });

async function bodyOf(request: Partial<LlmRequest>, model = "claude-haiku-5-5"): Promise<AnthropicBody> {
  return (await askOnce<AnthropicBody>(family, anthropicSays("Hi."), { request, options: { model } })).sent
    .body;
}

const mark = { cache_control: { type: "ephemeral" } };
const call = { id: "toolu_1", name: "look_up_weather", arguments: '{"town":"Oslo"}' };

describe("anthropic: request", () => {
  test("the key has its own header, beside the newest version of the API", async () => {
    const { headers, path } = (await ask([start(), ...textBlock(0, "Hi."), stop(), over])).sent;
    expect([
      path,
      headers.get("x-api-key"),
      headers.get("authorization"),
      headers.get("anthropic-version"),
    ]).toEqual(["/v1/messages", anthropicKey, undefined, "2026-10-21"]);
  });

  test("a temperature goes to models that accept one", async () => {
    const sent = async (model: string) => "temperature" in (await bodyOf({ temperature: 0.5 }, model));
    for (const model of [
      "claude-sonnet-4-5",
      "claude-haiku-4-5-20251001",
      "claude-opus-4-6",
      "claude-sonnet-4",
    ])
      expect([model, await sent(model)]).toEqual([model, true]);
    for (const model of ["claude-opus-4-7", "claude-haiku-5-5", "claude-opus-5-5"])
      expect([model, await sent(model)]).toEqual([model, false]);
  });

  test("a plain question is a plain request, with thinking off", async () => {
    expect(await bodyOf({})).toEqual({
      model: "claude-haiku-5-5",
      max_tokens: 4_096,
      stream: true,
      messages: [{ role: "user", content: [{ type: "text", text: "Say hello to everybody." }] }],
      thinking: { type: "disabled" },
      output_config: { effort: "low" },
    });
  });

  test("instructions are marked for the cache, the end of the conversation only where it continues", async () => {
    const messages: readonly LlmMessage[] = [{ role: "system", text: "Be short." }, ...hello];
    const [once, again] = [await bodyOf({ messages }), await bodyOf({ messages, cacheKey: "call-7" })];
    for (const { system } of [once, again])
      expect(system).toEqual([{ type: "text", text: "Be short.", ...mark }]);
    expect(once.messages.at(-1)?.content.at(-1)).not.toHaveProperty("cache_control");
    expect(again.messages.at(-1)?.content.at(-1)).toMatchObject(mark);
  });

  test("the date follows the last words, after the cache mark, and is in no instructions", async () => {
    const now = nowForModels(Date.UTC(2026, 10, 28, 23, 30), "Europe/Berlin");
    const messages: readonly LlmMessage[] = [{ role: "system", text: "Be short." }, ...hello];
    const { system, messages: sent } = await bodyOf({ messages, now, cacheKey: "call-7" });
    expect(system).toEqual([{ type: "text", text: "Be short.", ...mark }]);
    expect(sent.at(-1)?.content).toEqual([
      { type: "text", text: "Say hello to everybody.", ...mark },
      {
        type: "text",
        text: "(It is now Sunday, 29 November 2026 (2026-11-29), 00:30 in the time zone Europe/Berlin.)",
      },
    ]);
  });

  test("sides alternate in any conversation", async () => {
    const { system, messages } = await bodyOf({
      messages: [
        { role: "system", text: "One." },
        { role: "system", text: "Two." },
        { role: "assistant", text: "Hello, how can I help?" },
        { role: "user", text: "Well," },
        { role: "user", text: "  " },
        { role: "system", text: "The caller is in a hurry." },
        { role: "user", text: "quick!" },
        { role: "assistant", text: "" },
        { role: "assistant", text: "Yes." },
      ],
    });
    expect(system?.map(({ text }) => text)).toEqual(["One.", "Two."]);
    expect(messages.map(({ role, content }) => [role, ...content.map(({ text }) => text)])).toEqual([
      ["user", "(The conversation begins.)"],
      ["assistant", "Hello, how can I help?"],
      ["user", "Well,", "The caller is in a hurry.", "quick!"],
      ["assistant", "Yes."],
      ["user", "(Go on.)"],
    ]);
  });

  test("calls and results are sent back as blocks, with valid ids", async () => {
    const { messages, tools, tool_choice } = await bodyOf({
      messages: afterTool,
      tools: [weatherTool],
      toolChoice: "required",
    });
    expect(messages[1]?.content).toEqual([
      { type: "tool_use", id: "call90000", name: "look_up_weather", input: { town: "Oslo" } },
    ]);
    expect(messages[2]?.content).toEqual([
      { type: "tool_result", tool_use_id: "call90000", content: "Rain." },
    ]);
    expect(tools).toEqual([
      { name: weatherTool.name, description: weatherTool.description, input_schema: weatherTool.parameters },
    ]);
    expect(tool_choice).toEqual({ type: "any" });
  });

  test("words spoken during a tool follow its result, and a failed or broken call stays one", async () => {
    const { messages } = await bodyOf({
      messages: [
        ...hello,
        {
          role: "assistant",
          text: "Let me see.",
          toolCalls: [
            { ...call, arguments: '{"town": Os' },
            { ...call, id: "toolu_2" },
          ],
        },
        { role: "user", text: "Hurry!" },
        { role: "tool", id: "toolu_2", name: call.name, text: "No such town.", isError: true },
      ],
    });
    expect(messages[1]?.content[1]).toMatchObject({ type: "tool_use", input: {} });
    expect(messages[2]?.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", content: "The call was not finished.", is_error: true },
      { type: "tool_result", tool_use_id: "toolu_2", content: "No such town.", is_error: true },
      { type: "text", text: "Hurry!" },
    ]);
  });

  test("models that always think are neither stopped nor forced to a tool", async () => {
    const request = { tools: [weatherTool], toolChoice: "required" } as const;
    for (const model of ["claude-opus-5-5", "claude-fable-5-1"]) {
      const { thinking, tool_choice, output_config } = await bodyOf(request, model);
      expect([thinking, tool_choice, output_config]).toEqual([
        undefined,
        { type: "auto" },
        { effort: "low" },
      ]);
    }
    expect((await bodyOf({}, "claude-haiku-4-5"))["output_config"]).toBeUndefined();
    expect((await bodyOf({ tools: [weatherTool], toolChoice: "none" }))["tool_choice"]).toEqual({
      type: "none",
    });
  });

  test("a closed schema is promised, an open one is asked for in words", async () => {
    const schema = { type: "object", properties: { a: {} }, additionalProperties: false };
    const promised = await bodyOf({ json: { name: "x", schema } });
    expect(promised["output_config"]).toEqual({ effort: "low", format: { type: "json_schema", schema } });
    const asked = await bodyOf({ json: { name: "x", schema: { type: "object" } } });
    expect(asked["output_config"]).toEqual({ effort: "low" });
    expect(asked.system?.[0]?.["text"]).toContain('{"type":"object"}');
  });
});

describe("anthropic: answer", () => {
  test("text, pings and unknown events are read", async () => {
    const unknown: Part = { event: "hint", data: '{"type":"hint","index":0}' };
    const delta = blockDelta(0, { type: "sparkle_delta", text: "no" });
    const { events } = await ask([
      start(),
      ping,
      unknown,
      ...textBlock(0, "Hi", ""),
      delta,
      ping,
      stop(),
      over,
    ]);
    expect(events).toEqual([
      { type: "text", delta: "Hi" },
      {
        type: "usage",
        usage: { unit: "tokens", input: 10, output: 5, cachedInput: 0, cacheWrite: 0, basis: "reported" },
      },
      { type: "done", reason: "stop" },
    ]);
  });

  test("tokens read from the cache and written to it are part of the input", async () => {
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 900,
      cache_creation_input_tokens: 50,
      output_tokens: 1,
    };
    const { used } = await ask([start(usage), ...textBlock(0, "Hi"), stop("end_turn", 7), over]);
    expect(used).toEqual({
      unit: "tokens",
      input: 953,
      output: 7,
      cachedInput: 900,
      cacheWrite: 50,
      basis: "reported",
    });
  });

  for (const [said, reason] of [
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["something_new", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content"],
  ] as const) {
    test(`${said} is ${reason}`, async () => {
      expect((await ask([start(), ...textBlock(0, "Hi"), stop(said), over])).reason).toBe(reason);
    });
  }

  test("a call is passed on whole, also one without arguments", async () => {
    const none = [blockStart(2, { type: "tool_use", id: "toolu_2", name: "b", input: {} }), blockStop(2)];
    const parts = [
      start(),
      ...toolBlock(1, call.name, call.arguments, "toolu_1"),
      ...none,
      stop("tool_use"),
      over,
    ];
    const { calls, reason } = await ask(parts);
    expect(calls).toEqual([call, { id: "toolu_2", name: "b", arguments: "{}" }]);
    expect(reason).toBe("tool_calls");
  });

  test("a call cut by the answer's limit is dropped", async () => {
    const cut = toolBlock(0, call.name, '{"tow');
    expect((await ask([start(), ...cut, stop("max_tokens"), over])).calls).toEqual([]);
  });

  test("thoughts are not spoken; they are sent back with their signature before the calls, to the same vendor only", async () => {
    const hidden = [blockStart(1, { type: "redacted_thinking", data: "xyz" }), blockStop(1)];
    const parts = [
      start(),
      ...thinkingBlock(0),
      ...hidden,
      ...toolBlock(2, call.name, call.arguments, "toolu_1"),
    ];
    const { text, opaque } = await ask([...parts, stop("tool_use"), over]);
    const data = [
      { type: "thinking", thinking: "Hm.", signature },
      { type: "redacted_thinking", data: "xyz" },
    ];
    expect([text, opaque]).toEqual(["", { provider: "anthropic", data }]);
    const result: LlmMessage = { role: "tool", id: call.id, name: call.name, text: "Rain." };
    const asked = (provider: string): readonly LlmMessage[] => [
      ...hello,
      { role: "assistant", text: "", toolCalls: [call], opaque: { provider, data } },
      result,
    ];
    const sent = await bodyOf({ messages: asked("anthropic") });
    expect(sent.messages[1]?.content.map(({ type }) => type)).toEqual([
      "thinking",
      "redacted_thinking",
      "tool_use",
    ]);
    const foreign = await bodyOf({ messages: asked("gemini") });
    expect(foreign.messages[1]?.content.map(({ type }) => type)).toEqual(["tool_use"]);
  });

  test("an answer without a reason for its end is cut off", async () => {
    const { error } = await ask([start(), ...textBlock(0, "Hi")]);
    expect([error?.kind, error?.info.emitted]).toEqual(["transient", true]);
  });
});

describe("anthropic: failures", () => {
  const error = (type: string, details?: object) =>
    JSON.stringify({ type: "error", error: { type, message: "No.", details } });
  const refusals: readonly (readonly [number, string, string])[] = [
    [400, error("invalid_request_error"), "bad_input"],
    [401, error("authentication_error"), "auth"],
    [402, error("billing_error"), "quota"],
    [403, error("permission_error"), "auth"],
    [404, error("not_found_error"), "bad_input"],
    [413, error("request_too_large"), "bad_input"],
    [429, error("rate_limit_error"), "rate_limit"],
    [429, error("rate_limit_error", { error_code: "enforced_spend_limit_reached" }), "quota"],
    [500, error("api_error"), "transient"],
    [504, error("timeout_error"), "transient"],
    [529, error("overloaded_error"), "transient"],
  ];
  for (const [status, body, kind] of refusals) {
    test(`a ${status} with ${body.slice(24, 70)} is ${kind}`, async () => {
      const result = await askOnce(family, { status, body });
      expect([result.error?.kind as string, result.error?.info.httpStatus]).toEqual([kind, status]);
    });
  }

  for (const [type, kind] of [
    ["overloaded_error", "transient"],
    ["rate_limit_error", "rate_limit"],
    ["authentication_error", "auth"],
    ["billing_error", "quota"],
  ] as const) {
    test(`${type} in the middle of the stream is ${kind}`, async () => {
      const { text, error: thrown } = await ask([start(), ...textBlock(0, "Hel"), failing(type)]);
      expect([text, thrown?.kind, thrown?.info.emitted]).toEqual(["Hel", kind, true]);
    });
  }
});
