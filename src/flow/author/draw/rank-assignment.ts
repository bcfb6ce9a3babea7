// Which links lead down and which back up, how far down each piece then is, and which links may be left to curves of
// their own so that laying out the others stays quick.

import type { Link, Piece } from "./drawn-edges.ts";

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
/** Likewise beyond as many pairs of ways between the same two ranks. */
const pairsMax = 20_000;

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
  const spanOf = ({ upper, lower }: Way): readonly [from: number, to: number] => [
    ranks.get(upper) ?? 0,
    ranks.get(lower) ?? 0,
  ];
  const spans = ways.map((way, i) => ({ i, way, span: spanOf(way) }));
  const length = ({ span: [from, to] }: (typeof spans)[number]): number => to - from - 1;
  const order = spans.toSorted((a, b) => length(a) - length(b) || a.i - b.i);
  const gaps = new Gaps();
  for (const { way, span } of spans) if (way.isFirst) gaps.add(span);
  let room = passedMax;
  const kept = new Set<number>();
  for (const each of order) {
    if ((room -= length(each)) < 0) break;
    if (!each.way.isFirst && !gaps.add(each.span, pairsMax)) continue;
    kept.add(each.i);
  }
  return ways.filter((_, i) => kept.has(i));
}

/** How many ways lead from each rank to the next, and how many pairs of such ways there are. */
class Gaps {
  readonly #ways = new Map<number, number>();
  #pairs = 0;

  /** False, and it is not counted, when there would be more pairs than `pairsMax`. */
  add([from, to]: readonly [from: number, to: number], pairsMax = Infinity): boolean {
    let more = 0;
    for (let rank = from; rank < to; rank++) more += this.#ways.get(rank) ?? 0;
    if (this.#pairs + more > pairsMax) return false;
    this.#pairs += more;
    for (let rank = from; rank < to; rank++) this.#ways.set(rank, (this.#ways.get(rank) ?? 0) + 1);
    return true;
  }
}
