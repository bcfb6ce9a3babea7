// Settings change: the catalog's offer for a kind, and the changes of a form. Pure.

import { listOf, textOf, valueOf } from "../../page/json-answer.ts";

export type ProviderKind = "stt" | "tts" | "llm";

export interface CatalogProvider {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The first is the usual one; none: any name. */
  readonly models: readonly string[];
  /** The variable that the operator has to set before it can be chosen; undefined: it can be chosen. */
  readonly operatorSets: string | undefined;
  /** Which key a call of it needs. */
  readonly key: "none" | "services" | "own" | "optional";
}

/** Providers in GET /v1/providers/catalog. */
export function providersOf(kind: ProviderKind, catalog: unknown): readonly CatalogProvider[] {
  return listOf(catalog, "providers")
    .filter((provider) => textOf(provider, "kind") === kind)
    .map((provider) => ({
      name: textOf(provider, "name") ?? "",
      title: textOf(provider, "title") ?? "",
      about: textOf(provider, "about") ?? "",
      models: listOf(provider, "models").filter((model) => typeof model === "string"),
      operatorSets: textOf(provider, "operator_sets"),
      key: keyOf(provider),
    }));
}

function keyOf(provider: unknown): CatalogProvider["key"] {
  const key = textOf(provider, "key");
  if (key === "never") return "none";
  if (valueOf(provider, "service_key") === true) return "services";
  return key === "always" ? "own" : "optional";
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
