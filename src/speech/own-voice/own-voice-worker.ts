// Own voice Worker: one voice that we have trained, or the one of the operator's file, for all calls, away from the threads that hear callers and that move
// audio.

import { type ToWorker, type Voice, voices } from "../speech-message.ts";
import { tell } from "../worker-outbox.ts";
import { OwnVoice } from "./own-voice.ts";
import { OwnVoiceQueue } from "./own-voice-queue.ts";

/** Compiled code gets fast only after it has run. */
const warmUpText = "One moment, please. Your table for 4 is booked for 7:45 on June 14.";

/** `of`: a voice's name, and behind a blank the path of a file that speaks in its place. Never returns a voice that does
 * not speak: the thread ends with what is wrong. */
export async function speakAs(of: string): Promise<void> {
  const [name = "", file] = of.split(" ");
  const known = voices.find((each) => each === name);
  if (known === undefined) throw new Error(`There is no voice of the name "${name}"`);
  const voice = await warmVoice(known, file === undefined ? undefined : decodeURIComponent(file));
  const pause = (): Promise<void> => new Promise((done) => setImmediate(done));
  const collect = (): void => Bun.gc(true);
  const queue = new OwnVoiceQueue({ voice, tell, pause, collect });
  self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
    for (const order of data.orders) {
      if (order.type === "speak") queue.speak(order.id, order);
      else if (order.type === "speak-cancel") queue.cancel(order.id);
    }
  };
  tell({ type: "ready" });
}

async function warmVoice(name: Voice, file: string | undefined): Promise<Pick<OwnVoice, "speak">> {
  const voice = await (file === undefined ? OwnVoice.open(name) : openFileVoice(file));
  for await (const _ of voice.speak(warmUpText, 1));
  // Files that were read and unpacked.
  Bun.gc(true);
  return voice;
}

/** Its engine takes 60 MB, which only who names a file needs. */
async function openFileVoice(file: string): Promise<Pick<OwnVoice, "speak">> {
  const { FileVoice } = await import("../file-voice/file-voice.ts");
  return await FileVoice.open(file);
}
