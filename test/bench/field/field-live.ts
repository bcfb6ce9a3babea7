// Live field run: callers in real time, several at once, on one server.

import { frameMs } from "../../../src/audio/frame.ts";
import { isAudible } from "./audible.ts";
import { type CallPlan, FieldCaller } from "./field-caller.ts";
import type { FieldLine } from "./field-line.ts";
import { withFloor } from "./field-own.ts";
import type { FieldCall } from "./interaction.ts";

/** Calls all at once, and resolves when the last one is over. `open`: a line to the server, by the caller's number. */
export function callLive(
  plans: readonly CallPlan[],
  open: (number: number) => Promise<FieldLine>,
): Promise<readonly FieldCall[]> {
  return Promise.all(plans.map(async (plan, i) => await call(plan, await open(i + 1))));
}

async function call(plan: CallPlan, line: FieldLine): Promise<FieldCall> {
  const caller = new FieldCaller(plan);
  const audibleMs: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const fromMs = performance.now();
  let frames = 0;
  const timer = setInterval(() => {
    // Each frame has its own absolute time.
    for (; fromMs + frames * frameMs <= performance.now() && !caller.isOver; frames += 1) {
      const heard = isAudible(line.play());
      if (heard) audibleMs.push(frames * frameMs);
      line.send(withFloor(caller.frame(heard)));
    }
    if (caller.isOver) resolve();
  }, 5);
  await promise;
  clearInterval(timer);
  line.close();
  return { acts: caller.acts, audibleMs, frameMs };
}
