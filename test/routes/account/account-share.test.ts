// Account share: limits of one account on room for its data and on places for its sessions.

import { expect, test } from "bun:test";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { small } from "../../support/small-flows.ts";
import { hashOf } from "../../../src/cloud/random-secret.ts";
import { connect, type WsClient } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { serve } from "../../support/servers/clocked.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

const kib = 1_024;

test("share: an account above its storage gets advice on making room, and the next account has its own share", async () => {
  await using served = await serveTest({ STORAGE_PER_ACCOUNT_MIB: "1" });
  const [greedy, other] = [await signUpAt(served), await signUpAt(served)];
  const long = `${small}\n# ${"x".repeat(200 * kib)}`;
  const store = (name: string, service: Record<string, string>) =>
    served.ask("/v1/flows?draft=true", json("POST", { name, yaml_content: long }, service));
  // All requests at once: each is counted before the next.
  const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => store(`n${at}`, greedy.service)));
  const stored = answers.filter(({ status }) => status === 201);
  expect(stored).toHaveLength(5);
  const refused = answers.find(({ status }) => status !== 201)!;
  expect(await problem(Promise.resolve(refused), 507, "storage/full")).toMatchObject({
    detail:
      "An account keeps at most 1 MiB of flows with their revisions, secrets, knowledge, sounds, transcripts and recordings: delete some, or keep transcripts and recordings for fewer days (PUT /v1/retention).",
  });
  const { id } = (await stored[0]!.json()) as { readonly id: string };
  // The server keeps a new revision beside the old one.
  const change = json("PUT", { yaml_content: `${long}y` }, greedy.service);
  expect((await served.ask(`/v1/flows/${id}?draft=true`, change)).status).toBe(507);
  expect((await store("a", other.service)).status).toBe(201);
  const removed = await served.ask(`/v1/flows/${id}`, { method: "DELETE", headers: greedy.service });
  expect(removed.status).toBe(204);
  expect((await store("again", greedy.service)).status).toBe(201);
});

test("share: recordings stop first, and sessions when transcripts and documents alone exceed it", async () => {
  await using served = await serve({ STORAGE_PER_ACCOUNT_MIB: "1", RECORD: "on" });
  const person = await signUpAt(served);
  const upload = json("POST", { name: "Flow", yaml_content: small }, person.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const start = () => served.ask("/v1/sessions", json("POST", { flow_id: id }, person.service));
  const { session_id: sessionId } = await answer<{ session_id: string }>(start());
  const accountId = (await served.store.keys.use(hashOf(person.key), { at: 1, notedEveryMs: 0 }))!.accountId;
  const at = served.clock.wall();
  await served.store.retention.setRecorded("here", { at, accounts: [{ accountId, bytes: kib ** 2 }] });
  expect((await start()).status).toBe(200);
  expect(served.events).toContainEqual(
    expect.objectContaining({ event: "recording.no-room", account: accountId, mib: 1 }),
  );
  await problem(served.ask("/v1/flows?draft=true", upload), 507, "storage/full");
  const event = { sessionId, atMs: 1, type: "caller", data: { text: "x".repeat(kib ** 2) } };
  const batch = { home: "other", number: 1, rows: [], patches: new Map(), snapshots: new Map() };
  await served.store.of(accountId).sessions.write({ ...batch, events: [event] });
  expect((await problem(start(), 507, "storage/full")).detail).toContain("keep transcripts");
});

test("share: the sessions of one account leave places to others", async () => {
  await using served = await serveTest({ ENGINE_OPEN_SESSIONS_MAX: "10", SESSIONS_PER_ACCOUNT_SHARE: "40" });
  for (const person of [await signUpAt(served), await signUpAt(served)]) {
    const upload = json("POST", { name: "Flow", yaml_content: small }, person.service);
    const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
    const start = () => served.ask("/v1/sessions", json("POST", { flow_id: id }, person.service));
    for (let sessions = 0; sessions < 4; sessions += 1) expect((await start()).status).toBe(200);
    expect(await problem(start(), 429, "session/limit")).toMatchObject({
      detail: "An account has at most 4 sessions at the same time: end one, or wait.",
    });
  }
});

/** Begins a session and connects to it; returns the caller, or the status with which either is refused. */
async function calls(served: TestServer, { service }: Person): Promise<number | WsClient> {
  const began = await served.ask("/v1/sessions", json("POST", {}, service));
  if (began.status !== 200) return began.status;
  const { session_token: token } = (await began.json()) as { session_token: string };
  try {
    return await connect(`${served.url()}/v1/ws/${token}`);
  } catch {
    const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    const key = { "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==" };
    return (await fetch(`${served.url()}/v1/ws/${token}`, { headers: { ...headers, ...key } })).status;
  }
}

/** Results of so many attempts of one person to call: open callers, and the statuses of refusals. */
async function tries(served: TestServer, person: Person, count: number) {
  const all: (number | WsClient)[] = [];
  for (let i = 0; i < count; i += 1) all.push(await calls(served, person));
  const open = all.filter((each) => typeof each !== "number");
  return { open, refused: all.filter((each) => typeof each === "number") };
}

const houseOfSix = (): Promise<TestServer> => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({ ENGINE_OPEN_SESSIONS_MAX: "6" }, { speech });
};

test("share: a lone account has all places", async () => {
  await using served = await houseOfSix();
  const { open, refused } = await tries(served, await signUpAt(served), 7);
  expect([open.length, refused]).toEqual([6, [503]]);
  for (const client of open) await client.close();
});

test("share: two new accounts cannot keep a third from calling", async () => {
  await using served = await houseOfSix();
  const [first, second, third] = [await signUpAt(served), await signUpAt(served), await signUpAt(served)];
  const all = [await tries(served, first, 6), await tries(served, second, 6), await tries(served, third, 1)];
  expect(all.map(({ open }) => open.length)).toEqual([4, 1, 1]);
  expect(all.flatMap(({ refused }) => refused)).toEqual(Array(2 + 5).fill(429));
  for (const { open } of all) for (const client of open) await client.close();
});
