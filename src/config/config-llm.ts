// Configuration of the language model: address and name of the deployment's own.

import { Secret } from "../base/secret.ts";
import { endpoint, optional, row, whole } from "../base/setting-reader.ts";

export const llmVariables = {
  LLM_BASE_URL: row("", {
    unit: "URL",
    about: "OpenAI-compatible endpoint, such as https://api.openai.com/v1; needs LLM_MODEL",
    parse: optional(endpoint),
  }),
  LLM_API_KEY: row("", {
    unit: "secret",
    about: "Key for LLM_BASE_URL; local servers often need none",
    parse: optional((text) => new Secret(text)),
  }),
  LLM_MODEL: row("", {
    unit: "name",
    about: "Name of the language model at LLM_BASE_URL",
    parse: optional(String),
  }),
  LLM_FIRST_TOKEN_SECONDS: row("", {
    unit: "seconds",
    about: "Time limit for the first token; unset: 8, or 30 while your own server may be loading the model",
    parse: optional(whole(1, 300)),
  }),
};
