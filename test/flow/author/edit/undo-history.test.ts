// Undo history: edits that belong together are one step, and the oldest steps are dropped first.

import { expect, test } from "bun:test";
import type { FlowDocument } from "../../../../src/flow/author/edit/edited-document.ts";
import {
  type EditHistory,
  newHistory,
  withStep,
  redone,
  undone,
} from "../../../../src/flow/author/edit/undo-history.ts";

const documentOf = (text: string): FlowDocument => ({ text, layout: {} });

/** Types the letters of one word, each at its time. */
function typed(
  history: EditHistory,
  texts: readonly (readonly [text: string, atMs: number, mergeKey?: string])[],
): EditHistory {
  return texts.reduce(
    (now, [text, atMs, mergeKey]) =>
      withStep(now, documentOf(text), {
        label: "typing",
        atMs,
        ...(mergeKey === undefined ? {} : { mergeKey }),
      }),
    history,
  );
}

const pastOf = ({ past }: EditHistory): readonly string[] => past.map(({ document }) => document.text);

test("history: steps are undone and redone, and a new step ends redoing", () => {
  const all = typed(newHistory(documentOf("")), [
    ["a", 0],
    ["b", 1],
    ["c", 2],
  ]);
  expect(pastOf(all)).toEqual(["", "a", "b"]);
  const back = undone(undone(all));
  expect(back.present.text).toBe("a");
  expect(redone(back).present.text).toBe("b");
  expect(redone(redone(back)).present).toBe(all.present);
  const other = typed(back, [["d", 3]]);
  expect([pastOf(other), other.future]).toEqual([["", "a"], []]);
});

test("history: without steps nothing is undone or redone", () => {
  const one = newHistory(documentOf("a"));
  expect(undone(one)).toEqual(one);
  expect(redone(one)).toEqual(one);
  expect(withStep(one, one.present, { label: "nothing", atMs: 0 })).toBe(one);
});

test("history: letters in a row are one step, until a pause, another field, or an undo", () => {
  const start = newHistory(documentOf(""));
  expect(
    pastOf(
      typed(start, [
        ["a", 0, "x"],
        ["ab", 900, "x"],
        ["abc", 1_900, "x"],
      ]),
    ),
  ).toEqual([""]);
  expect(
    pastOf(
      typed(start, [
        ["a", 0, "x"],
        ["ab", 1_001, "x"],
      ]),
    ),
  ).toEqual(["", "a"]);
  expect(
    pastOf(
      typed(start, [
        ["a", 0, "x"],
        ["ab", 1, "y"],
        ["abc", 2],
      ]),
    ),
  ).toEqual(["", "a", "ab"]);
  const again = redone(undone(typed(start, [["a", 0, "x"]])));
  expect(pastOf(typed(again, [["ab", 1, "x"]]))).toEqual(["", "a"]);
});

test("history: moves are undone like edits", () => {
  const start = newHistory(documentOf("a"));
  const moved = withStep(start, { text: "a", layout: { a: [1, 2] } }, { label: "move-nodes", atMs: 0 });
  expect(undone(moved).present.layout).toEqual({});
});

test("history: the oldest steps are dropped when they are too many or too large", () => {
  const many = typed(
    newHistory(documentOf("")),
    Array.from({ length: 5_100 }, (_, i) => [`${i}`, i] as const),
  );
  expect([many.past.length, many.past[0]?.document.text]).toEqual([5_000, "99"]);
  const large = typed(
    newHistory(documentOf("")),
    Array.from({ length: 120 }, (_, i) => [`${i}`.padEnd(256 * 1_024), i] as const),
  );
  expect(large.past.length).toBe(96);
});
