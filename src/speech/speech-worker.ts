// Speech Worker: the guided recogniser and the voices of flite for many calls, away from the thread that moves their
// audio. It starts by running everything once, because the first run of anything is the slow one.

import { type Frame, samplesPerFrame, toFrames } from "../audio/frame.ts";
import { unreachable } from "../base/assert.ts";
import { RecognitionSessions } from "./recognition-sessions.ts";
import { SpeechJobQueue } from "./speech-jobs.ts";
import type { WorkerOrder, ToWorker } from "./speech-message.ts";
import { Recogniser } from "./recogniser.ts";
import { SynthesisQueue } from "./synthesis-queue.ts";
import { Synthesiser } from "./synthesiser.ts";
import { warmUp } from "./warm-up.ts";
import { tell } from "./worker-outbox.ts";

const [recogniser, synthesiser] = await Promise.all([Recogniser.open(), Synthesiser.open()]);
const jobs = new SpeechJobQueue();
const hearing = new RecognitionSessions({ recogniser, jobs, tell });
const speaking = new SynthesisQueue({ synthesiser, jobs, tell });

function follow(order: WorkerOrder, take: (frames: number) => readonly Frame[]): void {
  switch (order.type) {
    case "hear":
      for (const frame of take(order.frames)) hearing.hear(order.id, frame);
      return;
    case "expect":
      return hearing.expect(order.id, order.expectation);
    case "hear-finalize":
      return hearing.finalize(order.id, order.turn);
    case "hear-reset":
      return hearing.reset(order.id);
    case "hear-end":
      return hearing.end(order.id);
    case "speak":
      return speaking.speak(order.id, order);
    case "speak-cancel":
      return speaking.cancel(order.id);
    case "speak-own":
      throw new Error("This Worker has no voice of our own");
    default:
      return unreachable(order);
  }
}

warmUp({ recogniser, synthesiser });
// Files that were read and programs that were run to warm up, some 80 MB.
Bun.gc(true);

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  const frames = toFrames(data.audio);
  let at = 0;
  for (const order of data.orders) follow(order, (n) => frames.slice(at, (at += n)));
  if (frames.length > 0) tell({ type: "taken", frames: data.audio.length / samplesPerFrame });
};
tell({ type: "ready" });
