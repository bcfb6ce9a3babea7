// Joint parser: reads one utterance for several variables at once. Every word serves at most one of them, and the
// share of words that serve any is the coverage.

import type { Value } from "../../value/value.ts";
import type { AskedVariable, WallTime } from "./understanding.ts";
import { type Candidate, type Claim, claimsOf, onlyWhenAsked, span } from "./claims.ts";
import { bestPairs } from "./best-pairs.ts";
import { inAnyNumber, phrasesOf } from "./compiled-pack.ts";
import { inSpans } from "./date-spans.ts";
import { findAll, longestAt } from "./lexicon.ts";
import type { ValueReading } from "./reading.ts";
import { ALTERNATIVES_MAX, DOUBT_CONFIDENCE, QUESTION_CONFIDENCE } from "./thresholds.ts";
import { boundOf, isDoubtful } from "./doubts.ts";
import { besideTimes } from "./types/count-beside-time.ts";
import { countsPeople, readHeadCount } from "./types/head-count.ts";
import { readCalledName, readNameParts } from "./types/person-name.ts";
import { type NumberRange, readFew, withHalves } from "./types/number.ts";
import { readDurations } from "./spoken-durations.ts";
import { nearest } from "./types/nearest.ts";
import { isOfQuestion, isOfStory } from "./types/told.ts";
import { isEither, settle, type Settled } from "./types/several-values.ts";
import { readAs } from "./askable-types.ts";
import { numbersAt } from "./spoken-numbers.ts";
import { type Utterance, utteranceOf } from "./tokenised-utterance.ts";

export interface Fill {
  readonly variable: AskedVariable;
  /** One value; several when the words are ambiguous; none when what was said is out of range. */
  readonly values: readonly Value[];
  /** Several of them are of several words: "four or five". */
  readonly isEither: boolean;
  readonly misfit?: Value;
  /** Named only by position or by a part of its name. */
  readonly vague: boolean;
  /** More than a bare form. */
  readonly strong: boolean;
  /** Can hardly mean something else, whatever words are beside it. */
  readonly evident: boolean;
}

export interface JointParse {
  readonly fills: readonly Fill[];
  /** 0 when nothing is explained. */
  readonly coverage: number;
  /** The same, whatever is doubtful. */
  readonly share: number;
  readonly explained: readonly boolean[];
  /** Something was denied: "not sales". */
  readonly negated: boolean;
  /** To be read back, whatever else was said. */
  readonly doubtful: boolean;
  /** Values that were denied: the four of "five instead of four". */
  readonly denied: readonly { readonly name: string; readonly value: Value }[];
}

/** `candidates` are in the order of preference, the asked variable first. */
export function parseJointly(
  utterance: Utterance,
  candidates: readonly Candidate[],
  moment: WallTime,
): JointParse {
  const none = utterance.tokens.map(() => false);
  const early = candidates.filter(({ wanted }) => wanted.kind !== "name");
  const chosen = choose(
    early.flatMap((each) => claimsFor(utterance, each, { candidates, moment, taken: none })),
    none,
  );
  const taken = [...none];
  for (const { uses } of chosen) for (const at of uses) taken[at] = true;
  // Names come last: they take the words that no other variable uses.
  const names = candidates.filter(({ wanted }) => wanted.kind === "name");
  const late = choose(
    names.flatMap((each) => claimsFor(utterance, each, { candidates, moment, taken })),
    taken,
  );
  const claims = [...chosen, ...late];
  const left = leftTimes(utterance, claims, { candidates, moment, taken: none });
  const rangeOf = () => readAs({ kind: "date_range" }, utterance, { moment, asked: false, taken: none });
  return concluded(utterance, candidates, inSpans(utterance, { candidates, rangeOf }, [...claims, ...left]));
}

interface ClaimContext {
  readonly candidates: readonly Candidate[];
  readonly moment: WallTime;
  readonly taken: readonly boolean[];
}

/** "Eight tomorrow for five people": beside a day, the only number that nothing else takes is its time. */
function leftTimes(utterance: Utterance, claims: readonly Claim[], setting: ClaimContext): readonly Claim[] {
  const times = setting.candidates.filter(({ wanted }) => wanted.kind === "time");
  const [time] = times;
  const isDated = claims.some(({ candidate, evident }) => candidate.wanted.kind === "date" && evident);
  const isTaken = claims.some(({ candidate }) => candidate === time);
  if (time?.mode !== "open" || times.length > 1 || !isDated || isTaken) return [];
  const isOutdone = ({ candidate, strong }: Claim): boolean =>
    !strong && claims.some((other) => other.candidate === candidate && other.strong);
  const used = new Set(claims.filter((claim) => !isOutdone(claim)).flatMap(({ uses }) => uses));
  // "The two of us" is no time.
  for (const { from, to } of findAll(utterance.compiled.numberPhrases, utterance.keys))
    for (const at of span(from, to)) used.add(at);
  const found = claimsFor(utterance, { ...time, mode: "asked" }, setting).filter(
    ({ negated, reading, uses }) => !negated && reading.values.length > 0 && !uses.some((at) => used.has(at)),
  );
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return [];
  return [{ ...only, candidate: time, evident: false, reading: { ...only.reading, doubtful: true } }];
}

function claimsFor(utterance: Utterance, candidate: Candidate, setting: ClaimContext): readonly Claim[] {
  const { wanted, mode } = candidate;
  if (mode === "open" && onlyWhenAsked.has(wanted.kind)) return [];
  // Bare names count only when asked for: in "no, never mind" a name would take the remaining words.
  const asked = mode === "asked" || candidate.echoed === true;
  const durations =
    wanted.kind === "number" ? readDurations(utterance, wanted, [candidate.name, ...candidate.synonyms]) : [];
  const alike = setting.candidates.filter((each) => each.wanted.kind === wanted.kind);
  const others = new Set(
    alike.flatMap(({ name, synonyms }) =>
      name === candidate.name ? [] : inAnyNumber(synonyms, utterance.pack),
    ),
  );
  // "Me and my husband" are the adults; of "two adults and a baby" others may count some.
  const isOurs = ({ from, to }: ValueReading): boolean =>
    alike.length === 1 ||
    (mode === "asked" &&
      span(from, to).every(
        (at) => numbersAt(utterance, at).length === 0 && !others.has(utterance.keys[at] ?? ""),
      ) &&
      span(from, to).some((at) => utterance.pack.company.selves.has(utterance.keys[at] ?? "")));
  const heads = wanted.kind === "number" ? headCounts(utterance, candidate, wanted).filter(isOurs) : [];
  const whole = [...durations, ...heads];
  const isPart = ({ from, to }: ValueReading): boolean =>
    whole.some((each) => from < each.to && to > each.from);
  const { moment, taken } = setting;
  const parts =
    wanted.kind === "name" ? nameParts(utterance, candidate, { taken, isOnly: alike.length === 1 }) : [];
  const { name, question = "", synonyms } = candidate;
  const asking = [question, name, ...synonyms];
  const plainly = () =>
    nearest(utterance, candidate, {
      moment,
      read: (then) => readAs(wanted, utterance, { moment: then, asked, taken, asking }),
    });
  const names = () => namesBesideDays(utterance, candidate, { asked, setting, read: plainly });
  const values = parts.length > 0 ? parts : wanted.kind === "name" ? names() : plainly();
  const few = wanted.kind === "number" ? readFew(utterance, wanted, candidate.synonyms) : [];
  const plain = [...values.filter((reading) => !isPart(reading)), ...few];
  const halved =
    wanted.kind === "number"
      ? withHalves(utterance, plain, { range: wanted, synonyms: candidate.synonyms })
      : plain;
  const isInHalf = ({ from, to }: ValueReading): boolean =>
    halved.some((each) => each.from < from && to <= each.to);
  const all = [...whole, ...halved.filter((reading) => !isInHalf(reading))];
  const isHeads = wanted.kind === "number" && countsPeople(asking, utterance.pack);
  const readings = isHeads ? besideTimes(utterance, all, synonyms) : all;
  // "For two nights" says nothing about rooms.
  const free = readings.flatMap((reading): readonly ValueReading[] => {
    if (!durations.includes(reading) && isOfAnother(utterance, reading, candidate)) return [];
    const command = commandAround(utterance, reading, candidate);
    if (command === undefined) return [reading];
    return command.isNamed ? [{ ...reading, doubtful: true }] : [];
  });
  // "For four" is a weak carrier: it counts only where a single variable of that type is open.
  return claimsOf(utterance, candidate, { readings: free, weakCarriers: alike.length === 1 });
}

/**
 * "Roses for fifty pounds" counts none, "two nights" counts no rooms, and German "wir sind jetzt hundert" announces a
 * count, and is no time.
 */
function isOfAnother(utterance: Utterance, { from, to }: ValueReading, { mode, wanted }: Candidate): boolean {
  const { compiled, keys, pack } = utterance;
  const isOfUnit = mode === "open" && pack.units.has(keys[to] ?? "");
  if (wanted.kind === "number") return isOfUnit || longestAt(compiled.currencies, keys, to) !== undefined;
  if (wanted.kind !== "time" || mode === "asked") return false;
  const carriers = compiled.carriers.get("number")?.before ?? new Map<never, never>();
  return findAll(carriers, keys).some(
    (each) => each.from < from && to <= each.to && numbersAt(utterance, each.to).length > 0,
  );
}

/** "Two adults and a baby", where people are counted and nothing else counts some of them. */
function headCounts(
  utterance: Utterance,
  { name, question = "", synonyms }: Candidate,
  range: NumberRange,
): readonly ValueReading[] {
  const isCounted = range.integer && countsPeople([name, question, ...synonyms], utterance.pack);
  return isCounted ? readHeadCount(utterance, range) : [];
}

const nameParts = (
  utterance: Utterance,
  { name, question = "", synonyms }: Candidate,
  among: { readonly taken: readonly boolean[]; readonly isOnly: boolean },
): readonly ValueReading[] =>
  readNameParts(utterance, [name.replaceAll("_", " "), question, ...synonyms], among);

interface NameReading {
  readonly asked: boolean;
  readonly setting: ClaimContext;
  readonly read: () => readonly ValueReading[];
}

/** Names, of which those by which the variable is called come first where nobody asked: "I'm Bob, it's for Ada". */
function namesBesideDays(
  utterance: Utterance,
  { question = "", synonyms }: Candidate,
  { asked, setting: { moment, taken }, read }: NameReading,
): readonly ValueReading[] {
  const called = () =>
    readCalledName(utterance, findAll(phrasesOf(synonyms, utterance.pack), utterance.keys), taken);
  const [first, second] = asked ? [read, called] : [called, read];
  // "It's on the prescription" repeats a word of the question.
  const questionKeys = new Set(utteranceOf(question, utterance.pack).keys);
  const isRepeated = ({ from, to }: ValueReading): boolean =>
    span(from, to).every((at) => questionKeys.has(utterance.keys[at] ?? ""));
  const names =
    [first(), second()].find((each) => each.length > 0)?.filter((each) => !isRepeated(each)) ?? [];
  const days = names.length === 0 ? [] : readAs({ kind: "date" }, utterance, { moment, asked: true, taken });
  // "For Monday" names nobody, or a Mrs Monday who was asked for her name.
  return names.flatMap((name) => {
    const beside = days.filter((day) => day.from < name.to && day.to > name.from);
    if (!asked) return beside.length === 0 ? [name] : [];
    const isDay = beside.some((day) => day.from <= name.from && name.to <= day.to);
    return [isDay ? { ...name, doubtful: true } : name];
  });
}

/** "Wait a second" has no second, and hardly one where the variable is called so; "keine Ahnung" is not none. */
function commandAround(
  { commands, unsure, keys, pack }: Utterance,
  { from, to, clear }: ValueReading,
  { synonyms, wanted }: Candidate,
): { readonly isNamed: boolean } | undefined {
  if (unsure.some((each) => each.from <= from && to <= each.to)) return { isNamed: false };
  const around = commands.find(
    (each) => each.from <= from && to <= each.to && to - from < each.to - each.from,
  );
  // "Give me a minute" says how long nothing lasts, clear as it is.
  const isMeasure = clear && wanted.kind === "number";
  if (around === undefined || (clear && wanted.kind !== "duration" && !isMeasure)) return undefined;
  const names = findAll(phrasesOf(synonyms, pack), keys.slice(around.from, around.to));
  if (!isMeasure && names.length === 0) return { isNamed: false };
  // "One minute" is an answer, too.
  return pack.numbers.articles.has(keys[from] ?? "") ? { isNamed: true } : undefined;
}

/** The claims with the best scores that do not use the same words. */
function choose(claims: readonly Claim[], taken: readonly boolean[]): readonly Claim[] {
  const used = [...taken];
  const sorted = [...bestPairs(claims)].sort((a, b) => b.score - a.score || a.reading.from - b.reading.from);
  return sorted.filter(({ uses }) => {
    if (uses.some((at) => used[at] === true)) return false;
    for (const at of uses) used[at] = true;
    return true;
  });
}

function concluded(
  utterance: Utterance,
  candidates: readonly Candidate[],
  chosen: readonly Claim[],
): JointParse {
  const { keys, politeness, neutral } = utterance;
  const reason = reasonFrom(utterance, chosen);
  const explained = utterance.tokens.map(() => false);
  let explainedWords = 0;
  const keep = ({ explains }: Claim): void => {
    const fresh = explains.filter((at) => explained[at] !== true);
    explainedWords += Math.max(fresh.filter((at) => neutral[at] !== true).length, fresh.length > 0 ? 1 : 0);
    for (const at of fresh) explained[at] = true;
  };
  const fills: Fill[] = [];
  /** Where the words of a value end that only a carrier announces. */
  const carried = new Map<Fill, number>();
  const ownWords: (() => ReadonlySet<string>)[] = [];
  let negated = false;
  let isStrict = false;
  const denied: { readonly name: string; readonly value: Value }[] = [];
  const taken: (Settled & { readonly isBounded: boolean })[] = [];
  for (const candidate of candidates) {
    const claims = chosen
      .filter((claim) => claim.candidate === candidate && claim.reading.from < reason)
      .sort((a, b) => a.reading.from - b.reading.from);
    negated ||= claims.some((claim) => claim.negated);
    for (const claim of claims.filter((each) => each.negated)) {
      keep(claim);
      denied.push(...claim.reading.values.map((value) => ({ name: candidate.name, value })));
    }
    const isSpan = candidates.filter(({ wanted }) => wanted.kind === candidate.wanted.kind).length > 1;
    const bounding = boundsAmong(utterance, claims, { isSpan, chosen });
    for (const [claim, words] of bounding) keep({ ...claim, explains: [...claim.explains, ...words] });
    const settled = settle(
      utterance,
      claims.filter((claim) => !claim.negated && !bounding.has(claim)),
    );
    for (const claim of settled.kept) keep(claim);
    taken.push({ ...settled, isBounded: bounding.size > 0 && settled.kept.length > 0 });
    isStrict ||= settled.kept.some(({ reading }) => reading.strict === true);
    const fill = fillOf(candidate, settled);
    if (fill === undefined) continue;
    fills.push(fill);
    if (settled.last?.carried === true) carried.set(fill, settled.last.reading.to);
    if (candidate.own !== undefined) ownWords.push(candidate.own);
  }
  const beside = isStrict ? politeness : neutral;
  const left = utterance.tokens.flatMap((_, at) =>
    explained[at] === true || beside[at] === true || at >= reason ? [] : [at],
  );
  // Their words are looked for only where there is something left to explain.
  const own = isStrict || left.length === 0 ? [] : ownWords.map((words) => words());
  const open = left.filter((at) => !own.some((words) => words.has(keys[at] ?? ""))).length;
  const share = explainedWords === 0 ? 0 : explainedWords / (explainedWords + open);
  // "I'm not sure, four" is read back.
  const isUnsure = utterance.unsure.length > 0 && !isStrict;
  const doubtful = taken.some((each) => isDoubtful(utterance, each, explained));
  const isTold =
    isOfQuestion(utterance, taken, explained) || taken.some((each) => isOfStory(utterance, each, explained));
  const most = isTold ? QUESTION_CONFIDENCE : isUnsure || doubtful ? DOUBT_CONFIDENCE : 1;
  const coverage = Math.min(share, most);
  // "For two tomorrow" ends its number; "for two dogs" says two of something unknown.
  const isEnded = (at: number | undefined): boolean =>
    at !== undefined && (at >= explained.length || explained[at] === true || neutral[at] === true);
  const weighed = fills.map((fill) =>
    fill.evident || !isEnded(carried.get(fill)) ? fill : { ...fill, evident: true },
  );
  return { fills: weighed, coverage, share, explained, negated, doubtful, denied };
}

/** "Eight because you were late": where it begins to say why it is eight, which is no part of the answer. */
function reasonFrom({ keys, pack }: Utterance, claims: readonly Claim[]): number {
  const because = keys.findIndex((key) => pack.telling.reasons.has(key));
  return claims.some(({ reading }) => reading.to <= because) ? because : keys.length;
}

/** The claims that only bound an answer, each with the words that say so: "before eight". */
function boundsAmong(
  utterance: Utterance,
  claims: readonly Claim[],
  among: { readonly isSpan: boolean; readonly chosen: readonly Claim[] },
): ReadonlyMap<Claim, readonly number[]> {
  const bounding = new Map<Claim, readonly number[]>();
  for (const claim of claims) {
    const bound = claim.negated ? undefined : boundOf(utterance, claim, among);
    // "Eight until nine" is either.
    const isEnd = (each: Claim): boolean =>
      isEither(utterance, each, claim) || isEither(utterance, claim, each);
    if (bound !== undefined && !claims.some(isEnd)) bounding.set(claim, span(bound.from, bound.to));
  }
  return bounding;
}

function fillOf(candidate: Candidate, { kept, values, last }: Settled): Fill | undefined {
  if (last === undefined) return undefined;
  const { reading, strong } = last;
  // "Yes and no" is no answer.
  if (candidate.wanted.kind === "boolean" && values.length > 1) return undefined;
  if (values.length > ALTERNATIVES_MAX) return undefined;
  const misfit = values.length === 0 ? { misfit: reading.misfit ?? null } : {};
  return {
    variable: candidate,
    values,
    isEither: kept.length > 1,
    ...misfit,
    vague: reading.vague === true,
    strong,
    evident: last.evident,
  };
}
