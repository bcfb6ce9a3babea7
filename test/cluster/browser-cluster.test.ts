// A call in a real browser outlives its node, over a WebSocket and over WebRTC: killed or stopped, another node asks the
// same question again.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launch } from "../support/browser/browser.ts";
import { BrowserCaller } from "../support/cluster/browser-caller.ts";
import { ClusterWorld } from "../support/cluster/cluster-world.ts";
import { PostgresServer } from "../support/stores/postgres-server.ts";

setDefaultTimeout(240_000);

const owned = new AsyncDisposableStack();
const kills = process.env["LONG"] === undefined ? 1 : 10;
/** Of a machine with other work; what it is on an idle one stands in the README. */
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

test.each(transports)(
  "page: a call by %s whose node is killed is asked the same question by another",
  async (transport) => {
    await using caller = await BrowserCaller.begin({ browser, world, person, transport });
    for (let kill = 0; kill < kills; kill++) {
      await caller.answer();
      let killed = world.nodes[0];
      const gap = await caller.meets((home) => world.kill((killed = home)));
      console.log(`${transport}, killed: ${JSON.stringify(gap)}`);
      expect(gap.states).toContain("Reconnecting");
      expect(gap.heardMs).toBeLessThan(gapMsMax);
      await caller.answer();
      if (killed !== undefined) await world.start(killed);
    }
    await caller.leave();
  },
);

test.each(transports)(
  "page: a call by %s whose node stops is asked the same question by another at once",
  async (transport) => {
    await using caller = await BrowserCaller.begin({ browser, world, person, transport });
    for (let stop = 0; stop < kills; stop++) {
      await caller.answer();
      let stopped = world.nodes[0];
      const gap = await caller.meets(async (home) => {
        stopped = home;
        expect(await world.stop(home)).toBe(0);
      });
      console.log(`${transport}, stopped: ${JSON.stringify(gap)}`);
      expect(gap.heardMs).toBeLessThan(gapMsMax);
      await caller.answer();
      if (stopped !== undefined) await world.start(stopped);
    }
    await caller.leave();
  },
);
