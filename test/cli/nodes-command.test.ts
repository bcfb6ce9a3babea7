// Commands `nodes` and `drain` beside running nodes, as an operator runs them.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { openStore, type FileStore } from "../../db/sqlite/file-store.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Membership } from "../../src/cluster/membership.ts";
import { Program } from "../support/servers/program.ts";
import { type Folder, migrations, tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

let folder: Folder;
let store: FileStore;
let life: Membership;
let drains = 0;

beforeAll(async () => {
  folder = tempFolder();
  store = openStore({ directory: folder.file("data"), migrations });
  const facts = { publicUrl: null, region: "eu-west", version: "1.2.3", callsMax: 50 };
  const address = "http://10.0.0.7:3000";
  const shared = { ...store, isShared: true };
  const options = { store: shared, clock: wallClock, log: silentLog, facts: { ...facts, address } };
  ({ node: life } = await Membership.join(options));
  life.begin({
    figures: () => ({ calls: 7, callsMax: 50, lagMs: 3, speechQueueMs: 40 }),
    ready: Promise.resolve(),
    lost: () => undefined,
    drain: () => void (drains += 1),
  });
  const at = wallClock.wall();
  for (const id of ["nsilent1", "ngone123"]) {
    const old = { publicUrl: "https://n2.voice.example", region: "", version: "1.2.2", callsMax: 9, address };
    await store.nodes.join({ ...old, id, at: at - 4 * 3_600_000 });
  }
  await store.nodes.setState({ id: "ngone123", from: ["starting"], to: "gone", at: at - 600_000 });
  await until("it is up", () => life.state === "up");
  await until("its figures are stored", async () => (await store.nodes.list(at))[0]?.calls === 7);
});

afterAll(async () => {
  await life[Symbol.asyncDispose]();
  store[Symbol.dispose]();
  folder[Symbol.dispose]();
});

/** Returns the exit code, and the text of both streams. */
async function run(...args: string[]): Promise<[code: number, text: string]> {
  const env = { DATA_DIR: folder.file("data") };
  const { code, out, err } = await new Program([...product, ...args], { env }).ended();
  return [code, out + err];
}

test("nodes: it prints a line for each node, the youngest first", async () => {
  const [code, text] = await run("nodes");
  const [head, ...lines] = text.trimEnd().split("\n");
  expect([code, lines.length]).toEqual([0, 3]);
  expect(head).toMatch(/^NODE +ADDRESS +REGION +VERSION +STATE +CALLS +LAG +LAST BEAT$/);
  expect(lines[0]).toMatch(
    new RegExp(
      `^${life.id} +http://10\\.0\\.0\\.7:3000 +eu-west +1\\.2\\.3 +(?:up|draining) +7/50 +3 ms +[0-9] s ago$`,
    ),
  );
  expect(text).toMatch(/^nsilent1 .* - +1\.2\.2 +starting +0\/9 +0 ms +4 h ago$/m);
  expect(text).toMatch(/^ngone123 .* gone .* 10 min ago$/m);
});

test("nodes: --json prints all known facts", async () => {
  const [code, text] = await run("nodes", "--json");
  const rows = JSON.parse(text) as Record<string, unknown>[];
  expect([code, rows.length]).toEqual([0, 3]);
  expect(rows[0]).toEqual({
    id: life.id,
    address: "http://10.0.0.7:3000",
    public_url: null,
    region: "eu-west",
    version: "1.2.3",
    // Another test drains this node, and the tests run in any order.
    state: expect.stringMatching(/^(?:up|draining)$/),
    calls: 7,
    calls_max: 50,
    lag_ms: 3,
    speech_queue_ms: 40,
    age_ms: expect.any(Number),
    silent_ms: expect.any(Number),
  });
});

test("nodes, drain: wrong arguments print the usage", async () => {
  expect(await run("nodes", "--jsno")).toEqual([
    2,
    expect.stringMatching(/did you mean '--json'\?\nUsage: /),
  ]);
  expect(await run("nodes", "all")).toEqual([2, expect.stringContaining("Usage: ")]);
  expect(await run("drain")).toEqual([2, expect.stringMatching(/^Usage: .*drain NODE\n$/m)]);
  expect(await run("drain", "a", "b")).toEqual([2, expect.stringContaining("Usage: ")]);
});

test("drain: an unknown node is refused with the list of nodes", async () => {
  const [code, text] = await run("drain", "nobody");
  expect([code, text]).toEqual([1, `There is no node "nobody". There are ${life.id}, nsilent1.\n`]);
});

test("drain: a node that would not notice the drain is refused", async () => {
  expect(await run("drain", "nsilent1")).toEqual([1, expect.stringContaining("last reported 4 h ago")]);
  expect(await run("drain", "ngone123")).toEqual([1, expect.stringContaining("has been gone for 10 min")]);
});

test("drain: the node notices within two seconds, and the effect is printed", async () => {
  const [code, text] = await run("drain", life.id);
  expect([code, text]).toEqual([0, expect.stringMatching(/^n\w{7} stops taking new calls within 2 s\./)]);
  await until("it has heard of it", () => drains === 1);
  expect(life.state).toBe("draining");
  expect(await run("drain", life.id)).toEqual([0, expect.stringContaining("is already draining")]);
});

test("nodes: a lone server is listed, with the reason for its missing beats", async () => {
  using own = tempFolder();
  const env = { SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: own.file("data") };
  const server = new Program(product, { env });
  await server.url();
  const list = async (): Promise<string> => (await new Program([...product, "nodes"], { env }).ended()).out;
  expect(await list()).toMatch(/ up +0\/0 /);
  server.child.kill("SIGTERM");
  await server.ended();
  expect(await list()).toMatch(/ gone +0\/0 /);
  const alone = openStore({ directory: own.file("data"), migrations });
  const old = {
    address: "http://127.0.0.1:3000",
    publicUrl: null,
    region: "",
    version: "1.2.3",
    callsMax: 9,
  };
  await alone.nodes.join({ ...old, id: "nalone12", at: wallClock.wall() - 3_600_000 });
  alone[Symbol.dispose]();
  expect(await list()).toContain("A server without a cluster sends no beats");
});
