// Messages of the turn model: what the program and the thread that runs the model tell each other.

export type ToTurnModel =
  | { readonly type: "open"; readonly path: string }
  /** `sound`: 16 kHz PCM16, at most the last 8 s of a turn. */
  | { readonly type: "judge"; readonly number: number; readonly sound: Int16Array };

export type FromTurnModel =
  /** What was sent to a thread before this is lost. */
  | { readonly type: "started" }
  | { readonly type: "ready" }
  /** It cannot be used, in a clause about the file. */
  | { readonly type: "refused"; readonly why: string }
  /** `probability`: that the turn is over, from 0 to 1. */
  | { readonly type: "judged"; readonly number: number; readonly probability: number };
