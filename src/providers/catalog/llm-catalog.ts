// Catalogue of language models: a row for each whose client works. It imports no vendor.

import type { CatalogRow } from "./catalog-row.ts";

export const llmCatalog: readonly CatalogRow[] = [
  {
    kind: "llm",
    name: "builtin",
    title: "None",
    about: "No language model: a built-in flow answers.",
    key: "never",
    guided: true,
    microsPerMinute: 0,
  },
  {
    kind: "llm",
    name: "openai-compatible",
    title: "OpenAI-compatible",
    about: "Any server that speaks the chat completions protocol, in the cloud or on your own machine.",
    key: "maybe",
    guided: false,
    microsPerMinute: 0,
  },
];
