// Whole servers as nodes on one store: how a change on one appears on another.

import { expect, spyOn, test } from "bun:test";
import type { FileStore } from "../../db/sqlite/file-store.ts";
import type { Store } from "../../db/port/store.ts";
import { openApp } from "../../src/app.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { memoryStore } from "../support/servers/store.ts";
import { json } from "../support/json-request.ts";
import { warmSpeech } from "../support/servers/served.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";

const second = 1_000;
const environment = {
  DATA_DIR: ":memory:",
  MASTER_KEY: "ab".repeat(32),
  PASSWORD_MEMORY_MIB: "1",
  ENGINE_AUTH: "required",
  DRAIN_SECONDS: "5",
  REQUESTS_PER_MINUTE: "30",
};

interface Houses extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly store: FileStore;
  readonly servers: readonly Awaited<ReturnType<typeof openApp>>[];
  ask(server: number, path: string, init?: RequestInit): Promise<Response>;
}

async function houses(count: number, isShared = true, more: Record<string, string> = {}): Promise<Houses> {
  const clock = new VirtualClock();
  const store = memoryStore();
  const shared: Store = { ...store, isShared };
  const config = readConfig({ ...environment, ...more });
  const servers: Awaited<ReturnType<typeof openApp>>[] = [];
  for (let index = 0; index < count; index++)
    servers.push(await openApp(config, { clock, store: shared, log: silentLog, speech: warmSpeech }));
  await clock.advance(3 * second);
  return {
    clock,
    store,
    servers,
    async ask(server, path, init) {
      return await servers[server]!.app.handle(new Request(`http://localhost${path}`, init));
    },
    async [Symbol.asyncDispose]() {
      const closing = Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
      await clock.advance(20 * second);
      await closing;
      store[Symbol.dispose]();
    },
  };
}

/** Creates a person with an account on the first node. */
const signUp = (at: Houses): Promise<Person> => signUpAt({ ask: (path, init) => at.ask(0, path, init) });

test("nodes: each server is up, sees the others, and places sessions on any of them", async () => {
  await using at = await houses(3);
  const ids = at.servers.map(({ cluster }) => cluster.node.id);
  for (const { cluster } of at.servers)
    expect(cluster.node.view.alive.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(at.servers.map(({ cluster }) => cluster.node.state)).toEqual(["up", "up", "up"]);
  const chosen = Array.from({ length: 60 }, () => at.servers[0]!.cluster.placer.place()?.id);
  expect(new Set(chosen)).toEqual(new Set(ids));
});

test("nodes: a key that is revoked at one ends its sessions at another", async () => {
  await using at = await houses(2);
  const { login, service, keyId } = await signUp(at);
  await answer(at.ask(1, "/v1/sessions", json("POST", {}, service)));
  const { sessions } = at.servers[1]!.deps;
  expect(sessions.idsInUse("keyId")).toEqual([keyId]);
  const revoked = await at.ask(0, `/auth/api-keys/${keyId}`, { method: "DELETE", headers: login });
  expect(revoked.ok).toBe(true);
  await at.clock.advance(5 * second);
  expect(sessions.idsInUse("keyId")).toEqual([]);
});

test("nodes: requests of an account are counted over all of them", async () => {
  await using at = await houses(3);
  const { login } = await signUp(at);
  await at.clock.advance(60 * second);
  let through = 0;
  for (let number = 0; number < 150; number++) {
    const answer = await at.ask(number % 3, "/v1/credits/balance", { headers: login });
    if (answer.status === 200) through += 1;
    else expect(answer.status).toBe(429);
    await at.clock.advance(200);
  }
  expect(through).toBeGreaterThanOrEqual(30);
  expect(through).toBeLessThan(40);
});

test("nodes: a node that is drained from outside takes no more calls, and continues its own", async () => {
  await using at = await houses(2);
  const [one, other] = at.servers;
  const { id } = one!.cluster.node;
  await at.store.nodes.setState({ id, from: ["up"], to: "draining", at: at.clock.wall() });
  await at.clock.advance(4 * second);
  expect([one!.deps.sessions.isDraining, one!.cluster.node.state]).toEqual([true, "draining"]);
  expect(Array.from({ length: 20 }, () => other!.cluster.placer.place()?.id)).not.toContain(id);
  expect((await at.ask(0, "/health")).status).toBe(200);
});

test("nodes: a lone server joins, is up and leaves, without a beat while idle", async () => {
  await using at = await houses(1, false);
  const { node } = at.servers[0]!.cluster;
  const stateOf = async () =>
    (await at.store.nodes.list(at.clock.wall())).find(({ id }) => id === node.id)?.state;
  expect([await stateOf(), node.view.alive.map(({ id }) => id)]).toEqual(["up", [node.id]]);
  const beats = spyOn(at.store.nodes, "beat");
  await at.clock.advance(60 * second);
  expect(beats).not.toHaveBeenCalled();
  await at.servers[0]![Symbol.asyncDispose]();
  expect(await stateOf()).toBe("gone");
});

test("nodes: a new server ends no open session of others", async () => {
  await using at = await houses(2);
  const { service } = await signUp(at);
  await answer(at.ask(0, "/v1/sessions", json("POST", {}, service)));
  const { clock } = at;
  const home = at.servers[0]!.cluster.node.id;
  const open = () => at.store.sessions.openAt({ home, before: clock.wall() + 1 });
  expect((await open()).length).toBe(1);
  const store: Store = { ...at.store, isShared: true };
  const third = await openApp(readConfig(environment), { clock, store, log: silentLog, speech: warmSpeech });
  await clock.advance(20 * second);
  expect([(await open()).length, third.cluster.node.view.alive.length]).toEqual([1, 3]);
  const closing = third[Symbol.asyncDispose]();
  await clock.advance(20 * second);
  await closing;
});
