// Peer table: the runs that count, and their rows.

import { expect, test } from "bun:test";
import {
  type Comparison,
  lineOf,
  type PeerFigures,
  notAlike,
  type Step,
  tableOf,
  verdictOf,
} from "./peer-table.ts";

const spread = (p50: number, p99: number, worst: number) => ({ p50, p99, worst });

const good = {
  calls: 8,
  turns: 8,
  lost: 0,
  cpu: 0.25,
  addedMs: spread(40, 60, 61.5),
  lateMs: spread(0, 19.9, 30),
  callersLateMs: spread(0.1, 1, 9),
  memoryPerCall: 1_250_000,
  others: 0.031,
  stolen: 0.02,
};

test("peer table: a run passes when no answer is lost and 99 % of the sound is less than 20 ms late", () => {
  expect(verdictOf(good)).toBe("fine");
  expect(verdictOf({ ...good, lateMs: spread(0, 20, 20) })).toBe("late");
  expect(verdictOf({ ...good, lost: 1 })).toBe("late");
  expect(verdictOf({ ...good, turns: 0 })).toBe("late");
  expect(verdictOf({ ...good, lateMs: { p50: null, p99: null, worst: null } })).toBe("late");
});

test("peer table: a run disturbed by the host or the callers is undecided", () => {
  expect(verdictOf({ ...good, stolen: 0.021 })).toBe("disturbed");
  expect(verdictOf({ ...good, others: 0.1 })).toBe("fine");
  expect(verdictOf({ ...good, others: 0.101 })).toBe("disturbed");
  expect(verdictOf({ ...good, lost: 1, callersLateMs: spread(0, 20, 20) })).toBe("disturbed");
  expect(verdictOf({ ...good, callersLateMs: { p50: null, p99: null, worst: null } })).toBe("fine");
});

const step = (changes: Partial<Step>): Step => ({ ...good, verdict: "fine", ...changes });

const measured = (changes: Partial<PeerFigures>): PeerFigures => ({
  name: "A",
  stop: "700 ms",
  startMs: 1_234,
  idleMemory: 108_400_000,
  callsMax: 50,
  steps: [
    step({}),
    step({ calls: 50, cpu: 0.9, verdict: "late", memoryPerCall: 1 }),
    step({ calls: 50, cpu: 0.804, addedMs: spread(44, 88, 90), lateMs: spread(1, 12.5, 40), stolen: 0.004 }),
    step({ calls: 60, cpu: 0.99, verdict: "late" }),
    step({ calls: 60, cpu: 0.98, verdict: "late" }),
  ],
  ...changes,
});

const comparison = (...servers: PeerFigures[]): Comparison => ({
  machine: "2 × CPU, 24 GiB",
  command: "bun run bench peers",
  date: "2026-11-23",
  versions: ["one 1.0", "two 2.0"],
  servers,
});

/** The cells of each row, without the rule under the head. */
function cellsOf(table: string): string[][] {
  const lines = table.split("\n").filter((line) => line.startsWith("|") && !line.startsWith("| -"));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

test("peer table: a row shows the good run with the most calls, and the first step beside it", () => {
  const [head, row] = cellsOf(tableOf(comparison(measured({}))));
  expect(Object.fromEntries(head!.map((title, i) => [title, row![i]]))).toEqual({
    server: "A",
    "ends a turn after": "700 ms",
    "calls on one core": "50",
    "of the core": "80 %",
    "added at 8 calls, p50 / worst": "40 / 61.5 ms",
    "added at the most, p50 / p99": "44 / 88 ms",
    "late, p99": "12.5 ms",
    "memory of a call": "1.3 MB",
    idle: "108 MB",
    "start to first call": "1.23 s",
    "others; stolen": "3.1 %; 0.4 %",
  });
});

/** The number of calls that each server is said to carry. */
const limits = (...servers: PeerFigures[]): string[] =>
  cellsOf(tableOf(comparison(...servers)))
    .slice(1)
    .map(([, , limit = ""]) => limit);

test("peer table: more calls are ruled out only by a step that failed twice undisturbed", () => {
  const [fine, late, disturbed] = (["fine", "late", "disturbed"] as const).map((verdict) =>
    step({ verdict }),
  );
  const more = (...steps: (Step | undefined)[]): PeerFigures =>
    measured({ callsMax: 8, steps: [fine!, ...steps.map((each) => ({ ...each!, calls: 10 }))] });
  expect(limits(more(), more(late, late), more(late, disturbed), more(disturbed, late, late))).toEqual([
    "8 or more",
    "8",
    "8 or more",
    "8",
  ]);
  // A step that succeeds the third time is no limit.
  expect(limits(measured({ callsMax: 8, steps: [late!, late!, fine!] }))).toEqual(["8 or more"]);
  const none = (...steps: (Step | undefined)[]): PeerFigures =>
    measured({ callsMax: 0, steps: steps.map((each) => each!) });
  expect(limits(none(late, late), none(disturbed, late))).toEqual(["less than 8", "disturbed"]);
});

test("peer table: a step that was never carried has no figures of its most calls", () => {
  const none = { p50: null, p99: null, worst: null };
  const failed = step({ verdict: "late", lost: 8, addedMs: none, lateMs: none });
  const [, row] = cellsOf(tableOf(comparison(measured({ name: "B", callsMax: 0, steps: [failed, failed] }))));
  expect(row).toEqual(["B", "700 ms", "less than 8", "", "? / ? ms", "", "", "", "108 MB", "1.23 s", ""]);
});

test("peer table: command, date, machine and versions stand above, unequal conditions below", () => {
  const lines = tableOf(comparison(measured({}), measured({ name: "A longer name" }))).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "bun run bench peers, 2026-11-23, 2 × CPU, 24 GiB",
    "one 1.0; two 2.0",
    "",
  ]);
  const rows = lines.filter((line) => line.startsWith("|"));
  expect(rows.length).toBe(4);
  expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
  expect(lines.slice(lines.indexOf("Not like for like:") + 1)).toEqual(notAlike.map((text) => `- ${text}`));
});

test("peer table: a run prints as a line", () => {
  const shown = step({ calls: 60, turns: 60, lost: 2, lateMs: spread(1, 22, 70), verdict: "late" });
  expect(lineOf("A", shown)).toBe(
    "A, 60 calls, 25 % of the core, added 40 / 60 ms, late 1 / 22 / 70 ms, 2 of 60 lost, 1.25 MB a call, callers late 1 ms, others 3.1 %, stolen 2.0 %, late",
  );
});
