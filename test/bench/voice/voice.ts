// Voice benchmark: the quality and the cost of each voice. Each speaks in a process of its own; then Moonshine (our own
// recogniser), Whisper base and a predictor of opinion scores judge the audio; then 16 callers share one voice on one
// core, each with sentences of its own and with known lines: `bun run bench voice`. VOICE_PROMPTS names a folder with
// other sentences, VOICE_SPEED another speed than 1. A quick run judges nothing and has one voice.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWav } from "../../../src/audio/wav.ts";
import { freeTextOf } from "../../../src/speech/open/likeliest-text.ts";
import { openEars } from "../../../src/speech/open/open-ears.ts";
import { Pieces } from "../../../src/speech/open/pieces.ts";
import { voices } from "../../../src/speech/speech-message.ts";
import type { Claim } from "../capacity/claims.ts";
import { judge, type VoiceScores, type Judgement } from "./predictors.ts";
import { type PromptList, promptLists, type Prompts, readPrompts } from "./prompts.ts";
import type { CrowdFigures } from "./voice-crowd.ts";
import type { VoiceFigures } from "./voice-once.ts";

export interface VoicesMeasured {
  /** Without judgement if Python or PyPI is missing. */
  readonly voices: Readonly<Record<string, VoiceFigures & Partial<Judgement>>>;
  readonly crowd: CrowdFigures;
}

/** A longer wait for an answer sounds like hesitation. */
const firstAudioMsMax = 300;
/** 400 calls, each with a line in eight seconds, use this share of a core. */
const knownLines = { aSecond: 50, shareMax: 0.02 };

export function claims({ crowd: { unique, gapMs, known } }: VoicesMeasured): readonly Claim[] {
  const share = (knownLines.aSecond * known.fromMemoryUs) / 1_000_000;
  return [
    [
      `${unique.callers} callers with sentences of their own wait ${unique.p95} ms p95, claimed ${firstAudioMsMax} at most`,
      unique.p95 <= firstAudioMsMax,
    ],
    [`a sentence that has begun is late by ${gapMs} ms, claimed 0`, gapMs <= 0],
    [`known lines of 400 calls take ${(share * 100).toFixed(2)} % of a core`, share <= knownLines.shareMax],
  ];
}

async function childOf<Figures>(file: string, ...args: readonly string[]): Promise<Figures> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text()) as Figures;
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<VoicesMeasured> {
  const folder = await mkdtemp(join(tmpdir(), "voice-bench-"));
  try {
    const prompts = await readPrompts(process.env.VOICE_PROMPTS);
    const promptsFile = join(folder, "prompts.json");
    await Bun.write(promptsFile, JSON.stringify(prompts));
    const figures: Record<string, VoiceFigures> = {};
    for (const name of isQuick ? voices.slice(0, 1) : voices) {
      figures[name] = await speakAll(name, join(folder, name), promptsFile);
      tell(costOf(name, figures[name]));
    }
    const judgements = isQuick ? {} : await judged(folder, prompts, tell);
    for (const [name, judgement] of Object.entries(judgements)) tell(worthOf(name, judgement));
    const crowd = await childOf<CrowdFigures>("voice-crowd.ts", isQuick ? "20" : "60");
    tell(crowdOf(crowd));
    return {
      voices: Object.fromEntries(
        Object.entries(figures).map(([name, cost]) => [name, { ...cost, ...judgements[name] }]),
      ),
      crowd,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function speakAll(name: string, folder: string, promptsFile: string): Promise<VoiceFigures> {
  return childOf<VoiceFigures>("voice-once.ts", name, folder, promptsFile, process.env.VOICE_SPEED ?? "1");
}

type Judgements = Readonly<Record<string, Judgement>>;

/** Empty without judges; the figures of the cost are printed nevertheless. */
async function judged(folder: string, prompts: Prompts, tell: (line: string) => void): Promise<Judgements> {
  const hear = await ears();
  const entries = async (name: string, list: PromptList): Promise<readonly VoiceScores[]> => {
    const heard: VoiceScores[] = [];
    for (const [at, { inWords }] of prompts[list].entries()) {
      const wav = join(folder, name, `${list}-${at}.wav`);
      heard.push({ wav, inWords, heard: hear(readWav(await Bun.file(wav).bytes()).pcm) });
    }
    return heard;
  };
  const said: Record<string, Record<PromptList, readonly VoiceScores[]>> = {};
  for (const name of voices) {
    const lists: Partial<Record<PromptList, readonly VoiceScores[]>> = {};
    for (const list of promptLists) lists[list] = await entries(name, list);
    said[name] = lists as Record<PromptList, readonly VoiceScores[]>;
  }
  try {
    return await judge(said, tell);
  } catch (error) {
    console.error(`  nobody judges the voices: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
}

async function ears(): Promise<(pcm: Int16Array) => string> {
  const [model, pieces] = [await openEars(), new Pieces()];
  return (pcm) => {
    const encoded = model.encode(Float32Array.from(pcm, (sample) => sample / 32_768));
    const text = freeTextOf(model, { encoded, first: model.begin(encoded, []) });
    model.release(encoded);
    return pieces.textOf(text.pieces);
  };
}

function costOf(name: string, figures: VoiceFigures): string {
  const { realTimeFactor, firstAudioMs, readyMs, memoryMb, memoryAfterMb } = figures;
  const { wordsPerMinute, levelDb, levelSpreadDb, clipped, clicks } = figures;
  return (
    `${name.padEnd(8)} real-time factor ${realTimeFactor}, first audio ${firstAudioMs.p50} ms p50 and ` +
    `${firstAudioMs.p95} ms p95, ready in ${readyMs} ms (all of the processor's time); memory ${memoryMb} MB over idle, ` +
    `${memoryAfterMb} MB after all; ${wordsPerMinute} words a minute at ${levelDb} ± ${levelSpreadDb} dB, ` +
    `${clipped} samples clipped, ${clicks} clicks`
  );
}

function worthOf(name: string, judgement: Judgement): string {
  const { mos, mosShort, wer, werWhisper, werShortWhisper, spelledRight, spelledWhole } = judgement;
  return (
    `${name.padEnd(8)} opinion score ${mos}, short ones ${mosShort}; errors in words: Moonshine ${wer} %, Whisper ` +
    `${werWhisper} %, of short ones ${werShortWhisper} %; spelled letters and digits right ${spelledRight} %, ` +
    `whole codes ${spelledWhole}`
  );
}

function crowdOf({ unique, gapMs, known }: CrowdFigures): string {
  return (
    `${unique.callers} callers on one core, each sentence new: first audio ${unique.p50} ms p50 and ${unique.p95} ms p95, ` +
    `late with what follows by ${gapMs} ms at most; a known line ${known.fromMemoryUs} µs from memory, ` +
    `${known.fromFileUs} µs from its file`
  );
}
