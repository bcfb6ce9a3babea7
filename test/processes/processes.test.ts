// Several real processes on a machine: one port, one file with one writer, and the consequences of their deaths.

import { expect, test } from "bun:test";
import { connect, type WsClient } from "../support/callers/ws-client.ts";
import { checkData } from "../support/crash/crash-check.ts";
import { Acknowledged } from "../support/crash/crash-load.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { checkHooks } from "../support/cluster/cluster-laws.ts";
import { CountingCaller, countingFlow } from "../support/cluster/counting-caller.ts";
import { random, seedOf } from "../support/random.ts";
import { freePort } from "../support/servers/free-port.ts";
import { HookReceiver } from "../support/servers/hook-receiver.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { isAlive, ServedProcesses } from "../support/servers/served-processes.ts";
import { tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

const textOf = (name: string): string =>
  `voice_flow: 1\nid: x\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n# ${name}\n`;

/** Makes so many calls that the kernel gives some to each process. */
async function callEach(served: ServedProcesses, person: Person, told: Acknowledged): Promise<WsClient[]> {
  const calls: WsClient[] = [];
  const from = served.log.length;
  const started = () => served.log.slice(from).filter(({ event }) => event === "call.started");
  while (new Set(started().map((line) => line["process"])).size < 2 || calls.length < 4) {
    const call = await connect(`${served.url}/ws`, { headers: person.service });
    const ready = await call.ready();
    calls.push(call);
    await until("line of it", () => started().length === calls.length);
    expect(ready.type).toBe("bot-ready");
  }
  for (const line of started()) told.sessions.push(String(line["session"]));
  return calls;
}

/** Restarts on the same data as one process, which ends the calls that were left open, and stops it. */
async function checkAfterRestart(folder: string, told: Acknowledged): Promise<void> {
  await using again = await ServedProcesses.open(folder, { count: 1 });
  expect(await again.stop()).toBe(0);
  checkData(folder, told);
}

test("processes: people, keys, flows and calls are the same at each process, and SIGTERM ends all in order", async () => {
  using folder = tempFolder();
  await using served = await ServedProcesses.open(folder.path);
  const told = new Acknowledged();
  const person = await signUpAt({ ask: (path, init) => served.ask(path, init) });
  told.emails.push(person.email);
  told.keys.push({ id: person.keyId, key: person.key });
  for (let i = 0; i < 12; i += 1) {
    const body = { name: `n${i}`, yaml_content: textOf(`n${i}`) };
    const { id } = await answer<{ id: string }>(
      served.ask("/v1/flows", json("POST", body, person.service)),
      201,
    );
    const { name } = await answer<{ name: string }>(
      served.ask(`/v1/flows/${id}`, { headers: person.service }),
    );
    expect(name).toBe(body.name);
    told.flows.set(id, 1);
  }
  expect(served.by("request")).toEqual([0, 1]);
  // The data belongs to this server, which makes a second one refuse to start.
  const second = new Program(product, {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder.path, SPEECH: "off" },
  });
  await using _ = second;
  const { code, err } = await second.ended();
  expect([code, err]).toEqual([1, expect.stringContaining(folder.path)]);
  // The calls begin only here: a call without sound for four seconds ends as failed, and the start of a program takes
  // that long.
  const calls = await callEach(served, person, told);
  const children = [served.pid(0), served.pid(1)];
  expect(await served.stop()).toBe(0);
  const closed = await Promise.all(calls.map((call) => call.closed));
  expect([...new Set(closed.map((each) => each.code))]).toEqual([1001]);
  expect(children.filter(isAlive)).toEqual([]);
  expect(served.all("process.died")).toEqual([]);
  checkData(folder.path, told);
}, 240_000);

test("processes: a killed process ends only its own calls, and returns", async () => {
  using folder = tempFolder();
  await using served = await ServedProcesses.open(folder.path);
  const told = new Acknowledged();
  const person = await signUpAt({ ask: (path, init) => served.ask(path, init) });
  const calls = await callEach(served, person, told);
  const lines = served.all("call.started");
  const isOfDead = (at: number): boolean => lines[at]?.["process"] === 1;
  const pid = served.pid(1);
  served.kill(1, "SIGKILL");
  await Promise.all(calls.filter((_, at) => isOfDead(at)).map((call) => call.closed));
  const others = calls.filter((_, at) => !isOfDead(at));
  expect(others.length).toBeGreaterThan(0);
  // The remaining processes still answer.
  await Promise.all(
    others.map(async (call) => {
      call.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "hello" } });
      await call.message("bot-started-speaking");
    }),
  );
  await until("other process in its place", () => served.pid(1) !== pid);
  expect(served.all("process.died")).toMatchObject([{ process: 1, signal: "SIGKILL" }]);
  await served.ready();
  expect(new Set(served.all("process.ready").map((line) => line["node"])).size).toBe(2);
  await callEach(served, person, told);
  expect(await served.stop()).toBe(0);
  await checkAfterRestart(folder.path, told);
}, 240_000);

test("processes: the others end at once when the first one is killed, without another write", async () => {
  using folder = tempFolder();
  const told = new Acknowledged();
  {
    await using served = await ServedProcesses.open(folder.path);
    const person = await signUpAt({ ask: (path, init) => served.ask(path, init) });
    const calls = await callEach(served, person, told);
    const child = served.pid(1);
    served.kill(0, "SIGKILL");
    await Promise.all(calls.map((call) => call.closed));
    await until("end of the other process", () => !isAlive(child), 2_000);
  }
  await checkAfterRestart(folder.path, told);
}, 240_000);

test("processes: hooks get the calls of all processes, each event once and in order, and metrics count all of them", async () => {
  using folder = tempFolder();
  using receiver = new HookReceiver();
  const port = await freePort();
  await using served = await ServedProcesses.open(folder.path, {
    OUTBOUND_ALLOW: receiver.origin,
    METRICS_ADDRESS: `127.0.0.1:${port}`,
  });
  const told = new Acknowledged();
  const person = await signUpAt({ ask: (path, init) => served.ask(path, init) });
  const hook = { url: receiver.url, events: ["session.started", "session.ended"] };
  const { secret } = await answer<{ secret: string }>(
    served.ask("/v1/hooks", json("POST", hook, person.login)),
    201,
  );
  receiver.secret = secret;
  const calls = await callEach(served, person, told);
  const open = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return [...text.matchAll(/^voice_flow_calls_active\{.*\} (\d+)$/gm)].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  };
  await until("call of each process in the metrics", async () => (await open()) === calls.length);
  expect(await served.stop()).toBe(0);
  await using again = await ServedProcesses.open(folder.path, { OUTBOUND_ALLOW: receiver.origin });
  await receiver.until(
    ({ taken }) => taken.filter(({ type }) => type === "session.ended").length >= calls.length,
  );
  expect(receiver.complaints).toEqual([]);
  expect(new Set(receiver.received.map(({ session }) => session))).toEqual(new Set(told.sessions));
  checkHooks(receiver.received);
  expect(await again.stop()).toBe(0);
}, 240_000);

test("processes: the printed link works at any process, once", async () => {
  using folder = tempFolder();
  await using program = new Program(product, {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      PROCESSES: "2",
      DATA_DIR: folder.path,
      ENGINE_AUTH: "required",
      LOG_FORMAT: "pretty",
      SPEECH: "off",
    },
  });
  const [, token = ""] = await program.says(/#token=(\S+)/);
  const [, address = ""] = await program.says(/process\.ready.*(http:\/\/127\.0\.0\.1:\d+)/);
  const exchange = () => fetch(`${address}/auth/exchange`, json("POST", { token }));
  // The first process is known from its first beat on; a failed exchange has used up no token.
  await until("exchange of the printed token", async () => (await exchange()).status === 200);
  expect((await exchange()).status).toBe(401);
}, 240_000);

test("processes: callers with a broken line get the same question at another process, also after a kill", async () => {
  using folder = tempFolder();
  await using served = await ServedProcesses.open(folder.path);
  const told = new Acknowledged();
  const person = await signUpAt({ ask: (path, init) => served.ask(path, init) });
  const body = { name: "counting", yaml_content: countingFlow };
  const made = served.ask("/v1/flows", json("POST", body, person.service));
  const { id: flowId } = await answer<{ id: string }>(made, 201);
  const facts = { url: served.url, key: person.key, flowId, chance: random(seedOf(7)) };
  const callers = Array.from({ length: 6 }, () => new CountingCaller({ ...facts, thinkMs: [600, 1_200] }));
  await Promise.all(callers.map((caller) => caller.begin()));
  const goOn = async (): Promise<void> => {
    const before = callers.map(({ answered }) => answered);
    await until("answers of all", () =>
      callers.every(({ answered }, at) => answered > (before[at] ?? 0) + 1),
    );
  };
  await goOn();
  for (let round = 0; round < 3; round += 1) {
    for (const caller of callers) caller.breakLine();
    await goOn();
  }
  // If one process had adopted all, a coin would have fallen on the same side eighteen times.
  expect(served.all("session.adopted").length).toBeGreaterThan(0);
  served.kill(1, "SIGKILL");
  await goOn();
  await Promise.all(callers.map((caller) => caller.leave()));
  expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
  told.sessions.push(...callers.map(({ sessionId }) => sessionId));
  expect(await served.stop()).toBe(0);
  checkData(folder.path, told);
}, 240_000);
