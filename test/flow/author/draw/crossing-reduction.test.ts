// Crossing reduction: fewer lines cross, and the lines of one node keep the order of its ports.

import { expect, test } from "bun:test";
import {
  withFewerCrossings,
  type Ranks,
  type Segment,
} from "../../../../src/flow/author/draw/crossing-reduction.ts";
import { random } from "../../../support/random.ts";

const line = (upper: string, lower: string, port?: number): Segment => ({ upper, lower, port });

/** Counts crossings pair by pair. */
function crossings(ranks: Ranks, segments: readonly Segment[]): number {
  const at = new Map(ranks.flatMap((rank, y) => rank.map((key, x) => [key, { x, y }] as const)));
  const ends = segments.map(({ upper, lower, port = 0.5 }) => {
    const [from, to] = [at.get(upper), at.get(lower)];
    if (from === undefined || to === undefined) throw new Error("not there");
    return { rank: from.y, from: from.x + port, to: to.x };
  });
  return ends.flatMap((a, i) =>
    ends.slice(i + 1).filter((b) => a.rank === b.rank && (a.from - b.from) * (a.to - b.to) < 0),
  ).length;
}

test("edges of one piece take the order of its ports, with all pieces below", () => {
  const ranks = [["a"], ["c", "b"], ["e", "d"]];
  const lines = [line("a", "b", 0.3), line("a", "c", 0.6), line("b", "d"), line("c", "e")];
  expect(crossings(ranks, lines)).toBe(1);
  expect(withFewerCrossings(ranks, lines)).toEqual([["a"], ["b", "c"], ["d", "e"]]);
});

test("an order without crossings stays", () => {
  const ranks = [
    ["a", "x"],
    ["b", "c"],
  ];
  expect(withFewerCrossings(ranks, [line("a", "b", 0.3), line("a", "c", 0.6), line("x", "c", 0.5)])).toBe(
    ranks,
  );
});

test("no order gets worse, and no piece is lost or moved to another rank", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { int, chance } = random(seed);
    const ranks = Array.from({ length: int(2, 6) }, (_, y) =>
      Array.from({ length: int(1, 8) }, (__, x) => `${y} ${x}`),
    );
    const segments = ranks
      .slice(1)
      .flatMap((rank, y) =>
        (ranks[y] ?? []).flatMap((upper) =>
          Array.from({ length: int(0, 3) }, (_, i) =>
            line(upper, rank[int(0, rank.length - 1)] ?? "", chance(0.7) ? (i + 1) / 4 : undefined),
          ),
        ),
      );
    const after = withFewerCrossings(ranks, segments);
    expect(crossings(after, segments)).toBeLessThanOrEqual(crossings(ranks, segments));
    expect(after.map((rank) => rank.toSorted())).toEqual(ranks.map((rank) => rank.toSorted()));
  }
});
