// Verdict: whether the likeliest expected text was said. `fit`: its probability as the text of the sound; `lead`: its
// distance to the likeliest text of another meaning; both in natural logarithms.

import { ACCEPT_MIN, CONFIRM_MIN, DOUBT_CONFIDENCE } from "../../flow/engine/understand/thresholds.ts";

/**
 * `position`: an option by its number. `sentence`: a date, one of very many texts. `command`: "repeat", at any
 * question.
 */
export type AnswerKind = "number" | "digits" | "yes-no" | "option" | "position" | "sentence" | "command";

export interface Evidence {
  readonly fit: number;
  readonly lead: number;
}

interface Band {
  /** Thresholds of acceptance. */
  readonly accept: Evidence;
  /** Thresholds of a read-back. */
  readonly ask: Evidence;
  /** Threshold of `fit` for acceptance if no text is likely; read-backs then need `accept`. */
  readonly plainFit?: number;
}

/**
 * Chosen on people's recordings, and on sounds and words that are no answers: coughs, music, television, letters,
 * words of other languages. Any grunt resembles a yes or a no, and an uncertain one is asked again: a read-back would
 * need another yes. The same holds for a command. Other words resemble numbers ("tree"), which few callers say at a menu:
 * no text has a `fit` above 0, so a position is always read back.
 */
const bands: Readonly<Record<AnswerKind, Band>> = {
  number: { accept: { fit: -4.5, lead: 2 }, ask: { fit: -7, lead: 0.5 }, plainFit: -2.5 },
  digits: { accept: { fit: -4.5, lead: 1.4 }, ask: { fit: -9, lead: 0.4 } },
  "yes-no": { accept: { fit: -0.7, lead: 2 }, ask: { fit: -0.7, lead: 2 } },
  option: { accept: { fit: -3, lead: 1.5 }, ask: { fit: -6, lead: 0.5 }, plainFit: -3 },
  position: { accept: { fit: 0.1, lead: 2 }, ask: { fit: -5, lead: 1 } },
  command: { accept: { fit: -4, lead: 2 }, ask: { fit: -4, lead: 2 } },
  sentence: { accept: { fit: -6, lead: 1.5 }, ask: { fit: -9, lead: 0.5 } },
};

/** Mean from which a sentence is accepted. */
const sureMean = -0.35;

/** A larger lead makes an answer no surer. */
const certainLead = 8;

/** An answer of this kind and fit is uncertain before its free text is known. */
export const needsLikelyText = (kind: AnswerKind, { fit }: Evidence): boolean =>
  fit < (bands[kind].plainFit ?? -Infinity);

/**
 * From 0 to 1 on the scale of a flow: accepted from ACCEPT_MIN, read back from CONFIRM_MIN, otherwise not understood.
 * `isLikely`: some English text, possibly another one, is likely for the sound. Without one, music and other
 * languages sound like answers too.
 */
export function confidenceOf(kind: AnswerKind, evidence: Evidence, isLikely: boolean): number {
  const { accept, ask } = isLikely ? bands[kind] : stricter(bands[kind]);
  const above = shareAbove(accept, evidence, { fit: -accept.fit, lead: certainLead });
  if (above >= 0) return ACCEPT_MIN + (1 - ACCEPT_MIN) * above;
  const asked = shareAbove(ask, evidence, { fit: accept.fit - ask.fit, lead: accept.lead - ask.lead });
  if (asked >= 0) return CONFIRM_MIN + (ACCEPT_MIN - 0.01 - CONFIRM_MIN) * asked;
  return (CONFIRM_MIN - 0.01) * Math.exp(Math.min(0, evidence.fit - ask.fit));
}

const stricter = ({ accept, ask, plainFit }: Band): Band =>
  plainFit === undefined
    ? { accept, ask }
    : { accept: { ...accept, fit: plainFit }, ask: { ...ask, fit: accept.fit } };

/** Confidence in an expected sentence, by the mean log-probability of its pieces. */
export const sentenceConfidence = (mean: number): number =>
  mean > sureMean ? ACCEPT_MIN + (1 - ACCEPT_MIN) * Math.exp(mean) : DOUBT_CONFIDENCE;

/**
 * Share from 0 at the bound to 1 at `width` above it, by the weaker of both; below 0 if one of them is below the bound.
 */
function shareAbove(bound: Evidence, { fit, lead }: Evidence, width: Evidence): number {
  const share = Math.min(
    (fit - bound.fit) / Math.max(0.01, width.fit),
    (lead - bound.lead) / Math.max(0.01, width.lead),
  );
  return Math.min(1, share);
}
