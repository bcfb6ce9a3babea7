// Routes of sessions: POST and GET /v1/sessions, GET /v1/sessions/{session_id} and the socket of a session, with every
// field, status and limit.

import { expect, test } from "bun:test";
import type { Environment } from "../../../src/config.ts";
import type { ProblemDocument } from "../../../src/routes/http/problem-document.ts";
import { until } from "../../support/until.ts";
import { serve } from "../../support/servers/clocked.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { connect } from "../../support/callers/ws-client.ts";

interface Started {
  readonly session_token: string;
  readonly ws_url: string;
  readonly transport: string;
  readonly credits_remaining: number;
  readonly held_usd_cents: number;
  readonly warnings: readonly object[];
  readonly session_id: string;
}

const runnable = `voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello:
    say: Hello. Goodbye.
    end: done
`;

function start(served: TestServer, { service }: Person, body: object = {}): Promise<Response> {
  return served.ask("/v1/sessions", json("POST", body, service));
}

async function started(served: TestServer, person: Person, body: object = {}): Promise<Started> {
  return await answer<Started>(start(served, person, body));
}

async function uploaded(served: TestServer, { service }: Person, yaml_content: string): Promise<string> {
  const upload = json("POST", { name: "Greeting", yaml_content }, service);
  return (await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201)).id;
}

function warm() {
  return { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
}

function serveCalls(environment: Environment = {}): Promise<TestServer> {
  return serveTest(environment, { speech: warm() });
}

test("start: it answers 200 with token, address, transport and credits", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const response = await start(served, person);
  const body = await answer<Started>(response);
  expect(body).toEqual({
    session_token: expect.stringMatching(/^vst_[\w-]{43}$/) as string,
    ws_url: `ws://localhost/v1/ws/${body.session_token}`,
    transport: "websocket",
    credits_remaining: 200,
    held_usd_cents: 3,
    session_id: expect.stringMatching(/^ses_[0-9A-Z]{26}$/) as string,
    warnings: [],
  });
  // The server keeps only a hash.
  expect(JSON.stringify(await served.data.rows("sessions"))).not.toContain(body.session_token);
  expect(JSON.stringify(served.events)).not.toContain(body.session_token);
  const other = await started(served, person);
  expect(other.session_token).not.toBe(body.session_token);
});

const addresses: readonly [name: string, environment: Environment, headers: object, expected: string][] = [
  ["the request's host", {}, { host: "127.0.0.1:8080" }, "ws://127.0.0.1:8080"],
  ["PUBLIC_URL", { PUBLIC_URL: "https://voice.example" }, {}, "wss://voice.example"],
  ["a plain PUBLIC_URL", { PUBLIC_URL: "http://voice.example:81" }, {}, "ws://voice.example:81"],
  ["no stranger's header", {}, { "x-forwarded-proto": "https" }, "ws://localhost"],
];

test.each(addresses)("start: the address is built from %s", async (_name, environment, headers, expected) => {
  await using served = await serveTest(environment);
  const { service } = await signUpAt(served);
  const asked = json("POST", {}, { host: "localhost", ...service, ...(headers as Record<string, string>) });
  const { ws_url, session_token } = await answer<Started>(served.ask("/v1/sessions", asked));
  expect(ws_url).toBe(`${expected}/v1/ws/${session_token}`);
});

const keys = (number: number): object => Object.fromEntries(Array.from({ length: number }, (_, i) => [i, 1]));
const good: readonly [name: string, body: object][] = [
  ["nothing", {}],
  ["64 keys of context", { context: keys(64) }],
  ["16 KiB of context", { context: { a: "x".repeat(16 * 1_024 - 8) } }],
  ["16 KiB of metadata", { metadata: { a: "x".repeat(16 * 1_024 - 8) } }],
  ["nested values", { context: { a: [1, { b: null }] }, metadata: { "": true, é: 1.5 } }],
];

test.each(good)("start: it accepts %s, and returns it unchanged", async (_name, body) => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const { session_id } = await started(served, person, body);
  const whole = await answer<object>(served.ask(`/v1/sessions/${session_id}`, { headers: person.service }));
  expect(whole).toMatchObject({ context: {}, metadata: {}, ...body });
});

const bad: readonly [name: string, body: unknown, pointer: string][] = [
  ["a list", [], ""],
  ["a flow id that is a number", { flow_id: 1 }, "/flow_id"],
  ["an empty flow id", { flow_id: "" }, "/flow_id"],
  ["a context that is a text", { context: "a" }, "/context"],
  ["a context that is a list", { context: [] }, "/context"],
  ["65 keys of context", { context: keys(65) }, "/context"],
  ["more than 16 KiB of context", { context: { a: "x".repeat(16 * 1_024 - 7) } }, "/context"],
  ["more than 16 KiB by bytes", { context: { a: "é".repeat(8 * 1_024) } }, "/context"],
  ["a metadata of null", { metadata: null }, "/metadata"],
  ["more than 16 KiB of metadata", { metadata: { a: "x".repeat(16 * 1_024 - 7) } }, "/metadata"],
];

test.each(bad)("start: %s is 422 with its place", async (_name, body, pointer) => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const { errors } = await problem(
    served.ask("/v1/sessions", json("POST", body, service)),
    422,
    "request/invalid",
  );
  expect(errors?.[0]?.pointer).toBe(pointer);
});

test("start: a flow of the account can be used, no other, and none that cannot run", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const flow_id = await uploaded(served, ada, runnable);
  const { session_id } = await started(served, ada, { flow_id });
  const list = await answer<object[]>(served.ask("/v1/sessions", { headers: ada.service }));
  expect(list).toMatchObject([{ session_id, flow_id }]);
  await problem(start(served, bob, { flow_id }), 404, "flow/not-found");
  await problem(start(served, ada, { flow_id: "flow_00000000000000000000000000" }), 404, "flow/not-found");
  await problem(start(served, ada, { flow_id: "welcome" }), 404, "flow/not-found");
  const ahead = await uploaded(served, ada, runnable.replace("    end: done", "    call: other"));
  const { diagnostics } = await problem(start(served, ada, { flow_id: ahead }), 422, "flow/invalid");
  const [error] = diagnostics?.filter(({ severity }) => severity === "error") ?? [];
  expect(error).toMatchObject({ line: 6 });
  const notes = await uploaded(served, ada, "groceries: [milk]\n");
  await problem(start(served, ada, { flow_id: notes }), 422, "flow/invalid");
});

test("start: missing credits for a minute are 402, and too many at once are 429", async () => {
  await using served = await serve({ SESSIONS_PER_ACCOUNT_MAX: "66" });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  for (let i = 0; i < 66; i++) await started(served, ada);
  const busy = await problem(start(served, ada), 429, "session/limit");
  expect(Number(busy.headers.get("retry-after"))).toBeGreaterThan(0);
  await started(served, bob);
  await served.clock.advance(5 * 60_000);
  // Sessions without a client have returned their holds.
  for (let i = 0; i < 66; i++) await started(served, ada);
});

test("start: two hundred at once on the last three cents start exactly one", async () => {
  await using served = await serveTest({ SESSIONS_PER_ACCOUNT_MAX: "1000" });
  const person = await signUpAt(served);
  // 65 held minutes leave five cents, which pay one minute and leave two cents.
  for (let i = 0; i < 65; i++) await started(served, person);
  const responses = await Promise.all(Array.from({ length: 200 }, () => start(served, person)));
  const statuses = responses.map(({ status }) => status);
  expect([200, 402].map((status) => statuses.filter((each) => each === status).length)).toEqual([1, 199]);
  const balance = await answer<object>(served.ask("/v1/credits/balance", { headers: person.service }));
  expect(balance).toMatchObject({ balance_usd_cents: 200, held_usd_cents: 198 });
});

test("list: it has the last fifty sessions, newest first, with exactly these fields", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const ids: string[] = [];
  for (let i = 0; i < 52; i++) {
    ids.push((await started(served, person)).session_id);
    await served.clock.advance(1_000);
  }
  const list = await answer<{ session_id: string }[]>(served.ask("/v1/sessions", { headers: person.login }));
  expect(list.map(({ session_id }) => session_id)).toEqual(ids.reverse().slice(0, 50));
  expect(list[0]).toEqual({
    session_id: ids[0] ?? "",
    // The prefix is longer if the token begins with the node's id.
    token_prefix: expect.stringMatching(/^vst_[\w-]{8}(?:[\w-]{8})?$/) as string,
    flow_id: null,
    started_at: served.clock.wall() / 1_000 - 1,
    ended_at: null,
    duration_secs: 0,
  } as never);
  const other = await signUpAt(served);
  expect(await answer<unknown>(served.ask("/v1/sessions", { headers: other.service }))).toEqual([]);
});

test("read: another account's session, and an unknown one, are answered with 404", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { session_id } = await started(served, ada);
  for (const [id, { service }] of [
    [session_id, bob],
    ["ses_00000000000000000000000000", ada],
    ["nothing", ada],
  ] as const)
    await problem(served.ask(`/v1/sessions/${id}`, { headers: service }), 404, "session/not-found");
});

test("read: a finished session is complete", async () => {
  await using served = await serveCalls();
  const url = served.url();
  const { service } = await signUpAt(served);
  const flow_id = await uploaded(served, { service } as Person, runnable);
  const body = json("POST", { flow_id, metadata: { ticket: 7 } }, service);
  const { ws_url, session_id } = await answer<Started>(fetch(`${url}/v1/sessions`, body));
  await using client = await connect(ws_url);
  const ready = await client.ready();
  expect(ready.data?.["about"]).toMatchObject({ session_id, mode: "flow", program_id: flow_id });
  expect(await client.closed).toEqual({ code: 1000, reason: "completed" });
  const ended = await client.message("session_end");
  const whole = await answer<Record<string, unknown>>(
    served.ask(`/v1/sessions/${session_id}`, { headers: service }),
  );
  expect(whole).toEqual({
    session_id,
    token_prefix: ws_url
      .split("/")
      .at(-1)
      ?.slice(0, process.env["STORE"] === "postgres" ? 20 : 12),
    flow_id,
    started_at: expect.any(Number) as number,
    ended_at: expect.any(Number) as number,
    duration_secs: expect.any(Number) as number,
    status: "ended",
    outcome: "done",
    end_reason: "completed",
    context: {},
    metadata: { ticket: 7 },
    transcript: [{ role: "agent", at_secs: expect.any(Number) as number, text: "Hello. Goodbye." }],
    latency: [],
    tools: [],
    transfers: [],
    on_end: null,
    provider_failures: [],
    failures: [],
    supervision: [],
    usage: { connected_secs: whole["duration_secs"], turns: 0, tts_characters: 14, items: [] },
    cost_usd_cents: Math.ceil(Number(whole["duration_secs"])) * 0.05,
  });
  const told = Number(ended.data?.["duration_ms"]) / 1_000;
  expect(Math.abs(Number(whole["duration_secs"]) - told)).toBeLessThan(0.1);
});

const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-version": "13",
};

test("token: an invalid token is refused before the upgrade, with its reason", async () => {
  await using served = await serveCalls();
  const url = served.url();
  const person = await signUpAt(served);
  const over = await started(served, person);
  const overUrl = `${url}/v1/ws/${over.session_token}`;
  await (await connect(overUrl)).close();
  while ((await fetch(overUrl, { headers: upgrade })).status !== 410);
  const open = await started(served, person);
  const cases: readonly [name: string, token: string, headers: object, status: number, code: string][] = [
    ["garbage", "x", upgrade, 401, "auth/invalid"],
    ["one nobody issued", `vst_${"A".repeat(43)}`, upgrade, 401, "auth/invalid"],
    ["one that is too long", `${open.session_token}A`, upgrade, 401, "auth/invalid"],
    ["one in other letters", open.session_token.toUpperCase(), upgrade, 401, "auth/invalid"],
    ["an API key", person.key, upgrade, 401, "auth/invalid"],
    ["a login", person.token, upgrade, 401, "auth/invalid"],
    ["one that is over", over.session_token, upgrade, 410, "session/over"],
    ["one that is over, without an upgrade", over.session_token, {}, 410, "session/over"],
    ["an open one without an upgrade", open.session_token, {}, 426, "request/upgrade-required"],
    [
      "a foreign subprotocol",
      open.session_token,
      { ...upgrade, "sec-websocket-protocol": "mqtt" },
      400,
      "request/subprotocol",
    ],
  ];
  for (const [name, token, headers, status, code] of cases) {
    const response = await fetch(`${url}/v1/ws/${token}`, { headers: headers as Record<string, string> });
    const document = (await response.json()) as ProblemDocument;
    expect([name, response.status, document.code]).toEqual([name, status, code as typeof document.code]);
    expect(response.headers.get("www-authenticate") !== null).toBe(status === 401);
    if (token.length > 20) expect(JSON.stringify(document)).not.toContain(token);
  }
  // None of these requests has used up the open session.
  await using client = await connect(`${url}/v1/ws/${open.session_token}`);
  await client.ready();
  expect(JSON.stringify(served.events)).not.toContain(open.session_token);
});

test("token: the token of an ended session returns 410 on every route", async () => {
  await using served = await serveCalls({ ENGINE_AUTH: "required" });
  const { session_token: token } = await started(served, await signUpAt(served));
  const byQuery = (path: string): Promise<Response> => fetch(`${served.url()}${path}?token=${token}`);
  expect((await byQuery("/ice-servers")).status).toBe(200);
  await (await connect(`${served.url()}/ws?token=${token}`)).close();
  while ((await byQuery("/ice-servers")).status !== 410);
  for (const path of ["/ws", "/ice-servers"]) await problem(byQuery(path), 410, "session/over");
  const offer = json("POST", { sdp: "v=0", type: "offer" });
  await problem(fetch(`${served.url()}/offer?token=${token}`, offer), 410, "session/over");
});

test("token: it expires after five minutes without a connection", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const { session_token } = await started(served, person);
  await served.clock.advance(299_999);
  const path = `/v1/ws/${session_token}`;
  await problem(served.ask(path), 503, "speech/unavailable");
  await served.clock.advance(1);
  // A database needs a moment.
  await until("end of the session", async () => (await served.ask(path)).status === 410);
  await problem(served.ask(path), 410, "session/over");
  const balance = await answer<object>(served.ask("/v1/credits/balance", { headers: person.service }));
  expect(balance).toMatchObject({ balance_usd_cents: 200, held_usd_cents: 0 });
});

test("token: a full process returns 503, and it opens later", async () => {
  await using served = await serveCalls({ ENGINE_OPEN_SESSIONS_MAX: "1" });
  const url = served.url();
  const person = await signUpAt(served);
  const first = await connect(`${url}/ws`);
  const { session_token } = await started(served, person);
  await problem(fetch(`${url}/v1/ws/${session_token}`, { headers: upgrade }), 503, "calls/limit");
  await first.close();
  while ((await fetch(`${url}/ws`)).status === 503);
  await using client = await connect(`${url}/v1/ws/${session_token}`);
  await client.ready();
});

test("token: a dropped client returns to the same conversation; a second one replaces the first", async () => {
  await using served = await serveCalls();
  const url = served.url();
  const person = await signUpAt(served);
  const { session_token, session_id } = await started(served, person);
  const address = `${url}/v1/ws/${session_token}?features=clear&out_rate=8000`;
  const dropped = await connect(address);
  await dropped.ready();
  expect((await dropped.message("session")).data).toMatchObject({ state: "created", session_id });
  // The DOM's type does not know that Bun can drop a socket without a close frame.
  (dropped.socket as WebSocket & { terminate(): void }).terminate();
  await dropped.closed;
  const second = await connect(address);
  const ready = await second.ready();
  expect(ready.data?.["about"]).toMatchObject({ session_id, features: ["clear"] });
  expect((await second.message("session")).data).toMatchObject({ state: "resumed", session_id });
  const third = await connect(address);
  expect(await second.closed).toEqual({ code: 4409, reason: "replaced" });
  await third.ready();
  third.send({ type: "client-message", data: { t: "end" } });
  expect((await third.closed).code).toBe(1000);
  const list = await answer<object[]>(served.ask("/v1/sessions", { headers: person.service }));
  expect(list).toMatchObject([{ session_id, ended_at: expect.any(Number) as number }]);
  await problem(served.ask(`/v1/ws/${session_token}`), 410, "session/over");
});

test("engine: a call with credentials belongs to its account; with a session's token to that session", async () => {
  await using served = await serveCalls({ ENGINE_AUTH: "required" });
  const url = served.url();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const flow_id = await uploaded(served, ada, runnable);
  const flow = `${url}/ws?mode=flow&program_id=${flow_id}`;
  await using client = await connect(flow, { headers: ada.service });
  await client.ready();
  await client.closed;
  const list = await answer<object[]>(served.ask("/v1/sessions", { headers: ada.service }));
  expect(list).toMatchObject([{ flow_id, token_prefix: "" }]);
  await problem(fetch(flow, { headers: { ...upgrade, ...bob.service } }), 404, "flow/not-found");
  const offer = json("POST", { sdp: "v=0", type: "offer" }, bob.service);
  await problem(fetch(flow.replace("/ws", "/offer"), offer), 404, "flow/not-found");
  const { session_token, session_id } = await started(served, ada);
  await using byToken = await connect(`${url}/ws?token=${session_token}`);
  const ready = await byToken.ready();
  expect(ready.data?.["about"]).toMatchObject({ session_id });
});
