// Chat completions client and tools: calls in any pieces, broken calls, and calls in the next request.

import { describe, expect, test } from "bun:test";
import { chatFamilyOf } from "../../support/providers/llm/llm-families.ts";
import { afterTool, askOnce, hello, weatherTool } from "../../support/providers/llm/llm-client.ts";
import {
  type ChatBody,
  doneMark,
  finish,
  type Part,
  say,
  think,
  toolParts,
  toolPiece,
  wellBehaved,
} from "../../support/servers/chat-server.ts";

const openai = chatFamilyOf("openai");
const deepseek = chatFamilyOf("deepseek");
const town = '{"town":"Tromsø 🙂"}';
const whole = { name: "a", arguments: town };
const ask = (parts: readonly Part[], request = {}) => askOnce<ChatBody>(openai, { parts }, { request });

describe("chat completions: calls of tools", () => {
  const first = { id: "call_0", name: "a", arguments: town };
  const second = { id: "call_1", name: "b", arguments: "{}" };
  const streams: Record<string, readonly Part[]> = {
    "in pieces of one character": toolParts("a", town, { pieceChars: 1 }),
    "in one piece": [toolPiece({ index: 0, id: "call_0", type: "function", function: whole })],
    "in pieces without an index": [
      toolPiece({ id: "call_0", function: { name: "a" } }),
      toolPiece({ function: { arguments: town.slice(0, 5) } }),
      toolPiece({ function: { arguments: town.slice(5) } }),
    ],
    "in pieces that repeat id and name": [
      toolPiece({ index: 0, id: "call_0", function: { name: "a", arguments: town.slice(0, 5) } }),
      toolPiece({ index: 0, id: "call_0", function: { name: "a", arguments: town.slice(5) } }),
    ],
    "in pieces with an empty id": [
      toolPiece({ index: 0, id: "call_0", function: { name: "a", arguments: town.slice(0, 5) } }),
      toolPiece({ index: 0, id: "", function: { name: null, arguments: town.slice(5) } }),
    ],
    "with an object for its arguments": [
      toolPiece({ index: 0, id: "call_0", function: { name: "a", arguments: JSON.parse(town) as object } }),
    ],
  };
  for (const [name, parts] of Object.entries(streams)) {
    test(`a call ${name} is passed on whole`, async () => {
      const { calls, reason } = await ask([...parts, finish("tool_calls"), doneMark]);
      expect(calls).toEqual([first]);
      expect(reason).toBe("tool_calls");
    });
  }

  const pairs: Record<string, readonly Part[]> = {
    "one after the other": [...toolParts("a", town), ...toolParts("b", "{}", { index: 1 })],
    "mixed up": [
      toolPiece({ index: 0, id: "call_0", function: { name: "a", arguments: town.slice(0, 3) } }),
      toolPiece({ index: 1, id: "call_1", function: { name: "b", arguments: "{" } }),
      toolPiece(
        { index: 0, function: { arguments: town.slice(3) } },
        { index: 1, function: { arguments: "}" } },
      ),
    ],
    "whole, all with the same index": [
      toolPiece({ index: 0, id: "call_0", function: whole }),
      toolPiece({ index: 0, id: "call_1", function: { name: "b", arguments: "{}" } }),
    ],
    "whole, without an index": [
      toolPiece(
        { id: "call_0", function: whole },
        { id: "call_1", function: { name: "b", arguments: "{}" } },
      ),
    ],
    "with no arguments at all": [
      ...toolParts("a", town),
      toolPiece({ index: 1, id: "call_1", function: { name: "b" } }),
    ],
  };
  for (const [name, parts] of Object.entries(pairs)) {
    test(`two calls ${name} are two calls`, async () => {
      expect((await ask([...parts, finish("tool_calls")])).calls).toEqual([first, second]);
    });
  }

  test("calls without ids, or with ids of earlier calls, get ids of their own", async () => {
    const parts = [
      toolPiece({ function: whole }, { function: whole }),
      toolPiece({ index: 5, id: "functions.look_up_weather:0", function: whole }),
    ];
    const { calls } = await ask([...parts, finish("stop")], { messages: afterTool });
    expect(calls.map(({ id }) => id)).toEqual(["call00002", "call00003", "call00004"]);
  });

  test("text that is no JSON is passed on unchanged", async () => {
    const { calls, reason } = await ask([...toolParts("a", '{"town": Oslo'), finish("tool_calls")]);
    expect([calls[0]?.arguments, reason]).toEqual(['{"town": Oslo', "tool_calls"]);
  });

  test("a call cut by the answer's limit is dropped", async () => {
    const parts = [...toolParts("a", "{}"), ...toolParts("b", '{"tow', { index: 1 }), finish("length")];
    const { calls, reason } = await ask(parts);
    expect([calls.map(({ name }) => name), reason]).toEqual([["a"], "length"]);
  });

  test("a call ends the answer as one with tools, with any reason of the server", async () => {
    for (const end of [[finish("stop")], [finish("function_call")], [doneMark]]) {
      const { events, reason } = await ask([say("Well."), ...toolParts("a", "{}"), ...end]);
      expect(events.map(({ type }) => type)).toEqual(["text", "tool_call", "usage", "done"]);
      expect(reason).toBe("tool_calls");
    }
  });

  test("a pause within a call is a stall of the answer, not of its beginning", async () => {
    const parts = [toolPiece({ index: 0, id: "x", function: { name: "a", arguments: "{" } })];
    const gate = new Promise<never>(() => undefined);
    const { error } = await askOnce(openai, { parts: [...parts, { gate }] }, { options: { gapMs: 20 } });
    expect([error?.kind, error?.info.emitted]).toEqual(["transient", false]);
    expect(error?.message).toContain("in the middle");
  });

  test("calls and results are sent back in the protocol's form, empty text as null", async () => {
    const { sent } = await askOnce<ChatBody>(openai, wellBehaved("Rain."), {
      request: { messages: afterTool, tools: [weatherTool], toolChoice: "required" },
    });
    const [, , assistant, tool] = sent.body.messages;
    expect(assistant).toEqual({
      role: "assistant",
      content: null,
      tool_calls: [
        {
          id: "functions.look_up_weather:0",
          type: "function",
          function: { name: "look_up_weather", arguments: '{"town":"Oslo"}' },
        },
      ],
    });
    expect(tool).toEqual({ role: "tool", tool_call_id: "functions.look_up_weather:0", content: "Rain." });
    expect(sent.body["tools"]).toEqual([{ type: "function", function: weatherTool }]);
    expect(sent.body["tool_choice"]).toBe("required");
  });

  test("a refusal in its own field ends as refused content", async () => {
    const refusal: Part = { data: JSON.stringify({ choices: [{ delta: { refusal: "I will not." } }] }) };
    const { text, reason } = await ask([refusal, finish("stop")]);
    expect([text, reason]).toEqual(["", "content"]);
  });
});

describe("chat completions: thoughts", () => {
  const thinking = [think("Hm, "), think("the weather.")];

  test("thoughts are not spoken, and are sent back only to the vendor that requires them with its calls", async () => {
    const script = { parts: [...thinking, ...toolParts("look_up_weather", "{}"), finish("tool_calls")] };
    const { opaque, text } = await askOnce(deepseek, script);
    expect(text).toBe("");
    expect(opaque).toEqual({ provider: "deepseek", data: { reasoning_content: "Hm, the weather." } });
    const messages = afterTool.map((message) =>
      message.role === "assistant" ? { ...message, opaque: opaque! } : message,
    );
    for (const family of [deepseek, openai]) {
      const { sent } = await askOnce<ChatBody>(family, wellBehaved("Rain."), { request: { messages } });
      const echoed = (sent.body.messages[2] as { reasoning_content?: string }).reasoning_content;
      expect(echoed).toBe(family === deepseek ? "Hm, the weather." : undefined);
    }
  });

  test("thoughts before an answer in words are dropped", async () => {
    const { events, text } = await askOnce(deepseek, { parts: [...thinking, say("Rain."), finish()] });
    expect(text).toBe("Rain.");
    expect(events.map(({ type }) => type)).toEqual(["text", "usage", "done"]);
  });

  test("thoughts alone do not extend the first deadline", async () => {
    const parts = Array.from({ length: 50 }, () => think("Hm."));
    const gate = new Promise<never>(() => undefined);
    const { error } = await askOnce(
      openai,
      { parts: [...parts, { gate }] },
      { options: { firstTokenMs: 30 } },
    );
    expect(error?.message).toContain("did not begin");
  });

  test("tokens written to the cache are counted", async () => {
    const details = { cached_tokens: 4, cache_write_tokens: 3 };
    const last = finish("stop", {
      usage: { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: details },
    });
    const { used } = await ask([say("Hi."), last], { messages: hello });
    expect(used).toEqual({
      unit: "tokens",
      input: 9,
      output: 1,
      cachedInput: 4,
      cacheWrite: 3,
      basis: "reported",
    });
  });
});
