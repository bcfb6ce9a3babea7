// Conformance runs of doctor: the deployment's providers are tested for the needs of the engine, one check a line,
// and timed as a call would wait for them. The runs use the providers, and cost accordingly.

import { sampleRate, toFrames } from "../../audio/frame.ts";
import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import type { AudioLlm } from "../../providers/audio/audio-llm-contract.ts";
import { audioLlmChecks, unscriptedAudio } from "../../providers/audio/conformance-audio-llm.ts";
import { openAudioLlm } from "../../providers/audio/open-audio-llm.ts";
import { findProvider } from "../../providers/catalog/catalog.ts";
import type { ProviderKind } from "../../providers/catalog/catalog-row.ts";
import { llmChecks, unscripted, whyNot } from "../../providers/conformance-llm.ts";
import { sttChecks } from "../../providers/conformance-stt.ts";
import { reasonToSkip } from "../../providers/conformance-ability.ts";
import { ttsChecks } from "../../providers/conformance-tts.ts";
import { openLlm, present } from "../../providers/open-providers.ts";
import { openStt } from "../../providers/open-stt.ts";
import { openTts } from "../../providers/open-tts.ts";
import type { ProviderSettings, Tts } from "../../providers/provider-contract.ts";
import { openSpeechPool } from "../../speech/speech-pool.ts";
import type { Result } from "./doctor-check.ts";
import { firstTokenMs } from "./doctor-model.ts";
import { nameOf } from "./doctor-providers.ts";
import { hear, sampleExpectation, say } from "./spoken-sample.ts";

export interface SuiteLine extends Result {
  readonly name: string;
}

type Print = (line: SuiteLine) => void;

/** Timings of each stage. */
const timings = 10;
/** For one check: a local server may load its model first. */
const checkMsMax = 60_000;
const context = { clock: wallClock, log: openLog({ level: "silent", format: "json" }) };

/** Prints a line per check. Nothing is done for a kind without a provider of the deployment. */
export async function runSuites({ providers, llm }: Config, print: Print): Promise<void> {
  const { stt, tts, embeddedVoice } = providers;
  await using owned = new AsyncDisposableStack();
  const voice = (): Tts =>
    tts === undefined
      ? owned.use(openSpeechPool({ ...context, workers: 1 })).tts(embeddedVoice)
      : present(openTts(tts), tts);
  if (tts !== undefined) await suite(print, "voice", () => voiceSuite(tts, print));
  if (stt !== undefined) await suite(print, "recogniser", () => recogniserSuite(stt, voice(), print));
  if (llm !== undefined) await suite(print, "model", () => modelSuite(llm, print));
  const audio = providers.llm && openAudioLlm(providers.llm);
  if (audio !== undefined) await suite(print, "speech", () => audioSuite(audio, voice(), print));
  if ([stt, tts, llm].every((settings) => settings === undefined))
    print({ name: "providers", state: "skipped", says: "Nothing to test: all engines are built in." });
}

/** A failure before the first check ends only that suite. */
async function suite(print: Print, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    print({ name, state: "problem", says: `The test failed: ${(error as Error).message}.` });
  }
}

async function voiceSuite(settings: ProviderSettings, print: Print): Promise<void> {
  const tts = present(openTts(settings), settings);
  for (const check of ttsChecks) {
    const reason = reasonToSkip(check, lacksOf("tts", settings));
    await line(print, { name: "voice", check: check.name, reason }, () => check.run(tts, context));
  }
  await timed(print, { name: "voice", what: `first audio of ${nameOf(settings)}` }, async () => {
    return (await say(tts, context)).firstAudioMs;
  });
}

async function recogniserSuite(settings: ProviderSettings, voice: Tts, print: Print): Promise<void> {
  const stt = present(openStt(settings), settings);
  const { pcm } = await say(voice, context);
  const sampled = new Int16Array(pcm.length + 8_000);
  sampled.set(pcm);
  const frames = [...toFrames(sampled)];
  const call = new AbortController();
  // Every recogniser writes words in its own way; every start writes the file anew.
  const { text } = await hear(stt, sampled, { ...context, signal: call.signal });
  for (const check of sttChecks) {
    const reason =
      check.server === "answer"
        ? reasonToSkip(check, lacksOf("stt", settings))
        : "needs a deliberately faulty server";
    await line(print, { name: "recogniser", check: check.name, reason }, () =>
      check.run(stt, { frames, text, expectation: sampleExpectation }, context),
    );
  }
  await timed(print, { name: "recogniser", what: `last word of ${nameOf(settings)}` }, async () => {
    return (await hear(stt, sampled, { ...context, signal: call.signal })).finalMs;
  });
}

async function modelSuite(settings: NonNullable<Config["llm"]>, print: Print): Promise<void> {
  const llm = present(openLlm(settings), settings);
  for (const check of llmChecks) {
    const reason = unscripted.has(check.server)
      ? whyNot(check, llm, lacksOf("llm", settings))
      : "needs a deliberately faulty server";
    await line(print, { name: "model", check: check.name, reason }, () => check.run(llm, context));
  }
  await timed(print, { name: "model", what: `first word of ${nameOf(settings)}` }, () =>
    firstTokenMs(settings),
  );
}

async function audioSuite(model: AudioLlm, voice: Tts, print: Print): Promise<void> {
  const { pcm } = await say(voice, context);
  const sampled = new Int16Array(pcm.length + 2 * sampleRate);
  sampled.set(pcm);
  const frames = [...toFrames(sampled)];
  for (const check of audioLlmChecks) {
    const reason = unscriptedAudio.has(check.server) ? undefined : "needs a deliberately faulty server";
    await line(print, { name: "speech", check: check.name, reason }, () =>
      check.run(model, { frames }, context),
    );
  }
}

function lacksOf(kind: ProviderKind, { provider }: ProviderSettings): readonly string[] {
  return findProvider(kind, provider)?.lacks ?? [];
}

interface Check {
  readonly name: string;
  readonly check: string;
  /** Reason why it does not apply. */
  readonly reason: string | undefined;
}

async function line(print: Print, { name, check, reason }: Check, run: () => Promise<void>): Promise<void> {
  if (reason !== undefined) {
    print({ name, state: "skipped", says: `${check}: ${reason}.` });
    return;
  }
  const late = Promise.withResolvers<never>();
  using _deadline = wallClock.after(checkMsMax, () =>
    late.reject(new Error(`no result within ${checkMsMax / 1_000} s`)),
  );
  try {
    await Promise.race([run(), late.promise]);
    print({ name, state: "ok", says: `${check}.` });
  } catch (error) {
    const why = (error as Error).message.replace(/^Assumption broken: /, "");
    print({ name, state: "problem", says: `${check}: ${why}.` });
  }
}

/** Median and slowest: in such a small sample the slowest is the nearest thing to a 99th percentile. */
async function timed(
  print: Print,
  { name, what }: { readonly name: string; readonly what: string },
  once: () => Promise<number>,
): Promise<void> {
  const times: number[] = [];
  try {
    for (let i = 0; i < timings; i++) times.push(await once());
  } catch (error) {
    print({ name, state: "problem", says: `${what}: ${(error as Error).message}.` });
    return;
  }
  times.sort((a, b) => a - b);
  const p50 = times[Math.floor(times.length / 2)] ?? 0;
  const p99 = times.at(-1) ?? 0;
  const says = `${what}: median ${p50} ms, maximum ${p99} ms of ${timings}.`;
  print({ name, state: "ok", says, ms: { p50, p99 } });
}
