// Chat completions client against a server that behaves, in every way in which servers behave.

import { afterEach, describe, expect, test } from "bun:test";
import { all, ask, closeServer, question, serve } from "../../support/servers/chat-client.ts";
import { doneMark, finish, key, role, say, usage, wellBehaved } from "../../support/servers/chat-server.ts";
import type { ChatScript, Part } from "../../support/servers/chat-server.ts";

afterEach(closeServer);

describe("openai-compatible model: request", () => {
  test("the request carries model, messages and key, and goes below the base address", async () => {
    const to = await serve(wellBehaved("Hi."));
    await all(ask(to, { baseUrl: `${to.baseUrl}/?api-version=7` }));
    const { path, headers, body } = await to.request(0);
    expect(path).toBe("/v1/chat/completions?api-version=7");
    expect(headers.get("authorization")).toBe(`Bearer ${key}`);
    expect(body).toEqual({
      model: "tiny",
      messages: [{ role: "user", content: question }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("the request carries no authorization when there is no key", async () => {
    const to = await serve(wellBehaved("Hi."));
    await all(ask(to, { apiKey: undefined }));
    expect((await to.request(0)).headers.has("authorization")).toBe(false);
  });

  test("the connection is reused for the next turn", async () => {
    const to = await serve(wellBehaved("One."), wellBehaved("Two."), wellBehaved("Three."));
    for (let turn = 0; turn < 3; turn++) await all(ask(to));
    expect(to.connections).toBe(1);
  });
});

describe("openai-compatible model: answer", () => {
  const text = "Grüße, 世界 👋🏽!";
  const scripts: Record<string, ChatScript> = {
    "with line feeds": wellBehaved(text),
    "with carriage returns and line feeds": { ...wellBehaved(text), lineEnd: "\r\n" },
    "with carriage returns": { ...wellBehaved(text), lineEnd: "\r" },
    "byte by byte": { ...wellBehaved(text), pieceBytes: 1 },
    "byte by byte, with two characters a line end": { ...wellBehaved(text), pieceBytes: 1, lineEnd: "\r\n" },
    "in threes": { ...wellBehaved(text), pieceBytes: 3 },
    "with comments": {
      parts: [{ comment: "keep-alive" }, role(), { comment: "PROCESSING" }, say(text), finish(), doneMark],
    },
    "with a byte order mark": { parts: [{ raw: "\uFEFF" }, say(text), finish(), doneMark] },
    "without [DONE]": { parts: [say(text), finish()] },
    "without a reason to end": { parts: [say(text), doneMark] },
    "with null for a piece": { parts: [say(null), say(text), say(null), finish(), doneMark] },
    "with parts for a piece": {
      parts: [
        { data: JSON.stringify({ choices: [{ delta: { content: [{ type: "text", text }] } }] }) },
        doneMark,
      ],
    },
    "with events of other names and fields": {
      parts: [{ raw: "event: ping\n\nid: 7\nretry: 10\nnonsense\n\n" }, say(text), finish(), doneMark],
    },
    "with two lines an event": {
      parts: [
        { raw: `data: {"choices":[{"delta":\ndata: {"content":${JSON.stringify(text)}}}]}\n\n` },
        doneMark,
      ],
    },
    "with a last event that has no empty line": { parts: [say(text), { raw: "data: [DONE]" }] },
    "with a second choice": {
      parts: [
        { data: JSON.stringify({ choices: [{ index: 1, delta: { content: "no" } }] }) },
        say(text),
        finish(),
      ],
    },
  };
  for (const [name, script] of Object.entries(scripts)) {
    test(`a stream ${name} gives its text and ends`, async () => {
      const result = await all(ask(await serve(script)));
      expect(result.error).toBeUndefined();
      expect(result.text).toBe(text);
      expect(result.reason).toBe("stop");
      expect(result.events.at(-1)?.type).toBe("done");
    });
  }

  test("a piece is passed on at once", async () => {
    const gate = Promise.withResolvers<void>();
    const to = await serve({
      parts: [say("One."), { gate: gate.promise }, say(" Two."), finish(), doneMark],
    });
    const stream = ask(to);
    expect((await stream.next()).value).toEqual({ type: "text", delta: "One." });
    gate.resolve();
    expect((await all(stream)).text).toBe(" Two.");
  });

  test("a connection that breaks after the last text changes nothing", async () => {
    const gate = Promise.withResolvers<void>();
    const last = { data: '{"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}' };
    const stream = ask(await serve({ parts: [last, { gate: gate.promise }], end: "cut" }));
    expect((await stream.next()).value).toEqual({ type: "text", delta: "Hi." });
    gate.resolve();
    expect((await all(stream)).reason).toBe("stop");
  });

  test("thoughts are left out, wherever their tags are cut", async () => {
    const whole = "<think>Hm, <b>let me see.</think>\n\nFour < five. <thin ice>";
    for (const size of [1, 2, 5, 100]) {
      const pieces = whole.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
      const result = await all(ask(await serve(wellBehaved(...pieces))));
      expect(result.text).toBe("Four < five. <thin ice>");
    }
  });

  test("an answer cut by length or content is marked", async () => {
    const to = await serve(
      { parts: [say("Well"), finish("length"), doneMark] },
      { parts: [finish("content_filter")] },
    );
    expect((await all(ask(to))).reason).toBe("length");
    expect((await all(ask(to))).reason).toBe("content");
  });

  const usages: Record<string, readonly Part[]> = {
    "after the last text": [
      say("Hi"),
      finish(),
      usage(9, 3, { prompt_tokens_details: { cached_tokens: 4 } }),
    ],
    "with the end": [
      say("Hi"),
      finish("stop", { usage: { prompt_tokens: 9, completion_tokens: 3, prompt_cache_hit_tokens: 4 } }),
    ],
    "in a place of its own": [
      say("Hi"),
      finish("stop", {
        x_groq: {
          usage: { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } },
        },
      }),
    ],
  };
  for (const [name, parts] of Object.entries(usages)) {
    test(`usage ${name} is reported`, async () => {
      const { used } = await all(ask(await serve({ parts: [...parts, doneMark] })));
      expect(used).toEqual({ unit: "tokens", input: 9, output: 3, cachedInput: 4, basis: "reported" });
    });
  }

  test("usage is estimated when the server does not count", async () => {
    const { used } = await all(ask(await serve({ parts: [say("12345678"), finish(), doneMark] })));
    expect(used).toEqual({ unit: "tokens", input: 9, output: 2, basis: "estimated" });
  });
});

describe("openai-compatible model: secrets", () => {
  test("neither errors nor logs hold the key, the address or the conversation", async () => {
    const leak = `Key ${key} for https://user:pw@example.com/v1?key=abc was refused: ${question} ${"x".repeat(900)}`;
    for (const status of [401, 500]) {
      const body = JSON.stringify({ error: { message: leak } });
      const to = await serve({ status, body }, { status, body });
      const logged: string[] = [];
      const { error } = await all(ask(to, { baseUrl: `${to.baseUrl}?key=abc`, logged }));
      const everything = [error?.message, error?.stack, JSON.stringify(error?.info), ...logged].join("\n");
      for (const secret of [key, "key=abc", "example.com", question]) {
        expect(everything).not.toContain(secret);
      }
      expect(error?.info.detail?.length).toBeLessThanOrEqual(300);
    }
  });
});
