// Directory of nodes: addresses come from beats, and from the store only when no beat told them.

import { expect, test } from "bun:test";
import type { NodeRow } from "../../db/port/node-store.ts";
import { ClusterView } from "../../src/cluster/cluster-view.ts";
import { KnownNodes } from "../../src/cluster/node-directory.ts";

const row = (id: string, state: NodeRow["state"] = "up"): NodeRow => ({
  id,
  address: `http://${id}`,
  publicUrl: null,
  region: "",
  version: "1.2.3",
  state,
  calls: 0,
  callsMax: 9,
  lagMs: 0,
  speechQueueMs: 0,
  ageMs: 1,
  silentMs: 1,
});

function open(heard: readonly string[], stored: readonly NodeRow[]) {
  let looks = 0;
  const list = (): Promise<readonly NodeRow[]> => {
    looks += 1;
    return Promise.resolve(stored);
  };
  const nodes = new KnownNodes({
    store: { nodes: { list } },
    clock: { wall: () => 7 },
    self: () => row("n1"),
    view: () => new ClusterView(heard.map((id) => row(id))),
  });
  return { nodes, looks: () => looks };
}

test("directory: a node of the last beat is found without a request to the store", async () => {
  const { nodes, looks } = open(["n1", "n2"], []);
  expect(await nodes.find("n2")).toMatchObject({ id: "n2", address: "http://n2", isGone: false });
  expect(nodes.others().map(({ id }) => id)).toEqual(["n2"]);
  expect(looks()).toBe(0);
});

test("directory: a later or dead node is asked for in the store", async () => {
  const { nodes, looks } = open(["n1"], [row("n3"), row("n4", "gone")]);
  expect(await nodes.find("n3")).toMatchObject({ id: "n3", isGone: false });
  expect(await nodes.find("n4")).toMatchObject({ id: "n4", isGone: true });
  expect(await nodes.find("n5")).toBeUndefined();
  expect(looks()).toBe(3);
});
