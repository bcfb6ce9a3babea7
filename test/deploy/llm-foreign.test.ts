// Language models and foreign software: the vendors' own clients talk to our fakes, which proves the fakes right; our
// clients talk to LiteLLM's proxy, which speaks all three protocols to both sides.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import { llmChecks, unscripted } from "../../src/providers/conformance-llm.ts";
import type { Llm } from "../../src/providers/provider-contract.ts";
import { FakeAnthropic, anthropicKey, failing, start } from "../support/providers/llm/fake-anthropic.ts";
import { FakeGemini, geminiKey } from "../support/providers/llm/fake-gemini.ts";
import {
  anthropicFamily,
  chatFamilyOf,
  geminiFamily,
  type LlmFamily,
} from "../support/providers/llm/llm-families.ts";
import { weatherTool } from "../support/providers/llm/llm-client.ts";
import { ChatServer, key } from "../support/servers/chat-server.ts";
import { Program } from "../support/servers/program.ts";

const clients = ["openai@7.57.0", "@anthropic-ai/sdk@1.12.0", "@google/genai@3.1.0"];
const proxy = "litellm[proxy]==1.106.2";
const installMs = 600_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-llm-"));
  await Bun.write(join(folder, "package.json"), "{}");
  await run([process.execPath, "add", "--exact", ...clients]);
  await run([
    "/usr/bin/pip3",
    "install",
    "--quiet",
    "--no-cache-dir",
    "--target",
    join(folder, "python"),
    proxy,
  ]);
}, installMs);

afterAll(() => rm(folder, { recursive: true }), installMs);

async function run(command: readonly string[]): Promise<void> {
  await using program = new Program(command, { env: process.env, cwd: folder });
  const { code, err } = await program.ended();
  expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
}

const text = "Say hello to everybody.";
const { name, description, parameters } = weatherTool;

/** The used parts of the clients, which are not installed when types are checked. */
interface OpenAiSdk {
  readonly OpenAI: new (options: object) => {
    readonly chat: {
      readonly completions: { stream(body: object): { finalChatCompletion(): Promise<unknown> } };
    };
  };
}
interface AnthropicSdk {
  readonly Anthropic: new (options: object) => {
    readonly messages: { stream(body: object): { finalMessage(): Promise<unknown> } };
  };
}
interface GeminiSdk {
  readonly GoogleGenAI: new (options: object) => {
    readonly models: {
      generateContentStream(body: object): Promise<AsyncIterable<{ readonly text?: string }>>;
    };
  };
}

async function sdk<Sdk>(name: string): Promise<Sdk> {
  return (await import(Bun.resolveSync(name, folder))) as Sdk;
}

describe("foreign language models: the vendors' clients at our fakes", () => {
  test("openai reads text, tool calls and usage, and the fake finds no fault in its requests", async () => {
    const { scripts } = chatFamilyOf("openai-compatible");
    await using to = await ChatServer.open(...scripts.answer, ...scripts.tool, ...scripts.long);
    const { OpenAI } = await sdk<OpenAiSdk>("openai");
    const { completions } = new OpenAI({ baseURL: to.baseUrl, apiKey: key, maxRetries: 0 }).chat;
    const ask = (more: object = {}) =>
      completions
        .stream({
          model: "tiny",
          messages: [{ role: "user", content: text }],
          stream_options: { include_usage: true },
          ...more,
        })
        .finalChatCompletion();
    expect(await ask()).toMatchObject({
      choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Hello there." } }],
      usage: { prompt_tokens: 10, completion_tokens: 2 },
    });
    const call = { type: "function", function: { name, arguments: '{"town":"Oslo"}' } };
    expect(
      await ask({ tools: [{ type: "function", function: { name, description, parameters } }] }),
    ).toMatchObject({
      choices: [
        { finish_reason: "tool_calls", message: { tool_calls: [{ id: "abcDEF123", ...call }, call] } },
      ],
    });
    expect(to.problems).toEqual([]);
  });

  test("anthropic reads text, tool calls, usage and errors, and the fake finds no fault", async () => {
    const { scripts } = anthropicFamily;
    const broken = { parts: [start(), failing("overloaded_error")] };
    await using to = await FakeAnthropic.open(...scripts.answer, scripts.tool[0]!, broken);
    const { Anthropic } = await sdk<AnthropicSdk>("@anthropic-ai/sdk");
    const { messages } = new Anthropic({ baseURL: to.origin, apiKey: anthropicKey, maxRetries: 0 });
    const ask = (more: object = {}) =>
      messages
        .stream({
          model: "claude-haiku-5-5",
          max_tokens: 100,
          messages: [{ role: "user", content: [{ type: "text", text }] }],
          ...more,
        })
        .finalMessage();
    expect(await ask()).toMatchObject({
      stop_reason: "end_turn",
      content: [{ type: "text", text: "Hello there." }],
      usage: { input_tokens: 10, output_tokens: 5 },
    });
    const call = { type: "tool_use", name, input: { town: "Oslo" } };
    expect(await ask({ tools: [{ name, description, input_schema: parameters }] })).toMatchObject({
      stop_reason: "tool_use",
      content: [{ type: "text" }, call, call],
    });
    expect(await ask().catch((error: unknown) => error)).toMatchObject({
      error: { error: { type: "overloaded_error" } },
    });
    expect(to.problems).toEqual([]);
  });

  test("google reads text and tool calls, and the fake finds no fault", async () => {
    const { scripts } = geminiFamily;
    await using to = await FakeGemini.open(...scripts.answer, scripts.tool[0]!);
    const { GoogleGenAI } = await sdk<GeminiSdk>("@google/genai");
    const { models } = new GoogleGenAI({ apiKey: geminiKey, httpOptions: { baseUrl: to.origin } });
    const ask = async (config: object = {}) => {
      const contents = [{ role: "user", parts: [{ text }] }];
      const stream = await models.generateContentStream({ model: geminiFamily.model, contents, config });
      return await Array.fromAsync(stream);
    };
    const said = await ask();
    expect(said.map((each) => each.text ?? "").join("")).toBe("Hello there.");
    expect(said.at(-1)).toMatchObject({ usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 } });
    const tools = [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }];
    const called = await ask({ tools });
    const call = { name, args: { town: "Oslo" } };
    expect(called.flatMap((each) => (each as { functionCalls?: object[] }).functionCalls ?? [])).toEqual([
      { id: "fc1", ...call },
      { id: "fc2", ...call },
    ]);
    expect(to.problems).toEqual([]);
  });
});

const backs = [chatFamilyOf("openai-compatible"), anthropicFamily, geminiFamily];
const [chatFront] = backs;
/** Address at which LiteLLM reaches each of our fakes, in LiteLLM's own names. */
const routes: Readonly<Record<string, string>> = {
  "openai-compatible": "hosted_vllm/tiny",
  anthropic: "anthropic/claude-haiku-5-5",
  gemini: "gemini/gemini-3.5-flash-lite",
};
/** LiteLLM's own mistakes between two protocols: from our client to our fake. */
const itsOwn: Readonly<Record<string, string>> = {
  "anthropic gemini calls a tool, and continues with its result":
    "it makes one call of two that come at once",
};
const masterKey = "sk-test-key-0123456789";
const startMs = 120_000;

describe("foreign language models: our clients at LiteLLM's proxy", () => {
  let fakes: readonly (ChatServer | FakeAnthropic | FakeGemini)[];
  let server: Program;
  let origin: string;

  beforeAll(async () => {
    fakes = await Promise.all([ChatServer.open(), FakeAnthropic.open(), FakeGemini.open()]);
    const models = backs.map(({ provider, apiKey }, index) => {
      const { origin: host, baseUrl } = fakes[index]!;
      const base = provider === "anthropic" ? host : baseUrl;
      const settings = { model: routes[provider], api_key: apiKey, api_base: base };
      return { model_name: provider, litellm_params: settings };
    });
    const config = { model_list: models, general_settings: { master_key: masterKey } };
    await Bun.write(join(folder, "proxy.json"), JSON.stringify(config));
    const code = `import sys; from litellm import run_server; sys.argv = ["litellm", *sys.argv[1:]]; run_server()`;
    const args = [
      "--config",
      join(folder, "proxy.json"),
      "--host",
      "127.0.0.1",
      "--port",
      String(await freePort()),
    ];
    server = new Program(["/usr/bin/python3", "-c", code, ...args], {
      env: {
        PATH: process.env["PATH"],
        PYTHONPATH: join(folder, "python"),
        LITELLM_LOCAL_MODEL_COST_MAP: "True",
      },
      cwd: folder,
    });
    [, origin = ""] = await server.says(/Uvicorn running on (http:\S+)/);
  }, startMs);

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    for (const fake of fakes) await fake[Symbol.asyncDispose]();
  }, startMs);

  const clientOf = (front: LlmFamily, model: string): Llm =>
    front.client({
      provider: front.provider,
      baseUrl: `${origin}${front.provider === "gemini" ? "/v1beta" : "/v1"}`,
      apiKey: new Secret(masterKey),
      model,
      firstTokenMs: 20_000,
      retriesMax: 0,
    });

  for (const front of backs) {
    for (const [index, back] of backs.entries()) {
      for (const check of llmChecks.filter((each) => unscripted.has(each.server))) {
        const reason = itsOwn[`${front.provider} ${back.provider} ${check.name}`];
        const title = `the ${front.provider} client at ${back.provider} ${check.name}`;
        test(reason === undefined ? title : `${title} (not, because ${reason})`, async () => {
          const fake = fakes[index]!;
          fake.problems.length = 0;
          fake.script(...back.scripts[check.server]);
          const llm = clientOf(front, back.provider);
          const ran = check.run(llm, { clock: wallClock, log: silentLog });
          // When LiteLLM mends the mistake, its entry has to go.
          if (reason === undefined) await ran;
          else expect(await ran.catch((error: unknown) => error)).toBeInstanceOf(Error);
          fake.drop();
          // Between two vendors' protocols LiteLLM sends fields that vendors forgive; from its own chat format it sends
          // none.
          if (front === chatFront && back !== chatFront) expect(fake.problems).toEqual([]);
        });
      }
    }
  }
});

async function freePort(): Promise<number> {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return port;
}
