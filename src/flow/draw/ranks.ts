// Which links lead down and which back up, how far down each piece then is, and which links may be left to curves of
// their own so that laying out the others stays quick.

import type { Link, Piece } from "./links.ts";

/** A link between different pieces, always downwards. */
export interface Way {
  readonly link: Link;
  readonly upper: string;
  readonly lower: string;
  /** The link itself leads from the lower to the upper one. */
  readonly isBack: boolean;
  /** The first way to the lower piece: all such ways are a forest. */
  readonly isFirst: boolean;
}

/** Beyond as many ranks that links pass, in all, the layout takes seconds. */
const passedMax = 120;

/** From the first pieces on, deep first: what leads to where we came from leads back. */
export function downwards(pieces: readonly Piece[], links: readonly Link[]): readonly Way[] {
  const out = Map.groupBy(links, ({ from }) => from);
  const entered = new Set(links.map(({ to }) => to));
  const roots = pieces.filter(({ key }) => !entered.has(key));
  const open = new Set<string>();
  const seen = new Set<string>();
  const ways: Way[] = [];
  const enter = (key: string): { readonly key: string; next: number } => {
    seen.add(key);
    open.add(key);
    return { key, next: 0 };
  };
  for (const { key: root } of [...roots, ...pieces]) {
    const trail = seen.has(root) ? [] : [enter(root)];
    for (let at = trail.at(-1); at !== undefined; at = trail.at(-1)) {
      const link = out.get(at.key)?.[at.next++];
      if (link === undefined) {
        open.delete(at.key);
        trail.pop();
        continue;
      }
      if (link.to === link.from) continue;
      const [isBack, isFirst] = [open.has(link.to), !seen.has(link.to)];
      const [upper, lower] = isBack ? [link.to, link.from] : [link.from, link.to];
      ways.push({ link, upper, lower, isBack, isFirst });
      if (isFirst) trail.push(enter(link.to));
    }
  }
  return ways;
}

/** Each piece below all that lead to it. */
export function ranksOf(pieces: readonly Piece[], ways: readonly Way[]): ReadonlyMap<string, number> {
  const waiting = new Map(pieces.map(({ key }) => [key, 0]));
  for (const { lower } of ways) waiting.set(lower, (waiting.get(lower) ?? 0) + 1);
  const below = Map.groupBy(ways, ({ upper }) => upper);
  const ranks = new Map<string, number>();
  const free = pieces.flatMap(({ key }) => (waiting.get(key) === 0 ? [key] : []));
  for (const key of free) {
    const rank = ranks.get(key) ?? 0;
    ranks.set(key, rank);
    for (const { lower } of below.get(key) ?? []) {
      ranks.set(lower, Math.max(ranks.get(lower) ?? 0, rank + 1));
      const left = (waiting.get(lower) ?? 0) - 1;
      waiting.set(lower, left);
      if (left === 0) free.push(lower);
    }
  }
  return ranks;
}

/** The ways that shape the layout: all of a small flow; of a large one not those that pass the most ranks. */
export function shaping(ways: readonly Way[], ranks: ReadonlyMap<string, number>): readonly Way[] {
  const passes = ({ upper, lower }: Way): number => (ranks.get(lower) ?? 0) - (ranks.get(upper) ?? 0) - 1;
  const order = ways
    .map((way, i) => ({ i, passed: passes(way) }))
    .sort((a, b) => a.passed - b.passed || a.i - b.i);
  let room = passedMax;
  const kept = new Set(order.filter(({ passed }) => (room -= passed) >= 0).map(({ i }) => i));
  return ways.filter((_, i) => kept.has(i));
}
