// Answers of a replay in the console: rows, counts, ends that change, and how far a run has come.

import { expect, test } from "bun:test";
import { changedEnds, countsOf, replayPageIn, shareDone } from "../../../public/console/flows/replay-run.ts";

const side = (told: string, turns = 2) => ({ outcome: null, end: "ended", told, turns, tools: [] });
const row = (result: string, more: object = {}) => ({
  call_id: "ses_1",
  created_at: "2026-11-20T12:00:00.000Z",
  revision: 1,
  result,
  why: null,
  before: side("The flow ends: booked."),
  after: side("The flow ends: full."),
  values: [],
  first_difference: null,
  from_record: null,
  unsaid: [],
  stand_ins: 0,
  misses_model: false,
  ...more,
});

test("replay run: values, talk and the record's difference are read, and an unknown result is not replayed", () => {
  const values = [{ name: "guests", before: 4, after: null }];
  const talk = [{ caller: null, agent: "Hello." }];
  const { rows, next } = replayPageIn({
    calls: [
      row("changed", { values, after: { ...side("The flow ends: full."), talk }, stand_ins: 2 }),
      row("differs_already", { from_record: { turn: 1, recorded: "one", replayed: "two" } }),
      row("something new", { why: "no_words", before: null, after: null }),
    ],
    next_cursor: "1.ses_1",
  });
  expect(next).toBe("1.ses_1");
  expect(rows[0]).toMatchObject({
    values: ["guests: 4 → none"],
    after: { talk: [{ caller: undefined, agent: "Hello." }] },
    hasStandIns: true,
    fromRecord: undefined,
  });
  expect(rows[1]?.fromRecord).toEqual({ recorded: "one", replayed: "two" });
  expect(rows[2]).toMatchObject({ result: "not_replayed", why: "no_words", before: undefined });
  expect(countsOf(rows)).toMatchObject({ changed: 1, differs_already: 1, not_replayed: 1, same: 0 });
});

test("replay run: an answer without calls has no row", () => {
  expect(replayPageIn(undefined)).toEqual({ rows: [], next: undefined });
});

test("replay run: changed ends are counted, the most frequent first", () => {
  const lost = { after: side("The caller has nothing to say here: “Why?”") };
  const { rows } = replayPageIn({
    calls: [
      row("lost", lost),
      row("changed"),
      row("changed"),
      row("changed", { after: side("The flow ends: booked.") }),
      row("differs_already"),
    ],
  });
  expect(changedEnds(rows).map(({ after, calls }) => [after, calls])).toEqual([
    ["The flow ends: full.", 2],
    ["The caller has nothing to say here: “Why?”", 1],
  ]);
});

test("replay run: the share of the time that is done runs from the newest call to the oldest", () => {
  const range = { fromMs: Date.parse("2026-11-10T00:00:00Z"), toMs: Date.parse("2026-11-20T00:00:00Z") };
  expect(
    ["2026-11-20T00:00:00Z", "2026-11-15T00:00:00Z", "2026-11-01T00:00:00Z", undefined].map((at) =>
      shareDone(at, range),
    ),
  ).toEqual([0, 0.5, 1, 0]);
});
