// Callers whose session is on another node: real HTTP between nodes, some of which are dead, silent or stubborn.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { decide, SessionAffinity } from "../../src/cluster/session-affinity.ts";
import type { KnownNode, NodeAddress } from "../../src/cluster/node-directory.ts";
import { NodeRequests } from "../../src/cluster/node-request.ts";
import { NodeSigner } from "../../src/cluster/node-signature.ts";
import { openNodeEndpoint } from "../../src/routes/cluster/node-endpoint.ts";
import type { NodeState } from "../../db/port/node-store.ts";
import { codeOf } from "../support/code-of.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { until } from "../support/until.ts";

const own = "https://b.voice.example";
const key = new Uint8Array(32).fill(9);
const self: NodeAddress = {
  id: "naaaaaaa",
  address: "http://127.0.0.1:1",
  publicUrl: "https://a.voice.example",
};
const signerOf = (id: string): NodeSigner => new NodeSigner({ key, self: () => id, clock: wallClock });

let owned = new AsyncDisposableStack();
let released: (readonly [id: string, to: string | null])[] = [];
let known = new Map<string, KnownNode>();
let elsewhere: SessionAffinity;
/** The clock does not advance, so no living node is too slow on a busy machine. */
let clock = new VirtualClock();

beforeEach(() => {
  owned = new AsyncDisposableStack();
  released = [];
  known = new Map();
  clock = new VirtualClock();
  const nodes = { self, find: (id: string) => Promise.resolve(known.get(id)) };
  elsewhere = new SessionAffinity({
    nodes,
    requests: new NodeRequests({ signer: signerOf(self.id), clock }),
  });
});
afterEach(() => owned.disposeAsync());

interface Behaviour {
  readonly state?: NodeState;
  readonly publicUrl?: string | null;
  /** Id under which the node answers. */
  readonly as?: string;
  readonly release?: () => Promise<boolean>;
}

/** A node that listens, with its session. */
function node({ state = "up", publicUrl = null, as = "nbbbbbbb", release }: Behaviour) {
  const door = openNodeEndpoint({
    signer: signerOf(as),
    self: () => as,
    state: () => state,
    release: release ?? ((...one) => Promise.resolve(released.push(one) > 0)),
    previewOf: () => undefined,
    recordings: { erase: () => Promise.resolve(0), left: () => Promise.resolve(new Map()) },
    phones: () => undefined,
    handle: () => new Response(),
  });
  const answerOf = async (request: Request): Promise<Response> =>
    (await door(request, new URL(request.url).pathname)) ?? new Response("nothing", { status: 404 });
  return listen(answerOf, publicUrl);
}

/** Starts a server as the session's home, and makes its row known. */
function listen(
  answerOf: (request: Request) => Promise<Response> | Response,
  publicUrl: string | null = own,
) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answerOf, error: failed });
  owned.defer(() => server.stop(true));
  const address = `http://127.0.0.1:${server.port}`;
  known.set("nbbbbbbb", { id: "nbbbbbbb", address, publicUrl, isGone: false });
  return server;
}

const running = { id: "ses_1", home: "nbbbbbbb", status: "running" } as const;

test("a dead home is taken over, a living one is asked or named, and a leaving one is asked", () => {
  const of = (publicUrl: string | null, state?: NodeState, isWaiting = false) =>
    decide({ publicUrl, state, isWaiting });
  expect([of(null), of(own), of(own, "gone")]).toEqual(["adopt", "adopt", "adopt"]);
  expect([of(null, "up"), of(null, "starting"), of(null, "draining")]).toEqual([
    "release",
    "release",
    "release",
  ]);
  expect([of(own, "up"), of(own, "starting"), of(own, "draining")]).toEqual([
    "redirect",
    "redirect",
    "release",
  ]);
  // A session whose row shows no connection is requested wherever its home is.
  expect([of(own, "up", true), of(null, "up", true), of(own, undefined, true)]).toEqual([
    "release",
    "release",
    "adopt",
  ]);
});

test("simultaneous callers of a node share one ping, and later ones ping again", async () => {
  let pings = 0;
  listen(() => {
    pings += 1;
    return new Response("another program");
  });
  await Promise.all([1, 2, 3].map(() => elsewhere.free(running)));
  expect(pings).toBe(1);
  await elsewhere.free(running);
  expect(pings).toBe(2);
});

test("sessions without a home, of this node, and of an unknown node are free", async () => {
  node({ publicUrl: own });
  for (const place of [
    { ...running, home: null },
    { ...running, home: self.id },
    { ...running, home: "nccccccc" },
  ]) {
    await elsewhere.free(place);
    expect(await elsewhere.keeper(place)).toBeUndefined();
  }
  expect(released).toEqual([]);
});

test("a waiting session is released by its home, which alone knows whether a client has come", async () => {
  node({ publicUrl: own });
  const waiting = { ...running, status: "waiting" as const };
  await elsewhere.free(waiting);
  expect(released).toHaveLength(1);
  expect(await elsewhere.keeper(waiting)).toBeUndefined();
});

test("a node without an address releases its session", async () => {
  node({});
  await elsewhere.free(running);
  expect(released).toEqual([["ses_1", self.publicUrl]]);
  expect((await elsewhere.keeper(running))?.id).toBe("nbbbbbbb");
});

test("a node with an address keeps its session, and the caller is sent there", async () => {
  node({ publicUrl: own });
  const refusal = await elsewhere.free(running).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "session/elsewhere", options: { origin: own } });
  expect(released).toEqual([]);
});

test("a draining node releases the session on any request", async () => {
  node({ publicUrl: own, state: "draining" });
  await elsewhere.free(running);
  expect(released).toEqual([["ses_1", self.publicUrl]]);
  expect(await elsewhere.keeper(running)).toBeUndefined();
});

test("a node that does not know its session is no obstacle", async () => {
  node({ release: () => Promise.resolve(false) });
  await elsewhere.free(running);
});

test.each([
  ["that listens no more", () => void node({ publicUrl: own }).stop(true)],
  ["in whose place another one is", () => node({ publicUrl: own, as: "nccccccc" })],
  ["in whose place some other server is", () => foreign()],
])("a node %s is dead: its session is free", async (_, open) => {
  open();
  await elsewhere.free(running);
  expect(await elsewhere.keeper(running)).toBeUndefined();
});

test("a node that does not answer in time is dead: its session is free", async () => {
  const asked = silent();
  const free = elsewhere.free(running);
  await until("question", () => asked.length === 1);
  await clock.advance(699);
  expect(await Promise.race([free.then(() => "free"), Promise.resolve("asked")])).toBe("asked");
  await clock.advance(1);
  await free;
  const keeper = elsewhere.keeper(running);
  await until("second question", () => asked.length === 2);
  await clock.advance(700);
  expect(await keeper).toBeUndefined();
});

test("a living node that does not release the session is asked again later", async () => {
  node({ release: () => Promise.reject(new Error("The store is away")) });
  expect(await codeOf(() => elsewhere.free(running))).toBe("cluster/unreachable");
});

test("a node that dies during the release is dead", async () => {
  const server = node({
    release: async () => {
      await server.stop(true);
      return true;
    },
  });
  await elsewhere.free(running);
});

function failed(): Response {
  return new Response("failed", { status: 500 });
}

function foreign(): void {
  listen(() => Response.json({ id: "nbbbbbbb", state: "up" }));
}

/** Starts a home that never answers; returns the requests that it gets. */
function silent(): readonly Request[] {
  const asked: Request[] = [];
  listen((request) => {
    asked.push(request);
    return new Promise<Response>(() => undefined);
  });
  return asked;
}
