// Provider schemas: the shapes of an account's provider settings, of a change of them, and of their usability.

import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { fallbacksMax } from "../../providers/catalog/fallback-name.ts";
import { requestBody } from "../http/route-schema.ts";

const shownName = Type.String({ description: "Name from the provider catalog" });
const shownKey = Type.Union([Type.String(), Type.Null()], {
  description: "Masked. null: the server's key is used and its cost is deducted from credits",
});
const shownModel = Type.Union([Type.String(), Type.Null()], {
  description: "null: the provider's default, or the server's choice for the server's provider",
});

const fallbackText =
  "Fallback providers, tried in this order before the server's: names from the catalog, optionally with `#model`; " +
  "providers without a key or a server are skipped";
const shownFallback = Type.Array(Type.String(), { description: fallbackText });
const shownKeys = Type.Record(Type.String(), shownKey, {
  description: "Masked keys of the fallback providers by name; null: no key of the account",
});

const settingFields = {
  stt_provider: shownName,
  stt_api_key: shownKey,
  tts_provider: shownName,
  tts_api_key: shownKey,
  llm_provider: shownName,
  llm_api_key: shownKey,
  stt_model: shownModel,
  tts_model: shownModel,
  tts_voice: shownModel,
  llm_model: shownModel,
  stt_fallback: shownFallback,
  stt_fallback_keys: shownKeys,
  tts_fallback: shownFallback,
  tts_fallback_keys: shownKeys,
  llm_fallback: shownFallback,
  llm_fallback_keys: shownKeys,
};

const settingsExample = {
  stt_provider: "builtin",
  stt_api_key: null,
  tts_provider: "builtin",
  tts_api_key: null,
  llm_provider: "openai-compatible",
  llm_api_key: "••••cdef",
  stt_model: null,
  tts_model: null,
  tts_voice: "michael",
  llm_model: null,
  stt_fallback: [],
  stt_fallback_keys: {},
  tts_fallback: [],
  tts_fallback_keys: {},
  llm_fallback: ["groq#openai/gpt-oss-20b"],
  llm_fallback_keys: { groq: "••••89ab" },
};
export const settings = Type.Object(settingFields, { examples: [settingsExample] });

export const changed = Type.Object(
  {
    ...settingFields,
    llm_warning: Type.Optional(
      Type.String({
        description:
          "Reason why the test of the model failed, if the failure may be temporary. The settings are saved",
      }),
    ),
  },
  { examples: [settingsExample] },
);

const standing = Type.Object({
  provider: Type.String(),
  state: Type.Union([Type.Literal("ready"), Type.Literal("absent"), Type.Literal("refused")], {
    description: "absent: no language model is set; refused: calls that need the provider are refused",
  }),
  own_key: Type.Boolean({ description: "Whether the account's own key is used" }),
  field: Type.Union([Type.String(), Type.Null()], {
    description: "Body of PATCH /v1/providers that corrects the settings",
  }),
  says: Type.Union([Type.String(), Type.Null()], { description: "Why calls are refused" }),
  operator_sets: Type.Union([Type.String(), Type.Null()], {
    description: "Environment variable that the operator must set",
  }),
});
const working = {
  provider: "builtin",
  state: "ready",
  own_key: false,
  field: null,
  says: null,
  operator_sets: null,
};
export const standings = Type.Object(
  { stt: standing, tts: standing, llm: standing },
  {
    examples: [
      {
        stt: {
          provider: "deepgram",
          state: "refused",
          own_key: false,
          field: "stt_api_key",
          says: "Deepgram needs your own key, because this server has none.",
          operator_sets: null,
        },
        tts: working,
        llm: { ...working, state: "absent" },
      },
    ],
  },
);

const name = Type.Optional(Type.String({ maxLength: 64 }));
const keyText = Type.String({
  minLength: 1,
  maxLength: 1_024,
  pattern: "^\\S+$",
  [mustBe]: "the key alone, without spaces or words around it",
});
const key = Type.Optional(
  Type.Union([keyText, Type.Null()], {
    description: "null deletes the key; a masked key leaves the stored key unchanged",
  }),
);
const chosen = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
    description: "null restores the default; so does changing the provider",
  }),
);
const fallback = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 265 }), {
    maxItems: fallbacksMax,
    description: fallbackText,
  }),
);
const fallbackKeys = Type.Optional(
  Type.Record(Type.String({ maxLength: 64 }), Type.Union([keyText, Type.Null()]), {
    maxProperties: fallbacksMax,
    description:
      "The account's keys by provider name. Absent keys stay; null deletes a key; a masked key leaves it unchanged",
  }),
);
export const change = requestBody(
  {
    stt_provider: name,
    stt_api_key: key,
    tts_provider: name,
    tts_api_key: key,
    llm_provider: name,
    llm_api_key: key,
    stt_model: chosen,
    tts_model: chosen,
    tts_voice: chosen,
    llm_model: chosen,
    stt_fallback: fallback,
    stt_fallback_keys: fallbackKeys,
    tts_fallback: fallback,
    tts_fallback_keys: fallbackKeys,
    llm_fallback: fallback,
    llm_fallback_keys: fallbackKeys,
  },
  { examples: [{ llm_provider: "openai-compatible", llm_api_key: "sk-0123456789abcdef" }] },
);
