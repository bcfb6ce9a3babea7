// Flite Worker: the voices of flite for many calls, away from the thread that moves their audio, where another thread hears.
// It starts by speaking, because the first run of anything is the slow one.

import { SpeechJobQueue } from "../speech-jobs.ts";
import type { ToWorker } from "../speech-message.ts";
import { SynthesisQueue } from "../synthesis-queue.ts";
import { Synthesiser } from "../synthesiser.ts";
import { tell } from "../worker-outbox.ts";

const synthesiser = await Synthesiser.open();
const speaking = new SynthesisQueue({ synthesiser, jobs: new SpeechJobQueue(), tell });
for (const words of ["One two three four.", "You can say yes or no."])
  synthesiser.speak(words, { voice: "slt", speed: 1 });
// Programs that were run to warm up.
Bun.gc(true);

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  for (const order of data.orders) {
    if (order.type === "speak") speaking.speak(order.id, order);
    else if (order.type === "speak-cancel") speaking.cancel(order.id);
    else throw new Error(`These voices do nothing about ${order.type}`);
  }
};
tell({ type: "ready" });
