// Calls in a real browser that outlive their node, over WebSocket and over WebRTC: after a kill or a stop another node
// asks the same question again.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launch } from "../support/browser/browser.ts";
import { BrowserCaller } from "../support/cluster/browser-caller.ts";
import { type ClusterNode, ClusterWorld } from "../support/cluster/cluster-world.ts";
import { PostgresServer } from "../support/stores/postgres-server.ts";

setDefaultTimeout(240_000);

const owned = new AsyncDisposableStack();
const isLong = process.env["LONG"] !== undefined;
/** Allowed gap on a machine with other work; the README has the gap on an idle one. */
const gapMsMax = 10_000;

let world: ClusterWorld;
let browser: Browser;
let person: Awaited<ReturnType<ClusterWorld["person"]>>;

beforeAll(async () => {
  const postgres = owned.use(await PostgresServer.start());
  const database = await postgres.database();
  const env = { SPEECH_WORKERS: "1" };
  world = owned.use(await ClusterWorld.open({ nodes: 3, databaseUrl: () => database, env }));
  browser = await launch();
  owned.defer(() => browser.close());
  person = await world.person();
});

afterAll(() => owned.disposeAsync());

const transports = ["websocket", "webrtc"] as const;

/** Ways in which a node ends, and how often each is tried. */
const ends = [
  ["is killed", (node: ClusterNode) => world.kill(node), 10],
  ["hangs", (node: ClusterNode) => world.hang(node), 3],
  ["stops", async (node: ClusterNode) => expect(await world.stop(node)).toBe(0), 3],
] as const;

test.each(transports)(
  "page: a call by %s whose nodes die, hang and stop gets the same question from others",
  async (transport) => {
    await using caller = await BrowserCaller.begin({ browser, world, person, transport });
    let back: Promise<void> | undefined;
    for (const [name, end] of ends.flatMap((each) => Array<typeof each>(isLong ? each[2] : 1).fill(each))) {
      await Promise.all([caller.answer(), back]);
      const home = caller.home();
      const gap = await caller.meets(end);
      console.log(`${transport}, its node ${name}: ${JSON.stringify(gap)}`);
      expect(gap.states).toContain("Reconnecting");
      expect(gap.heardMs).toBeLessThan(gapMsMax);
      await world.kill(home);
      back = world.start(home);
    }
    await Promise.all([caller.answer(), back]);
    await caller.leave();
  },
);
