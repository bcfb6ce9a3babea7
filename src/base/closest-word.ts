// Closest word: finds the known word nearest to a misspelt one, for "did you mean …".

/** Longer words are compared by their beginning. */
const charactersMax = 64;
/** Quotation marks that a word processor puts around a word. */
const quotes = /^[“”„‟«»‘’‚‹›"'`]+|[“”„‟«»‘’‚‹›"'`]+$/gu;

/** Nearest of `candidates`, if near: one slip for each three letters; swapped neighbours count once. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, charactersMax).replaceAll(quotes, "").toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const each of candidates) {
    const candidate = each.toLowerCase().slice(0, charactersMax);
    if (each === word || Math.abs(candidate.length - wanted.length) >= least) continue;
    const slips = slipsBetween(wanted, candidate);
    if (slips >= least) continue;
    best = each;
    least = slips;
  }
  return best;
}

/** `did you mean 'guests'?`, for a hint. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const meant = closest(word, candidates);
  return meant === undefined ? undefined : `did you mean '${meant}'?`;
}

/** The distance of Damerau and Levenshtein (optimal string alignment). A common beginning and end add nothing. */
export function slipsBetween(one: string, other: string): number {
  let [from, end] = [0, 0];
  const shorter = Math.min(one.length, other.length);
  while (from < shorter && one[from] === other[from]) from++;
  while (end < shorter - from && one.at(-1 - end) === other.at(-1 - end)) end++;
  return slipsWithin(one.slice(from, one.length - end), other.slice(from, other.length - end));
}

function slipsWithin(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
