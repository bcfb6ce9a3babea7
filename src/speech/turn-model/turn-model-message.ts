// Messages of the turn model: messages between the program and the thread that runs the model.

export type ToTurnModel =
  | { readonly type: "open"; readonly path: string }
  /** `sound`: 16 kHz PCM16, at most the last 8 s of a turn. */
  | { readonly type: "judge"; readonly number: number; readonly sound: Int16Array };

export type FromTurnModel =
  /** Earlier messages to the thread are lost. */
  | { readonly type: "started" }
  | { readonly type: "ready" }
  /** Reason why the file is unusable, as a clause about it. */
  | { readonly type: "refused"; readonly why: string }
  /** `probability`: of the turn's end, from 0 to 1. */
  | { readonly type: "judged"; readonly number: number; readonly probability: number };
