// Settings change: the catalog's offer for a kind, and the changes of a form. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";

export type ProviderKind = "stt" | "tts" | "llm";

export type CatalogProvider = ApiAnswer<"GET /v1/providers/catalog">["providers"][number];

/** The key that a call of a provider needs. */
export function keyOf({ key, service_key }: Pick<CatalogProvider, "key" | "service_key">) {
  if (key === "never") return "none";
  if (service_key) return "services";
  return key === "always" ? "own" : "optional";
}

interface FormValues {
  readonly provider: string;
  readonly model: string;
  readonly voice: string;
  readonly key: string;
}

/** The body of PATCH /v1/providers. An empty key keeps the present one; an empty model or voice is the default. */
export function settingsChange(
  kind: ProviderKind,
  { provider, model, voice, key }: FormValues,
): Readonly<Record<string, string | null>> {
  const orUsual = (text: string): string | null => (text === "" ? null : text);
  return {
    [`${kind}_provider`]: provider,
    [`${kind}_model`]: orUsual(model),
    ...(kind === "tts" && { tts_voice: orUsual(voice) }),
    ...(key !== "" && { [`${kind}_api_key`]: key }),
  };
}
