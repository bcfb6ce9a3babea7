// Provider factory: from settings to clients. The one place that knows which vendor stands behind which name of the
// catalogue.

import { Fault } from "../base/fault.ts";
import type { Secret } from "../base/secret.ts";
import { catalog, findProvider } from "./catalog/catalog.ts";
import type { Llm } from "./provider-contract.ts";
import { openOpenAiLlm } from "./llm/llm-openai.ts";

export interface LlmSettings {
  /** A name of the catalog. */
  readonly provider: string;
  /** Up to and including the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly model: string;
  /** How long the model may take to its first word, in seconds. */
  readonly firstTokenSeconds: number;
}

/** Without a model a flow answers; that is `undefined`. Throws `config/invalid` for a name that is not there. */
export function openLlm(settings: LlmSettings | undefined): Llm | undefined {
  if (settings === undefined || settings.provider === "builtin") return undefined;
  if (findProvider("llm", settings.provider) === undefined) {
    const names = catalog.filter(({ kind }) => kind === "llm").map(({ name }) => name);
    throw new Fault(
      "config/invalid",
      `"${settings.provider}" is no language model: use ${names.join(" or ")}`,
    );
  }
  const { baseUrl, apiKey, model, firstTokenSeconds } = settings;
  return openOpenAiLlm({ baseUrl, apiKey, model, firstTokenMs: firstTokenSeconds * 1_000 });
}
