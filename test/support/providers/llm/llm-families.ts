// Language model families: for each protocol its fake, its client, and the scripts for the conformance suite.

import { Secret } from "../../../../src/base/secret.ts";
import type { LlmCheckServer } from "../../../../src/providers/conformance-llm.ts";
import { openAnthropicLlm } from "../../../../src/providers/llm/llm-anthropic.ts";
import { openGeminiLlm } from "../../../../src/providers/llm/llm-gemini.ts";
import { openOpenAiLlm } from "../../../../src/providers/llm/llm-openai.ts";
import type { LlmOptions } from "../../../../src/providers/llm/llm-request.ts";
import type { Llm } from "../../../../src/providers/provider-contract.ts";
import {
  type ChatScript,
  ChatServer,
  doneMark,
  finish,
  key,
  role,
  say,
  toolParts,
  toolPiece,
  usage,
  wellBehaved,
} from "../../servers/chat-server.ts";
import { chatVendors } from "./chat-vendors.ts";
import {
  anthropicKey,
  anthropicSays,
  blockDelta,
  blockStart,
  FakeAnthropic,
  over,
  start,
  stop,
  textBlock,
  toolBlock,
} from "./fake-anthropic.ts";
import * as gemini from "./fake-gemini.ts";
import { never, type StreamScript } from "../stream-server.ts";

/** Interface of a fake for tests, for any protocol. */
export interface Fake extends AsyncDisposable {
  readonly baseUrl: string;
  readonly problems: readonly string[];
  request(index: number): Promise<{ readonly closed: Promise<number> }>;
}

export interface LlmFamily {
  /** A name of the catalogue. */
  readonly provider: string;
  readonly model: string;
  readonly apiKey: string;
  /** In the order of the requests of one check. */
  readonly scripts: Readonly<Record<LlmCheckServer, readonly StreamScript[]>>;
  /** Begins a call whose arguments exceed any limit. */
  readonly endlessCall: StreamScript;
  open(...scripts: readonly StreamScript[]): Promise<Fake>;
  client(options: LlmOptions): Llm;
}

export function optionsOf({ provider, model, apiKey }: LlmFamily, baseUrl: string): LlmOptions {
  return { provider, model, baseUrl, apiKey: new Secret(apiKey), firstTokenMs: 10_000, random: () => 0 };
}

const weather = '{"town":"Oslo"}';
const story = Array.from({ length: 2_000 }, (_, n) => `${n} Wörter, 語 🙂. `);

const chatScripts: Readonly<Record<LlmCheckServer, readonly ChatScript[]>> = {
  answer: [wellBehaved("Hello", " there.")],
  long: [wellBehaved(...story)],
  json: [wellBehaved('{"to', 'wn":"Oslo"}')],
  tool: [
    {
      parts: [
        role(),
        ...toolParts("look_up_weather", weather, { id: "abcDEF123", pieceChars: 1 }),
        ...toolParts("look_up_weather", weather, { id: "abcDEF124", index: 1 }),
        finish("tool_calls"),
        usage(10, 9),
        doneMark,
      ],
    },
    wellBehaved("It rains."),
  ],
  silent: [{ parts: [say("Hello"), { gate: never }] }],
  silent_tool: [
    {
      parts: [
        say("Let me see."),
        toolPiece({
          index: 0,
          id: "abcDEF123",
          type: "function",
          function: { name: "look_up_weather", arguments: '{"to' },
        }),
        { gate: never },
      ],
    },
  ],
  empty: [{ parts: [role(), finish(), usage(10, 0), doneMark] }],
};

const tooLong = "x".repeat(200_000);

const chatModels: Readonly<Record<string, string>> = {
  openai: "gpt-6-luna",
  groq: "openai/gpt-oss-120b",
  xai: "grok-4.3",
  ollama: "qwen3:8b",
};

export function chatFamilyOf(provider: string): LlmFamily {
  const vendor = chatVendors[provider]!;
  return {
    provider,
    model: chatModels[provider] ?? "tiny",
    apiKey: key,
    scripts: chatScripts,
    endlessCall: {
      parts: [toolPiece({ index: 0, function: { name: "a", arguments: tooLong } }), { gate: never }],
    },
    open: (...scripts) => ChatServer.ofVendor(vendor, ...scripts),
    client: openOpenAiLlm,
  };
}

export const anthropicFamily: LlmFamily = {
  provider: "anthropic",
  model: "claude-haiku-5-5",
  apiKey: anthropicKey,
  scripts: {
    answer: [anthropicSays("Hello", " there.")],
    long: [anthropicSays(...story)],
    json: [anthropicSays('{"to', 'wn":"Oslo"}')],
    tool: [
      {
        parts: [
          start(),
          ...textBlock(0, "Let me see."),
          ...toolBlock(1, "look_up_weather", weather),
          ...toolBlock(2, "look_up_weather", weather),
          stop("tool_use"),
          over,
        ],
      },
      anthropicSays("It rains."),
    ],
    silent: [{ parts: [start(), ...textBlock(0, "Hello"), { gate: never }] }],
    silent_tool: [
      {
        parts: [
          start(),
          ...textBlock(0, "Let me see."),
          blockStart(1, { type: "tool_use", id: "toolu_1", name: "look_up_weather", input: {} }),
          blockDelta(1, { type: "input_json_delta", partial_json: '{"to' }),
          { gate: never },
        ],
      },
    ],
    empty: [{ parts: [start(), stop(), over] }],
  },
  endlessCall: {
    parts: [
      start(),
      blockStart(0, { type: "tool_use", id: "toolu_1", name: "a", input: {} }),
      blockDelta(0, { type: "input_json_delta", partial_json: tooLong }),
      { gate: never },
    ],
  },
  open: (...scripts) => FakeAnthropic.open(...scripts),
  client: openAnthropicLlm,
};

const { geminiSays, parts } = gemini;
const call = { name: "look_up_weather", args: { town: "Oslo" } };

export const geminiFamily: LlmFamily = {
  provider: "gemini",
  model: "gemini-3.5-flash-lite",
  apiKey: gemini.geminiKey,
  scripts: {
    answer: [geminiSays("Hello", " there.")],
    long: [geminiSays(...story)],
    json: [geminiSays('{"to', 'wn":"Oslo"}')],
    tool: [
      {
        parts: [
          parts({ text: "I think.", thought: true }),
          parts(
            { functionCall: { ...call, id: "fc1" }, thoughtSignature: gemini.thoughtSignature },
            { functionCall: { ...call, id: "fc2" } },
          ),
          gemini.finish(),
        ],
      },
      geminiSays("It rains."),
    ],
    silent: [{ parts: [gemini.say("Hello"), { gate: never }] }],
    silent_tool: [{ parts: [gemini.say("Let me see."), parts({ functionCall: call }), { gate: never }] }],
    empty: [{ parts: [gemini.finish()] }],
  },
  endlessCall: { parts: [parts({ functionCall: { name: "a", args: { tooLong } } }), { gate: never }] },
  open: (...scripts) => gemini.FakeGemini.open(...scripts),
  client: openGeminiLlm,
};

export const llmFamilies: readonly LlmFamily[] = [
  ...Object.keys(chatVendors).map(chatFamilyOf),
  anthropicFamily,
  geminiFamily,
];
