// Benchmark load: verdicts for carried, late and disturbed runs.

import { expect, test } from "bun:test";
import { verdictOf } from "./load.ts";

const heard = { p50: 0, p99: 19.9, worst: 900, callersLateP99: 19.9 };
const good = { calls: 150, cpu: 0.99, stolen: 0.02, memoryPerCall: 500_000, heard };

test("load is carried when 99 % of the audio is less than 20 ms late and the core is not full", () => {
  expect(verdictOf(good)).toBe("fine");
  expect(verdictOf({ ...good, heard: { ...heard, p99: 20 } })).toBe("late");
  expect(verdictOf({ ...good, cpu: 1 })).toBe("late");
});

test("load is late when callers hear nothing", () => {
  expect(verdictOf({ ...good, heard: { ...heard, p50: null, p99: null, worst: null } })).toBe("late");
});

test("load is undecided when the host takes the core or the callers are late themselves", () => {
  expect(verdictOf({ ...good, stolen: 0.021 })).toBe("disturbed");
  expect(verdictOf({ ...good, heard: { ...heard, p99: 90, callersLateP99: 20 } })).toBe("disturbed");
});
