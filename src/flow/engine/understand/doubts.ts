// Doubt about a value that was understood: words beside it that may mean another one. A doubtful value is read back.

import { type Claim, span } from "./claims.ts";
import type { AskableKind } from "../../value/value.ts";
import { phrasesOf } from "./compiled-pack.ts";
import { findAll, longestAt, longestBefore, type PhraseMatch } from "./lexicon.ts";
import type { ValueReading } from "./reading.ts";
import {
  countable,
  isInexact,
  isOneOfTwo,
  endsDenied,
  isPlace,
  isOfNoun,
  isAsked,
  isQuestion,
  isBesideOr,
  isTill,
  isAdded,
  isRecurring,
  isModified,
  isPraised,
  isDescribed,
  mayBeDenied,
} from "./types/words-beside.ts";
import { numbersAt } from "./spoken-numbers.ts";
import { reportsIn } from "./types/told.ts";
import { type Utterance, utteranceOf } from "./tokenised-utterance.ts";
import type { AskedVariable } from "./understanding.ts";

/** The claims that made the value of one variable, and the one that was said last. */
interface Taken {
  readonly kept: readonly Claim[];
  readonly last?: Claim;
  /** "Thursday, Friday at the latest": another value only bounds it. */
  readonly isBounded: boolean;
}

/** `explained`: the tokens that any value of the utterance explains. */
export function isDoubtful(
  utterance: Utterance,
  { kept, last, isBounded }: Taken,
  explained: readonly boolean[],
): boolean {
  if (last === undefined) return false;
  if (isBounded || isSpoiled(utterance, last, explained) || endsDenied(utterance, last)) return true;
  if (kept.some(({ reading }) => reading.doubtful === true)) return true;
  if (kept.length === 1 && countable.has(last.candidate.wanted.kind) && isOneOfTwo(utterance, last.reading))
    return true;
  if (reportsIn(utterance, last, explained).length > 0 || kept.some((claim) => isUpTo(utterance, claim)))
    return true;
  if (isLeftOpen(utterance, last, explained) || kept.some((claim) => isInexact(utterance, claim, explained)))
    return true;
  switch (last.candidate.wanted.kind) {
    case "number":
      return (
        isAdded(utterance, kept) ||
        kept.some((claim) => isPlace(utterance, claim)) ||
        (kept.length === 1 && isTill(utterance, last.reading.from)) ||
        kept.some(
          (claim) =>
            goesOn(utterance, Math.max(...claim.uses) + 1, explained) ||
            isOthers(utterance, claim, "time") ||
            isTimeBeside(utterance, claim, explained) ||
            isOthers(utterance, claim, "date"),
        )
      );
    case "date_range":
      return kept.some(({ reading }) => isRecurring(utterance, reading, true));
    case "date":
      return (
        kept.some(
          ({ reading }) => isBesideNumber(utterance, reading, explained) || isYearApart(utterance, reading),
        ) ||
        isMoreOfDate(utterance, explained) ||
        kept.some(({ reading }) => isRecurring(utterance, reading)) ||
        isVaguePast(utterance, last) ||
        isOpenEnded(utterance, last)
      );
    case "amount":
    case "duration":
      // "Seven kilos five hundred".
      return explained[last.reading.to] !== true && numbersAt(utterance, last.reading.to).length > 0;
    case "boolean":
      return isQuestion(utterance);
    case "choice":
      return isOptionDoubtful(utterance, { kept, last }, explained);
    case "time":
      return kept.some((claim) => isOthers(utterance, claim, "number"));
    case "money":
      if (longestAt(utterance.compiled.possessions, utterance.keys, 0) !== undefined) return true;
      if (isQuestion(utterance) || isAmountOf(utterance, last.reading.from, explained)) return true;
      return kept.some(({ reading }) => isGlued(utterance, reading.to) && explained[reading.to] !== true);
    case "name":
      return isQuestion(utterance);
    case "email":
      return isDescribed(utterance, last.reading) || isMoreSpelled(utterance, last.reading, explained);
    case "phone":
    case "digits":
    case "code":
      return isMoreSpelled(utterance, last.reading, explained);
    default:
      return false;
  }
}

const isOptionDoubtful = (
  utterance: Utterance,
  { kept, last }: { readonly kept: readonly Claim[]; readonly last: Claim },
  explained: readonly boolean[],
): boolean =>
  isQuestion(utterance) ||
  isOfOther(utterance, explained) ||
  mayBeDenied(utterance, last) ||
  isBesideOr(utterance, last.reading, explained) ||
  kept.some(
    ({ reading }) =>
      isModified(utterance, reading, explained) ||
      isPraised(utterance, reading) ||
      isOfNoun(utterance, reading, explained),
  );

/** "Tomorrow or the day after", "Monday, no, the day after": what comes behind a value may take its place. */
function isLeftOpen(
  { compiled, keys, markers, neutral, pack }: Utterance,
  { candidate, reading }: Claim,
  explained: readonly boolean[],
): boolean {
  if (candidate.wanted.kind !== "date" && candidate.wanted.kind !== "time") return false;
  const { dayAfter, dayBefore } = compiled.shifts;
  // "Quarter past eight, no, make that half past".
  const isChanged = markers.some(({ from, to }) => {
    const next = span(to, keys.length).find((at) => neutral[at] !== true);
    return from >= reading.to && next !== undefined && explained[next] !== true;
  });
  if (isChanged) return true;
  return span(reading.to, keys.length).some(
    (at) =>
      explained[at] !== true &&
      ((pack.or.has(keys[at] ?? "") &&
        explained[at + 1] !== true &&
        longestAt(compiled.neutral, keys, at)?.to === at + 1) ||
        [dayAfter, dayBefore].some((lexicon) => longestAt(lexicon, keys, at) !== undefined)),
  );
}

/** "Two and a dog", "two and kids": something that is not understood is added to what ends at `at`. */
function goesOn(
  { compiled, keys, neutral, pack }: Utterance,
  at: number,
  explained: readonly boolean[],
): boolean {
  const { determiners, joiners, people } = pack.company;
  if (!joiners.has(keys[at] ?? "") || explained[at] === true) return false;
  let next = longestAt(compiled.hedges, keys, at + 1)?.to ?? at + 1;
  const isOne = determiners.has(keys[next] ?? "");
  if (isOne || neutral[next] === true) next++;
  const isOpen = (word: number): boolean => keys[word] !== undefined && explained[word] !== true;
  const isPerson = (word: number): boolean => isOpen(word) && people.has(keys[word] ?? "");
  // "Some kids", "several kids".
  return isPerson(next) || isPerson(next + 1) || (isOne && isOpen(next) && neutral[next] !== true);
}

/** Small words that may stand between a value and what bounds it: "after about eight". */
const boundWordsMax = 2;

/** What bounds a value, before it. */
function boundBefore(
  { compiled: { bounds }, keys, neutral }: Utterance,
  { reading: { from }, candidate: { wanted } }: Claim,
): PhraseMatch<boolean> | undefined {
  if (!boundable.has(wanted.kind)) return undefined;
  const lexicon = wanted.kind === "date" ? bounds.day : wanted.kind === "time" ? bounds.time : bounds.count;
  for (let at = from; at > 0 && from - at <= boundWordsMax; at--) {
    const bound = longestBefore(lexicon, keys, at);
    if (bound !== undefined || neutral[at - 1] !== true) return bound;
  }
  return undefined;
}

/** "No more than three": it may well be three. */
const isUpTo = (utterance: Utterance, claim: Claim): boolean =>
  boundBefore(utterance, claim)?.value === false;

/**
 * "After Friday" is another day, and "over a hundred" another number: words that make the value a bound of the answer.
 * `isSpan`: the two ends of a stay are asked for. `chosen`: the claims of all variables.
 */
export function boundOf(
  utterance: Utterance,
  claim: Claim,
  { isSpan, chosen }: { readonly isSpan: boolean; readonly chosen: readonly Claim[] },
): PhraseMatch<unknown> | undefined {
  const { reading, candidate, isNamed } = claim;
  const { compiled, keys, pack } = utterance;
  if (!boundable.has(candidate.wanted.kind)) return undefined;
  const behind = longestAt(compiled.boundsBehind, keys, reading.to);
  if (behind !== undefined) return behind;
  const bound = boundBefore(utterance, claim);
  if (bound === undefined) return undefined;
  const isEnd = keys.slice(bound.from, bound.to).some((key) => pack.rangeWords.has(key));
  // "Until Wednesday" is a day where a stay is asked for.
  const isName = isNamed && isCalled(utterance, candidate, bound);
  if (!bound.value || isName || (isSpan && isEnd)) return undefined;
  return isAmount(utterance, claim, { bound, chosen }) || isAsked(utterance, candidate, bound)
    ? undefined
    : bound;
}

/**
 * "Ein Dauerauftrag über fünfzig Pfund": the word stands behind a noun and tells what it amounts to. The noun is what
 * was asked for, or has an article and is written as one: "im Monat über fünfzig" and "ein Betrag über fünfzig" are
 * bounds.
 */
function isAmount(
  { compiled, keys, neutral, pack, text, tokens }: Utterance,
  { candidate }: Claim,
  { bound, chosen }: { readonly bound: PhraseMatch<unknown>; readonly chosen: readonly Claim[] },
): boolean {
  const at = bound.from - 1;
  const noun = keys[at] ?? "";
  const isWord = longestAt(compiled.amounts, keys, bound.from)?.to === bound.to;
  if (candidate.wanted.kind !== "money" || !isWord || neutral[at] === true || pack.units.has(noun))
    return false;
  if (longestBefore(phrasesOf(pack.typeNames.money, pack), keys, bound.from) !== undefined) return false;
  const isWritten = pack.nouns.capitals && /^\p{Lu}\p{Ll}/u.test(text.slice(tokens[at]?.from));
  const isAnswer = chosen.some(
    (each) => each.candidate !== candidate && each.candidate.mode === "asked" && each.uses.includes(at),
  );
  return isAnswer || (isWritten && pack.company.determiners.has(keys[at - 1] ?? ""));
}

/** "Eine Rechnung über fünfzig Euro": nothing takes the noun, and "auf dem Konto über fünfzig" is another sum. */
const isAmountOf = ({ compiled, keys }: Utterance, from: number, explained: readonly boolean[]): boolean =>
  findAll(compiled.amounts, keys).some(
    (word) =>
      word.from > 0 &&
      word.to <= from &&
      from - word.to <= boundWordsMax &&
      explained[word.from - 1] !== true,
  );

/** "From Monday", where the variable is called so. */
const isCalled = (
  { keys, pack }: Utterance,
  { synonyms }: AskedVariable,
  { from, to }: PhraseMatch<unknown>,
): boolean => findAll(phrasesOf(synonyms, pack), keys.slice(from, to)).length > 0;

const boundable: ReadonlySet<string> = new Set(["date", "time", "number", "money", "duration", "amount"]);

/**
 * "The twelfth", where a day of any year before today is asked for, has no month, and "March 14th" no year, if it is a
 * day of birth.
 */
function isVaguePast({ pack }: Utterance, { candidate, reading }: Claim): boolean {
  const { wanted, question = "" } = candidate;
  if (wanted.kind !== "date" || wanted.max === undefined || wanted.min !== undefined) return false;
  if (!reading.clear) return true;
  const isBirth = (words: readonly string[]): boolean => words.some((word) => pack.births.has(word));
  return reading.isYearless === true && isBirth(utteranceOf(question, pack).keys);
}

/** "I was there on Monday", "Tuesday is no good": words that tell of a value and choose none. */
function isSpoiled(
  { compiled, keys, conditional }: Utterance,
  { candidate }: Claim,
  explained: readonly boolean[],
): boolean {
  if (!spoilable.has(candidate.wanted.kind) || findAll(compiled.choosers, keys).length > 0) return false;
  return keys.some(
    (_, at) =>
      explained[at] !== true &&
      conditional[at] !== true &&
      longestAt(compiled.spoilers, keys, at) !== undefined,
  );
}

/** "My friend got a cut here": of somebody else, who may want it or had it. */
const isOfOther = ({ keys, pack }: Utterance, explained: readonly boolean[]): boolean =>
  pack.notBeforeNames.has(keys[0] ?? "") &&
  pack.company.people.has((keys[1] ?? "").replace(/['’]s$/, "")) &&
  explained[1] !== true;

const spoilable: ReadonlySet<string> = new Set([
  "date",
  "time",
  "date_range",
  "time_range",
  "choice",
  "money",
]);

/** "At seven" counts nobody, and "for seven" is no hour for sure: the carrier belongs to values of another type. */
function isOthers(
  { compiled, keys }: Utterance,
  { candidate, carried, isNamed, evident, reading }: Claim,
  kind: "number" | "time" | "date",
): boolean {
  if (carried || isNamed || evident) return false;
  const before = (each: AskableKind) =>
    longestBefore(compiled.carriers.get(each)?.before ?? new Map<never, never>(), keys, reading.from);
  const theirs = before(kind);
  // "The second" is as much a number.
  const isArticle = kind === "date" && theirs !== undefined && theirs.to - theirs.from === 1;
  return theirs !== undefined && !isArticle && before(candidate.wanted.kind) === undefined;
}

/** "On Monday around seven": behind a day, and only small words that a time may have, too. */
function isTimeBeside(
  { compiled, keys, neutral }: Utterance,
  { isNamed, evident, reading }: Claim,
  explained: readonly boolean[],
): boolean {
  const times = compiled.carriers.get("time")?.before;
  if (isNamed || evident || times === undefined) return false;
  const carrier = longestBefore(times, keys, reading.from);
  if (carrier === undefined) return false;
  const before = span(0, carrier.from).filter((at) => neutral[at] !== true);
  return (
    before.length > 0 &&
    before.every((at) => explained[at] === true) &&
    longestAt(compiled.weekdays, keys, before.at(-1) ?? 0) !== undefined
  );
}

/** Numbers that hardly mean anything but a year. */
const firstYear = 1_900;
const lastYear = 2_199;

/** "1m": nothing stands between a number and what is not understood. */
const isGlued = ({ tokens }: Utterance, at: number): boolean =>
  tokens[at] !== undefined && tokens[at - 1]?.to === tokens[at]?.from;

/** "The third of May 84", "two Fridays": a number that nothing explains stands right beside a date. */
function isBesideNumber(
  utterance: Utterance,
  { from, to }: ValueReading,
  explained: readonly boolean[],
): boolean {
  const isNumber = (at: number): boolean =>
    explained[at] !== true &&
    (numbersAt(utterance, at).length > 0 || utterance.pack.numbers.digits.has(utterance.keys[at] ?? ""));
  const isYear = (at: number): boolean =>
    explained[at] !== true &&
    numbersAt(utterance, at).some(({ value }) => value >= firstYear && value <= lastYear);
  // "March eighty five, sorry, eighty four".
  const isCorrected = utterance.markers.some((marker) => marker.from >= to && isNumber(marker.to));
  return isNumber(from - 1) || isNumber(to) || isCorrected || utterance.keys.some((_, at) => isYear(at));
}

/** "The Tuesday after": after what was not said. */
const isOpenEnded = ({ compiled, keys }: Utterance, { reading: { to } }: Claim): boolean =>
  longestAt(compiled.bounds.day, keys, to)?.to === keys.length;

/** "March nineteen eighty four" is a month of 1984 rather than the 19th. */
const isYearApart = (utterance: Utterance, { from, to }: ValueReading): boolean =>
  ["19", "20"].includes(utterance.keys[from + 1] ?? "") &&
  longestAt(utterance.compiled.months, utterance.keys, from) !== undefined &&
  numbersAt(utterance, from + 2).some((year) => year.to === to);

/** "Fridays in December": a word of a date is left that belongs to no date. */
function isMoreOfDate({ compiled, keys, pack }: Utterance, explained: readonly boolean[]): boolean {
  const isPeriod = (key: string): boolean => ["week", "month", "year"].includes(pack.units.get(key) ?? "");
  const isPart = (at: number): boolean =>
    isPeriod(keys[at] ?? "") ||
    [compiled.months, compiled.weekdays].some((lexicon) => longestAt(lexicon, keys, at) !== undefined);
  return keys.some((_, at) => explained[at] !== true && isPart(at));
}

/** "415 555 26 71, no, 72", "gmail dot com, no, yahoo dot com": what comes behind may correct a part of it. */
function isMoreSpelled(
  utterance: Utterance,
  { from, to }: ValueReading,
  explained: readonly boolean[],
): boolean {
  const { compiled, keys, neutral, pack } = utterance;
  const joins = (at: number): boolean => pack.numbers.joiners.has(keys[at] ?? "");
  const isNumber = (at: number): boolean => explained[at] !== true && numbersAt(utterance, at).length > 0;
  // "No, one two three" begins with no "no one".
  const isBefore = (at: number): boolean =>
    isNumber(at) && numbersAt(utterance, at).some(({ to: end }) => end <= from);
  // Of "a hundred and twenty three four" no digits are left out.
  if (isBefore(from - 1) || (joins(from - 1) && isBefore(from - 2))) return true;
  // "K T D, no, B": the K is of it, too.
  if (neutral[from - 1] !== true && explained[from - 1] !== true && /^\p{L}$/u.test(keys[from - 1] ?? ""))
    return true;
  return span(to, keys.length).some(
    (at) =>
      isNumber(at) ||
      (at === to && explained[at] !== true && /^\p{L}$/u.test(keys[at] ?? "")) ||
      (explained[at] !== true && longestAt(compiled.signs, keys, at) !== undefined),
  );
}
