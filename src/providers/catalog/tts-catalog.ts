// Catalogue of voices: a row for each whose client works. It imports no vendor.

import type { CatalogRow } from "./catalog-row.ts";

export const ttsCatalog: readonly CatalogRow[] = [
  {
    kind: "tts",
    name: "builtin",
    title: "Built in",
    about: "Speaks English with three voices, inside the server.",
    key: "never",
    guided: false,
    microsPerMinute: 0,
    lacks: ["word times: the engine does not say when each word is spoken"],
  },
  {
    kind: "tts",
    name: "openai-speech",
    title: "OpenAI-compatible",
    about: "Any server that speaks OpenAI's protocol for speech, in the cloud or on your own machine.",
    key: "maybe",
    guided: false,
    microsPerMinute: 0,
    lacks: ["word times: only Kokoro-FastAPI says when each word is spoken"],
  },
  {
    kind: "tts",
    name: "piper",
    title: "Piper",
    about: "The HTTP server of Piper, on your own machine.",
    key: "never",
    guided: false,
    microsPerMinute: 0,
    lacks: [
      "streaming: the first audio comes when the whole sentence is spoken",
      "word times: the server does not say when each word is spoken",
    ],
  },
  {
    kind: "tts",
    name: "wyoming",
    title: "Wyoming",
    about: "A server that speaks Home Assistant's protocol, such as wyoming-piper, on your own machine.",
    key: "never",
    guided: false,
    microsPerMinute: 0,
    lacks: ["speed: the protocol has no word for it", "word times: the protocol has no word for them"],
  },
];
