// Pinned expectations: each place listens for the same sentences as before.

import { expect, test } from "bun:test";
import { readExpectations, tellExpectations } from "./pinned.ts";

test("expectations are unchanged; `bun run bench phrases --pin` records intended changes", async () => {
  const pinned = await readExpectations();
  const now = tellExpectations();
  expect(now.filter((line, at) => line !== pinned[at])).toEqual([]);
  expect(now).toHaveLength(pinned.length);
});
