// Claims on words: readings of one utterance for several variables, each with the evidence for it. Evidence is that
// the variable was asked for, a carrier before the value ("at eight"), or a name of the variable beside it ("eight
// people").

import { inAnyNumber, phrasesOf } from "./compiled-pack.ts";
import type { Value } from "../../value/value.ts";
import type { AskedVariable } from "./understanding.ts";
import { findAll, type PhraseMatch, type Lexicon, longestAt, longestBefore } from "./lexicon.ts";
import type { ValueReading } from "./reading.ts";
import { numbersAt } from "./spoken-numbers.ts";
import { overlaps, type Utterance } from "./tokenised-utterance.ts";

/**
 * `asked`: bare forms count. `open`: only forms that can hardly mean anything else count. `corrected`: bare forms
 * count after a marker of a correction, which `correction.ts` looks for.
 */
export type Mode = "asked" | "open" | "corrected";

export interface Candidate extends AskedVariable {
  readonly mode: Mode;
  /** Keys of words that may stand beside its value without counting against it. */
  readonly own?: () => ReadonlySet<string>;
  /** Preferred among equals, because its value was just repeated to the caller. */
  readonly echoed?: boolean;
  /** What it was before: what may be several values is the nearest to it. */
  readonly before?: Value;
}

export interface Claim {
  readonly candidate: Candidate;
  readonly reading: ValueReading;
  /** Tokens that no other claim may use. */
  readonly uses: readonly number[];
  /** All tokens that it explains. */
  readonly explains: readonly number[];
  /** More than a bare form. */
  readonly strong: boolean;
  /** By its form or its name alone; with `carried` also by a carrier, where no unknown word follows ("for two dogs"). */
  readonly evident: boolean;
  readonly carried: boolean;
  /** A name of the variable stands beside it. */
  readonly isNamed: boolean;
  /** "not eight" */
  readonly negated: boolean;
  readonly score: number;
}

export const span = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Types that count only when they are asked for, because almost any words might be one of them. */
export const onlyWhenAsked: ReadonlySet<string> = new Set(["boolean", "digits", "text", "email", "code"]);

/** The order in which types take words that several could have. */
const order: readonly string[] = [
  "date_range",
  "time_range",
  "date",
  "time",
  "money",
  "duration",
  "amount",
  "number",
  "choice",
];
const orderBonus = ({ wanted }: AskedVariable): number => {
  const place = order.indexOf(wanted.kind);
  return place === -1 ? 0 : (order.length - place) / 10;
};

const points = {
  word: 10,
  asked: 5,
  carrier: 6,
  clear: 6,
  synonym: 6,
  across: -8,
  echoed: 1,
  misfit: -4,
  vague: -3,
};

/** Small words that may stand between a value and what carries it. */
const smallWordsMax = 4;

/**
 * The scored claims of one variable, from its readings. Claims without enough evidence for its mode are left out.
 */
export function claimsOf(
  utterance: Utterance,
  candidate: Candidate,
  { readings, weakCarriers }: { readonly readings: readonly ValueReading[]; readonly weakCarriers: boolean },
): readonly Claim[] {
  const { synonyms: names, wanted } = candidate;
  // What is counted comes in ones, too.
  const said = wanted.kind === "number" ? inAnyNumber(names, utterance.pack) : names;
  const synonyms = phrasesOf(said, utterance.pack);
  const named = findAll(synonyms, utterance.keys);
  const closing: Lexicon<true> = utterance.compiled.carriers.get(candidate.wanted.kind)?.after ?? new Map();
  const closings = findAll(closing, utterance.keys);
  const refusals = refusable.has(wanted.kind)
    ? readings.map((reading) => refusalBehind(utterance, reading)).filter((each) => each !== undefined)
    : [];
  return readings.flatMap((reading): readonly Claim[] => {
    const before = lookBack(utterance, candidate, { from: reading.from, names: named, refusals });
    // In "nine guests around four" the guests are nine.
    const isOthers = readings.some(({ to }) => to === before.name?.from) && before.carrier !== undefined;
    const around = isOthers && wanted.kind === "number" ? { ...before, name: undefined } : before;
    const after =
      nameBehind(
        utterance,
        reading,
        named.filter(({ from, to }) => !isRangeWord(utterance, from, to)),
      ) ?? (wanted.kind === "number" ? nameFurther(utterance, reading, named) : undefined);
    const closed = nameBehind(utterance, reading, closings);
    const refusal = refusals.find(({ from }) => from === reading.to);
    const claim = (synonym: PhraseMatch<true> | undefined, words: PrecedingWords): Claim | undefined =>
      claimOf(utterance, candidate, {
        reading,
        synonym,
        before: { ...words, negation: words.negation ?? refusal },
        closed,
        weakCarriers,
      });
    // Which of its names it has is settled where all claims are known.
    return [
      after === undefined ? undefined : claim(after, withoutName(around, after)),
      around.name === undefined ? undefined : claim(around.name, around),
      after === undefined && around.name === undefined ? claim(undefined, around) : undefined,
      around.name === undefined || !(candidate.mode === "asked") ? undefined : claim(undefined, bare),
    ].filter((each) => each !== undefined);
  });
}

/** "My internet does not work" is about the internet. */
const refusable: ReadonlySet<string> = new Set(["date", "time"]);

/** "Monday is no good", German "Montag geht nicht". "Tuesday, I can't Monday" denies no Tuesday. */
function refusalBehind(
  { compiled, keys, pack, text, tokens }: Utterance,
  { to }: ValueReading,
): PhraseMatch<true> | undefined {
  const found = longestAt(compiled.refusals, keys, to);
  if (found === undefined) return undefined;
  const isEnded = keys[found.to] === undefined || text.slice(tokens[found.to - 1]?.to).startsWith(",");
  const [first = ""] = (keys[to] ?? "").split("'");
  return isEnded || !pack.company.selves.has(first) ? found : undefined;
}

/** "Monday until Wednesday": the word belongs to Wednesday. */
const isRangeWord = ({ keys, pack }: Utterance, from: number, to: number): boolean =>
  to - from === 1 && pack.rangeWords.has(keys[from] ?? "");

const bare: PrecedingWords = { carrier: undefined, name: undefined, negation: undefined };

/** A name behind the value leaves the one before it to others. */
const withoutName = (around: PrecedingWords, after: PhraseMatch<true>): PrecedingWords =>
  around.name === undefined || around.name === after ? around : { ...around, name: undefined };

interface ClaimParts {
  readonly reading: ValueReading;
  readonly synonym: PhraseMatch<true> | undefined;
  readonly before: PrecedingWords;
  readonly closed: PhraseMatch<true> | undefined;
  readonly weakCarriers: boolean;
}

function claimOf(
  utterance: Utterance,
  candidate: Candidate,
  { reading, synonym, before, closed, weakCarriers }: ClaimParts,
): Claim | undefined {
  const carrier = before.carrier !== undefined && (weakCarriers || candidate.mode !== "open");
  const strong =
    reading.clear || carrier || synonym !== undefined || isCounted(utterance, candidate, { reading, closed });
  if (!isAllowed(candidate, strong)) return undefined;
  const isFar = synonym !== undefined && isFurther(reading, synonym, utterance);
  const own = span(reading.from, reading.to).filter((at) => reading.gaps?.includes(at) !== true);
  const aside = [synonym, closed, carrier ? before.carrier : undefined, before.negation].flatMap((each) =>
    each === undefined ? [] : span(each.from, each.to),
  );
  const content = [...own, ...(synonym === undefined ? [] : span(synonym.from, synonym.to))].filter(
    (at) => utterance.neutral[at] !== true,
  );
  const score =
    points.word * Math.max(1, content.length) +
    (candidate.mode === "asked" ? points.asked : 0) +
    (carrier ? points.carrier : 0) +
    (reading.clear && !carrier ? points.clear : 0) +
    (synonym === undefined ? 0 : points.synonym) +
    (synonym !== undefined && (isFar || isAcross(utterance, reading, synonym)) ? points.across : 0) +
    (candidate.echoed === true ? points.echoed : 0) +
    (reading.misfit === undefined ? 0 : points.misfit) +
    (reading.vague === true ? points.vague : 0) +
    orderBonus(candidate);
  return {
    candidate,
    reading,
    uses: [
      ...own,
      ...[synonym, closed].flatMap((each) => (each === undefined ? [] : span(each.from, each.to))),
    ],
    explains: [...own, ...aside, ...(reading.shares ?? [])],
    strong,
    evident: (reading.clear && reading.vague !== true) || (synonym !== undefined && !isFar),
    carried: carrier,
    isNamed: synonym !== undefined,
    negated: before.negation !== undefined && candidate.wanted.kind !== "boolean",
    score,
  };
}

/** "Three of us", German "zu dritt": hardly anything else is counted so. */
const isCounted = (
  { compiled, keys }: Utterance,
  { wanted }: Candidate,
  { reading: { from, to }, closed }: Pick<ClaimParts, "reading" | "closed">,
): boolean =>
  wanted.kind === "number" &&
  (closed !== undefined || (to - from > 1 && longestAt(compiled.numberPhrases, keys, from)?.to === to));

/** "Monday, check-out": a comma or an "and" stands between the value and the name. */
function isAcross(
  { text, tokens, keys, pack }: Utterance,
  value: ValueReading,
  name: PhraseMatch<true>,
): boolean {
  const [first, next] = value.to <= name.from ? [value.to, name.from] : [name.to, value.from];
  const between = text.slice(tokens[first - 1]?.to, tokens[next]?.from);
  return between.includes(",") || span(first, next).some((at) => pack.numbers.joiners.has(keys[at] ?? ""));
}

function isAllowed({ mode, wanted }: Candidate, strong: boolean): boolean {
  if (mode === "asked") return true;
  if (mode === "open") return strong;
  return wanted.kind !== "boolean" && wanted.kind !== "text";
}

/** "five people": the name of the variable, or words that close a value of its type. */
function nameBehind(
  utterance: Utterance,
  reading: ValueReading,
  named: readonly PhraseMatch<true>[],
): PhraseMatch<true> | undefined {
  let at = reading.to;
  for (let skipped = 0; skipped < smallWordsMax; skipped++) {
    const here = named.find(({ from }) => from === at);
    if (here !== undefined) return here;
    if (utterance.neutral[at] !== true || isMarker(utterance, at)) return undefined;
    at++;
  }
  return undefined;
}

/** Words that describe what is counted: "three noisy kids". */
const describingWordsMax = 2;

/** "Three noisy kids": the name comes after words that are not understood. */
function nameFurther(
  utterance: Utterance,
  { to }: ValueReading,
  named: readonly PhraseMatch<true>[],
): PhraseMatch<true> | undefined {
  const { compiled, keys, neutral } = utterance;
  const { more, fewer } = compiled.shifts;
  for (let at = to; at - to < describingWordsMax && keys[at] !== undefined; at++) {
    // "Ten more people" are not ten.
    const isOther = [more, fewer, compiled.asides].some((each) => longestAt(each, keys, at) !== undefined);
    if (isOther || neutral[at] === true || isMarker(utterance, at) || numbersAt(utterance, at).length > 0)
      break;
    const here = named.find(({ from }) => from === at + 1);
    if (here !== undefined) return here;
  }
  return undefined;
}

/** Words between a value and its name that it does not explain. */
const isFurther = ({ to }: ValueReading, name: PhraseMatch<true>, { neutral }: Utterance): boolean =>
  name.from > to && span(to, name.from).some((at) => neutral[at] !== true);

interface PrecedingWords {
  readonly carrier: PhraseMatch<true> | undefined;
  readonly name: PhraseMatch<true> | undefined;
  readonly negation: PhraseMatch<true> | undefined;
}

interface Before {
  readonly from: number;
  readonly names: readonly PhraseMatch<true>[];
  /** Of other values: the "not" of German "Montag geht nicht, Dienstag" denies no Tuesday. */
  readonly refusals: readonly PhraseMatch<true>[];
}

/** Finds carrier, name and negation before a value, with small words between. */
function lookBack(
  utterance: Utterance,
  candidate: Candidate,
  { from, names, refusals }: Before,
): PrecedingWords {
  const { compiled, keys, neutral, unsure } = utterance;
  const before: Lexicon<true> = compiled.carriers.get(candidate.wanted.kind)?.before ?? new Map();
  let carrier: PhraseMatch<true> | undefined;
  let at = from;
  for (let skipped = 0; skipped <= smallWordsMax && at > 0; skipped++) {
    const name = names.find(({ to }) => to === at);
    if (name !== undefined) return { carrier, name, negation: undefined };
    if (refusals.some(({ to }) => to === at)) break;
    const negation =
      longestBefore(compiled.negations, keys, at) ??
      norBefore(utterance, at) ??
      (candidate.wanted.kind === "choice" ? noneBefore(utterance, at) : undefined);
    // "Not sure, two" denies no two.
    if (negation !== undefined && !unsure.some((each) => overlaps(each, negation.from, negation.to)))
      return { carrier, name: undefined, negation };
    const here = ownCarrier(utterance, before, at);
    if (here === undefined && (neutral[at - 1] !== true || isMarker(utterance, at - 1))) break;
    carrier ??= here;
    at = here?.from ?? at - 1;
  }
  return { carrier, name: undefined, negation: undefined };
}

/** "Neither … nor". */
function norBefore({ keys, pack }: Utterance, at: number): PhraseMatch<true> | undefined {
  const [first, second] = pack.neither;
  return keys[at - 1] === second && keys.slice(0, at).includes(first)
    ? { from: at - 1, to: at, value: true }
    : undefined;
}

/** "A trim but no colour", "I have no TV": the no that belongs to what comes before it denies, and corrects nothing. */
function noneBefore(utterance: Utterance, at: number): PhraseMatch<true> | undefined {
  const { compiled, keys, neutral, pack, politeness, text, tokens } = utterance;
  const before = at - 2;
  const isJoined =
    pack.company.joiners.has(keys[before] ?? "") ||
    longestAt(compiled.rejections, keys, before) !== undefined ||
    (neutral[before] === true && politeness[before] !== true);
  const between = text.slice(tokens[before]?.to, tokens[at - 1]?.from);
  return pack.numbers.none.has(keys[at - 1] ?? "") && isJoined && !between.includes(",")
    ? { from: at - 1, to: at, value: true }
    : undefined;
}

/**
 * A carrier that is not part of a longer one of another type: in "at about twelve", "at about" announces a time, not
 * a number.
 */
function ownCarrier(
  { compiled, keys }: Utterance,
  own: Lexicon<true>,
  at: number,
): PhraseMatch<true> | undefined {
  const here = longestBefore(own, keys, at);
  if (here === undefined) return undefined;
  const isPart = [...compiled.carriers].some(([kind, { before }]) => {
    const other = onlyWhenAsked.has(kind) ? undefined : longestBefore(before, keys, at);
    return other !== undefined && other.from < here.from;
  });
  return isPart ? undefined : here;
}

const isMarker = ({ compiled, keys }: Utterance, at: number): boolean =>
  longestAt(compiled.markers, keys, at) !== undefined ||
  longestBefore(compiled.markers, keys, at + 1) !== undefined;
