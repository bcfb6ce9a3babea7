// Thread that reads documents: the result of a job, and of one that takes too long, dies, or finds no room.

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { openApp } from "../../src/app.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Fault } from "../../src/base/fault.ts";
import { silentLog } from "../../src/base/log.ts";
import { startWorker } from "../../src/base/start-worker.ts";
import { readConfig } from "../../src/config.ts";
import { Documents, type DocumentOrder } from "../../src/documents/documents.ts";
import { jobs, loaderOf } from "../../src/documents/document-jobs.ts";
import type { FromWorker, JobKind, Output } from "../../src/documents/document-message.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const flow = `voice_flow: 1
id: f
language: en
start: a
nodes: {a: {call: other, on_error: b, next: b}, b: {end: done}}
tests: [{name: it ends, script: [{ends: done}]}]
`;
const other =
  "voice_flow: 1\nid: other\nlanguage: en\nstart: a\nnodes: {a: {call: third, on_error: z, next: z}, z: {end: done}}";
const third = "voice_flow: 1\nid: third\nlanguage: en\nstart: a\nnodes: {a: {end: done}}";
const texts: Readonly<Record<string, string>> = { other, third };

const resolve = (id: string): Promise<string | undefined> => Promise.resolve(texts[id]);
const known = { secrets: ["KEY"], allow: [], words: false };

const inputOf = (text: string) => ({
  text,
  documentJson: '{"a":[1]}',
  renames: {},
  name: "A flow",
  theme: "auto" as const,
});

function order<K extends JobKind>(kind: K, text: string, owner = "ada"): DocumentOrder<K> {
  return { kind, input: inputOf(text), known, owner, resolve };
}

/** Resolves with the reason of a rejected promise. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const failure = await failureOf(promise);
  return failure instanceof Fault ? failure.code : undefined;
}

const real = new Documents({ clock: wallClock, log: silentLog });
// The thread has a lower priority than everything else on this machine.
setDefaultTimeout(240_000);
afterAll(() => real[Symbol.asyncDispose]());

interface Odd {
  readonly documents: Documents;
  readonly clock: VirtualClock;
  /** All started threads, in the order of the roles. */
  readonly started: Worker[];
  /** Resolves when the first thread is ready. */
  readonly ready: Promise<unknown>;
}

/** Documents with threads that fail in these ways, one after the other, and healthy threads after them. */
function oddly(...roles: readonly string[]): Odd {
  const clock = new VirtualClock();
  const started: Worker[] = [];
  const ready = Promise.withResolvers<unknown>();
  const start = (): Worker => {
    const role = roles[started.length];
    const worker =
      role === undefined
        ? startWorker("documents")
        : new Worker(new URL("../support/servers/odd-reader.ts", import.meta.url), { env: { ROLE: role } });
    worker.addEventListener("message", ready.resolve);
    started.push(worker);
    return worker;
  };
  return { documents: new Documents({ clock, log: silentLog, start }), clock, started, ready: ready.promise };
}

function once(worker: Worker | undefined, type: "message" | "close"): Promise<unknown> {
  return new Promise((done) => worker?.addEventListener(type, (event) => done((event as MessageEvent).data)));
}

const examples = ["public/flows", "test/flow/examples/more"].flatMap((folder) =>
  [...new Bun.Glob("*.flow.yaml").scanSync(folder)].toSorted().map((name) => `${folder}/${name}`),
);
/** Each run compares a third of the examples, because other tests read them all. */
const compared = process.env["LONG"] === "1" ? examples : examples.filter((_, index) => index % 3 === 0);
const kinds = ["check", "load", "test", "graph", "diagram", "json", "rewrite"] as const;

test.each(kinds)("documents: %s gives the same result as in this thread", async (kind) => {
  const load = loaderOf(known, { resolveFlow: (id) => texts[id] });
  const doing = { load, usedMs: () => 0 };
  const given = [flow, "a: 1 # one\n", ...(await Promise.all(compared.map((path) => Bun.file(path).text())))];
  expect(given.length).toBeGreaterThan(7);
  for (const text of given) {
    const here = new Promise<Output>((done) => done(jobs[kind](inputOf(text), doing)));
    const [there, expected] = await Promise.all(
      [real.do(order(kind, text)), here].map((each) => each.catch((error: unknown) => error)),
    );
    expect(there).toEqual(expected);
    if (expected instanceof Fault) expect((there as Fault).options).toEqual(expected.options);
  }
});

test("documents: called flows are requested, also indirect ones", async () => {
  const { program } = await real.do(order("load", flow));
  expect([...(program.calls.get("other")?.calls.keys() ?? [])]).toEqual(["third"]);
});

test("documents: needed texts are sent along, and the job is done at once", async () => {
  const heard: string[] = [];
  const note = ({ data }: MessageEvent<FromWorker>): void => void heard.push(data.type);
  await using documents = new Documents({ clock: wallClock, log: silentLog });
  await documents.do(order("json", "a: 1"));
  documents.worker?.addEventListener("message", note);
  const asked = await documents.do(order("load", flow));
  expect(heard.splice(0)).toEqual(["wanted", "wanted", "done"]);
  expect(await documents.do({ ...order("load", flow), likely: ["other", "third"] })).toEqual(asked);
  expect(heard).toEqual(["done"]);
});

test("documents: a failed job is a fault with all its details", async () => {
  const failure = (await failureOf(real.do(order("load", "voice_flow: 1\n")))) as Fault;
  expect([failure instanceof Fault, failure.code]).toEqual([true, "flow/invalid"]);
  expect(failure.options.diagnostics?.length).toBeGreaterThan(0);
});

test("documents: a dying thread loses only its own job", async () => {
  let restarts = 0;
  const restarted = (): void => void (restarts += 1);
  await using documents = new Documents({ clock: wallClock, log: silentLog, restarted });
  await documents.do(order("check", flow));
  const doomed = documents.worker;
  const jobs = [flow, flow, flow].map((text) => failureOf(documents.do(order("check", text))));
  doomed?.terminate();
  const [first, ...others] = await Promise.all(jobs);
  expect(String(first)).toContain("has ended");
  expect(others).toEqual([undefined, undefined]);
  expect(documents.worker).not.toBe(doomed);
  expect(restarts).toBe(1);
});

test("documents: a thread that does not start fails one job, and is tried again for the next", async () => {
  const { documents, started, clock } = oddly("broken", "broken");
  const jobs = ["ada", "bob", "cy"].map((owner) => documents.do(order("json", "a: 1", owner)));
  const results = await Promise.allSettled(jobs);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(started.length).toBe(3);
  await documents[Symbol.asyncDispose]();
  expect(clock.pending).toBe(0);
});

test("documents: a job that computes for 2 s is stopped with the remedy, and the next job is done", async () => {
  const { documents, clock, started } = oddly("spinning");
  const [slow, next] = [documents.do(order("check", flow)), documents.do(order("json", "a: 1"))];
  const failure = failureOf(slow);
  const closed = once(started[0], "close");
  while ((await once(started[0], "message")) !== "spun");
  await clock.advance(2_000);
  expect(await failure).toMatchObject({ code: "flow/too-slow" });
  expect(String(await failure)).toContain("divide it");
  expect(await next).toBe('{"a":1}');
  await closed;
  await documents[Symbol.asyncDispose]();
  expect(clock.pending).toBe(0);
});

test("documents: time counts as computing where a thread's processor time is unknown", async () => {
  const { documents, clock, ready } = oddly("nameless");
  const [slow, next] = [codeOf(documents.do(order("check", flow))), documents.do(order("json", "a: 1"))];
  await ready;
  await clock.advance(1_999);
  const thread = documents.worker;
  await clock.advance(1);
  expect(documents.worker).not.toBe(thread);
  expect([await slow, await next]).toEqual(["flow/too-slow", '{"a":1}']);
  await documents[Symbol.asyncDispose]();
});

test("documents: a job without processor time for 10 s is given up, and waiting ends after 8", async () => {
  const { documents, clock, ready } = oddly("silent");
  const stuck = codeOf(documents.do(order("check", flow)));
  const waits = codeOf(documents.do(order("check", flow)));
  await ready;
  await clock.advance(8_000);
  expect(await waits).toBe("flow/busy");
  const later = documents.do(order("json", "a: 1"));
  await clock.advance(2_000);
  expect(await stuck).toBe("flow/busy");
  expect(await later).toBe('{"a":1}');
  await documents[Symbol.asyncDispose]();
});

test("documents: a full queue refuses at once, an owner's before the common one", async () => {
  const { documents, clock, ready } = oddly("silent");
  const codes: Promise<string | undefined>[] = [];
  const ask = (owner: string): Promise<string | undefined> =>
    codeOf(documents.do(order("check", flow, owner)));
  codes.push(ask("first"));
  await ready;
  for (let i = 0; i < 20; i++) codes.push(ask("ada"));
  expect(await ask("ada")).toBe("flow/busy");
  for (let i = 0; i < 80; i++) codes.push(ask(`owner ${i}`));
  expect(await ask("another")).toBe("flow/busy");
  await documents[Symbol.asyncDispose]();
  expect(new Set(await Promise.all(codes))).toEqual(new Set(["flow/busy"]));
  expect(clock.pending).toBe(0);
});

test("documents: closing ends the thread in the middle of a job, and refuses new ones", async () => {
  const documents = new Documents({ clock: wallClock, log: silentLog });
  await documents.do(order("check", flow));
  const closed = once(documents.worker, "close");
  const jobs = [flow, flow].map((text) => codeOf(documents.do(order("test", text))));
  await documents[Symbol.asyncDispose]();
  expect(await Promise.all(jobs)).toEqual(["flow/busy", "flow/busy"]);
  await closed;
  expect(await codeOf(documents.do(order("check", flow)))).toBe("flow/busy");
});

test("documents: the server closes its threads", async () => {
  const opened = await openApp(readConfig({ SPEECH: "off", DATA_DIR: ":memory:" }), { log: silentLog });
  const { documents } = opened.deps;
  expect(documents.worker).toBeUndefined();
  await documents.do(order("check", flow));
  const closed = once(documents.worker, "close");
  await opened[Symbol.asyncDispose]();
  await closed;
});

test("documents: a full queue is 503 with a wait, a slow flow 422", async () => {
  const { documents, clock, ready } = oddly("nameless");
  await using served = await serveTest({ CHECKS_PER_MINUTE: "100" }, { documents });
  const check = () => served.ask("/v1/flows/check", json("POST", { yaml_content: flow }));
  const answers = Array.from({ length: 20 }, check);
  await ready;
  // The first job has left the queue, so this one takes its place.
  answers.push(check());
  const last = await check();
  expect([last.status, last.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await last.json()).toMatchObject({ code: "flow/busy" });
  await clock.advance(2_000);
  const first = await answers[0]!;
  expect(first.status).toBe(422);
  expect(await first.json()).toMatchObject({ code: "flow/too-slow" });
  const others = await Promise.all(answers.slice(1));
  expect(others.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
});
