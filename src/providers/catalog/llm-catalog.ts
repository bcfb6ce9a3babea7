// Catalogue of language models: a row for each with a working client. It imports no vendor. Models that a vendor has
// announced to end by spring 2027 are not listed.

import type { CatalogRow } from "./catalog-row.ts";

/**
 * Fields common to all rows of vendors. Their `microsPerMinute` is that of the default model, for four turns a minute
 * of 1,500 uncached tokens in and 60 out, at the list prices of November 2026.
 */
const vendor = { kind: "llm", key: "always", unit: "tokens" } as const;
/** Self-hosted servers cost the service nothing and serve any model. */
const selfHosted = { kind: "llm", key: "maybe", microsPerMinute: 0 } as const;

const noSchema = "JSON by a schema: it guarantees an object only, so its fields are requested in words";
const noSchemaWithTools = "JSON by a schema together with tools: it is requested in words";
const alwaysThinks = "its open models cannot switch thinking off, only reduce it";

export const llmCatalog: readonly CatalogRow[] = [
  {
    kind: "llm",
    name: "builtin",
    title: "None",
    about: "No language model: a built-in flow answers.",
    key: "never",
    microsPerMinute: 0,
  },
  {
    ...selfHosted,
    name: "openai-compatible",
    title: "OpenAI-compatible",
    about: "Any server that speaks the chat completions protocol, in the cloud or on your own machine.",
    lacks: ["guaranteed JSON: its abilities are unknown, so JSON is requested in words"],
  },
  {
    ...vendor,
    name: "openai",
    title: "OpenAI",
    about: "GPT models of OpenAI.",
    microsPerMinute: 72_000,
    address: "https://api.openai.com/v1",
    models: ["gpt-6-luna", "gpt-6.1-terra", "gpt-6-sol", "gpt-6.1-sol", "gpt-5.6-luna", "gpt-5.6-terra"],
  },
  {
    ...vendor,
    name: "openai-realtime",
    title: "OpenAI Realtime",
    about: "Speech to speech: a model of OpenAI that hears the caller and answers in its own voice.",
    audio: true,
    // Half a minute of speech on either side, and four answers to 2,000 earlier tokens, most of them cached.
    microsPerMinute: 10_200_000,
    address: "https://api.openai.com/v1",
    models: ["gpt-realtime-2.1", "gpt-realtime-2.1-mini"],
    voice: "marin",
    lacks: [
      "tools and JSON by a schema where it writes: flows that need them use a fallback of the account",
      "a voice of the catalog: only its own",
    ],
  },
  {
    ...vendor,
    name: "anthropic",
    title: "Anthropic",
    about: "Claude models of Anthropic.",
    microsPerMinute: 72_000,
    address: "https://api.anthropic.com/v1",
    models: ["claude-haiku-5-5", "claude-sonnet-5-5"],
  },
  {
    ...vendor,
    name: "gemini",
    title: "Google Gemini",
    about: "Gemini models of Google.",
    microsPerMinute: 240_000,
    address: "https://generativelanguage.googleapis.com/v1beta",
    models: ["gemini-3.5-flash-lite", "gemini-3.8-flash", "gemini-3.6-flash"],
    lacks: [noSchemaWithTools],
  },
  {
    ...vendor,
    name: "groq",
    title: "Groq",
    about: "Open models on Groq's fast processors.",
    microsPerMinute: 105_000,
    address: "https://api.groq.com/openai/v1",
    models: ["openai/gpt-oss-120b", "openai/gpt-oss-20b"],
    lacks: [noSchema, alwaysThinks],
  },
  {
    ...vendor,
    name: "cerebras",
    title: "Cerebras",
    about: "Open models on Cerebras' fast processors.",
    microsPerMinute: 230_000,
    address: "https://api.cerebras.ai/v1",
    models: ["gpt-oss-120b"],
    lacks: [noSchemaWithTools, alwaysThinks],
  },
  {
    ...vendor,
    name: "openrouter",
    title: "OpenRouter",
    about: "Models of many vendors with one key.",
    microsPerMinute: 500_000,
    address: "https://openrouter.ai/api/v1",
  },
  {
    ...vendor,
    name: "together",
    title: "Together AI",
    about: "Open models at Together AI.",
    microsPerMinute: 550_000,
    address: "https://api.together.ai/v1",
  },
  {
    ...vendor,
    name: "fireworks",
    title: "Fireworks AI",
    about: "Open models at Fireworks AI.",
    microsPerMinute: 105_000,
    address: "https://api.fireworks.ai/inference/v1",
    models: ["accounts/fireworks/models/gpt-oss-120b"],
    lacks: [alwaysThinks],
  },
  {
    ...vendor,
    name: "mistral",
    title: "Mistral AI",
    about: "Mistral models.",
    microsPerMinute: 70_000,
    address: "https://api.mistral.ai/v1",
    models: ["mistral-small-latest", "mistral-medium-latest", "mistral-large-latest"],
  },
  {
    ...vendor,
    name: "deepseek",
    title: "DeepSeek",
    about: "DeepSeek models, with thinking switched off.",
    microsPerMinute: 210_000,
    address: "https://api.deepseek.com",
    models: ["deepseek-flash", "deepseek-v4-pro"],
    lacks: [noSchema],
  },
  {
    ...vendor,
    name: "xai",
    title: "xAI",
    about: "Grok models of xAI.",
    microsPerMinute: 810_000,
    address: "https://api.x.ai/v1",
    models: ["grok-4.3", "grok-4.6"],
  },
  {
    ...selfHosted,
    name: "ollama",
    title: "Ollama",
    about: "Models on your own machine, run by Ollama.",
    ownAddress: "http://127.0.0.1:11434/v1",
    lacks: ["a fast first answer: it loads the model first"],
  },
  {
    ...selfHosted,
    name: "vllm",
    title: "vLLM",
    about: "Models on your own machine, run by vLLM.",
    ownAddress: "http://127.0.0.1:8000/v1",
    lacks: ["tools, unless it was started with --enable-auto-tool-choice and --tool-call-parser"],
  },
  {
    ...selfHosted,
    name: "llamacpp",
    title: "llama.cpp",
    about: "Models on your own machine, run by llama.cpp's server.",
    ownAddress: "http://127.0.0.1:8080/v1",
    lacks: ["tools, unless it was started with --jinja"],
  },
  {
    ...selfHosted,
    name: "lm-studio",
    title: "LM Studio",
    about: "Models on your own machine, run by LM Studio.",
    ownAddress: "http://127.0.0.1:1234/v1",
    lacks: ["a fast first answer: it loads the model first"],
  },
];
