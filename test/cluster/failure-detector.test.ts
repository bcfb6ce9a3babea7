// Failure detector: the nodes that one node gives up, by what it sees of the others.

import { expect, test } from "bun:test";
import type { NodeRow } from "../../db/port/node-store.ts";
import { aged } from "../../src/cluster/cluster-view.ts";
import { afterLook, givenUp, noSilences } from "../../src/cluster/failure-detector.ts";

const second = 1_000;
const node = (id: string, silentMs: number): NodeRow => ({ id, silentMs, ageMs: 0 }) as NodeRow;

/** Looks every 2 s at one node that has been silent for `silentAt(now)`; returns the time of giving it up. */
function watch(silentAt: (now: number) => number | undefined, untilMs = 200 * second): number | undefined {
  let silences = noSilences;
  for (let now = 0; now <= untilMs; now += 2 * second) {
    const silentMs = silentAt(now);
    if (silentMs === undefined) continue;
    const nodes = [node("a", silentMs)];
    silences = afterLook(silences, nodes, now);
    if (givenUp(silences, nodes, now).length > 0) return now;
  }
  return undefined;
}

test("silence: a node watched from the beginning is given up after 45 s", () => {
  expect(watch((now) => now)).toBe(46 * second);
});

test("silence: a beating node is never given up, however late each beat is", () => {
  expect(watch((now) => now % (44 * second))).toBeUndefined();
});

test("silence: a new watcher needs ten seconds", () => {
  expect(watch((now) => 100 * second + now)).toBe(10 * second);
});

test("silence: after an outage of the store no node is given up that returns within ten seconds", () => {
  const awayFrom = 20 * second;
  const backAt = 100 * second;
  const silentAt = (heardAt: number) => (now: number) => {
    if (now < awayFrom) return 0;
    if (now < backAt) return undefined;
    return now < heardAt ? now - awayFrom : now - heardAt;
  };
  expect(watch(silentAt(backAt + 9 * second), backAt + 30 * second)).toBeUndefined();
  expect(watch(silentAt(backAt + 500 * second))).toBe(backAt + 10 * second);
});

test("silence: a store clock that is set forward gives up no beating node", () => {
  expect(watch((now) => (now === 20 * second ? 92 * second : 2 * second))).toBeUndefined();
});

test("silence: an old reading gives up no node", () => {
  const nodes = [node("a", 40 * second)];
  let silences = afterLook(noSilences, nodes, 0);
  for (const now of [5 * second, 10 * second]) silences = afterLook(silences, aged(nodes, now), now);
  expect(givenUp(silences, aged(nodes, 16 * second), 16 * second)).toEqual(["a"]);
  expect(givenUp(silences, aged(nodes, 17 * second), 17 * second)).toEqual([]);
});
