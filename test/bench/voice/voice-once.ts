// One voice in a process of its own: speaks the prompts, saves the audio as WAV files in a folder, and prints its cost,
// loudness, pace and cleanness. `bun voice-once.ts VOICE FOLDER PROMPTS SPEED`

import { join } from "node:path";
import { sampleRate } from "../../../src/audio/frame.ts";
import { readWav, writeWav } from "../../../src/audio/wav.ts";
import { OwnVoice } from "../../../src/speech/own-voice/own-voice.ts";
import { voices } from "../../../src/speech/speech-message.ts";
import { joined } from "../../support/callers/callers.ts";
import { type PromptList, promptLists, type Prompts } from "./prompts.ts";

export interface VoiceFigures {
  /** Seconds of processor time for each second of speech. */
  readonly realTimeFactor: number;
  /** Processor time until the first audio of a sentence. */
  readonly firstAudioMs: { readonly p50: number; readonly p95: number };
  /**
   * Processor time until it has been opened and has spoken its first sentence, when its thread reports that it is
   * ready.
   */
  readonly readyMs: number;
  /** Megabytes above an idle process: once it is ready, and after all sentences. */
  readonly memoryMb: number;
  readonly memoryAfterMb: number;
  readonly wordsPerMinute: number;
  /** Mean loudness of its speech, in dB of full scale, and the deviation of sentences. */
  readonly levelDb: number;
  readonly levelSpreadDb: number;
  /** Number of samples at full scale, and of silent frames with an audible step. */
  readonly clipped: number;
  readonly clicks: number;
}

const frameSamples = 320;
/** Sound this far below the loudest of a sentence is not speech. */
const speechRangeDb = 30;
const fullScale = 32_700;
const silentDb = -60;
/** A click exceeds the steps beside it; breath has steps of three times their mean. */
const clickStep = 100;
const clickTimes = 6;
const clickAround = 8;

const [name = "", folder = "", promptsFile = "", speed = "1"] = process.argv.slice(2);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function memoryMb(): number {
  Bun.gc(true);
  return Math.round(process.memoryUsage().rss / 1_000_000);
}

type Speak = (text: string) => AsyncIterable<{ readonly pcm: Int16Array }>;

async function open(): Promise<Speak> {
  const own = voices.find((each) => each === name);
  if (own === undefined) throw new Error(`There is no voice of the name "${name}"`);
  const voice = await OwnVoice.open(own);
  return (text) => voice.speak(text, Number(speed));
}

/** Level of each 20 ms, in dB of full scale. */
function levelsOf(pcm: Int16Array): readonly number[] {
  return Array.from({ length: Math.floor(pcm.length / frameSamples) }, (_, frame) => {
    const part = pcm.subarray(frame * frameSamples, (frame + 1) * frameSamples);
    const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / part.length;
    return 10 * Math.log10(power + 1e-12);
  });
}

const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / list.length;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

function speechLevel(pcm: Int16Array): number {
  const levels = levelsOf(pcm);
  const loud = levels.filter((level) => level > Math.max(...levels) - speechRangeDb);
  return 10 * Math.log10(mean(loud.map((level) => 10 ** (level / 10))));
}

function clicksIn(pcm: Int16Array): number {
  const levels = levelsOf(pcm);
  // Except where speech begins or ends.
  const isSilent = (frame: number): boolean =>
    [-1, 0, 1].every((beside) => (levels[frame + beside] ?? silentDb) <= silentDb);
  return levels.filter((_, frame) => {
    if (!isSilent(frame)) return false;
    const part = pcm.subarray(frame * frameSamples, (frame + 1) * frameSamples);
    const steps = Array.from(part.subarray(1), (sample, at) => Math.abs(sample - (part[at] ?? 0)));
    return steps.some((step, at) => {
      const around = steps.slice(Math.max(0, at - clickAround), at + clickAround + 1);
      return step > Math.max(clickStep, clickTimes * mean(around));
    });
  }).length;
}

/** The whole audio of a text, and the processor time of its first part and of all. */
async function said(text: string): Promise<{ pcm: Int16Array; firstMs: number; allMs: number }> {
  const from = cpuMs();
  let firstMs = 0;
  const parts: Int16Array[] = [];
  for await (const { pcm } of speak(text)) {
    if (pcm.length > 0) firstMs ||= cpuMs() - from;
    parts.push(pcm);
  }
  const allMs = cpuMs() - from;
  return { pcm: joined(...parts), firstMs, allMs };
}

const idleMb = memoryMb();
const beforeMs = cpuMs();
const speak = await open();
for await (const _ of speak("One moment, please. Compiled code gets fast only after it has run."));
const readyMs = Math.round(cpuMs() - beforeMs);
const readyMb = memoryMb();

const prompts = (await Bun.file(promptsFile).json()) as Prompts;
const firsts: number[] = [];
let [spentMs, words] = [0, 0];
const wavOf = (list: PromptList, at: number): string => join(folder, `${list}-${at}.wav`);
for (const list of promptLists) {
  for (const [at, prompt] of prompts[list].entries()) {
    const { pcm, firstMs, allMs } = await said(prompt.spoken);
    spentMs += allMs;
    await Bun.write(wavOf(list, at), writeWav({ rate: sampleRate, pcm }));
    if (list !== "sentences") continue;
    firsts.push(firstMs);
    words += prompt.inWords.split(/\s+/).length;
  }
}
// Audio is judged after the memory was read: lists of samples take more than the voice does.
const memoryAfterMb = memoryMb() - idleMb;
const spoken: { readonly list: PromptList; readonly pcm: Int16Array }[] = [];
for (const list of promptLists)
  for (const at of prompts[list].keys())
    spoken.push({ list, pcm: readWav(await Bun.file(wavOf(list, at)).bytes()).pcm });
const sorted = firsts.toSorted((a, b) => a - b);
const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
const secondsOf = (list: typeof spoken): number =>
  list.reduce((sum, { pcm }) => sum + pcm.length, 0) / sampleRate;
const sentences = spoken.filter(({ list }) => list === "sentences");
const levels = sentences.map(({ pcm }) => speechLevel(pcm));
const level = mean(levels);
const figures: VoiceFigures = {
  realTimeFactor: rounded(spentMs / 1_000 / secondsOf(spoken), 3),
  firstAudioMs: { p50: at(0.5), p95: at(0.95) },
  readyMs,
  memoryMb: readyMb - idleMb,
  memoryAfterMb,
  wordsPerMinute: Math.round((words * 60) / secondsOf(sentences)),
  levelDb: rounded(level, 1),
  levelSpreadDb: rounded(Math.sqrt(mean(levels.map((each) => (each - level) ** 2))), 1),
  clipped: spoken.reduce(
    (sum, { pcm }) => sum + pcm.filter((sample) => Math.abs(sample) >= fullScale).length,
    0,
  ),
  clicks: spoken.reduce((sum, { pcm }) => sum + clicksIn(pcm), 0),
};
console.log(JSON.stringify(figures));
