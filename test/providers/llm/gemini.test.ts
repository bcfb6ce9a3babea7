// Client of Google's generateContent API: its requests, its reading of responses, and failures of the API.

import { describe, expect, test } from "bun:test";
import { geminiFamily as family } from "../../support/providers/llm/llm-families.ts";
import { afterTool, askOnce, hello, weatherTool } from "../../support/providers/llm/llm-client.ts";
import {
  finish,
  type GeminiBody,
  geminiSays,
  parts,
  respond,
  say,
  thoughtSignature,
} from "../../support/providers/llm/fake-gemini.ts";
import type { Part } from "../../support/providers/stream-server.ts";
import { nowForModels } from "../../../src/flow/value/now-for-models.ts";
import type { LlmMessage, LlmRequest } from "../../../src/providers/provider-contract.ts";

const ask = (given: readonly Part[], request: Partial<LlmRequest> = {}) =>
  askOnce<GeminiBody>(family, { parts: given }, { request });

async function bodyOf(request: Partial<LlmRequest>, model = "gemini-3.5-flash-lite"): Promise<GeminiBody> {
  return (await askOnce<GeminiBody>(family, geminiSays("Hi."), { request, options: { model } })).sent.body;
}

const functionCall = { name: "look_up_weather", args: { town: "Oslo" } };

describe("gemini: request", () => {
  test("a plain question is a plain request, with as little thinking as the model allows", async () => {
    expect(await bodyOf({ maxOutputTokens: 40 })).toEqual({
      contents: [{ role: "user", parts: [{ text: "Say hello to everybody." }] }],
      generationConfig: { maxOutputTokens: 40, thinkingConfig: { thinkingLevel: "minimal" } },
    });
    for (const [model, config] of [
      ["gemini-3.8-flash", { thinkingLevel: "low" }],
      ["gemini-2.5-flash", { thinkingBudget: 0 }],
      ["gemini-2.0-flash", undefined],
    ] as const)
      expect((await bodyOf({}, model)).generationConfig?.thinkingConfig).toEqual(config);
  });

  test("instructions are separate, sides alternate, and the user has the last word", async () => {
    const { systemInstruction, contents } = await bodyOf({
      messages: [
        { role: "system", text: "Be short." },
        { role: "assistant", text: "Hello." },
        { role: "user", text: "Hi." },
        { role: "user", text: "You there?" },
        { role: "assistant", text: "Yes." },
      ],
    });
    expect(systemInstruction).toEqual({ parts: [{ text: "Be short." }] });
    expect(contents.map(({ role, parts: given }) => [role, ...given.map(({ text }) => text)])).toEqual([
      ["user", "(The conversation begins.)"],
      ["model", "Hello."],
      ["user", "Hi.", "You there?"],
      ["model", "Yes."],
      ["user", "(Go on.)"],
    ]);
  });

  test("the date ends the instructions, outside the caller's words", async () => {
    const now = nowForModels(Date.UTC(2026, 10, 28, 23, 30), "Europe/Berlin");
    const written = "It is now Sunday, 29 November 2026 (2026-11-29), 00:30 in the time zone Europe/Berlin.";
    const hi: LlmMessage = { role: "user", text: "Hi." };
    const { systemInstruction, contents } = await bodyOf({
      messages: [{ role: "system", text: "Be short." }, hi],
      now,
    });
    expect(systemInstruction).toEqual({ parts: [{ text: "Be short." }, { text: written }] });
    expect(contents).toEqual([{ role: "user", parts: [{ text: "Hi." }] }]);
    // The same without instructions.
    expect((await bodyOf({ messages: [hi], now })).systemInstruction).toEqual({ parts: [{ text: written }] });
  });

  test("tools are declared, and their use is left open, forbidden or forced", async () => {
    const modes = { auto: "AUTO", none: "NONE", required: "ANY" } as const;
    for (const [toolChoice, mode] of Object.entries(modes)) {
      const { tools, toolConfig } = await bodyOf({
        tools: [weatherTool],
        toolChoice: toolChoice as keyof typeof modes,
      });
      const { name, description, parameters } = weatherTool;
      expect(tools).toEqual([
        { functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] },
      ]);
      expect(toolConfig).toEqual({ functionCallingConfig: { mode } });
    }
  });

  test("a schema is promised, but not beside tools", async () => {
    const json = { name: "x", schema: { type: "object", properties: {} } };
    expect((await bodyOf({ json })).generationConfig).toMatchObject({
      responseMimeType: "application/json",
      responseJsonSchema: json.schema,
    });
    const beside = await bodyOf({ json, tools: [weatherTool] });
    expect(beside.generationConfig).not.toHaveProperty("responseMimeType");
    expect(JSON.stringify(beside["systemInstruction"])).toContain("JSON Schema");
  });

  test("calls of another model are sent back without its ids, with the placeholder of a signature", async () => {
    const { contents } = await bodyOf({ messages: afterTool });
    expect(contents[1]?.parts).toEqual([
      { functionCall, thoughtSignature: "skip_thought_signature_validator" },
    ]);
    expect(contents[2]?.parts).toEqual([
      { functionResponse: { name: "look_up_weather", response: { result: "Rain." } } },
    ]);
    const older = await bodyOf({ messages: afterTool }, "gemini-2.5-flash");
    expect(older.contents[1]?.parts).toEqual([{ functionCall }]);
  });

  test("Gemini's own calls are sent back with their ids and signatures, and with the failure of the tool", async () => {
    const signed = parts(
      { functionCall: { ...functionCall, id: "fc1" }, thoughtSignature },
      { functionCall: { ...functionCall, id: "fc2" } },
      { functionCall },
    );
    const { calls, opaque } = await ask([signed, finish()]);
    expect(calls.map(({ id }) => id)).toEqual(["fc1", "fc2", "call00003"]);
    const messages: readonly LlmMessage[] = [
      ...hello,
      { role: "assistant", text: "", toolCalls: calls, opaque: opaque! },
      { role: "tool", id: "fc1", name: functionCall.name, text: "Down.", isError: true },
    ];
    const { contents } = await bodyOf({ messages });
    expect(contents[1]?.parts).toEqual([
      { functionCall: { id: "fc1", ...functionCall }, thoughtSignature },
      { functionCall: { id: "fc2", ...functionCall } },
      { functionCall },
    ]);
    const [first, second] = contents[2]?.parts ?? [];
    expect(first?.functionResponse).toEqual({
      id: "fc1",
      name: functionCall.name,
      response: { error: "Down." },
    });
    expect(second?.functionResponse).toMatchObject({
      id: "fc2",
      response: { error: "The call was not finished." },
    });
  });
});

describe("gemini: answer", () => {
  test("text is read without thoughts, the last count applies, and thoughts are paid for", async () => {
    const more = {
      promptTokenCount: 20,
      cachedContentTokenCount: 8,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 4,
    };
    const { events } = await ask([
      parts({ text: "I think.", thought: true }),
      say("Hi"),
      parts({ text: " there.", thoughtSignature }),
      finish("STOP", more),
    ]);
    expect(events).toEqual([
      { type: "text", delta: "Hi" },
      { type: "text", delta: " there." },
      { type: "usage", usage: { unit: "tokens", input: 20, output: 7, cachedInput: 8, basis: "reported" } },
      { type: "done", reason: "stop" },
    ]);
  });

  for (const [said, reason] of [
    ["STOP", "stop"],
    ["SOMETHING_NEW", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content"],
    ["RECITATION", "content"],
    ["PROHIBITED_CONTENT", "content"],
  ] as const) {
    test(`${said} is ${reason}`, async () => {
      expect((await ask([say("Hi"), finish(said)])).reason).toBe(reason);
    });
  }

  test("a blocked question ends as refused content", async () => {
    const blocked = respond(undefined, {
      promptFeedback: { blockReason: "SAFETY" },
      usageMetadata: { promptTokenCount: 4 },
    });
    const { text, reason, used } = await ask([blocked]);
    expect([text, reason]).toEqual(["", "content"]);
    expect(used).toEqual({ unit: "tokens", input: 4, output: 0, cachedInput: 0, basis: "reported" });
  });

  test("a malformed call of the model is a transient failure", async () => {
    for (const reason of ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"]) {
      const { error } = await ask([finish(reason)]);
      expect([error?.kind, error?.info.detail]).toEqual(["transient", reason]);
    }
  });

  test("a call may arrive with the end, and marks the answer as one with calls", async () => {
    const last = respond({ content: { parts: [{ functionCall }] }, finishReason: "STOP" });
    const { calls, reason } = await ask([say("Let me see."), last]);
    expect(calls).toEqual([{ id: "call00001", name: "look_up_weather", arguments: '{"town":"Oslo"}' }]);
    expect(reason).toBe("tool_calls");
  });

  test("an end without a reason is a cut answer", async () => {
    const { error } = await ask([say("Hi")]);
    expect([error?.kind, error?.info.emitted]).toEqual(["transient", true]);
  });
});

describe("gemini: failures", () => {
  const google = "type.googleapis.com/google.rpc";
  const error = (code: number, status: string, details: readonly object[] = []) =>
    JSON.stringify({ error: { code, status, message: "No. See https://ai.google.dev/billing.", details } });
  const keyInvalid = { "@type": `${google}.ErrorInfo`, reason: "API_KEY_INVALID" };
  const help = { "@type": `${google}.Help`, links: [{ url: "https://ai.google.dev/billing" }] };
  const quota = (quotaId: string) => ({ "@type": `${google}.QuotaFailure`, violations: [{ quotaId }] });
  const retry = { "@type": `${google}.RetryInfo`, retryDelay: "7.5s" };
  const refusals: readonly (readonly [string, number, string, string])[] = [
    ["a bad key", 400, error(400, "INVALID_ARGUMENT", [keyInvalid]), "auth"],
    ["a bad request", 400, error(400, "INVALID_ARGUMENT"), "bad_input"],
    ["no money", 402, error(402, "PAYMENT_REQUIRED"), "quota"],
    ["no right", 403, error(403, "PERMISSION_DENIED"), "auth"],
    ["no model", 404, error(404, "NOT_FOUND"), "bad_input"],
    [
      "too much in a minute",
      429,
      error(429, "RESOURCE_EXHAUSTED", [help, quota("GenerateRequestsPerMinute"), retry]),
      "rate_limit",
    ],
    [
      "too much in a day",
      429,
      error(429, "RESOURCE_EXHAUSTED", [quota("GenerateRequestsPerDayPerProject")]),
      "quota",
    ],
    ["an overload", 503, error(503, "UNAVAILABLE"), "transient"],
    ["an overload in a list", 503, `[${error(503, "UNAVAILABLE")}]`, "transient"],
  ];
  for (const [name, status, body, kind] of refusals) {
    test(`${name} is ${kind}`, async () => {
      const { error: thrown } = await askOnce(family, { status, body });
      expect([thrown?.kind as string, thrown?.info.httpStatus]).toEqual([kind, status]);
      expect(thrown?.info.detail).not.toContain("google.dev");
      expect(thrown?.info.retryAfterMs).toBe(body.includes("retryDelay") ? 7_500 : undefined);
    });
  }

  test("an error in the middle of the stream is classified by its status", async () => {
    const failing: Part = { data: error(503, "UNAVAILABLE") };
    const { text, error: thrown } = await ask([say("Hel"), failing]);
    expect([text, thrown?.kind, thrown?.info.emitted]).toEqual(["Hel", "transient", true]);
  });
});
