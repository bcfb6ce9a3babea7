// Ways of an imported flow's nodes: all of them are seen, wherever a node names them.

import { expect, test } from "bun:test";
import type { DraftNode } from "../../../../src/flow/author/import/flow-draft.ts";
import { targetsOf } from "../../../../src/flow/author/import/graph-repair.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

const map = (fields: Readonly<Record<string, Plain>>): Map<string, Plain> => new Map(Object.entries(fields));

test("targets: those of exits, branches and failures", () => {
  const node: DraftNode = map({
    exits: map({ done: map({ when: "it is done", goto: "a" }) }),
    next: [map({ if: "x", goto: "b" }), map({ else: "c" })],
    on_error: "d",
    say: "e",
  });
  expect(targetsOf(node)).toEqual(["a", "b", "c", "d"]);
});
