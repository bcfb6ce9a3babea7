// File voice Worker: the voice of the operator's file, for all calls, in a thread of its own.

import { serveTexts } from "../own-voice/own-voice-worker.ts";
import { FileVoice } from "./file-voice.ts";

/** A file that is no voice ends the thread with the reason. */
export async function speakFrom(file: string): Promise<void> {
  await serveTexts(await FileVoice.open(file));
}
