// Span of two dates or times: where two variables of one kind listen and neither is named, the earlier value begins.
// "Monday to Wednesday" is an arrival and a departure. It is always read back, because nobody said which is which.

import type { Value } from "../../value/value.ts";
import { dateOf, dayNumber } from "../../value/gregorian.ts";
import { fits } from "./askable-types.ts";
import { type Candidate, type Claim, span } from "./claims.ts";
import { intervalOf } from "../../value/interval.ts";
import { findAll } from "./lexicon.ts";
import type { ValueReading } from "./reading.ts";
import { overlaps, type Utterance } from "./tokenised-utterance.ts";

interface SpanContext {
  readonly candidates: readonly Candidate[];
  /** The days of a range in the same words. */
  readonly rangeOf: () => readonly ValueReading[];
}

/** The claims, with those of a span divided between its two variables, which are in the order in which they are asked. */
export function inSpans(
  utterance: Utterance,
  { candidates, rangeOf }: SpanContext,
  claims: readonly Claim[],
): readonly Claim[] {
  return (["date", "time"] as const).reduce<readonly Claim[]>(
    (all, kind) =>
      divided(
        utterance,
        { candidates: candidates.filter(({ wanted }) => wanted.kind === kind), rangeOf },
        all,
      ),
    claims,
  );
}

function divided(
  utterance: Utterance,
  { candidates, rangeOf }: SpanContext,
  claims: readonly Claim[],
): readonly Claim[] {
  const [first, last, ...more] = candidates;
  if (first?.mode !== "asked" || last?.mode !== "open" || more.length > 0) return claims;
  const own = claims.filter(({ candidate }) => candidate === first || candidate === last);
  const [one, other, ...rest] = own.sort((a, b) => a.reading.from - b.reading.from);
  if (one !== undefined && other === undefined)
    return asRange(claims, { one, first, last }, rangeOf) ?? asEnd(utterance, claims, { one, first, last });
  if (rest.length > 0) return withoutEither(utterance, claims, own);
  if (one === undefined || other === undefined) return claims;
  if (own.some(({ negated }) => negated)) return claims;
  if (one.candidate !== other.candidate) {
    const [start, end] = one.candidate === first ? [one, other] : [other, one];
    return inOrder(utterance, claims, { start, end });
  }
  if (one.candidate !== first) return claims;
  const [early, late] = [one, other].map(({ reading: { values } }) =>
    values.length === 1 ? values[0] : undefined,
  );
  if (typeof early !== "string" || typeof late !== "string" || early === late) return claims;
  if (!isTogether(utterance, one, other)) return claims;
  const isInOrder = early < late;
  const [start, end] = isInOrder ? [one, other] : [other, one];
  const [startsAt, endsAt] = isInOrder ? [early, late] : [late, early];
  if (!fits(first.wanted, startsAt) || !fits(last.wanted, endsAt)) return claims;
  // "Arriving on Monday, and Wednesday": the one that is named must be the one that begins.
  if (end.isNamed) return claims;
  const given = (claim: Claim, candidate: Candidate, value: Value): Claim => ({
    ...claim,
    candidate,
    reading: { ...claim.reading, values: [value], doubtful: true },
  });
  return claims.map((claim) =>
    claim === start ? given(claim, first, startsAt) : claim === end ? given(claim, last, endsAt) : claim,
  );
}

/** "Leaving Friday, returning Monday or Tuesday": two that are one of two days are left to be asked for. */
function withoutEither(
  { keys, pack }: Utterance,
  claims: readonly Claim[],
  own: readonly Claim[],
): readonly Claim[] {
  const isEither = (at: number): boolean => {
    const [before, after] = [own[at], own[at + 1]];
    if (before === undefined || after === undefined || before.candidate === after.candidate) return false;
    return span(before.reading.to, after.reading.from).some((word) => pack.or.has(keys[word] ?? ""));
  };
  const left = new Set(own.filter((_, at) => isEither(at) || isEither(at - 1)));
  return claims.filter((claim) => !left.has(claim));
}

const doubted = (claim: Claim): Claim => ({ ...claim, reading: { ...claim.reading, doubtful: true } });

interface LoneClaim {
  readonly one: Claim;
  readonly first: Candidate;
  readonly last: Candidate;
}

/** "November 27 to 29", "5 to 8 December": the other day is a day only beside this one. */
function asRange(
  claims: readonly Claim[],
  { one, first, last }: LoneClaim,
  rangeOf: () => readonly ValueReading[],
): readonly Claim[] | undefined {
  if (first.wanted.kind !== "date") return undefined;
  const [range, ...others] = rangeOf();
  const [value, ...more] = range?.values ?? [];
  const { from, to } = typeof value === "string" ? intervalOf(value) : {};
  const isWhole = range !== undefined && range.from <= one.reading.from && one.reading.to <= range.to;
  if (!isWhole || others.length + more.length > 0 || from === undefined || to === undefined) return undefined;
  if (!fits(first.wanted, from) || !fits(last.wanted, to)) return undefined;
  const given = (candidate: Candidate, day: string): Claim => ({
    ...one,
    candidate,
    explains: [...new Set([...one.explains, ...span(range.from, range.to)])],
    reading: { ...range, values: [day], doubtful: true },
  });
  return [...claims.filter((claim) => claim !== one), given(first, from), given(last, to)];
}

/** "Until Sunday" where the first day was asked for: it is the last one. */
function asEnd(
  { keys, neutral, pack }: Utterance,
  claims: readonly Claim[],
  { one, first, last }: LoneClaim,
): readonly Claim[] {
  let at = one.reading.from - 1;
  while (neutral[at] === true && !pack.rangeWords.has(keys[at] ?? "")) at--;
  const isEnd = pack.rangeWords.has(keys[at] ?? "") && one.candidate === first && !one.isNamed;
  const isFitting = one.reading.values.every((value) => fits(last.wanted, value));
  return isEnd && isFitting
    ? claims.map((claim) => (claim === one ? { ...doubted(claim), candidate: last } : claim))
    : claims;
}

/**
 * Both are claimed already. "Check-in Friday, check-out Sunday" on a Friday: Sunday is the one after that. Days in
 * disorder, and a day that is not named beside one that is, are doubtful.
 */
function inOrder(
  utterance: Utterance,
  claims: readonly Claim[],
  { start, end }: { readonly start: Claim; readonly end: Claim },
): readonly Claim[] {
  const [startsAt, endsAt] = [start, end].map(({ reading: { values } }) =>
    values.length === 1 ? values[0] : null,
  );
  const isDate = end.candidate.wanted.kind === "date";
  const isLate = isDate && typeof startsAt === "string" && typeof endsAt === "string" && endsAt < startsAt;
  if (!isLate && start.isNamed && end.isNamed) return claims;
  const week = isLate ? weekAfter(utterance, end, startsAt) : undefined;
  const moved = week === undefined ? end : { ...end, reading: { ...end.reading, values: [week] } };
  return claims.map((claim) => (claim === start ? doubted(start) : claim === end ? doubted(moved) : claim));
}

/** The same weekday a week later, if nothing but the weekday was said and that is late enough. */
function weekAfter(
  { compiled, keys }: Utterance,
  { candidate, reading }: Claim,
  startsAt: string,
): string | undefined {
  const [value] = reading.values;
  const day = typeof value === "string" ? dayNumber(value) : undefined;
  const words = span(reading.from, reading.to).map((at) => keys[at] ?? "");
  const isWeekday =
    findAll(compiled.weekdays, words).length > 0 &&
    findAll(compiled.months, words).length === 0 &&
    !words.some((word) => /\d/.test(word));
  if (day === undefined || !isWeekday) return undefined;
  const later = dateOf(day + 7);
  return later > startsAt && fits(candidate.wanted, later) ? later : undefined;
}

/** Neither "or" nor a correction stands between them. */
function isTogether({ keys, markers, pack }: Utterance, one: Claim, other: Claim): boolean {
  const { to } = one.reading;
  const { from } = other.reading;
  return (
    !span(to, from).some((at) => pack.or.has(keys[at] ?? "")) &&
    !markers.some((marker) => overlaps(marker, to, from))
  );
}
