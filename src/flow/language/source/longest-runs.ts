// Longest common run: which rows can stay in place when a list gets a new order, so that the fewest rows move.

/** For each wanted entry the index of the equal old entry, or -1. Entries are compared by their fingerprints. */
export function matched(old: readonly string[], wanted: readonly string[]): number[] {
  const match = wanted.map(() => -1);
  let head = 0;
  while (head < old.length && head < wanted.length && old[head] === wanted[head]) {
    match[head] = head;
    head += 1;
  }
  let tail = 0;
  const shorter = Math.min(old.length, wanted.length) - head;
  while (tail < shorter && old[old.length - 1 - tail] === wanted[wanted.length - 1 - tail]) {
    match[wanted.length - 1 - tail] = old.length - 1 - tail;
    tail += 1;
  }
  matchMiddle(old.slice(0, old.length - tail), wanted.slice(0, wanted.length - tail), { head, match });
  return match;
}

/** Pairs equal entries in order of appearance; pairs that cross are moves. */
function matchMiddle(
  old: readonly string[],
  wanted: readonly string[],
  { head, match }: { readonly head: number; readonly match: number[] },
): void {
  const places = new Map<string, number[]>();
  for (let i = old.length - 1; i >= head; i--) {
    const print = old[i] ?? "";
    const indexes = places.get(print);
    if (indexes === undefined) places.set(print, [i]);
    else indexes.push(i);
  }
  for (let i = head; i < wanted.length; i++) match[i] = places.get(wanted[i] ?? "")?.pop() ?? -1;
}

/** Indexes into `places` of a longest increasing subsequence; places of -1 are left out. */
export function risingRun(places: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [i, place] of places.entries()) {
    if (place < 0) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = i;
  }
  const run = new Set<number>();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) run.add(i);
  return run;
}
