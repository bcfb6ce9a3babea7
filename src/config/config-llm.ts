// Configuration of the language model: where the deployment's own is asked, and which.

import { Secret } from "../base/secret.ts";
import { endpoint, optional, row, whole } from "../base/setting-reader.ts";

export const llmVariables = {
  LLM_BASE_URL: row("", {
    unit: "URL",
    about: "OpenAI-compatible endpoint, such as https://api.openai.com/v1; goes with LLM_MODEL",
    parse: optional(endpoint),
  }),
  LLM_API_KEY: row("", {
    unit: "secret",
    about: "Key for LLM_BASE_URL; local servers often need none",
    parse: optional((text) => new Secret(text)),
  }),
  LLM_MODEL: row("", {
    unit: "name",
    about: "Model to ask; goes with LLM_BASE_URL",
    parse: optional(String),
  }),
  LLM_FIRST_TOKEN_SECONDS: row("", {
    unit: "seconds",
    about:
      "Time for a model to begin its answer; unset is 8, and 30 while a server of your own may have to load it",
    parse: optional(whole(1, 300)),
  }),
};
