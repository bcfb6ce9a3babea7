// Clock: the machine's own, for which an overdue time is no mistake.

import { expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";

test("clock: an overdue timer fires at once, without a warning", async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", warned);
  await new Promise<void>((done) => wallClock.after(-5, done));
  process.off("warning", warned);
  expect(warnings).toEqual([]);
});
