// Settings change: what the catalog offers of a kind, and what a form changes. Pure.

import { listOf, textOf } from "../../page/json-answer.ts";

export type ProviderKind = "stt" | "tts" | "llm";

export interface CatalogProvider {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The first is the usual one; none: any name. */
  readonly models: readonly string[];
}

/** Of GET /v1/providers/catalog. */
export function providersOf(kind: ProviderKind, catalog: unknown): readonly CatalogProvider[] {
  return listOf(catalog, "providers")
    .filter((provider) => textOf(provider, "kind") === kind)
    .map((provider) => ({
      name: textOf(provider, "name") ?? "",
      title: textOf(provider, "title") ?? "",
      about: textOf(provider, "about") ?? "",
      models: listOf(provider, "models").filter((model) => typeof model === "string"),
    }));
}

interface FormValues {
  readonly provider: string;
  readonly model: string;
  readonly voice: string;
  readonly key: string;
}

/** The body of PATCH /v1/providers. An empty key keeps the one that is there; an empty model or voice is the usual. */
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
