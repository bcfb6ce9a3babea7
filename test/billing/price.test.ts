// Price: cost of seconds.

import { expect, test } from "bun:test";
import {
  microsPerCent,
  minuteMicros,
  startedCents,
  timeMicros,
  wholeCents,
} from "../../src/billing/price.ts";

const times: readonly [ms: number, cents: number][] = [
  [0, 0],
  [-5, 0],
  [1, 0.05],
  [1_000, 0.05],
  [1_001, 0.1],
  [20_000, 1],
  [60_000, 3],
  [60_001, 3.05],
  [3_600_000, 180],
];

test.each(times)("meter: %d ms cost %d cents", (ms, cents) => {
  expect(timeMicros(ms)).toBe(cents * microsPerCent);
});

test("meter: a minute costs three cents and the shared providers", () => {
  expect(minuteMicros([])).toBe(3 * microsPerCent);
  expect(minuteMicros([{ ownKey: false, microsPerMinute: 0 }])).toBe(3 * microsPerCent);
  const shared = { ownKey: false, microsPerMinute: 600_000.5 };
  expect(minuteMicros([shared, { ownKey: true, microsPerMinute: 9_000_000 }])).toBe(3_600_001);
});

test("meter: available cents are rounded down, used cents are rounded up", () => {
  expect([wholeCents(1_999_999), startedCents(1_000_001)]).toEqual([1, 2]);
  expect([wholeCents(0), startedCents(0)]).toEqual([0, 0]);
});
