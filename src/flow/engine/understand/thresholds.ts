// Thresholds of understanding: the numbers that decide when an utterance is accepted, each with its reason.
// Confidence and coverage are both 0 to 1; coverage is the share of the words with content that a reading explains.

/**
 * From this confidence on an answer is accepted without confirmation: one word in six may stay unexplained ("a table
 * for four … ").
 */
export const ACCEPT_MIN = 0.8;
/** From this confidence on an answer is read back first; below it, asking again is faster than a wrong guess. */
export const CONFIRM_MIN = 0.45;
/** A handler's phrase among other words: "repeat, please" is one, "help with my broken phone" none. */
export const HANDLER_COVERAGE_MIN = 0.7;
/** One option named and nothing denied: extra words cost little ("I would like to buy something nice"). */
export const CHOICE_CONFIDENCE = 0.85;
/** A value that is clear by itself is taken among this many words with content; below it, it is read back. */
export const EVIDENT_COVERAGE_MIN = 1 / 8;
export const CHOICE_COVERAGE_MIN = 1 / 3;
/** The only number among this share of words with content is read back. */
export const COUNT_COVERAGE_MIN = 0.3;
/** A model's proposal is never taken without being read back. */
export const PROPOSAL_CONFIDENCE_MAX = 0.75;
/** What is left where two recognisers heard two answers, or a caller was not sure: it is read back. */
export const DOUBT_CONFIDENCE = 0.6;
/** More readings than this cannot be asked in one question. */
export const ALTERNATIVES_MAX = 4;
/** A finish key this soon after an entry that was complete without it belongs to that entry. Milliseconds. */
export const FINISH_SWALLOW_MS = 2_000;
/** Of a question that names a value: it is not even read back. */
export const QUESTION_CONFIDENCE = 0.4;
