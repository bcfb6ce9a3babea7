// Cluster simulation: nodes that freeze, are cut off, die and come, with clocks that jump, under laws that hold in all
// of it.

import { expect, test } from "bun:test";
import { random, seedOf } from "../support/random.ts";
import { type BenchNode, ClusterBench } from "../support/fakes/cluster-bench.ts";

const seed = seedOf(20_261_124);
const second = 1_000;
const worlds = 6;
const secondsEach = 420;

interface World {
  readonly bench: ClusterBench;
  /** When each session was begun. */
  readonly begun: Map<string, number>;
}

/** What must hold at each moment. */
function check({ bench, begun }: World): void {
  const now = bench.clock.now();
  const { heard, givenUp, led } = bench.notes;
  for (const { id, silentMs } of givenUp.splice(0))
    expect(silentMs, `${id} was given up`).toBeGreaterThanOrEqual(45 * second);
  const { open } = bench;
  for (const { id, home } of open) {
    const knownAt = Math.max(heard.get(home ?? "") ?? 0, begun.get(id) ?? 0);
    const knownMs = now - knownAt;
    // The one who sweeps may fail, but not two of them one after the other.
    const sweepers = new Set(led.filter(({ at }) => at > knownAt + 30 * second).map(({ by }) => by));
    if (sweepers.size > 2) continue;
    expect(knownMs, `${id} is open at ${home}`).toBeLessThanOrEqual(60 * second);
  }
  const isOpen = new Set(open.map(({ id }) => id));
  for (const node of bench.nodes) {
    if (now - (heard.get(node.id) ?? 0) >= 45 * second) continue;
    for (const id of node.sessions) expect(isOpen.has(id), `${id} of ${node.id} was swept`).toBe(true);
  }
  while ((led[1]?.at ?? now) < now - 100 * second) led.shift();
  for (const [index, { by, at }] of led.entries()) {
    const before = led[index - 1];
    if (before === undefined || before.by === by) continue;
    expect(at, `${by} leads beside ${before.by}`).toBeGreaterThanOrEqual(before.until);
  }
}

test(`cluster: whatever its nodes do, nobody who lives is ended, and nobody's calls outlive them by a minute (SEED=${seed})`, async () => {
  const faults = { freeze: 0, cutOff: 0, jump: 0, kill: 0, stop: 0, lost: 0, givenUp: 0 };
  for (let world = 0; world < worlds; world++) {
    const dice = random(seed + world);
    await using bench = new ClusterBench();
    const latencyMs = (): number => dice.int(0, 40);
    const start = (): Promise<BenchNode> =>
      bench.start({ latencyMs, aheadMs: dice.pick([0, 0, 90, -90]) * second });
    const begun = new Map<string, number>();
    for (let count = dice.int(2, 5); count > 0; count--) await start();
    // One is well all the time, or nobody could be expected to sweep.
    const steady = await start();
    let number = 0;
    const open = (node: BenchNode): void => {
      number += 1;
      const id = `ses_${number}`;
      const home = node.id;
      node.begin(id).then(
        () => {
          begun.set(id, bench.clock.now());
          // The answer may come to a node that was given up meanwhile, whether or not it knows that by now.
          const isOpen = bench.open.some((session) => session.id === id);
          const isTheirs = node.id === home && node.life.state !== "gone" && !node.isKilled;
          if (isOpen && isTheirs) node.sessions.add(id);
        },
        () => undefined,
      );
      begun.set(id, bench.clock.now());
    };
    const later: { at: number; work: () => void | Promise<unknown> }[] = [];
    const inSeconds = (seconds: number, work: () => void | Promise<unknown>): void =>
      void later.push({ at: bench.clock.now() + seconds * second, work });
    for (let now = 0; now < secondsEach; now++) {
      for (const node of bench.nodes.filter(({ isKilled }) => !isKilled)) {
        if (dice.chance(0.1)) open(node);
        if (dice.chance(0.01)) ((node.clock.aheadMs += dice.pick([90, -90]) * second), (faults.jump += 1));
        if (node === steady) continue;
        if (dice.chance(0.008)) {
          node.freeze();
          faults.freeze += 1;
          inSeconds(dice.int(1, 80), () => {
            if (!node.isKilled) node.thaw();
          });
        } else if (dice.chance(0.008)) {
          node.isCutOff = true;
          faults.cutOff += 1;
          inSeconds(dice.int(1, 80), () => void (node.isCutOff = false));
        } else if (dice.chance(0.003)) {
          node.kill();
          faults.kill += 1;
          inSeconds(dice.int(1, 30), start);
        } else if (dice.chance(0.002) && !node.isCutOff) {
          faults.stop += 1;
          // Its calls are over by then.
          node.sessions.clear();
          await node.stop();
          inSeconds(dice.int(1, 30), start);
        }
      }
      for (const due of later.filter(({ at }) => at <= bench.clock.now())) {
        later.splice(later.indexOf(due), 1);
        await due.work();
      }
      await bench.clock.advance(second);
      faults.givenUp += bench.notes.givenUp.length;
      check({ bench, begun });
    }
    faults.lost += bench.nodes.reduce((sum, { lost }) => sum + lost.length, 0);
    expect(steady.lost).toEqual([]);
    // All is well again.
    for (const { work } of later) await work();
    await bench.clock.advance(180 * second);
    const living = bench.nodes.filter(({ isKilled }) => !isKilled);
    const known = living.flatMap((node) => Array.from(node.sessions, (id) => ({ id, home: node.id })));
    const sorted = (all: readonly { readonly id: string }[]) =>
      all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(sorted(bench.open)).toEqual(sorted(known));
    expect(living.map(({ life }) => life.state)).toEqual(living.map(() => "up"));
    expect(living.map(({ life }) => life.view.alive.length)).toEqual(living.map(() => living.length));
  }
  // Enough of each has happened.
  expect(Math.min(...Object.values(faults))).toBeGreaterThan(2);
}, 60_000);
