// Thresholds of understanding: the numbers that decide when an utterance is accepted, each with its reason.
// Confidence and coverage are both 0 to 1; coverage is the share of the words with content that a reading explains.

/** From this confidence on, an answer is accepted without confirmation. */
export const ACCEPT_MIN = 0.8;
/** Confidence from which an answer is read back; below it, asking again is faster than a wrong guess. */
export const CONFIRM_MIN = 0.45;
/** Minimum coverage of a handler's phrase: "repeat, please" is a call, "help with my broken phone" is none. */
export const HANDLER_COVERAGE_MIN = 0.7;
/** Highest confidence of a model's proposal, which is always read back. */
export const PROPOSAL_CONFIDENCE_MAX = 0.75;
/** Confidence where two recognisers heard two answers, or a caller was not sure: the value is read back. */
export const DOUBT_CONFIDENCE = 0.6;
/** Maximum number of readings that one question can offer. */
export const ALTERNATIVES_MAX = 4;
/** Time in milliseconds within which a finish key belongs to an entry that was complete without it. */
export const FINISH_SWALLOW_MS = 2_000;
