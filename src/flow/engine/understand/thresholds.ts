// Thresholds of understanding: the numbers that decide when an utterance is accepted, each with its reason.
// Confidence and coverage are both 0 to 1; coverage is the share of the words with content that a reading explains.

/** From this confidence on an answer is accepted without confirmation. */
export const ACCEPT_MIN = 0.8;
/** Confidence from which an answer is read back; below it, asking again is faster than a wrong guess. */
export const CONFIRM_MIN = 0.45;
/** A handler's phrase among other words: "repeat, please" is one, "help with my broken phone" none. */
export const HANDLER_COVERAGE_MIN = 0.7;
/** A model's proposal is never taken without being read back. */
export const PROPOSAL_CONFIDENCE_MAX = 0.75;
/** Confidence where two recognisers heard two answers, or a caller was not sure: the value is read back. */
export const DOUBT_CONFIDENCE = 0.6;
/** More readings than this cannot be asked in one question. */
export const ALTERNATIVES_MAX = 4;
/** A finish key this soon after an entry that was complete without it belongs to that entry. Milliseconds. */
export const FINISH_SWALLOW_MS = 2_000;
