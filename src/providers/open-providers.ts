// Provider factory: from settings to clients. Only this file maps catalogue names to vendors.

import { Fault } from "../base/fault.ts";
import type { Secret } from "../base/secret.ts";
import { catalog, findProvider } from "./catalog/catalog.ts";
import { chatPresets } from "./llm/chat-presets.ts";
import { openAnthropicLlm } from "./llm/llm-anthropic.ts";
import { openGeminiLlm } from "./llm/llm-gemini.ts";
import { openOpenAiLlm, presetOf } from "./llm/llm-openai.ts";
import type { LlmOptions } from "./llm/llm-request.ts";
import { audioLlms, openAudioLlm } from "./audio/open-audio-llm.ts";
import { writtenLlm } from "./audio/written-llm.ts";
import type { Llm } from "./provider-contract.ts";
import { completeSettings } from "./provider-settings.ts";

export interface LlmSettings {
  /** A name of the catalog. */
  readonly provider: string;
  /** Up to and including the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly model: string;
  /**
   * Time limit of a model's first word, in seconds. Absent: 8, and 30 while the operator's own server may have to
   * load it.
   */
  readonly firstTokenSeconds?: number | undefined;
  /** 0 if the caller has its own plan of retries. */
  readonly retriesMax?: 0 | 1;
}

interface LlmClient {
  readonly open: (options: LlmOptions) => Llm;
  readonly loads: (baseUrl: string) => boolean;
}

/** Longest silence on a line; short words are heard before that. */
const firstTokenMsDefault = 8_000;
/** Loading time of a model of some gigabytes: a caller who hears of the wait stays on the line. */
const loadMsDefault = 30_000;
const never = (): boolean => false;

const clients: Readonly<Record<string, LlmClient>> = {
  ...Object.fromEntries(
    Object.keys(chatPresets).map((name) => [
      name,
      { open: openOpenAiLlm, loads: (baseUrl) => presetOf(name, baseUrl).loads === true },
    ]),
  ),
  anthropic: { open: openAnthropicLlm, loads: never },
  gemini: { open: openGeminiLlm, loads: never },
  ...Object.fromEntries(Object.keys(audioLlms).map((name) => [name, { open: openWritten, loads: never }])),
};

/**
 * Opens the language model; `undefined` if there is none, and a flow answers. Throws `config/invalid` for an unknown
 * name.
 */
export function openLlm(settings: LlmSettings | undefined): Llm | undefined {
  if (settings === undefined || settings.provider === "builtin") return undefined;
  const { provider, baseUrl, apiKey, model, firstTokenSeconds, retriesMax = 1 } = settings;
  const client = clients[provider];
  if (client === undefined || findProvider("llm", provider) === undefined) throw unknown(provider);
  const patience =
    firstTokenSeconds !== undefined
      ? { firstTokenMs: firstTokenSeconds * 1_000 }
      : { firstTokenMs: firstTokenMsDefault, ...(client.loads(baseUrl) ? { loadMs: loadMsDefault } : {}) };
  return client.open({ provider, baseUrl, apiKey, model, ...patience, retriesMax });
}

function openWritten(options: LlmOptions): Llm {
  const row = findProvider("llm", options.provider);
  if (row === undefined) throw unknown(options.provider);
  return writtenLlm(present(openAudioLlm(completeSettings(row, options)), options));
}

function unknown(provider: string): Fault {
  const names = catalog.filter(({ kind }) => kind === "llm").map(({ name }) => name);
  return new Fault("config/invalid", `"${provider}" is not a language model: use ${names.join(" or ")}`);
}

/** Client opened with these settings. Throws `config/invalid` for a name without a client, as no catalogue row is. */
export function present<T>(client: T | undefined, { provider }: Pick<LlmSettings, "provider">): T {
  if (client === undefined) throw new Fault("config/invalid", `There is no provider "${provider}"`);
  return client;
}
