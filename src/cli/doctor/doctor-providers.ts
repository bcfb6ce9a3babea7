// Doctor provider checks: the deployment's recogniser and voice. The voice says four digits, the recogniser has to
// understand them, and both are timed.

import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import { openStt } from "../../providers/open-stt.ts";
import { openTts } from "../../providers/open-tts.ts";
import { type ErrorKind, ProviderError, type ProviderSettings } from "../../providers/provider-contract.ts";
import { primaryTag } from "../../flow/locale/languages.ts";
import { nameOfModel, openEars, problemOfFolder } from "../../speech/open/open-ears.ts";
import { openSpeechPool } from "../../speech/speech-pool.ts";
import type { Result } from "./doctor-check.ts";
import { checkVoiceModel } from "./doctor-voice-model.ts";
import { hear, isSample, sampleWords, say } from "./spoken-sample.ts";

/** A local server may load its model at the first request. */
const msMax = 60_000;

const silent = { clock: wallClock, log: openLog({ level: "silent", format: "json" }) };

export async function checkVoice({ providers: { tts, voiceModel } }: Config): Promise<Result> {
  if (tts === undefined && voiceModel !== undefined) return checkVoiceModel(voiceModel);
  if (tts === undefined)
    return { state: "skipped", says: "Built-in voice (TTS_URL and TTS_PROVIDER are not set)." };
  return tried(tts, "TTS", async () => {
    const { pcm, firstAudioMs, wholeMs } = await say(open(openTts, tts), silent);
    const seconds = (pcm.length / 16_000).toFixed(1);
    return {
      state: "ok",
      says: `${nameOf(tts)} spoke ${seconds} s: first audio after ${firstAudioMs} ms, all after ${wholeMs} ms.`,
      ms: { first_audio: firstAudioMs, whole: wholeMs },
    };
  });
}

export async function checkRecogniser({ providers }: Config): Promise<Result> {
  const { stt, tts, embeddedVoice } = providers;
  if (stt === undefined) return embeddedEars(providers);
  return tried(stt, "STT", async (signal) => {
    await using owned = new AsyncDisposableStack();
    const voice =
      tts === undefined
        ? owned.use(openSpeechPool({ ...silent, workers: 1, signal })).tts(embeddedVoice)
        : open(openTts, tts);
    const { pcm } = await say(voice, silent);
    const { text, finalMs } = await hear(open(openStt, stt), pcm, { ...silent, signal });
    const says = `${nameOf(stt)} heard "${text}" ${finalMs} ms after the last word`;
    if (isSample(text)) return { state: "ok", says: `${says}.`, ms: { final: finalMs } };
    return {
      state: "problem",
      says: `${says}, but the recording says "${sampleWords}". Check STT_MODEL and STT_LANGUAGE.`,
      ms: { final: finalMs },
    };
  });
}

const wayToOthers = "set STT_URL or STT_PROVIDER to a recogniser of that language";

async function embeddedEars({ earsModel, earsLanguage, language }: Config["providers"]): Promise<Result> {
  if (earsModel !== undefined) return ownModel(earsModel);
  if (primaryTag(language) !== primaryTag(earsLanguage))
    return {
      state: "problem",
      says: `The built-in recogniser understands ${earsLanguage}, but STT_LANGUAGE is ${language}: ${wayToOthers}.`,
    };
  return { state: "skipped", says: "Built-in recogniser (STT_URL and STT_PROVIDER are not set)." };
}

async function ownModel(folder: string): Promise<Result> {
  try {
    const problem = problemOfFolder(folder);
    if (problem !== undefined) throw new Error(problem);
    await openEars(folder);
    return {
      state: "ok",
      says: `Built-in recogniser with the model in ${folder}: ${await nameOfModel(folder)}.`,
    };
  } catch (error) {
    const way = "set EARS_MODEL to the folder of a Moonshine tiny model, or leave it empty";
    return { state: "problem", says: `${(error as Error).message}: ${way}.` };
  }
}

function open<T>(factory: (settings: ProviderSettings) => T | undefined, settings: ProviderSettings): T {
  const client = factory(settings);
  if (client === undefined) throw new Error(`There is no provider "${settings.provider}"`);
  return client;
}

/** Never the whole URL: an operator may have put secrets into it. */
export function nameOf({ provider, model, baseUrl }: ProviderSettings): string {
  const at = URL.parse(baseUrl)?.host ?? "its address";
  return `${model === "" ? provider : `${provider} with ${model}`} at ${at}`;
}

async function tried(
  settings: ProviderSettings,
  of: "STT" | "TTS",
  check: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gaveUp = new AbortController();
  using _timer = wallClock.after(msMax, () => gaveUp.abort());
  const late = Promise.withResolvers<never>();
  gaveUp.signal.addEventListener("abort", () =>
    late.reject(new Error(`No result within ${msMax / 1_000} s`)),
  );
  try {
    return await Promise.race([check(gaveUp.signal), late.promise]);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { message, httpStatus } = error.info;
    const status = httpStatus === undefined ? "" : ` (status ${httpStatus})`;
    return { state: "problem", says: `${nameOf(settings)}: ${message}${status}: ${wayOut(error.kind, of)}.` };
  }
}

function wayOut(kind: ErrorKind, of: "STT" | "TTS"): string {
  const ways: Readonly<Record<ErrorKind, string>> = {
    auth: `check ${of}_API_KEY`,
    quota: `top up the account, or change ${of}_PROVIDER`,
    rate_limit: "try again in a minute, or ask the provider for a higher limit",
    transient: `check ${of}_URL, the server there, and the network of this machine`,
    session_limit: "try again",
    bad_input: `check ${of}_MODEL${of === "TTS" ? " and TTS_VOICE" : ""}, and that ${of}_URL ends with the version, such as /v1`,
    content: "try again",
    unsupported: `check that ${of}_URL is a server of the configured provider`,
    cancelled: "try again",
  };
  return ways[kind];
}
