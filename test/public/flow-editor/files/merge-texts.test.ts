// Three-way merge: independent changes of two people are joined, and conflicting lines are named.

import { expect, test } from "bun:test";
import { merge } from "../../../../public/flow-editor/files/merge-texts.ts";

const base =
  "# a flow\nstart: hello\nnodes:\n  hello:\n    say: Hello.\n    next: bye\n  bye:\n    end: done\n";

test("merge: changes of other lines are joined, to the byte", () => {
  const mine = base.replace("Hello.", "Good morning.");
  const theirs = base.replace("end: done", "end: finished");
  expect(merge(mine, { base, theirs })).toEqual({ text: mine.replace("end: done", "end: finished") });
});

test("merge: the same change is no conflict", () => {
  const both = base.replace("Hello.", "Good morning.");
  expect(merge(both, { base, theirs: both })).toEqual({ text: both });
});

test("merge: a one-sided change is taken", () => {
  const changed = base.replace("Hello.", "Good morning.");
  expect(merge(base, { base, theirs: changed })).toEqual({ text: changed });
  expect(merge(changed, { base, theirs: base })).toEqual({ text: changed });
});

test("merge: lines changed on both sides are listed", () => {
  const mine = base.replace("Hello.", "Good morning.");
  const theirs = base.replace("Hello.", "Good evening.");
  expect(merge(mine, { base, theirs })).toEqual({ conflicts: [5] });
});

test("merge: line ends and a missing last one are unchanged", () => {
  const text = "a: 1\r\nb: 2\r\nc: 3\r\nd: 4";
  const mine = text.replace("a: 1", "a: 9");
  const theirs = text.replace("d: 4", "d: 8");
  expect(merge(mine, { base: text, theirs })).toEqual({ text: "a: 9\r\nb: 2\r\nc: 3\r\nd: 8" });
});
