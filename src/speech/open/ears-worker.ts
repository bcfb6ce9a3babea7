// Ears Worker: the open recogniser for many calls, in a thread of its own, because a long turn takes longer than a
// voice may be late. Hears something at the start, because the first times are slow.

import { wallClock } from "../../base/clock.ts";
import { samplesPerFrame, toFrames } from "../../audio/frame.ts";
import { SileroKernel } from "../silero/silero-kernel.ts";
import type { ToWorker, WorkerOrder } from "../speech-message.ts";
import { tell } from "../worker-outbox.ts";
import { EarsQueue } from "./ears-queue.ts";
import { HearingSessions } from "./hearing-sessions.ts";
import { OpenRecogniser } from "./any-words.ts";
import { openEars } from "./open-ears.ts";

/** Hearings until the code reaches full speed: 70 ms, 37, 30, and then 17. */
const warmUpsMore = 2;

/** `folder`: of a model other than the built-in one. */
export async function hearWith(folder: string): Promise<void> {
  const [model, judge] = await Promise.all([openEars(folder), SileroKernel.open()]);
  const recogniser = new OpenRecogniser(model);
  recogniser.warmUp();
  const jobs = new EarsQueue({ now: () => wallClock.now(), soon: (then) => void setImmediate(then) });
  const hearing = new HearingSessions({ recogniser, judge, jobs, tell });
  self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
    const frames = toFrames(data.audio).values();
    for (const order of data.orders) follow(hearing, order, frames);
    if (data.audio.length > 0)
      tell({ type: "taken", frames: data.audio.length / samplesPerFrame, queuedMs: jobs.queuedMs });
  };
  // Garbage of the start is freed before the first turn.
  Bun.gc(true);
  tell({ type: "ready" });
  // A caller's first words end a second and more after this.
  for (let again = 0; again < warmUpsMore; again++) {
    await new Promise((done) => setImmediate(done));
    recogniser.warmUp();
  }
}

function follow(hearing: HearingSessions, order: WorkerOrder, frames: Iterator<Int16Array>): void {
  switch (order.type) {
    case "hear":
      for (let n = 0; n < order.frames; n++) {
        const { value, done } = frames.next();
        if (done !== true) hearing.hear(order.id, value);
      }
      return;
    case "expect":
      return hearing.expect(order.id, order.expectation);
    case "hear-finalize":
      return hearing.finalize(order.id, order.turn);
    case "hear-reset":
      return hearing.reset(order.id);
    case "hear-end":
      return hearing.end(order.id);
    default:
      throw new Error(`The ears do nothing about ${order.type}`);
  }
}
