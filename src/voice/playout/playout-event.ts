// Playout events: reports of the playout about a reply and the fillers before it, and the definition of a filler.

import type { Tts } from "../../providers/provider-contract.ts";
import type { SentenceEvent, SentenceManner } from "./agent-sentence.ts";

/** Voice and language of the agent. */
export type SpokenManner = Pick<SentenceManner, "voice" | "language">;

export type PlayoutEvent =
  | SentenceEvent
  /** True before the first frame of a reply goes to the line, false when the last has been heard or cut. */
  | { readonly type: "speaking"; readonly speaking: boolean }
  /** Interruptibility changed with the present sentence. */
  | { readonly type: "interruptible"; readonly value: boolean }
  /** All of the reply has been heard; `isUnsaid`: the voice failed before any of it was. */
  | { readonly type: "spoken"; readonly isUnsaid: boolean }
  /** The reply's own audio begins or continues; false: all available audio has been heard, and more is to come. */
  | { readonly type: "flowing"; readonly flowing: boolean }
  /** The voice receives the next words of the reply while none of it is heard. */
  | { readonly type: "voicing" }
  /** The reply has audio, and the filler before it ends. */
  | { readonly type: "ready" }
  /** The first frame of a filler goes to the line; no sentence of the reply. */
  | { readonly type: "filler"; readonly text: string }
  /** The filler has been heard or cut. */
  | { readonly type: "filled" }
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  /** A sentence could not be said. `fatal`: nor could the previous one. */
  | { readonly type: "mute"; readonly error: unknown; readonly fatal: boolean };

/** Short words outside the reply, and their voice. */
export interface Filler {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  readonly tts: Tts;
}
