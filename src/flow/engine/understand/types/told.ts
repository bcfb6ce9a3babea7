// Told values: those that a caller tells or asks about ("I was there on Monday", "how much is it for three months?"), which
// are no answers and are not even read back.

import type { Claim } from "../claims.ts";
import { findAll, longestAt, type PhraseMatch } from "../lexicon.ts";
import { type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import type { Settled } from "./several-values.ts";
import { asks, isAsked, isQuestion } from "./words-beside.ts";

type Taken = Pick<Settled, "last">;
type Words = Omit<PhraseMatch<unknown>, "value">;

const has = ({ from, to }: Words, at: number): boolean => at >= from && at < to;

/** Kinds of which an offer is asked for ("is Sunday possible?"), and those that questions answer in their own way. */
const requestable: ReadonlySet<string> = new Set([
  "boolean",
  "name",
  "date",
  "time",
  "date_range",
  "time_range",
]);

/** "Is the vaccination expensive?" asks for something that is not understood. */
export function isOfQuestion(
  utterance: Utterance,
  taken: readonly Taken[],
  explained: readonly boolean[],
): boolean {
  const { compiled, keys, neutral, pack } = utterance;
  if (!isQuestion(utterance) && !asks(utterance)) return false;
  const start = longestAt(compiled.questionStarts, keys, 0)?.to ?? 0;
  // "How many people, six" repeats the question.
  const questions = taken.map(({ last }) => last?.candidate.question ?? "");
  const own = new Set(questions.flatMap((question) => utteranceOf(question, pack).keys));
  const isMore = keys.some(
    (key, at) => at >= start && explained[at] !== true && neutral[at] !== true && !own.has(key),
  );
  const isOffer = taken.some(({ last }) => last !== undefined && requestable.has(last.candidate.wanted.kind));
  return isMore && !isOffer;
}

/**
 * "I was there on Monday". A value that comes first, that follows a correction, or beside which nothing else is said
 * ("it was four") may well be meant, and so may any where the question is of the past as well.
 */
export function isOfStory(utterance: Utterance, { last }: Taken, explained: readonly boolean[]): boolean {
  if (last === undefined) return false;
  const { compiled, keys, markers, neutral, pack } = utterance;
  const { candidate, reading } = last;
  const told = reportsIn(utterance, last, explained);
  const isFirst = keys
    .slice(0, reading.from)
    .every((_, at) => neutral[at] === true && !told.some((each) => has(each, at)));
  const changes = [...markers, ...findAll(compiled.softMarkers, keys)];
  const isChanged = changes.some(
    (marker) => marker.to <= reading.from && told.some(({ to }) => to <= marker.from),
  );
  const isMore = keys.some((_, at) => explained[at] !== true && neutral[at] !== true);
  const isOfPast = findAll(compiled.reports, utteranceOf(candidate.question ?? "", pack).keys).length > 0;
  return told.length > 0 && isMore && !isFirst && !isChanged && !isOfPast;
}

/** "My sister stayed three nights last year": words that tell of the past or of others, where the question does not. */
export function reportsIn(
  utterance: Utterance,
  { candidate }: Claim,
  explained: readonly boolean[],
): readonly Words[] {
  const { compiled, keys, pack } = utterance;
  if (["boolean", "choice", "text", "name", "email"].includes(candidate.wanted.kind)) return [];
  // "We finish late, so eight works best."
  if (findAll(compiled.choosers, keys).length > 0) return [];
  // "I have said five" is a correction.
  const said = findAll(compiled.softMarkers, keys);
  const past = keys.flatMap((key, at) =>
    pack.telling.past.test(`${keys[at - 1] ?? ""} ${key}`) && !said.some((each) => has(each, at))
      ? [{ from: at, to: at + 1 }]
      : [],
  );
  return [...findAll(compiled.reports, keys), ...past].filter(
    ({ from, to }) => explained[from] !== true && !isAsked(utterance, candidate, { from, to, value: true }),
  );
}
