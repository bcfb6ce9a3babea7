// Pinned talks: the agent says the same at each turn as before.

import { expect, test } from "bun:test";
import { step } from "../../../../../src/flow/engine/run/step.ts";
import { readTalks, tellTalks } from "./pinned-talks.ts";

test("pinned talks stay the same; `bun run bench phrases --pin` records intended changes", async () => {
  const talks = await readTalks();
  const told = await tellTalks(talks, step);
  const changed = talks.flatMap((talk, n) => {
    const at = talk.told.findIndex((each, turn) => each !== told[n]?.[turn]);
    return at < 0
      ? []
      : [{ flow: talk.flow, event: talk.events[at], told: talk.told[at], now: told[n]?.[at] }];
  });
  expect(changed).toEqual([]);
});
