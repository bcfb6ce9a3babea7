// Span of two dates or times: where two variables of one kind listen and neither is named, the earlier value begins.
// "Monday to Wednesday" is an arrival and a departure. It is always read back, because nobody said which is which.

import type { Value } from "../../value/value.ts";
import { fits } from "./askable-types.ts";
import { type Candidate, type Claim, span } from "./claims.ts";
import { overlaps, type Utterance } from "./tokenised-utterance.ts";

/** The claims, with those of a span divided between its two variables, which are in the order in which they are asked. */
export function inSpans(
  utterance: Utterance,
  candidates: readonly Candidate[],
  claims: readonly Claim[],
): readonly Claim[] {
  return (["date", "time"] as const).reduce<readonly Claim[]>(
    (all, kind) =>
      divided(
        utterance,
        candidates.filter(({ wanted }) => wanted.kind === kind),
        all,
      ),
    claims,
  );
}

function divided(
  utterance: Utterance,
  candidates: readonly Candidate[],
  claims: readonly Claim[],
): readonly Claim[] {
  const [first, last, ...more] = candidates;
  if (first?.mode !== "asked" || last?.mode !== "open" || more.length > 0) return claims;
  const own = claims.filter(({ candidate }) => candidate === first || candidate === last);
  const [one, other, ...rest] = own.sort((a, b) => a.reading.from - b.reading.from);
  if (one === undefined || other === undefined || rest.length > 0) return claims;
  if (own.some(({ negated }) => negated)) return claims;
  const doubted = (claim: Claim): Claim => ({ ...claim, reading: { ...claim.reading, doubtful: true } });
  // "Monday, check-in Wednesday": only one of them is named.
  if (one.candidate !== other.candidate) {
    const isClear = own.every(({ isNamed }) => isNamed);
    return isClear ? claims : claims.map((claim) => (own.includes(claim) ? doubted(claim) : claim));
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

/** Neither "or" nor a correction stands between them. */
function isTogether({ keys, markers, pack }: Utterance, one: Claim, other: Claim): boolean {
  const { to } = one.reading;
  const { from } = other.reading;
  return (
    !span(to, from).some((at) => pack.or.has(keys[at] ?? "")) &&
    !markers.some((marker) => overlaps(marker, to, from))
  );
}
