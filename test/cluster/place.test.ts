// Placement: the node of each of a million sessions.

import { expect, test } from "bun:test";
import type { NodeRow } from "../../db/port/node-store.ts";
import { ClusterView } from "../../src/cluster/cluster-view.ts";
import { isRecentEnough, place, type PlaceRequest } from "../../src/cluster/place.ts";
import { Placer } from "../../src/cluster/placer.ts";
import { random, seedOf } from "../support/random.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const seed = seedOf(20_261_124);

function row(id: string, more: Partial<NodeRow> = {}): NodeRow {
  return {
    id,
    address: `http://${id}:3000`,
    publicUrl: null,
    region: "",
    version: "1.2.3",
    callsMax: 100,
    calls: 0,
    lagMs: 0,
    speechQueueMs: 0,
    state: "up",
    ageMs: 60_000,
    silentMs: 1_000,
    ...more,
  };
}

function placed(nodes: readonly NodeRow[], more: Partial<PlaceRequest> = {}): string | undefined {
  const dice = random(seed);
  const whole: PlaceRequest = {
    nodes,
    region: "",
    version: "1.2.3",
    placedLately: () => 0,
    random: dice.next,
    ...more,
  };
  return place(whole)?.id;
}

test("place: no node is chosen without nodes, or without room", () => {
  expect(placed([])).toBeUndefined();
  expect(placed([row("a", { calls: 100 })])).toBeUndefined();
  expect(placed([row("a", { calls: 99 })], { placedLately: () => 1 })).toBeUndefined();
  expect(placed([row("a", { callsMax: 0 })])).toBeUndefined();
  expect(placed([row("a", { calls: 99 })])).toBe("a");
});

test("place: only a punctual node that is up is chosen", () => {
  for (const state of ["starting", "draining", "gone"] as const)
    expect(placed([row("a", { state })])).toBeUndefined();
  expect([placed([row("a", { lagMs: 20 })]), placed([row("a", { lagMs: 19 })])]).toEqual([undefined, "a"]);
});

test("place: another region is chosen only without room in the own region", () => {
  const [here, there] = [row("here", { region: "eu", calls: 99 }), row("there", { region: "us" })];
  expect(placed([there, here], { region: "eu" })).toBe("here");
  expect(placed([there, { ...here, calls: 100 }], { region: "eu" })).toBe("there");
  expect(placed([there, { ...here, state: "draining" }], { region: "eu" })).toBe("there");
});

test.each([
  ["1.2.3", "1.2.3", true],
  ["1.2.9", "1.2.3", true],
  ["1.2.0", "1.2.3", true],
  ["1.3.0", "1.2.3", true],
  ["1.1.9", "1.2.3", false],
  ["2.0.0", "1.9.0", true],
  ["1.9.0", "2.0.0", false],
  ["1.10.0", "1.9.0", true],
  ["1.2.0-beta.1", "1.2.3", true],
  ["dev", "1.2.3", false],
  ["1.2.3", "dev", false],
  ["dev", "dev", true],
])("place: a node of version %s accepts a need of %s: %p", (has, asked, takes) => {
  expect(isRecentEnough(has, asked)).toBe(takes);
  expect(placed([row("a", { version: has })], { version: asked })).toBe(takes ? "a" : undefined);
});

test("place: the one of two nodes with more relative room is chosen", () => {
  const [small, large] = [row("small", { calls: 4, callsMax: 10 }), row("large", { calls: 30 })];
  expect(placed([small, large])).toBe("large");
  expect(placed([small, { ...large, calls: 50 }])).toBe("small");
  expect(placed([small, large], { placedLately: (id) => (id === "large" ? 20 : 0) })).toBe("small");
});

test("place: the same random number makes the same choice, and each node is chosen", () => {
  const nodes = ["a", "b", "c"].map((id) => row(id));
  const run = (): (string | undefined)[] => {
    const dice = random(seed);
    return Array.from({ length: 100 }, () => placed(nodes, { random: dice.next }));
  };
  expect(run()).toEqual(run());
  expect(new Set(run())).toEqual(new Set(["a", "b", "c"]));
});

test(`place: a million sessions spread evenly, and none lands at an excluded node (SEED=${seed})`, () => {
  const dice = random(seed);
  const nodes = Array.from({ length: 12 }, (_, index) => ({
    ...row(`n${index}`, { callsMax: dice.pick([50, 100, 200]) }),
    ends: [] as number[],
    shares: [] as number[],
  }));
  const places = nodes.reduce((sum, { callsMax }) => sum + callsMax, 0);
  /** Each session lasts for this many placements, so that seven tenths of all places are taken. */
  const stays = Math.floor(places * 0.7);
  let [most, refused] = [0, 0];
  /** Last reports of the nodes, each as old as a beat. */
  let said: NodeRow[] = [];
  let since = new Map<string, number>();
  for (let number = 0; number < 1_000_000; number++) {
    if (number % 100 === 0) {
      for (const node of nodes) {
        node.ends = node.ends.filter((end) => end > number);
        node.calls = node.ends.length;
        // Three of the nodes leave and rejoin.
        const isOut = ["n0", "n1", "n2"].includes(node.id) && Math.floor(number / 50_000) % 2 === 1;
        node.state = isOut ? dice.pick(["draining", "gone", "starting"] as const) : "up";
      }
      said = nodes.map(({ ends: _ends, shares: _shares, ...node }) => ({ ...node }));
      since = new Map();
    }
    const placedLately = (id: string): number => since.get(id) ?? 0;
    const chosen = place({ nodes: said, region: "", version: "1.2.3", placedLately, random: dice.next });
    if (chosen === undefined) {
      refused += 1;
      const hasRoom = said.some(
        ({ id, state, calls, callsMax }) => state === "up" && calls + placedLately(id) < callsMax,
      );
      if (hasRoom) expect.unreachable("somebody had room");
      continue;
    }
    since.set(chosen.id, placedLately(chosen.id) + 1);
    const node = nodes.find(({ id }) => id === chosen.id)!;
    node.ends.push(number + stays);
    if (node.state !== "up") expect.unreachable(`${node.id} was ${node.state}`);
    const taken = chosen.calls + placedLately(node.id);
    if (taken > node.callsMax) expect.unreachable(`${node.id} was full`);
    const all = nodes.every(({ state }) => state === "up");
    if (!all || number % 50_000 < 10_000) continue;
    most = Math.max(most, taken / node.callsMax);
    if (number % 100 === 0) for (const each of nodes) each.shares.push(each.ends.length / each.callsMax);
  }
  // Perfect placement would give every node a load of seven tenths; random placement would fill the small nodes.
  const means = nodes.map(({ shares }) => shares.reduce((sum, share) => sum + share, 0) / shares.length);
  expect(Math.min(...means)).toBeGreaterThan(0.6);
  expect(Math.max(...means)).toBeLessThan(0.8);
  expect(most).toBeLessThan(1);
  expect(refused).toBeLessThan(500_000);
});

test("placer: it remembers its own placements for ten seconds, and skips silent nodes", async () => {
  const clock = new VirtualClock();
  let nodes = [row("a", { callsMax: 2 }), row("b", { callsMax: 2, silentMs: 6_001 })];
  const node = {
    id: "a",
    get view() {
      return new ClusterView(nodes);
    },
  };
  const placer = new Placer({ clock, node, region: "", version: "1.2.3", random: random(seed).next });
  const ids = (count: number) => Array.from({ length: count }, () => placer.place()?.id);
  expect(ids(3)).toEqual(["a", "a", undefined]);
  await clock.advance(9_000);
  expect(ids(1)).toEqual([undefined]);
  nodes = [nodes[0]!, { ...nodes[1]!, silentMs: 6_000 }];
  expect(ids(3)).toEqual(["b", "b", undefined]);
  await clock.advance(1_000);
  expect(ids(3)).toEqual(["a", "a", undefined]);
});

test("placer: another node is named only when this one has no room, and the other has", () => {
  const clock = new VirtualClock();
  let nodes: NodeRow[] = [];
  const node = {
    id: "a",
    get view() {
      return new ClusterView(nodes);
    },
  };
  const placer = new Placer({ clock, node, region: "", version: "1.2.3", random: random(seed).next });
  const other = (self: Partial<NodeRow>, second: Partial<NodeRow>): string | undefined => {
    nodes = [row("a", { callsMax: 50, ...self }), row("b", { callsMax: 50, ...second })];
    return placer.other()?.id;
  };
  expect(other({ calls: 49 }, { calls: 0 })).toBeUndefined();
  expect(other({ calls: 50 }, { calls: 1 })).toBe("b");
  expect(other({ state: "draining" }, {})).toBe("b");
  expect(other({ lagMs: 40 }, {})).toBe("b");
  expect(other({ calls: 50 }, { calls: 50 })).toBeUndefined();
  expect(other({ calls: 50 }, { silentMs: 7_000 })).toBeUndefined();
});
