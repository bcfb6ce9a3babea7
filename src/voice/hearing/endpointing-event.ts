// Endpointing events: the listener's reports about a caller's turns.

import type { HearingEvidence } from "../../providers/provider-contract.ts";
import type { HeardWords } from "../heard-words.ts";
import type { EndOfTurnReason } from "../pauses/end-of-turn.ts";

export type EndpointingEvent =
  | { readonly type: "speech-started" }
  | { readonly type: "speech-ended" }
  /** The sound has a voice, as long as a word. */
  | { readonly type: "voiced" }
  /**
   * `isQuiet`: the caller has paused, though perhaps too briefly for the end of speech. `isFaint`: the sound is much
   * softer than the caller's words.
   */
  | { readonly type: "partial"; readonly text: string; readonly isQuiet?: true; readonly isFaint?: true }
  /** Silence ended the turn; its words are awaited. `silentMs`: time since the caller stopped. */
  | { readonly type: "turn-ended"; readonly silentMs: number; readonly reason: EndOfTurnReason }
  | ({
      readonly type: "words";
      readonly rejected: boolean;
      /** Evidence of the recogniser, if any. */
      readonly evidence?: HearingEvidence;
      /** The turn reached its maximum length; the caller was not done. */
      readonly isTooLong?: true;
      readonly isFaint?: true;
    } & HeardWords)
  | { readonly type: "warning"; readonly code: string; readonly message: string };
