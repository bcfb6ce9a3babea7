// Simulation of a cluster: nodes freeze, lose their connection, die and join, their clocks jump, and the laws below
// always hold.

import { expect, test } from "bun:test";
import { type Random, random, seedOf } from "../support/random.ts";
import { type BenchNode, ClusterBench } from "../support/fakes/cluster-bench.ts";

const seed = seedOf(20_261_124);
const second = 1_000;
const worlds = 6;
const secondsEach = 420;

type Fault = "freeze" | "cut-off" | "jump" | "kill" | "stop" | "lost" | "given up";

class World {
  readonly bench = new ClusterBench();
  /** Start time of each session. */
  readonly begun = new Map<string, number>();
  /** Number of times that each fault has happened. */
  readonly faults: Map<Fault, number>;
  readonly #dice: Random;
  #later: { readonly at: number; readonly work: () => unknown }[] = [];
  #sessions = 0;

  constructor(dice: Random, faults: Map<Fault, number>) {
    this.#dice = dice;
    this.faults = faults;
  }

  get living(): readonly BenchNode[] {
    return this.bench.nodes.filter(({ isKilled }) => !isKilled);
  }

  start(): Promise<BenchNode> {
    const aheadMs = this.#dice.pick([0, 0, 90, -90]) * second;
    return this.bench.start({ latencyMs: () => this.#dice.int(0, 40), aheadMs });
  }

  count(fault: Fault, times = 1): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + times);
  }

  /** Normal events of any node at any time. */
  live(node: BenchNode): void {
    if (this.#dice.chance(0.1)) void this.#open(node);
    if (!this.#dice.chance(0.01)) return;
    node.clock.aheadMs += this.#dice.pick([90, -90]) * second;
    this.count("jump");
  }

  /** Failures of any node, healthy or not. */
  async suffer(node: BenchNode): Promise<void> {
    const fate = this.#dice.next();
    const seconds = this.#dice.int(1, 80);
    if (fate < 0.008) {
      node.freeze();
      this.count("freeze");
      this.#in(seconds, () => node.isKilled || node.thaw());
    } else if (fate < 0.016) {
      node.isCutOff = true;
      this.count("cut-off");
      this.#in(seconds, () => (node.isCutOff = false));
    } else if (fate < 0.019) {
      node.kill();
      this.count("kill");
      this.#in(seconds, () => this.start());
    } else if (fate < 0.021 && !node.isCutOff) {
      // The node's calls are over by then.
      node.sessions.clear();
      await node.stop();
      this.count("stop");
      this.#in(seconds, () => this.start());
    }
  }

  async second(): Promise<void> {
    await this.#due(this.bench.clock.now());
    await this.bench.clock.advance(second);
    this.count("given up", this.bench.notes.givenUp.length);
    check(this);
  }

  /** Makes the whole cluster healthy. */
  async heal(): Promise<void> {
    await this.#due(Number.POSITIVE_INFINITY);
    await this.bench.clock.advance(180 * second);
  }

  async #due(until: number): Promise<void> {
    const due = this.#later.filter(({ at }) => at <= until);
    this.#later = this.#later.filter(({ at }) => at > until);
    for (const { work } of due) await work();
  }

  #in(seconds: number, work: () => unknown): void {
    this.#later.push({ at: this.bench.clock.now() + seconds * second, work });
  }

  async #open(node: BenchNode): Promise<void> {
    this.#sessions += 1;
    const [id, home] = [`ses_${this.#sessions}`, node.id];
    this.begun.set(id, this.bench.clock.now());
    try {
      await node.begin(id);
    } catch {
      return; // ~The store was away, or only its answer was lost: then the session is an orphan.
    }
    this.begun.set(id, this.bench.clock.now());
    // The answer may reach a node that was given up meanwhile, whether or not the node knows it.
    const isOpen = this.bench.open.some((session) => session.id === id);
    const isTheirs = node.id === home && node.life.state !== "gone" && !node.isKilled;
    if (isOpen && isTheirs) node.sessions.add(id);
  }
}

/** Laws that hold at each moment. */
function check({ bench, begun }: World): void {
  const now = bench.clock.now();
  const { heard, givenUp, led } = bench.notes;
  for (const { id, silentMs } of givenUp.splice(0))
    expect(silentMs, `${id} was given up`).toBeGreaterThanOrEqual(45 * second);
  const { open } = bench;
  for (const { id, home } of open) {
    const knownAt = Math.max(heard.get(home ?? "") ?? 0, begun.get(id) ?? 0);
    const knownMs = now - knownAt;
    // The sweeping node may fail, but no two sweeping nodes fail in a row.
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

test(`cluster: no sequence of failures ends a living node, and no calls outlive their node by a minute (SEED=${seed})`, async () => {
  const faults = new Map<Fault, number>();
  for (let number = 0; number < worlds; number++) {
    const dice = random(seed + number);
    const world = new World(dice, faults);
    await using bench = world.bench;
    for (let count = dice.int(2, 5); count > 0; count--) await world.start();
    // One node stays healthy all the time; otherwise no node could sweep.
    const steady = await world.start();
    for (let now = 0; now < secondsEach; now++) {
      for (const node of world.living) world.live(node);
      for (const node of world.living.filter((each) => each !== steady)) await world.suffer(node);
      await world.second();
    }
    expect(steady.lost).toEqual([]);
    world.count(
      "lost",
      bench.nodes.reduce((sum, { lost }) => sum + lost.length, 0),
    );
    await world.heal();
    const { living } = world;
    const known = living.flatMap((node) => Array.from(node.sessions, (id) => ({ id, home: node.id })));
    const sorted = (all: readonly { readonly id: string }[]) =>
      all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(sorted(bench.open)).toEqual(sorted(known));
    expect(living.map(({ life }) => life.state)).toEqual(living.map(() => "up"));
    expect(living.map(({ life }) => life.view.alive.length)).toEqual(living.map(() => living.length));
  }
  // Each fault has happened often enough.
  expect([faults.size, Math.min(...faults.values()) > 2]).toEqual([7, true]);
}, 240_000);
