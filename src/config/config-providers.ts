// Provider settings of the environment: the deployment's recogniser, voice and language model, the addresses of its
// own servers, and the keys that it shares with its accounts.

import { Secret } from "../base/secret.ts";
import { listOf, oneOf, optional, row, type Variable, type ValuesOf } from "../base/setting-reader.ts";
import type { CatalogRow, ProviderKind } from "../providers/catalog/catalog-row.ts";
import { catalog, findProvider } from "../providers/catalog/catalog.ts";
import type { ProviderSettings } from "../providers/provider-contract.ts";
import { fallbacksMax, readFallback } from "../providers/catalog/fallback-name.ts";
import { completeSettings, type DeploymentProviders } from "../providers/provider-settings.ts";

/** The first is the default. */
const embeddedVoices = ["heart", "michael"] as const;
/** Voices of flite. */
const earlierVoices = ["slt", "rms", "awb", "kal"];
export type EmbeddedVoice = (typeof embeddedVoices)[number];

const urlSchemes: Readonly<Record<ProviderKind, readonly string[]>> = {
  stt: ["http:", "https:", "ws:", "wss:", "tcp:"],
  tts: ["http:", "https:", "tcp:"],
  llm: ["http:", "https:"],
};

function builtInEars(text: string): "open" {
  if (text.toLowerCase() === "guided")
    throw new Error(
      "cannot be guided any more. Remove it: the built-in recogniser understands free English speech",
    );
  return oneOf(["open"])(text);
}

export const providerVariables = {
  STT: row("open", {
    unit: "open",
    about: "Built-in recogniser. Only open: free English speech",
    parse: builtInEars,
  }),
  EARS_MODEL: row("", {
    unit: "folder",
    about:
      "Folder with a model for the language of STT_LANGUAGE: encoder_model.onnx and decoder_model_merged.onnx of a quantized Moonshine tiny; unset: the built-in English model",
    parse: optional(String),
  }),
  STT_PROVIDER: row("", {
    unit: "name",
    about: "Recogniser from GET /v1/providers/catalog; unset: STT_URL, or the built-in one",
    parse: optional(nameOf("stt")),
  }),
  STT_URL: row("", {
    unit: "URL",
    about:
      "URL of your own recogniser: http(s) up to /v1 for OpenAI-compatible servers, ws for Vosk, tcp for Wyoming",
    parse: optional(serverUrl(urlSchemes.stt)),
  }),
  STT_API_KEY: row("", { unit: "secret", about: "Key of the recogniser", parse: optional(secret) }),
  STT_MODEL: row("", { unit: "name", about: "Model of the recogniser", parse: optional(String) }),
  STT_LANGUAGE: row("en", {
    unit: "language",
    about: "Language of callers, unless a flow sets one, such as en or de",
    parse: language,
  }),
  STT_FALLBACK: row("", {
    unit: "names or URLs, …",
    about:
      "Fallback recognisers in this order: names from the catalog (keys in PROVIDER_KEYS), builtin, or URLs, each optionally with #model",
    parse: fallbackList("stt"),
  }),
  TTS_PROVIDER: row("", {
    unit: "name",
    about: "Voice provider from GET /v1/providers/catalog; unset: TTS_URL, or the built-in voices",
    parse: optional(nameOf("tts")),
  }),
  TTS_URL: row("", {
    unit: "URL",
    about: "URL of your own voice server: http(s) up to /v1 for OpenAI-compatible servers, tcp for Wyoming",
    parse: optional(serverUrl(urlSchemes.tts)),
  }),
  TTS_API_KEY: row("", { unit: "secret", about: "Key of the voice", parse: optional(secret) }),
  TTS_MODEL: row("", { unit: "name", about: "Model of the voice", parse: optional(String) }),
  TTS_VOICE: row("", {
    unit: "name",
    about: "Voice of the agent: heart (default) or michael, or any voice of your provider",
    parse: optional(String),
  }),
  TTS_FALLBACK: row("", {
    unit: "names or URLs, …",
    about:
      "Fallback voice providers in this order: names from the catalog (keys in PROVIDER_KEYS), builtin, or URLs, each optionally with #model",
    parse: fallbackList("tts"),
  }),
  LLM_PROVIDER: row("", {
    unit: "name",
    about: "Model provider from GET /v1/providers/catalog; unset: LLM_BASE_URL",
    parse: optional(nameOf("llm")),
  }),
  LLM_FALLBACK: row("", {
    unit: "names or URLs, …",
    about:
      "Fallback language models in this order: names from the catalog (keys in PROVIDER_KEYS), or URLs, each optionally with #model",
    parse: fallbackList("llm"),
  }),
  PROVIDER_KEYS: row("", {
    unit: "name=key, …",
    about:
      "Server keys of other providers, for accounts without their own key and for fallbacks, such as deepgram=…",
    parse: listOf(namedKey),
  }),
  TTS_VOICE_MODEL: row("", {
    unit: "file",
    about: "English Piper voice (.onnx, its .json beside it) that replaces the built-in ones",
    parse: optional(String),
  }),
  ENDPOINTING_MODEL: row("", {
    unit: "file",
    about: "Path of a Smart Turn v3 model (ONNX), which detects the end of the caller's turn",
    parse: optional(String),
  }),
} satisfies Record<string, Variable<unknown>>;

type Values = ValuesOf<typeof providerVariables> & {
  readonly LLM_BASE_URL: string | undefined;
  readonly LLM_API_KEY: Secret | undefined;
  readonly LLM_MODEL: string | undefined;
};

export interface ProvidersConfig extends DeploymentProviders {
  /** Folder of the built-in recogniser's model, if it is not the included one. */
  readonly earsModel: string | undefined;
  /** Language of the built-in recogniser. */
  readonly earsLanguage: string;
  /** Language of callers where a flow names none. */
  readonly language: string;
  /** Built-in voice, where used. */
  readonly embeddedVoice: EmbeddedVoice;
  /** File of the turn model, if any. */
  readonly turnModel: string | undefined;
  /** File of the voice that replaces the built-in ones. */
  readonly voiceModel: string | undefined;
}

interface ReadingState {
  /** Errors of the environment, one sentence each; more are added. */
  readonly problems: string[];
  /** Unreadable variables: values that depend on them are not judged. */
  readonly unread: ReadonlySet<string>;
}

export function providersConfig(values: Values, { problems, unread }: ReadingState): ProvidersConfig {
  const { STT_LANGUAGE: spoken, TTS_VOICE: voice } = values;
  const keys = new Map(values.PROVIDER_KEYS);
  const stt = settingsOf(
    {
      kind: "stt",
      named: values.STT_PROVIDER,
      wish: {
        baseUrl: values.STT_URL,
        apiKey: values.STT_API_KEY,
        model: values.STT_MODEL,
        language: spoken,
      },
    },
    { problems, unread },
  );
  const tts = settingsOf(
    {
      kind: "tts",
      named: values.TTS_PROVIDER,
      wish: {
        baseUrl: values.TTS_URL,
        apiKey: values.TTS_API_KEY,
        model: values.TTS_MODEL,
        voice,
        language: spoken,
      },
    },
    { problems, unread },
  );
  const llm = settingsOf(
    {
      kind: "llm",
      named: values.LLM_PROVIDER,
      wish: { baseUrl: values.LLM_BASE_URL, apiKey: values.LLM_API_KEY, model: values.LLM_MODEL },
    },
    { problems, unread },
  );
  return {
    stt,
    tts,
    llm,
    fallbacks: {
      stt: fallbacksOf(
        "stt",
        { names: values.STT_FALLBACK, own: stt, keys, language: spoken },
        { problems, unread },
      ),
      tts: fallbacksOf(
        "tts",
        { names: values.TTS_FALLBACK, own: tts, keys, language: spoken },
        { problems, unread },
      ),
      llm: fallbacksOf(
        "llm",
        { names: values.LLM_FALLBACK, own: llm, keys, language: spoken },
        { problems, unread },
      ),
    },
    keys,
    earsModel: values.EARS_MODEL,
    language: spoken,
    earsLanguage: values.EARS_MODEL === undefined ? "en" : spoken,
    embeddedVoice: embedded(voice, tts, { problems, unread }),
    turnModel: values.ENDPOINTING_MODEL,
    voiceModel: values.TTS_VOICE_MODEL,
  };
}

interface Chosen {
  readonly kind: ProviderKind;
  readonly named: string | undefined;
  readonly wish: {
    readonly baseUrl: string | undefined;
    readonly apiKey: Secret | undefined;
    readonly model: string | undefined;
    readonly voice?: string | undefined;
    readonly language?: string;
  };
}

const prefixes: Readonly<Record<ProviderKind, string>> = { stt: "STT", tts: "TTS", llm: "LLM" };

function settingsOf(
  { kind, named, wish }: Chosen,
  { problems, unread }: ReadingState,
): ProviderSettings | undefined {
  const of = prefixes[kind];
  // An unreadable value is already reported; its dependent values are not reported as well.
  if ([...unread].some((name) => name.startsWith(`${of}_`))) return undefined;
  const url = kind === "llm" ? "LLM_BASE_URL" : `${of}_URL`;
  const name = named ?? (wish.baseUrl === undefined ? "builtin" : providerAt(kind, wish.baseUrl));
  const row = findProvider(kind, name);
  if (row === undefined || name === "builtin") {
    const given = [
      ...(wish.apiKey === undefined ? [] : [`${of}_API_KEY`]),
      ...(wish.model === undefined ? [] : [`${of}_MODEL`]),
      ...(named === undefined || wish.baseUrl === undefined ? [] : [url]),
    ];
    for (const each of given) problems.push(unused(each, { of, url }));
    return undefined;
  }
  problems.push(...missing(row, wish, { of, url }));
  return completeSettings(row, wish);
}

function unused(name: string, { of, url }: { readonly of: string; readonly url: string }): string {
  const way = `set ${url} to your own server or ${of}_PROVIDER to a name from the catalog, or remove it`;
  return `${name} is set, but nothing uses it: ${way}.`;
}

function missing(
  row: CatalogRow,
  wish: Chosen["wish"],
  { of, url }: { readonly of: string; readonly url: string },
): readonly string[] {
  const problems: string[] = [];
  const named = wish.baseUrl === undefined ? `LLM_PROVIDER=${row.name}` : url;
  if (row.address === undefined && row.ownAddress === undefined && wish.baseUrl === undefined)
    problems.push(`${of}_PROVIDER=${row.name} needs ${url}: set it to the address of your server.`);
  if (row.key === "always" && wish.apiKey === undefined)
    problems.push(`${of}_PROVIDER=${row.name} needs ${of}_API_KEY: set it to your key.`);
  if (row.kind === "llm" && row.models === undefined && wish.model === undefined)
    problems.push(`${named} is set without LLM_MODEL: set LLM_MODEL to the name of a model it serves.`);
  return problems;
}

interface FallbackName {
  readonly name: string;
  readonly baseUrl?: string;
  readonly model?: string;
}

function fallbackList(kind: ProviderKind): (text: string) => readonly FallbackName[] {
  const read = listOf((item: string): FallbackName => {
    const { place, ...named } = readFallback(item);
    if (place.includes("://")) {
      const baseUrl = serverUrl(urlSchemes[kind])(place);
      return { name: providerAt(kind, baseUrl), baseUrl, ...named };
    }
    const name = nameOf(kind)(place);
    if (kind === "llm" && name === "builtin")
      throw new Error("cannot contain builtin: there is no built-in model");
    return { name, ...named };
  });
  return (text) => {
    const names = read(text);
    if (names.length > fallbacksMax) throw new Error(`must not list more than ${fallbacksMax}`);
    return names;
  };
}

interface FallbackParts {
  readonly names: readonly FallbackName[] | undefined;
  readonly own: ProviderSettings | undefined;
  readonly keys: ReadonlyMap<string, Secret>;
  readonly language: string;
}

/** A key goes to its own provider and, by its name, to servers of that kind; never from one URL to another. */
function fallbacksOf(
  kind: ProviderKind,
  { names, own, keys, language: spoken }: FallbackParts,
  { problems, unread }: ReadingState,
): readonly (ProviderSettings | "builtin")[] {
  const variable = `${prefixes[kind]}_FALLBACK`;
  // An unreadable value was reported already.
  return (names ?? []).flatMap(({ name, baseUrl, model }): (ProviderSettings | "builtin")[] => {
    if (name === "builtin") return ["builtin"];
    const catalogRow = findProvider(kind, name);
    if (catalogRow === undefined) return [];
    const isOwn = own?.provider === name && baseUrl === undefined;
    const apiKey = keys.get(name) ?? (isOwn ? own.apiKey : undefined);
    if (catalogRow.key === "always" && apiKey === undefined && !unread.has("PROVIDER_KEYS"))
      problems.push(`${variable} contains ${name}, which needs a key. Add ${name}=… to PROVIDER_KEYS.`);
    if (catalogRow.address === undefined && catalogRow.ownAddress === undefined && baseUrl === undefined)
      problems.push(`${variable} contains ${name}, which is your own server. Write its URL instead.`);
    if (kind === "llm" && catalogRow.models === undefined && model === undefined)
      problems.push(`${variable} needs a model for ${baseUrl ?? name}: write #model behind it.`);
    return [completeSettings(catalogRow, { baseUrl, model, apiKey, language: spoken })];
  });
}

/** The scheme of an address names its protocol. */
function providerAt(kind: ProviderKind, url: string): string {
  if (kind === "llm") return "openai-compatible";
  if (url.startsWith("tcp:")) return "wyoming";
  if (url.startsWith("ws")) return "vosk";
  return kind === "stt" ? "openai-transcriptions" : "openai-speech";
}

/** A name that is no built-in voice is refused where the built-in voice speaks. */
function embedded(
  voice: string | undefined,
  tts: ProviderSettings | undefined,
  { problems, unread }: ReadingState,
): EmbeddedVoice {
  const match = embeddedVoices.find((name) => name === voice?.toLowerCase());
  if (match === undefined && voice !== undefined && tts === undefined && unread.size === 0)
    problems.push(
      earlierVoices.includes(voice.toLowerCase())
        ? `TTS_VOICE=${voice} is a removed voice. Use heart (female) or michael (male).`
        : `TTS_VOICE must be one of ${embeddedVoices.join(", ")}, not "${voice}": other names need TTS_URL or TTS_PROVIDER.`,
    );
  return match ?? embeddedVoices[0];
}

function nameOf(kind: ProviderKind): (text: string) => string {
  return (text) => {
    const name = text.toLowerCase();
    if (findProvider(kind, name) !== undefined) return name;
    const names = catalog.filter((each) => each.kind === kind).map((each) => each.name);
    throw new Error(`must be one of ${names.join(", ")}, not "${text}"`);
  };
}

/** Never repeats the value: people put passwords into URLs. */
function serverUrl(schemes: readonly string[]): (text: string) => string {
  return (text) => {
    const url = URL.parse(text);
    if (url === null || !schemes.includes(url.protocol))
      throw new Error(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(", ")}`);
    if (url.username !== "" || url.password !== "")
      throw new Error("must not hold a user name or a password");
    if (url.hash !== "" || url.search !== "") throw new Error("must not have a query or a fragment");
    if (url.protocol === "tcp:" && url.port === "")
      throw new Error("must name a port, such as tcp://127.0.0.1:10300");
    return text.replace(/\/+$/, "");
  };
}

function language(text: string): string {
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)) return text;
  throw new Error(`must be a language such as en or de-DE, not "${text}"`);
}

function secret(text: string): Secret {
  return new Secret(text);
}

/** Never repeats the value: it is a key. */
function namedKey(text: string): readonly [name: string, key: Secret] {
  const at = text.indexOf("=");
  const name = text.slice(0, Math.max(0, at)).trim().toLowerCase();
  const key = text.slice(at + 1).trim();
  const names = [...new Set(catalog.filter((each) => each.key !== "never").map((each) => each.name))];
  if (at === -1 || key === "" || !names.includes(name))
    throw new Error(
      `must list names of providers with their keys, such as ${names[0]}=…; the names are ${names.join(", ")}`,
    );
  return [name, new Secret(key)];
}
