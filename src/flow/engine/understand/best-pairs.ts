// Assignment of values to variables: where several variables of one kind listen ("check-in on Monday and check-out on
// Wednesday"), the pairs that fit best together win, not the best single pair.

import type { Claim } from "./claims.ts";

/** More values of one kind in one utterance are taken one after the other. */
const spansMax = 4;
/** Of one value, the best claims that are weighed against each other: at most 6 ** 4 pairings are looked at. */
const claimsMax = 6;

/** The claims without parts of others, and without those that lose against a better pairing of the same kind. */
export function bestPairs(all: readonly Claim[]): readonly Claim[] {
  const claims = withoutParts(all);
  const kinds = Map.groupBy(claims, ({ candidate }) => candidate.wanted.kind);
  return [...kinds.values()].flatMap((alike) => {
    const candidates = new Set(alike.map(({ candidate }) => candidate));
    const spans = [...Map.groupBy(alike, ({ reading }) => reading.from).values()];
    return candidates.size < 2 || spans.length < 2 || spans.length > spansMax ? alike : paired(spans);
  });
}

/** At most one claim a span. They use no word twice, and their scores have the highest sum. */
function paired(spans: readonly (readonly Claim[])[]): readonly Claim[] {
  const weighed = spans.map((claims) => [...claims].sort((a, b) => b.score - a.score).slice(0, claimsMax));
  let best: readonly Claim[] = [];
  let most = 0;
  const extend = (at: number, taken: readonly Claim[], sum: number): void => {
    if (sum > most) [best, most] = [taken, sum];
    for (const claim of weighed[at] ?? []) {
      const isFree = taken.every(({ uses }) => !uses.some((word) => claim.uses.includes(word)));
      if (isFree) extend(at + 1, [...taken, claim], sum + claim.score);
    }
    if (at < weighed.length) extend(at + 1, taken, sum);
  };
  extend(0, [], 0);
  return best;
}

/** "A quarter to one at night" counts neither a quarter nor one of anything: a day or a time has its numbers whole. */
function withoutParts(claims: readonly Claim[]): readonly Claim[] {
  const wholes = claims.filter(
    ({ candidate: { wanted }, negated, reading }) =>
      (wanted.kind === "date" || wanted.kind === "time") &&
      reading.clear &&
      reading.values.length > 0 &&
      !negated,
  );
  const isPart = ({ candidate, isNamed, reading: { from, to } }: Claim): boolean =>
    candidate.wanted.kind === "number" &&
    !isNamed &&
    wholes.some(
      ({ reading }) => reading.from <= from && to <= reading.to && to - from < reading.to - reading.from,
    );
  return wholes.length === 0 ? claims : claims.filter((claim) => !isPart(claim));
}
