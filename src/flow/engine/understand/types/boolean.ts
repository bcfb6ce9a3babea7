// Yes-no matcher: reads the pack's phrases, and turns a yes after a negation into a no.

import { findAll } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import { skipNeutral, type Utterance } from "../tokenised-utterance.ts";

export function readBoolean(utterance: Utterance): readonly ValueReading[] {
  const spans = findAll(utterance.compiled.yesNo, utterance.keys).map(({ from, to, value }) => {
    const negation = utterance.negations.find(
      (each) => each.to <= from && skipNeutral(utterance, each.to) >= from,
    );
    // "Not right" is a no. "No, not wrong" stays a no here; the correction matcher may understand more of it.
    return negation === undefined || !value ? { from, to, value } : { from: negation.from, to, value: false };
  });
  return spans.map(({ from, to, value }) => ({ from, to, values: [value], clear: false }));
}
