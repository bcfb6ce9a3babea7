// Doctor check of a voice's file: lets it speak; prints the delay, the speed, and the number of simultaneous calls.

import { wallClock } from "../../base/clock.ts";
import type { Result } from "./doctor-check.ts";

const words = "Your table for four is booked for a quarter to eight.";
const samplesPerMs = 16;
/** An agent talks for about a third of a call. */
const talkingShare = 1 / 3;

export async function checkVoiceModel(path: string): Promise<Result> {
  const { FileVoice } = await import("../../speech/file-voice/file-voice.ts");
  try {
    const voice = await FileVoice.open(path);
    const from = wallClock.now();
    let samples = 0;
    let firstMs: number | undefined;
    for await (const { pcm } of voice.speak(words, 1)) {
      firstMs ??= Math.round(wallClock.now() - from);
      samples += pcm.length;
    }
    const factor = (wallClock.now() - from) / (samples / samplesPerMs);
    const calls = Math.max(1, Math.floor(1 / (factor * talkingShare)));
    return {
      state: "ok",
      says:
        `${path} works: first audio of a sentence after ${firstMs} ms, ${factor.toFixed(2)} CPU seconds per second of ` +
        `speech, or about ${calls} calls at a time per core. Check that its license allows your use.`,
      ms: { first_audio: firstMs ?? 0 },
    };
  } catch (error) {
    const way =
      "set TTS_VOICE_MODEL to an English Piper voice (.onnx, its .json beside it), or leave it empty";
    return { state: "problem", says: `${path} ${(error as Error).message}: ${way}.` };
  }
}
