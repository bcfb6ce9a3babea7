// Player messages: what the player and its worklet send each other.

import type { PlayoutStatus } from "./playout-queue.ts";

/** Samples between -1 and 1 at the wire's rate, or the wish to forget all that is not heard yet. */
export type PlayerRequest = Float32Array | "clear";

export interface PlayerReport extends PlayoutStatus {
  /** Root mean square of what went to the loudspeaker since the last report. */
  readonly level: number;
  /** The context's time at the first sample of the block in which this was noticed. */
  readonly atSeconds: number;
}
