// Worker messages: messages between the pool and its Workers. Both sides send all they have in one message, because a
// message costs far more than its content.

import type { Expectation } from "../flow/engine/expectation.ts";
import type { ErrorKind, HearingEvidence, WordTime } from "../providers/provider-contract.ts";

/** Voices trained for this program: a woman and a man from the US. */
export const voices = ["heart", "michael"] as const;
export type Voice = (typeof voices)[number];

/** Removed flite voices, and our replacements. */
const earlierVoices: ReadonlyMap<string, Voice> = new Map([
  ["slt", "heart"],
  ["rms", "michael"],
  ["awb", "michael"],
  ["kal", "michael"],
]);

/** Voice of a name, including earlier names; undefined: none. */
export const voiceNamed = (name: string | undefined): Voice | undefined =>
  voices.find((one) => one === name) ?? earlierVoices.get(name ?? "");

/** Sessions and spoken texts are numbered by the pool; a number is never used twice. */
export type WorkerOrder =
  /** The next `frames` frames of the message's audio are for this recogniser. */
  | { readonly type: "hear"; readonly id: number; readonly frames: number }
  | { readonly type: "expect"; readonly id: number; readonly expectation: Expectation | undefined }
  | { readonly type: "hear-finalize"; readonly id: number; readonly turn: number }
  | { readonly type: "hear-reset"; readonly id: number }
  | { readonly type: "hear-end"; readonly id: number }
  /** `speed`: 1 is normal. `isAhead`: no call waits for it, and any other text comes first. */
  | {
      readonly type: "speak";
      readonly id: number;
      readonly speed: number;
      readonly text: string;
      readonly isAhead: boolean;
    }
  | { readonly type: "speak-cancel"; readonly id: number };

export interface ToWorker {
  readonly orders: readonly WorkerOrder[];
  /** Frames of all orders in sequence. */
  readonly audio: Int16Array;
}

export type WorkerAnswer =
  | { readonly type: "ready" }
  /** Frames of earlier messages that were read, and the waiting work, if counted. */
  | { readonly type: "taken"; readonly frames: number; readonly queuedMs?: number }
  | { readonly type: "partial"; readonly id: number; readonly text: string; readonly complete: boolean }
  | {
      readonly type: "end-of-turn";
      readonly id: number;
      readonly turn: number;
      readonly text: string;
      readonly rejected: boolean;
      /** Confidence from 0 to 1 on the scale of a flow; absent: unknown. */
      readonly confidence?: number;
      /** The likeliest answer of another meaning. */
      readonly alternative?: string;
      /** Evidence of the recogniser, if any. */
      readonly evidence?: HearingEvidence;
    }
  | { readonly type: "warning"; readonly id: number; readonly code: string; readonly message: string }
  | { readonly type: "audio"; readonly id: number; readonly pcm: Int16Array }
  | { readonly type: "words"; readonly id: number; readonly words: readonly WordTime[] }
  | { readonly type: "spoken"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly kind: ErrorKind; readonly message: string };

export interface FromWorker {
  readonly answers: readonly WorkerAnswer[];
}
