// Yes-no matcher: reads the pack's phrases, and turns a yes after a negation into a no. Who is unsure says neither.

import { findAll, longestAt } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import { skipNeutral, type Utterance } from "../tokenised-utterance.ts";

interface Answer {
  readonly from: number;
  readonly to: number;
  readonly value: boolean;
}

export function readBoolean(utterance: Utterance): readonly ValueReading[] {
  const { compiled, keys, unsure } = utterance;
  const spans = findAll(compiled.yesNo, keys).map(({ from, to, value }): Answer => {
    const negation = utterance.negations.find(
      (each) => each.to <= from && skipNeutral(utterance, each.to) >= from,
    );
    // "Not right" is a no. "No, not wrong" stays a no here; the correction matcher may understand more of it.
    return negation === undefined || !value ? { from, to, value } : { from: negation.from, to, value: false };
  });
  // "Okay, no thanks" is a no: the okay only says that the question was heard.
  const isHeard = ({ from, to, value }: Answer, next: Answer | undefined): boolean =>
    value &&
    next?.value === false &&
    longestAt(compiled.acknowledgements, keys, from)?.to === to &&
    skipNeutral(utterance, to) >= next.from;
  const isInside = ({ from, to }: Answer): boolean =>
    unsure.some((each) => each.from <= from && to <= each.to);
  const meant = spans.filter((each, at) => !isHeard(each, spans[at + 1]) && !isInside(each));
  return meant.map(({ from, to, value }) => ({ from, to, values: [value], clear: false }));
}
