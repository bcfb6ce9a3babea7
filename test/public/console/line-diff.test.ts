// Differences between two texts, line by line.

import { expect, test } from "bun:test";
import { type DiffRow, lineDiff } from "../../../public/console/flows/line-diff.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join("");

function shown(row: DiffRow): string {
  if (row.kind === "rest") return `… ${row.lines}`;
  if (row.kind === "same") return `${row.before} ${row.after} ${row.text}`;
  return row.kind === "gone" ? `-${row.before} ${row.text}` : `+${row.after} ${row.text}`;
}

test("diff: equal texts have no change, even if only the last line break is missing", () => {
  expect(lineDiff("a\nb\n", "a\nb\n")).toEqual([]);
  expect(lineDiff("a\r\nb", "a\nb\n")).toEqual([]);
});

test("diff: a change has three lines of context on each side, and the rest is counted", () => {
  const after = lines(20).replace("line 10\n", "line ten\nand more\n");
  expect(lineDiff(lines(20), after).map(shown)).toEqual([
    "… 6",
    "7 7 line 7",
    "8 8 line 8",
    "9 9 line 9",
    "-10 line 10",
    "+10 line ten",
    "+11 and more",
    "11 12 line 11",
    "12 13 line 12",
    "13 14 line 13",
    "… 7",
  ]);
});

test("diff: the beginning and the end of a text, and neighbouring changes, are complete", () => {
  expect(lineDiff("b\nc\n", "a\nb\n").map(shown)).toEqual(["+1 a", "1 2 b", "-2 c"]);
  const after = lines(12).replace("line 3\n", "").replace("line 9\n", "nine\n");
  expect(lineDiff(lines(12), after).map(shown)).toEqual([
    "1 1 line 1",
    "2 2 line 2",
    "-3 line 3",
    "4 3 line 4",
    "5 4 line 5",
    "6 5 line 6",
    "7 6 line 7",
    "8 7 line 8",
    "-9 line 9",
    "+8 nine",
    "10 9 line 10",
    "11 10 line 11",
    "12 11 line 12",
  ]);
});

test("diff: two long different texts are compared at once", () => {
  const rows = lineDiff(lines(2_000), lines(2_000).replaceAll("line", "word"));
  expect([rows.length, rows[0]?.kind, rows.at(-1)?.kind]).toEqual([4_000, "gone", "added"]);
});
