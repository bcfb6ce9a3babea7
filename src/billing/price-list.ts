// Price list: vendors' prices from their pages or quotes, at the date below. US dollars before discounts, pay as you
// go. An operator overrides it with a file of the same rows (PRICING_FILE).

import type { PriceRow } from "./price-table.ts";

/** Date of the list. */
interface SpeechPrices extends EarsPrices {
  readonly audioOut: number;
}

/** Per million tokens of a realtime model that hears and speaks, and per minute of a caller for its transcription. */
function speech(
  name: string,
  { input, output, audio, audioOut, cachedAudio }: SpeechPrices,
): readonly PriceRow[] {
  const of = { kind: "llm", provider: "openai-realtime", model: name } as const;
  return [
    ...model(of.provider, name, { input, output }),
    row({ ...of, unit: "audio_input_tokens", per: 1_000_000 }, audio),
    row({ ...of, unit: "audio_output_tokens", per: 1_000_000 }, audioOut),
    ...(cachedAudio === undefined
      ? []
      : [row({ ...of, unit: "cached_audio_tokens", per: 1_000_000 }, cachedAudio)]),
    row({ ...of, unit: "audio_ms", per: minuteMs }, 0.0045),
  ];
}

export const priceListDate = "2026-11-20";

/** DeepSeek's peak hours; holidays in China are not considered. */
const peak: NonNullable<PriceRow["hours"]> = {
  days: [1, 2, 3, 4, 5],
  spans: [
    [1, 4],
    [6, 10],
  ],
};

/** US dollars per number of units, as vendors write prices. */
function row(
  of: Pick<PriceRow, "kind" | "provider" | "model" | "unit" | "per">,
  usd: number,
  more: Pick<PriceRow, "aboveInputTokens" | "hours" | "unitsMin" | "validFrom" | "validTo"> = {},
): PriceRow {
  return { ...of, nanoUsd: Math.round(usd * 1e9), ...more };
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

function byMinute(provider: string, model: string, usd: number): PriceRow {
  return row({ kind: "stt", provider, model, unit: "audio_ms", per: minuteMs }, usd);
}

function byHour(provider: string, model: string, usd: number): PriceRow {
  return row({ kind: "stt", provider, model, unit: "audio_ms", per: hourMs }, usd);
}

/** Per time of the open connection, silence included. */
function connection(provider: string, model: string, usd: number): PriceRow {
  return row({ kind: "stt", provider, model, unit: "socket_ms", per: hourMs }, usd);
}

/** Per million characters. */
function voice(provider: string, model: string, usd: number): PriceRow {
  return row({ kind: "tts", provider, model, unit: "chars", per: 1_000_000 }, usd);
}

interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly written?: number;
  readonly terms?: Parameters<typeof row>[2];
}

/** Per million tokens. */
function model(provider: string, name: string, { terms, ...prices }: TokenPrices): readonly PriceRow[] {
  const of = (unit: PriceRow["unit"], usd: number): PriceRow =>
    row({ kind: "llm", provider, model: name, unit, per: 1_000_000 }, usd, terms);
  const { input, output, cached, written } = prices;
  return [
    of("input_tokens", input),
    of("output_tokens", output),
    ...(cached === undefined ? [] : [of("cached_input_tokens", cached)]),
    ...(written === undefined ? [] : [of("cache_write_tokens", written)]),
  ];
}

interface EarsPrices {
  readonly input: number;
  readonly output: number;
  readonly audio: number;
  readonly cachedAudio?: number;
}

/** Per million tokens of a realtime model that hears, and per minute for its transcription. */
function ears(name: string, { input, output, audio, cachedAudio }: EarsPrices): readonly PriceRow[] {
  const provider = "openai-realtime-ears";
  const of = (unit: PriceRow["unit"], usd: number): PriceRow =>
    row({ kind: "stt", provider, model: name, unit, per: 1_000_000 }, usd);
  return [
    of("input_tokens", input),
    of("output_tokens", output),
    of("audio_input_tokens", audio),
    ...(cachedAudio === undefined ? [] : [of("cached_audio_tokens", cachedAudio)]),
    byMinute(provider, name, 0.017),
  ];
}

export const priceList: readonly PriceRow[] = [
  byMinute("deepgram", "nova-3", 0.0048),
  byMinute("deepgram-flux", "flux-general-en", 0.0065),
  byMinute("deepgram-flux", "flux-general-multi", 0.0078),
  connection("assemblyai", "universal-streaming*", 0.15),
  connection("assemblyai", "u3-*", 0.45),
  connection("assemblyai", "universal-3*", 0.45),
  byHour("elevenlabs", "scribe_v2*", 0.39),
  byHour("soniox", "stt-rt*", 0.12),
  byHour("cartesia", "ink-2*", 0.54),
  byHour("cartesia", "ink-whisper*", 0.18),
  byMinute("openai", "gpt-live-transcribe*", 0.017),
  byMinute("openai", "gpt-realtime-whisper*", 0.017),
  byMinute("openai", "gpt-transcribe*", 0.0045),
  ...ears("gpt-realtime-2.1-mini*", { input: 0.6, output: 2.4, audio: 10 }),
  ...ears("gpt-realtime-2.1", { input: 4, output: 24, audio: 32, cachedAudio: 0.4 }),
  ...speech("gpt-realtime-2.1-mini*", { input: 0.6, output: 2.4, audio: 10, audioOut: 20 }),
  ...speech("gpt-realtime-2.1", { input: 4, output: 24, audio: 32, audioOut: 64, cachedAudio: 0.4 }),
  voice("elevenlabs", "eleven_flash*", 50),
  voice("elevenlabs", "eleven_turbo*", 50),
  voice("elevenlabs", "eleven_multilingual*", 100),
  voice("elevenlabs", "eleven_v3*", 100),
  voice("cartesia", "sonic*", 50),
  voice("deepgram", "aura-2*", 30),
  voice("rime", "*", 50),
  voice("inworld", "inworld-tts-2-mini*", 25),
  voice("inworld", "inworld-tts-2", 35),
  ...model("openai", "gpt-6-luna", { input: 0.1, output: 0.5, cached: 0.01, written: 0.125 }),
  ...model("openai", "gpt-6.1-terra", { input: 1, output: 5, cached: 0.05, written: 1.25 }),
  ...model("openai", "gpt-6-sol", { input: 2, output: 10, cached: 0.2, written: 2.5 }),
  ...model("openai", "gpt-6.1-sol", { input: 2, output: 10, cached: 0.1, written: 2.5 }),
  ...model("openai", "gpt-6-astra", { input: 10, output: 50, cached: 1 }),
  ...model("openai", "gpt-5.6-luna", { input: 0.2, output: 1.2, cached: 0.02 }),
  ...model("openai", "gpt-5.6-terra", { input: 2, output: 12, cached: 0.2 }),
  ...model("openai", "gpt-5.6-sol", { input: 4, output: 20, cached: 0.4 }),
  ...model("openai", "gpt-5.4-mini", { input: 0.75, output: 4.5, cached: 0.075 }),
  ...model("openai", "gpt-5.4", { input: 2.5, output: 15, cached: 0.25 }),
  ...model("openai", "gpt-5.5", { input: 5, output: 30, cached: 0.5 }),
  ...model("anthropic", "claude-haiku-5-5*", { input: 0.1, output: 0.5, cached: 0.01, written: 0.125 }),
  ...model("anthropic", "claude-haiku-5-5*", {
    input: 0.5,
    output: 2.5,
    cached: 0.05,
    terms: { aboveInputTokens: 100_000 },
  }),
  ...model("anthropic", "claude-sonnet-5-5*", { input: 2, output: 10, cached: 0.1, written: 2.5 }),
  ...model("anthropic", "claude-opus-5-5*", { input: 4, output: 20, cached: 0.2, written: 5 }),
  ...model("anthropic", "claude-haiku-4-5*", { input: 1, output: 5, cached: 0.1 }),
  ...model("gemini", "gemini-3.6-flash", {
    input: 0.75,
    output: 3.75,
    cached: 0.075,
    terms: { validTo: "2027-01-01" },
  }),
  ...model("gemini", "gemini-3.6-flash", {
    input: 1.5,
    output: 7.5,
    cached: 0.15,
    terms: { validFrom: "2027-01-01" },
  }),
  ...model("gemini", "gemini-3.7-flash", {
    input: 0.75,
    output: 3.75,
    cached: 0.075,
    terms: { validTo: "2027-01-01" },
  }),
  ...model("gemini", "gemini-3.7-flash", {
    input: 1.5,
    output: 7.5,
    cached: 0.15,
    terms: { validFrom: "2027-01-01" },
  }),
  ...model("gemini", "gemini-3.8-flash", {
    input: 0.75,
    output: 3.75,
    cached: 0.075,
    terms: { validTo: "2027-01-01" },
  }),
  ...model("gemini", "gemini-3.8-flash", {
    input: 1.5,
    output: 7.5,
    cached: 0.15,
    terms: { validFrom: "2027-01-01" },
  }),
  ...model("gemini", "gemini-3.5-flash-lite", { input: 0.3, output: 2.5, cached: 0.03 }),
  ...model("gemini", "gemini-3.5-flash", { input: 1.5, output: 9, cached: 0.15 }),
  ...model("gemini", "gemini-2.5-flash", { input: 0.3, output: 2.5, cached: 0.03 }),
  ...model("gemini", "gemini-2.5-flash-lite", { input: 0.1, output: 0.4 }),
  ...model("groq", "openai/gpt-oss-120b", { input: 0.15, output: 0.6, cached: 0.075 }),
  ...model("groq", "openai/gpt-oss-20b", { input: 0.075, output: 0.3 }),
  ...model("cerebras", "gpt-oss-120b", { input: 0.35, output: 0.75 }),
  ...model("deepseek", "deepseek-flash", { input: 0.15, output: 0.6, cached: 0.003 }),
  ...model("deepseek", "deepseek-flash", { input: 0.3, output: 1.2, cached: 0.006, terms: { hours: peak } }),
  ...model("deepseek", "deepseek-v4-pro", { input: 0.66, output: 1.98, cached: 0.022 }),
  ...model("deepseek", "deepseek-v4-pro", {
    input: 1.32,
    output: 3.96,
    cached: 0.044,
    terms: { hours: peak },
  }),
  ...model("mistral", "mistral-large*", { input: 2, output: 6 }),
  ...model("mistral", "mistral-medium*", { input: 1.5, output: 7.5 }),
  ...model("mistral", "mistral-small*", { input: 0.1, output: 0.3 }),
  ...model("xai", "grok-4.3*", { input: 1.25, output: 2.5, cached: 0.2 }),
  ...model("xai", "grok-4.5*", { input: 2, output: 6, cached: 0.5 }),
  ...model("xai", "grok-4.6*", { input: 2, output: 6, cached: 0.5 }),
  ...model("xai", "grok-4.3*", { input: 2.5, output: 5, terms: { aboveInputTokens: 200_000 } }),
  ...model("xai", "grok-4.5*", { input: 4, output: 12, terms: { aboveInputTokens: 200_000 } }),
  ...model("xai", "grok-4.6*", { input: 4, output: 12, terms: { aboveInputTokens: 200_000 } }),
  ...model("together", "meta-llama/Llama-3.3-70B*", { input: 0.88, output: 0.88 }),
  ...model("fireworks", "accounts/fireworks/models/gpt-oss-120b", { input: 0.15, output: 0.6 }),
];
