// Results of a replay in the console: rows, counts, changed ends, and the progress of a run.

import { expect, test } from "bun:test";
import {
  changedEnds,
  countsOf,
  type ReplayResult,
  shareDone,
  valueChange,
} from "../../../public/console/flows/replay-run.ts";

const row = (result: ReplayResult, before = "The flow ends: booked.", after = "The flow ends: full.") => ({
  result,
  before: { told: before },
  after: { told: after },
});

test("replay run: a changed value shows its earlier value, and results are counted", () => {
  expect(valueChange({ name: "guests", before: 4, after: null })).toBe("guests: 4 → none");
  const rows = [row("changed"), row("differs_already"), row("not_replayed")];
  expect(countsOf(rows)).toMatchObject({ changed: 1, differs_already: 1, not_replayed: 1, same: 0 });
});

test("replay run: changed ends are counted, the most frequent first", () => {
  const rows = [
    row("lost", undefined, "The caller has nothing to say here: “Why?”"),
    row("changed"),
    row("changed"),
    row("changed", undefined, "The flow ends: booked."),
    row("differs_already"),
  ];
  expect(changedEnds(rows).map(({ after, calls }) => [after, calls])).toEqual([
    ["The flow ends: full.", 2],
    ["The caller has nothing to say here: “Why?”", 1],
  ]);
});

test("replay run: the finished share of the time runs from the newest call to the oldest", () => {
  const range = { fromMs: Date.parse("2026-11-10T00:00:00Z"), toMs: Date.parse("2026-11-20T00:00:00Z") };
  expect(
    ["2026-11-20T00:00:00Z", "2026-11-15T00:00:00Z", "2026-11-01T00:00:00Z", undefined].map((at) =>
      shareDone(at, range),
    ),
  ).toEqual([0, 0.5, 1, 0]);
});
