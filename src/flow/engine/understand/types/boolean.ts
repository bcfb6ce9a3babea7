// Yes-no matcher: reads the pack's phrases, and turns a yes after a negation into a no. Who is unsure says neither.

import { findAll, longestAt, type PhraseMatch } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import { overlaps, skipNeutral, type Utterance } from "../tokenised-utterance.ts";

interface Answer {
  readonly from: number;
  readonly to: number;
  readonly value: boolean;
}

/** "It doesn't", "I have": a yes or a no only where nothing else is said. */
function aloneIn({ compiled, keys, politeness }: Utterance): readonly PhraseMatch<boolean>[] {
  const answers = findAll(compiled.yesNo, keys);
  const isSmall = (at: number): boolean =>
    politeness[at] === true || answers.some(({ from, to }) => at >= from && at < to);
  const polite = findAll(compiled.polite, keys);
  return findAll(compiled.yesNoAlone, keys).filter(
    ({ from, to }) =>
      // "Thank you very much".
      !polite.some((each) => each.from < from && to <= each.to) &&
      keys.every((_, at) => (at >= from && at < to) || isSmall(at)) &&
      !answers.some((each) => overlaps(each, from, to)),
  );
}

/** "No, I don't have any": phrases of one meaning that overlap are one. */
function whole({ compiled, keys }: Utterance, { from, to, value }: PhraseMatch<boolean>): Answer {
  let end = to;
  for (let at = from + 1; at < end; at++) {
    const next = longestAt(compiled.yesNo, keys, at);
    if (next?.value === value) end = Math.max(end, next.to);
  }
  return { from, to: end, value };
}

export function readBoolean(utterance: Utterance): readonly ValueReading[] {
  const { compiled, keys, unsure } = utterance;
  const plain = findAll(compiled.yesNo, keys).map((each) => whole(utterance, each));
  const spans = [...plain, ...aloneIn(utterance)].map(({ from, to, value }): Answer => {
    const negation = utterance.negations.find(
      (each) => each.to <= from && skipNeutral(utterance, each.to) >= from,
    );
    // "Definitely not", "doch nicht".
    const behind = utterance.negations.find(
      (each) =>
        value && each.to === keys.length && (each.from === to || skipNeutral(utterance, to) === each.from),
    );
    if (behind !== undefined) return { from, to: behind.to, value: false };
    // "Not right" is a no. "No, not wrong" stays a no here; the correction matcher may understand more of it.
    return negation === undefined || !value ? { from, to, value } : { from: negation.from, to, value: false };
  });
  // "Okay, no thanks" is a no: the okay only says that the question was heard.
  const isHeard = ({ from, to, value }: Answer, next: Answer | undefined): boolean => {
    if (!value || next?.value !== false) return false;
    const { plainNo, plainYes } = utterance.pack;
    // "Definitely no".
    if (to === next.from && plainNo.has(keys[to] ?? "") && !plainYes.has(keys[from] ?? "")) return true;
    return (
      longestAt(compiled.acknowledgements, keys, from)?.to === to && skipNeutral(utterance, to) >= next.from
    );
  };
  // "No, I feel fine": behind a plain no, what only says that all is well is no yes.
  const isStory = ({ from, to, value }: Answer): boolean =>
    value &&
    utterance.pack.plainNo.has(keys[0] ?? "") &&
    longestAt(compiled.acknowledgements, keys, from)?.to === to;
  const isInside = ({ from, to }: Answer): boolean =>
    [...unsure, ...findAll(compiled.notAnswers, keys)].some((each) => each.from <= from && to <= each.to);
  const meant = spans.filter(
    (each, at) => !isHeard(each, spans[at + 1]) && !isInside(each) && !isStory(each),
  );
  return meant.map(({ from, to, value }) => ({ from, to, values: [value], clear: false }));
}
