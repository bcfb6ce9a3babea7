// Voice benchmark: what each voice of our own costs: the processor's time until it is ready, until the first audio of a
// sentence and for each second of speech, and memory. Each speaks in a process of its own, one sentence after the
// other: `bun run bench voice`.

import { join } from "node:path";
import { ownVoices } from "../../../src/speech/speech-message.ts";
import type { VoiceFigures } from "./voice-once.ts";

export interface VoicesMeasured {
  readonly voices: Readonly<Record<string, VoiceFigures>>;
}

export async function measure(_: boolean, tell: (line: string) => void): Promise<VoicesMeasured> {
  const voices: Record<string, VoiceFigures> = {};
  for (const name of ownVoices) {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "voice-once.ts"), name], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const figures = JSON.parse(await new Response(child.stdout).text()) as VoiceFigures;
    voices[name] = figures;
    const { realTimeFactor, firstAudioMs, readyMs, memoryMb, memoryAfterMb, wordsPerMinute, levelDb } =
      figures;
    tell(
      `${name.padEnd(8)} real-time factor ${realTimeFactor}, first audio ${firstAudioMs.p50} ms p50 and ` +
        `${firstAudioMs.p95} ms p95, ready in ${readyMs} ms (all of the processor's time); memory ${memoryMb} MB over idle, ` +
        `${memoryAfterMb} MB after all sentences; ${wordsPerMinute} words a minute at ${levelDb} dB`,
    );
  }
  return { voices };
}
