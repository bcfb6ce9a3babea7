// Voice benchmark: what each voice of our own costs: the processor's time until the first audio of a sentence and for each
// second of speech, the time it takes to open, and memory. Each speaks in a process of its own, one sentence after the
// other; then 16 callers share one on one core, each with sentences of its own, and lines are said that are known:
// `bun run bench voice`.

import { join } from "node:path";
import { ownVoices } from "../../../src/speech/speech-message.ts";
import type { Claim } from "../capacity/claims.ts";
import type { CrowdFigures } from "./voice-crowd.ts";
import type { VoiceFigures } from "./voice-once.ts";

export interface VoicesMeasured {
  readonly voices: Readonly<Record<string, VoiceFigures>>;
  readonly crowd: CrowdFigures;
}

/** Whoever waits longer for an answer takes it for hesitation. */
const firstAudioMsMax = 300;
/** 400 calls, each with a line in eight seconds, take so much of a core. */
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
  const voices: Record<string, VoiceFigures> = {};
  for (const name of isQuick ? ownVoices.slice(0, 1) : ownVoices) {
    const figures = await childOf<VoiceFigures>("voice-once.ts", name, isQuick ? "1" : "4");
    voices[name] = figures;
    const { realTimeFactor, firstAudioMs, openMs, memoryMb, memoryAfterMb, wordsPerMinute, levelDb } =
      figures;
    tell(
      `${name.padEnd(8)} real-time factor ${realTimeFactor}, first audio ${firstAudioMs.p50} ms p50 and ` +
        `${firstAudioMs.p95} ms p95, open in ${openMs} ms (all of the processor's time); memory ${memoryMb} MB over idle, ` +
        `${memoryAfterMb} MB after all sentences; ${wordsPerMinute} words a minute at ${levelDb} dB`,
    );
  }
  const crowd = await childOf<CrowdFigures>("voice-crowd.ts", isQuick ? "20" : "60");
  const { unique, gapMs, known } = crowd;
  tell(
    `${unique.callers} callers on one core, each sentence new: first audio ${unique.p50} ms p50 and ${unique.p95} ms p95, ` +
      `late with what follows by ${gapMs} ms at most; a known line ${known.fromMemoryUs} µs from memory, ` +
      `${known.fromFileUs} µs from its file`,
  );
  return { voices, crowd };
}
