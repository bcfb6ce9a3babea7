// Playout events: reports of the playout about a reply and the fillers before it, and the definition of a filler.

import type { Tts } from "../../providers/provider-contract.ts";
import type { SentenceManner } from "./agent-sentence.ts";

/** How the agent speaks: in which voice and language. */
export type SpokenManner = Pick<SentenceManner, "voice" | "language">;

export type PlayoutEvent =
  | {
      readonly type: "sentence";
      readonly segment: number;
      readonly text: string;
      readonly status: "new" | "started" | "completed";
      readonly spoken: boolean;
      readonly logged?: string;
    }
  /** True before the first frame of a reply goes to the line, false when the last has been heard or cut. */
  | { readonly type: "speaking"; readonly speaking: boolean }
  /** Whether the caller may cut in has changed with the sentence that is heard now. */
  | { readonly type: "interruptible"; readonly value: boolean }
  /** All of the reply has been heard; `isUnsaid`: the voice failed, and nothing of it was. */
  | { readonly type: "spoken"; readonly isUnsaid: boolean }
  /** The reply's own audio begins or continues; false: all that there is has been heard, and more is to come. */
  | { readonly type: "flowing"; readonly flowing: boolean }
  /** The voice is given the next words of the reply while none of it is heard. */
  | { readonly type: "voicing" }
  /** Audio of the reply is there, and the filler before it ends for it. */
  | { readonly type: "ready" }
  /** The first frame of a filler goes to the line; no sentence of the reply. */
  | { readonly type: "filler"; readonly text: string }
  /** The filler has been heard or cut. */
  | { readonly type: "filled" }
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  /** A sentence could not be said. `fatal`: nor could the one before. */
  | { readonly type: "mute"; readonly error: unknown; readonly fatal: boolean };

/** Short words that are no part of a reply, and the voice that says them. */
export interface Filler {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  readonly tts: Tts;
}
