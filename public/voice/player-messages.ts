// Player messages: messages between the player and its worklet.

import type { PlayoutStatus } from "./playout-queue.ts";

/** Samples between -1 and 1 at the wire's rate, or the request to drop everything not yet played. */
export type PlayerRequest = Float32Array | "clear";

export interface PlayerReport extends PlayoutStatus {
  /** Root mean square of the audio that went to the loudspeaker since the last report. */
  readonly level: number;
  /** The context's time in seconds at the first sample of the reported block. */
  readonly atSeconds: number;
}
