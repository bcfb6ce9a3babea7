// Rank assignment: each piece lies below all its predecessors, for any given order.

import { expect, test } from "bun:test";
import { downwardEdges, ranksOf } from "../../../../src/flow/author/draw/rank-assignment.ts";

type Pieces = Parameters<typeof downwardEdges>[0];
type Edges = Parameters<typeof downwardEdges>[1];

const pieces = (...keys: readonly string[]) => keys.map((key) => ({ key })) as unknown as Pieces;
const edges = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([from, to]) => ({ from, to })) as unknown as Edges;

test.each([[["a", "b", "c", "d"]], [["d", "c", "b", "a"]], [["c", "a", "d", "b"]]])(
  "rank assignment: the longest path counts for pieces in the order %j",
  (keys) => {
    const all = pieces(...keys);
    const down = downwardEdges(all, edges(["a", "b"], ["b", "c"], ["a", "c"], ["c", "d"], ["a", "d"]));
    expect(Object.fromEntries(ranksOf(all, down))).toEqual({ a: 0, b: 1, c: 2, d: 3 });
  },
);
