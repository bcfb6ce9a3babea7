// Listeners of a process: it stops and starts listening under load, unnoticed by new and present connections.

import { afterEach, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { Listeners } from "../../src/processes/listeners.ts";
import { socketSettings } from "../../src/routes/call/socket-routes.ts";
import { serveSettings } from "../../src/routes/http/request-edge.ts";
import { connect } from "../support/callers/ws-client.ts";
import { until } from "../support/until.ts";

/** Apps that learned that a request for a socket did not become one. */
const refused: string[] = [];

afterEach(() => {
  expect(refused.splice(0)).toEqual([]);
});

function named(name: string): Elysia {
  return new Elysia({ serve: serveSettings, systemRouter: false })
    .get("/", ({ request, server }) => `${name} ${server?.requestIP(request)?.address}`)
    .get("/ws", ({ request, server }) => {
      const open = (socket: { send(text: string): void }): void =>
        socket.send(JSON.stringify({ type: name }));
      const message = (socket: { send(text: string): void }): void =>
        socket.send(JSON.stringify({ type: "still" }));
      const data = { open, message, close: () => undefined, drain: () => undefined };
      if (server?.upgrade(request, { data }) === true) return undefined;
      refused.push(name);
      return new Response("No", { status: 400 });
    }) as unknown as Elysia;
}

function openListeners(port: number): Listeners {
  return new Listeners({
    hostname: "127.0.0.1",
    own: "machine",
    port,
    serve: serveSettings,
    websocket: socketSettings,
  });
}

const own = (doors: Listeners): string => `http://127.0.0.1:${doors.ownPort}`;

const fresh = async (url: string): Promise<string> =>
  (await (await fetch(url, { keepalive: false, headers: { connection: "close" } })).text()).split(" ")[0] ??
  "";

test("listeners: a process has its own address, and shares one with its siblings", async () => {
  await using first = openListeners(0);
  first.claim(named("a"));
  await using second = openListeners(first.port);
  second.open(named("b"));
  expect(await fresh(own(first))).toBe("a");
  expect(await (await fetch(own(second))).text()).toBe("b 127.0.0.1");
  const url = `http://127.0.0.1:${first.port}`;
  expect(await fresh(url)).toBe("a");
  await second.listen(true);
  const heard = new Set<string>();
  await until("answer of both", async () => heard.add(await fresh(url)).size === 2);
});

test("listeners: a foreign listener's port is not shared", async () => {
  await using first = openListeners(0);
  first.claim(named("a"));
  await using other = openListeners(first.port);
  expect(() => other.claim(named("b"))).toThrow("in use");
});

test("listeners: a process that stops listening keeps its sockets and running requests, and gets no new ones", async () => {
  await using first = openListeners(0);
  first.claim(named("a"));
  const url = `http://127.0.0.1:${first.port}`;
  const stayed = await connect(`${url}/ws`);
  await stayed.message("a");
  await using second = openListeners(first.port);
  second.open(named("b"));
  await second.listen(true);
  for (let round = 0; round < 5; round += 1) {
    await first.listen(false);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fresh(url)));
    expect(new Set(answers)).toEqual(new Set(["b"]));
    const call = await connect(`${url}/ws`);
    expect((await call.message("b")).type).toBe("b");
    stayed.send("there?");
    await stayed.message("still");
    // This changes the decision in the middle of its execution.
    const [on, off] = [first.listen(true), first.listen(false)];
    await Promise.all([on, off, first.listen(true)]);
    await until("answer of the first one", async () => (await fresh(url)) === "a");
    await call.close();
  }
  await stayed.close();
});
