// Rank assignment: decides which edges lead down and which back up, and the depth of each piece. In large flows it
// also selects edges for separate curves, so that laying out the others stays quick.

import type { DrawnEdge, Piece } from "./drawn-edges.ts";

/** An edge between different pieces, always downwards. */
export interface DownwardEdge {
  readonly edge: DrawnEdge;
  readonly upper: string;
  readonly lower: string;
  /** The edge itself leads from the lower to the upper one. */
  readonly isBack: boolean;
  /** First edge to reach the lower piece; all such edges form a forest. */
  readonly isFirst: boolean;
}

/** Ranks that all edges together may pass; beyond it the layout takes seconds. */
const passedMax = 120;
/** Pairs of edges between the same two ranks; beyond it the layout takes seconds too. */
const pairsMax = 20_000;

/** Directs all edges downwards by depth-first search; an edge to a piece on the current path leads back up. */
export function downwardEdges(
  pieces: readonly Piece[],
  edges: readonly DrawnEdge[],
): readonly DownwardEdge[] {
  const out = Map.groupBy(edges, ({ from }) => from);
  const entered = new Set(edges.map(({ to }) => to));
  const roots = pieces.filter(({ key }) => !entered.has(key));
  const open = new Set<string>();
  const seen = new Set<string>();
  const downward: DownwardEdge[] = [];
  const enter = (key: string): { readonly key: string; next: number } => {
    seen.add(key);
    open.add(key);
    return { key, next: 0 };
  };
  for (const { key: root } of [...roots, ...pieces]) {
    const trail = seen.has(root) ? [] : [enter(root)];
    for (let at = trail.at(-1); at !== undefined; at = trail.at(-1)) {
      const edge = out.get(at.key)?.[at.next++];
      if (edge === undefined) {
        open.delete(at.key);
        trail.pop();
        continue;
      }
      if (edge.to === edge.from) continue;
      const [isBack, isFirst] = [open.has(edge.to), !seen.has(edge.to)];
      const [upper, lower] = isBack ? [edge.to, edge.from] : [edge.from, edge.to];
      downward.push({ edge, upper, lower, isBack, isFirst });
      if (isFirst) trail.push(enter(edge.to));
    }
  }
  return downward;
}

/** Longest-path ranking: each piece is below all its sources. Rank 0 is the top. */
export function ranksOf(
  pieces: readonly Piece[],
  edges: readonly DownwardEdge[],
): ReadonlyMap<string, number> {
  const waiting = new Map(pieces.map(({ key }) => [key, 0]));
  for (const { lower } of edges) waiting.set(lower, (waiting.get(lower) ?? 0) + 1);
  const below = Map.groupBy(edges, ({ upper }) => upper);
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

/** Edges that shape the layout: all of a small flow; a large one leaves out those that pass the most ranks. */
export function shapingEdges(
  edges: readonly DownwardEdge[],
  ranks: ReadonlyMap<string, number>,
): readonly DownwardEdge[] {
  const spanOf = ({ upper, lower }: DownwardEdge): readonly [from: number, to: number] => [
    ranks.get(upper) ?? 0,
    ranks.get(lower) ?? 0,
  ];
  const spans = edges.map((edge, i) => ({ i, edge, span: spanOf(edge) }));
  const length = ({ span: [from, to] }: (typeof spans)[number]): number => to - from - 1;
  const order = spans.toSorted((a, b) => length(a) - length(b) || a.i - b.i);
  const gaps = new RankGaps();
  for (const { edge, span } of spans) if (edge.isFirst) gaps.add(span);
  let room = passedMax;
  const kept = new Set<number>();
  for (const each of order) {
    if ((room -= length(each)) < 0) break;
    if (!each.edge.isFirst && !gaps.add(each.span, pairsMax)) continue;
    kept.add(each.i);
  }
  return edges.filter((_, i) => kept.has(i));
}

/** Number of edges from each rank to the next, and pairs of such edges. */
class RankGaps {
  readonly #edges = new Map<number, number>();
  #pairs = 0;

  /** False when there would be more pairs than `pairsMax`; then the edge is not counted. */
  add([from, to]: readonly [from: number, to: number], pairsMax = Infinity): boolean {
    let more = 0;
    for (let rank = from; rank < to; rank++) more += this.#edges.get(rank) ?? 0;
    if (this.#pairs + more > pairsMax) return false;
    this.#pairs += more;
    for (let rank = from; rank < to; rank++) this.#edges.set(rank, (this.#edges.get(rank) ?? 0) + 1);
    return true;
  }
}
