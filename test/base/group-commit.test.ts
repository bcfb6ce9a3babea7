// Group commit: the number of writes for several waiting parts, and the write that contains each part.

import { expect, test } from "bun:test";
import { GroupCommit } from "../../src/base/shared-work/group-commit.ts";
import { turn } from "../support/until.ts";

function world() {
  const waiting: string[] = [];
  const written: string[][] = [];
  const ends: (() => void)[] = [];
  const commit = new GroupCommit({
    waits: () => waiting.length > 0,
    async write() {
      const batch = waiting.splice(0);
      await new Promise<void>((resolve) => ends.push(resolve));
      written.push(batch);
    },
  });
  /** Adds something and waits for its write. */
  const put = async (what: string): Promise<void> => {
    waiting.push(what);
    await commit.flush();
    expect(written.flat()).toContain(what);
  };
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await turn();
  };
  return { commit, waiting, put, endOne, written, ends };
}

test("group commit: arrivals during a write share the next one", async () => {
  const { put, endOne, written, ends } = world();
  const first = put("a");
  const others = ["b", "c", "d"].map(put);
  expect(ends.length).toBe(1);
  await endOne();
  await first;
  const late = put("e");
  await endOne();
  await Promise.all(others);
  await endOne();
  await late;
  expect(written).toEqual([["a"], ["b", "c", "d"], ["e"]]);
});

test("group commit: without pending work nothing is written, and the caller continues at once", async () => {
  const { commit, put, endOne, written } = world();
  await commit.flush();
  const first = put("a");
  const idle = commit.flush();
  await endOne();
  await Promise.all([first, idle]);
  expect(written).toEqual([["a"]]);
});

test("group commit: an arrival between two writes begins the next, which also serves the waiting ones", async () => {
  const { put, endOne, written } = world();
  const first = put("a");
  // Continues before later arrivals, and has one more write.
  const between = first.then(() => put("c"));
  const waiting = put("b");
  await endOne();
  await endOne();
  await endOne();
  await Promise.all([between, waiting]);
  expect(written.flat()).toEqual(["a", "b", "c"]);
});

test("group commit: an arrival after the start of a write is not counted as written by it", async () => {
  const { commit, waiting, put, endOne, written } = world();
  waiting.push("a");
  // Continues first, begins another write before the waiting ones continue, and has one more after it.
  const between = commit.flush().then(() => Promise.all([put("c"), put("d")]));
  const other = put("b");
  for (let writes = 0; writes < 3; writes++) await endOne();
  await Promise.all([between, other]);
  expect(written).toEqual([["a"], ["b", "c"], ["d"]]);
});
