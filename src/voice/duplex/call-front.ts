// Call front: stands between a call and its responder, beside the hearing and before the voice.

import type { Hearing, HearingParts } from "../hearing/call-hearing.ts";
import type { Words } from "../responder.ts";

export interface CallFront {
  /** Hears beside the call's own hearing. Called once, first. */
  beside(openOwn: (parts: HearingParts) => Hearing, parts: HearingParts): Hearing;
  /** The same answer, of which some may be worded and spoken by another. */
  worded(words: AsyncIterable<Words>, signal: AbortSignal): AsyncIterable<Words>;
  /** Part of the last answer, in the responder's own words. */
  heard(text: string): string;
}
