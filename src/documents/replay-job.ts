// Replay job: replays recorded calls on another version of their flow until its time is used up.

import { wallClock } from "../base/clock.ts";
import { type ReplayedCall, replayCall } from "../flow/author/replay/replay-comparison.ts";
import type { ReplayOrder } from "./document-message.ts";

/** Processor time: a call that begins before it continues. */
const replayMsMax = 1_000;
/** On a machine with other work that second is long, and an answer with fewer calls is better than none. */
const waitMsMax = 4_000;
/** Processor time of one call; a usual one takes a thousandth. */
const callMsMax = 500;
/** Steps between two looks at how much was used. */
const stepsPerLook = 20;

/** At least one, the first ones. `usedMs`: the processor time of this thread so far, in milliseconds. */
export async function replayIn(
  { before, after, calls, withTalk }: ReplayOrder,
  usedMs: () => number,
): Promise<readonly ReplayedCall[]> {
  // Random words of callers; a thread that only reads flows does not load them.
  const { standInFor: standIn } = await import("../sim/stand-in.ts");
  const [endsAt, lateAt] = [usedMs() + replayMsMax, wallClock.now() + waitMsMax];
  const replayedCalls: ReplayedCall[] = [];
  for (const call of calls) {
    const startMs = usedMs();
    const isLate = startMs >= endsAt || wallClock.now() >= lateAt;
    if (replayedCalls.length > 0 && isLate) break;
    let steps = 0;
    const goesOn = (): boolean => steps++ % stepsPerLook !== 0 || usedMs() < startMs + callMsMax;
    const replayed = replayCall(call, { before, after }, { goesOn, standIn });
    replayedCalls.push(withTalk ? replayed : withoutTalk(replayed));
  }
  return replayedCalls;
}

function withoutTalk({ before, after, ...replayed }: ReplayedCall): ReplayedCall {
  return { ...replayed, before: { ...before, talk: [] }, after: { ...after, talk: [] } };
}
