// Own voice Worker: one voice that we have trained, for all calls, away from the threads that hear callers and that move
// audio.

import { type ToWorker, voices, type WorkerAnswer } from "../speech-message.ts";
import { tell } from "../worker-outbox.ts";
import { OwnVoice } from "./own-voice.ts";
import { OwnVoiceQueue } from "./own-voice-queue.ts";

/** Compiled code gets fast only after it has run: a first text before any call, a longer one while none asks for another. */
const firstText = "One moment, please.";
const warmUpText = "Your table for 4 is booked for 7:45 on June 14.";
/** The number of no session: theirs begin at 1. */
const warmUpId = -1;

/** Serves a voice. Never returns with a voice that does not speak: the thread then ends with the error. */
export async function speakAs(name: string): Promise<void> {
  const voice = voices.find((each) => each === name);
  if (voice === undefined) throw new Error(`There is no voice of the name "${name}"`);
  await serveTexts(await OwnVoice.open(voice));
}

/** Speaks the texts of the thread's messages with this voice. */
export async function serveTexts(voice: Pick<OwnVoice, "speak">): Promise<void> {
  for await (const _ of voice.speak(firstText, 1));
  // Files that were read and unpacked.
  Bun.gc(true);
  const pause = (): Promise<void> => new Promise((done) => setImmediate(done));
  const collect = (): void => Bun.gc(true);
  const heard = (answer: WorkerAnswer): void => {
    if (!("id" in answer) || answer.id !== warmUpId) tell(answer);
  };
  const queue = new OwnVoiceQueue({ voice, tell: heard, pause, collect });
  self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
    for (const order of data.orders) {
      if (order.type === "speak") queue.speak(order.id, order);
      else if (order.type === "speak-cancel") queue.cancel(order.id);
    }
  };
  tell({ type: "ready" });
  queue.speak(warmUpId, { text: warmUpText, speed: 1, isAhead: true });
}
