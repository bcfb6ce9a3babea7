// Graph repair of an imported flow: it sees every edge, in whatever key a node names it.

import { expect, test } from "bun:test";
import { type DraftNode, FlowDraft } from "../../src/import/flow-draft.ts";
import { makeSound, targetsOf } from "../../src/import/graph-repair.ts";
import type { Plain } from "../../src/flow/language/source/yaml-tree.ts";

const map = (fields: Readonly<Record<string, Plain>>): Map<string, Plain> => new Map(Object.entries(fields));

test("targets: they include those of options, exits, branches and failures", () => {
  const node: DraftNode = map({
    exits: map({ done: map({ when: "it is done", goto: "a" }) }),
    next: [map({ if: "x", goto: "b" }), map({ else: "c" })],
    on_error: "d",
    say: "e",
    goto: map({ yes: "f", no: "g" }),
  });
  expect(targetsOf(node)).toEqual(["a", "b", "c", "d", "f", "g"]);
});

test("a flow that splits and joins forty times has no loop, and each node is visited once", () => {
  const draft = new FlowDraft({});
  const diamonds = 40;
  for (let n = 0; n < diamonds; n++) {
    draft.add(`a${n}`, { say: "a", next: [map({ if: "x", goto: `b${n}` }), map({ else: `c${n}` })] });
    draft.add(`b${n}`, { say: "b", next: `a${n + 1}` });
    draft.add(`c${n}`, { say: "c", next: `a${n + 1}` });
  }
  draft.add(`a${diamonds}`, { end: "done" });
  expect(makeSound(draft)).toEqual([]);
});
