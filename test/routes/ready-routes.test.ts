// Readiness: over the real routes a load balancer receives each reason why the server takes no calls.

import { expect, test } from "bun:test";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { notReady, type Readiness } from "../../src/routes/ready-routes.ts";
import { fakeCalls, serveTest, warmSpeech } from "../support/servers/served.ts";

const fine: Readiness = {
  isWarm: true,
  isDraining: false,
  isFull: false,
  isAway: false,
  overload: undefined,
  calls: 2,
  callsMax: 3,
};

test("ready: calls are accepted while there is room, and each reason against it is named", () => {
  expect(notReady(fine)).toEqual([]);
  expect(notReady({ ...fine, calls: 3 })).toEqual(["full"]);
  expect(notReady({ ...fine, calls: 4 })).toEqual(["full"]);
  expect(notReady({ ...fine, overload: "lagging" })).toEqual(["lagging"]);
  expect(notReady({ ...fine, overload: "speech-queue" })).toEqual(["speech-queue"]);
  expect(notReady({ ...fine, isAway: true })).toEqual(["database-away"]);
  const all = { ...fine, isWarm: false, isDraining: true, isFull: true };
  expect(notReady(all)).toEqual(["warming-up", "draining", "disk-full"]);
});

test("ready: a warm server reports it, with its number of calls", async () => {
  await using served = await serveTest({ ENGINE_OPEN_SESSIONS_MAX: "7" });
  const response = await served.ask("/ready");
  expect([response.status, await response.json()]).toEqual([200, { ready: true, calls: 0, calls_max: 7 }]);
  expect(await (await served.ask("/live")).json()).toEqual({ live: true });
});

test("ready: a warming server is alive, and not ready", async () => {
  const given = { speech: warmSpeech, calls: fakeCalls({ ready: false }) };
  await using served = await serveTest({}, given);
  const response = await served.ask("/ready");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await response.json()).toMatchObject({
    code: "server/not-ready",
    detail: "warming-up: the speech engines are loading.",
  });
  expect((await served.ask("/live")).status).toBe(200);
});

test("ready: answers to machines are not logged", async () => {
  await using served = await serveTest({}, { speech: warmSpeech, calls: fakeCalls({ ready: false }) });
  for (const path of ["/ready", "/live", "/health"]) await served.ask(path);
  const lines = served.events.filter(({ event }) => event === "request");
  expect(lines.map(({ level, status }) => [level, status])).toEqual([
    ["debug", 503],
    ["debug", 200],
    ["debug", 200],
  ]);
});

test("ready: a balancer with HTTP/1.0 and without a host gets an answer", async () => {
  await using served = await serveTest();
  const socket = connect(Number(new URL(served.url()).port), "127.0.0.1");
  socket.end("GET /ready HTTP/1.0\r\n\r\n");
  const [head = ""] = (await text(socket)).split("\r\n");
  expect(head).toContain(" 200 ");
});
