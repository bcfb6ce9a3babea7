// Routes of calls: GET /v1/calls and its details find, read, tag, price and sum up a real call for its own account.

import { expect, test } from "bun:test";
import type { Environment } from "../../../src/config.ts";
import type { JsonObject } from "../../../src/mcp/rpc-message.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { over } from "../../support/mcp-over-http.ts";
import { McpPeer } from "../../support/mcp-peer.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { serve } from "../../support/servers/clocked.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { until } from "../../support/until.ts";

const noted = `voice_flow: 1
id: noted
language: en
start: ask
defaults: {give_up: bye}
variables:
  topic: {type: text, ask: "What is it about"}
  pin: {type: text, sensitive: true, ask: "What is your password"}
nodes:
  ask: {ask: topic, next: pin}
  pin: {ask: pin, next: bye}
  bye: {say: "You said {{ topic }}. Goodbye.", end: done}
`;

interface Listed {
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  readonly next_cursor: string | null;
}

function serveCalls(environment: Environment = {}): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest(environment, { speech });
}

/** Calls as a caller who types the answers; returns the session's id. */
async function called(
  served: TestServer,
  { service }: Person,
  words: readonly string[],
  { text = noted, context = {} }: { readonly text?: string; readonly context?: JsonObject } = {},
): Promise<string> {
  const upload = json("POST", { name: "Noted", yaml_content: text }, service);
  const { id: flow_id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const url = served.url();
  const started = fetch(`${url}/v1/sessions`, json("POST", { flow_id, context }, service));
  const { ws_url, session_id } = await answer<{ ws_url: string; session_id: string }>(started);
  await using client = await connect(ws_url);
  await client.ready();
  for (const content of words) {
    client.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content } });
    await client.message("bot-stopped-speaking");
  }
  await client.closed;
  await until("its end", async () => {
    const { calls } = await answer<Listed>(served.ask("/v1/calls?status=ended", { headers: service }));
    return calls.some(({ id }) => id === session_id);
  });
  return session_id;
}

test("calls: a call is found by its words but not by sensitive ones, and returned with all known facts", async () => {
  await using served = await serveCalls();
  const ada = await signUpAt(served);
  const bob = await signUpAt(served);
  const { service } = ada;
  const id = await called(served, ada, ["My zebra is ill", "tangerine"]);
  const list = async (query: string, headers: Record<string, string> = service) =>
    await answer<Listed>(served.ask(`/v1/calls${query}`, { headers }));
  const { calls } = await list("?q=Zebra+ill");
  expect(calls).toMatchObject([
    {
      id,
      status: "ended",
      end_reason: "completed",
      outcome: "done",
      flow_name: "Noted",
      flow_revision: 1,
      transport: "websocket",
      tags: [],
      note: null,
    },
  ]);
  expect(Date.parse(String(calls[0]?.["created_at"]))).toBeGreaterThan(0);
  for (const query of ["?q=tangerine", "?failed=true", "?q=zebra&transport=webrtc", "?to=2020-01-01"])
    expect([query, (await list(query)).calls]).toEqual([query, []]);
  expect((await list("?q=zebra", bob.service)).calls).toEqual([]);
  // Searches as a coding agent does.
  const search = async (args: JsonObject, headers: Record<string, string> = service) =>
    (await new McpPeer(over(served, headers), "stateless").call("calls_search", args)).text;
  const day = String(calls[0]?.["created_at"]).slice(0, 10);
  const found = await search({ words: "zebra ill", status: "ended", failed: false, from: day, limit: 1 });
  expect(found).toMatch(new RegExp(`^${id}  ${day}T\\S+, \\d+ s  Noted  done$`));
  for (const [args, headers] of [
    [{ words: "tangerine" }, service],
    [{ words: "zebra", outcome: "lost" }, service],
    [{ words: "zebra" }, bob.service],
  ] as const)
    expect(await search(args, headers)).toBe("No calls match.");
  const whole = await answer<Record<string, unknown>>(served.ask(`/v1/calls/${id}`, { headers: service }));
  expect(whole).toMatchObject({ ...calls[0], session_id: id, latency: expect.any(Array) as unknown });
  expect(JSON.stringify(whole["transcript"])).toContain("zebra");
  const ledger = await answer<{ entries: { kind: string; cents: number }[] }>(
    served.ask(`/v1/calls/${id}/ledger`, { headers: service }),
  );
  expect(ledger.entries.map(({ kind }) => kind)).toEqual(["hold", "settle", "release"]);
  expect(ledger.entries[1]?.cents).toBe(Number(calls[0]?.["cost_cents"]));
  const figures = await answer<{ today: object; days: object[] }>(
    served.ask("/v1/figures?days=2", { headers: service }),
  );
  expect(figures).toMatchObject({ now: { calls: 0 }, today: { calls: 1, succeeded: 1, failed: 0 } });
  expect(figures.days).toHaveLength(2);
  expect(figures.days[1]).toMatchObject(figures.today);
  const others = { headers: bob.service };
  expect(await answer<object>(served.ask("/v1/figures", others))).toMatchObject({ today: { calls: 0 } });
  for (const path of ["", "/ledger"])
    await problem(served.ask(`/v1/calls/${id}${path}`, others), 404, "session/not-found");
});

test("remarks: given fields are written, absent ones stay, and all are exported and erased with the call", async () => {
  await using served = await serve();
  const { service } = await signUpAt(served);
  const start = json("POST", { subject: "+49 30 901820" }, service);
  const { session_id: id } = await answer<{ session_id: string }>(served.ask("/v1/sessions", start));
  const patch = (body: object) => served.ask(`/v1/calls/${id}`, json("PATCH", body, service));
  expect(await answer<object>(patch({ note: '=1+1, "now"', tags: ["b", "a"] }))).toMatchObject({
    note: '=1+1, "now"',
    tags: ["a", "b"],
  });
  expect(await answer<object>(patch({ tags: ["b"] }))).toMatchObject({ tags: ["b"], note: '=1+1, "now"' });
  for (const body of [{ note: "x".repeat(2_001) }, { tags: ["a", "a"] }, { tags: ["a\n"] }, { label: "x" }])
    await problem(patch(body), 422, "request/invalid");
  const csv = await served.ask("/v1/calls", { headers: { ...service, accept: "text/csv" } });
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head = "", line = ""] = (await csv.text()).split("\r\n");
  expect(head.split(",").slice(0, 3)).toEqual(["id", "created_at", "started_at"]);
  // The line has neither a formula nor a cell too many.
  expect(line).toEndWith(`,"b","'=1+1, ""now"""`);
  const archive = await served.ask("/v1/export?subject=%2B49%2030%20901820", { headers: service });
  // The archive stores the file without compression.
  expect(Buffer.from(await archive.bytes()).toString()).toContain(JSON.stringify('=1+1, "now"'));
  expect(await answer<object>(patch({ note: "" }))).toMatchObject({ note: null });
});

test("list: pages lead to each call once, and JSON lines have them all", async () => {
  await using served = await serve();
  const { service } = await signUpAt(served);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    await served.clock.advance(1);
    const started = served.ask("/v1/sessions", json("POST", {}, service));
    ids.unshift((await answer<{ session_id: string }>(started)).session_id);
  }
  const found: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: Listed = await answer<Listed>(served.ask(`/v1/calls?limit=2${query}`, { headers: service }));
    found.push(...page.calls.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(found).toEqual(ids);
  const lines = await (await served.ask("/v1/calls?format=jsonl&limit=2", { headers: service })).text();
  const each = lines.trimEnd().split("\n");
  expect(each.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
  for (const query of [
    "limit=0",
    "limit=201",
    "cursor=x",
    "from=yesterday",
    "from=2026-13-41",
    "failed=1",
    "status=x",
  ])
    await problem(served.ask(`/v1/calls?${query}`, { headers: service }), 422, "request/bad-query");
  for (const query of ["days=0", "days=367"])
    await problem(served.ask(`/v1/figures?${query}`, { headers: service }), 422, "request/bad-query");
});

test("deliveries: refused deliveries are listed, and sent again on request, in order", async () => {
  using receiver = new HookReceiver();
  receiver.mood = "fails";
  await using served = await serveCalls({ OUTBOUND_ALLOW: receiver.origin });
  const ada = await signUpAt(served);
  const bob = await signUpAt(served);
  const { service } = ada;
  const wanted = json("POST", { url: receiver.url, events: ["session.started", "session.ended"] }, ada.login);
  const hook = await answer<{ hook_id: string; secret: string }>(served.ask("/v1/hooks", wanted), 201);
  receiver.secret = hook.secret;
  const id = await called(served, ada, ["zebras", "tigers"]);
  const path = `/v1/calls/${id}/deliveries`;
  const waiting = async () => {
    const list = answer<{ deliveries: Record<string, unknown>[] }>(served.ask(path, { headers: service }));
    return (await list).deliveries;
  };
  await until("its first failure", async () => (await waiting())[0]?.["attempts"] === 1);
  const [first, second] = await waiting();
  const facts = { hook_id: hook.hook_id, url: receiver.url, last_error: null, delivered_at: null };
  expect(first).toMatchObject({ ...facts, event: "session.started", status: "retrying" });
  expect(second).toMatchObject({ ...facts, event: "session.ended", status: "behind", next_at: null });
  const retry = (of: unknown, headers = service) =>
    served.ask(`${path}/${String(of)}/retry`, { method: "POST", headers });
  await problem(retry(second?.["id"]), 409, "hook/delivery-behind");
  await problem(retry(first?.["id"], bob.service), 404, "hook/delivery-not-found");
  await problem(served.ask(path, { headers: bob.service }), 404, "session/not-found");
  receiver.mood = "takes";
  expect((await retry(first?.["id"])).status).toBe(202);
  const isDone = async (count: number): Promise<boolean> =>
    receiver.taken.length === count && (await waiting()).every(({ status }) => status === "delivered");
  await until("all of them", () => isDone(2));
  expect(receiver.taken.map(({ type }) => type)).toEqual(["session.started", "session.ended"]);
  const [started, ended] = await waiting();
  const over = { ...facts, next_at: null, can_retry: true, delivered_at: expect.any(String) };
  expect(started).toMatchObject({ ...over, event: "session.started", attempts: 2 });
  expect(ended).toMatchObject({ ...over, event: "session.ended", attempts: 1 });
  await problem(retry(started?.["id"], bob.service), 404, "hook/delivery-not-found");
  expect((await retry(started?.["id"])).status).toBe(202);
  await until("the first once more", () => isDone(3));
  // The receiver recognises the repeated event by its id.
  expect(receiver.taken[2]?.id).toBe(receiver.taken[0]!.id);
  await problem(retry(started?.["id"]), 404, "hook/delivery-not-found");
  expect(
    (await served.ask(`/v1/hooks/${hook.hook_id}`, { method: "DELETE", headers: ada.login })).status,
  ).toBe(204);
  expect((await waiting()).map(({ can_retry: canRetry }) => canRetry)).toEqual([false, false]);
});

test("test: a test made from a call's record passes in its flow, once masked values are invented", async () => {
  await using served = await serveCalls();
  const ada = await signUpAt(served);
  const { service } = ada;
  const id = await called(served, ada, ["My zebra is ill", "tangerine"]);
  const made = await answer<{ yaml: string; notes: string[] }>(
    served.ask(`/v1/calls/${id}/test`, { headers: service }),
  );
  expect(made.yaml).not.toContain("tangerine");
  expect(made.notes).toHaveLength(1);
  const tested = noted + made.yaml.replaceAll("•••", "tangerine");
  const report = await answer<{ passed: boolean; tests: { name: string }[] }>(
    served.ask("/v1/flows/test", json("POST", { yaml_content: tested }, service)),
  );
  expect(report).toMatchObject({ passed: true, tests: [{ name: "My zebra is ill, tangerine" }] });
  const assistant = answer<{ session_id: string }>(served.ask("/v1/sessions", json("POST", {}, service)));
  const { session_id } = await assistant;
  const none = served.ask(`/v1/calls/${session_id}/test`, { headers: service });
  await problem(none, 409, "session/no-test");
});

/** Results of its tools, the day and the context decide on words and edges. */
const tables = (http: string): string => `voice_flow: 1
id: tables
language: en
timezone: Europe/Berlin
start: ask
defaults: {give_up: bye}
variables:
  guest: {type: text, input: true, default: nobody}
  day: {type: date, ask: "Which day"}
  place: {type: text, default: none}
  code: {type: text, sensitive: true, default: none}
tools:
  find: {params: {day: date}, http: ${http}/find}
  book: {http: ${http}/book}
nodes:
  ask: {ask: day, next: find}
  find: {tool: find, with: {day: day}, save: {place: result.place}, next: [{if: place == "the garden", goto: book}, {else: bye}], on_error: bye}
  book: {tool: book, save: {code: result.code}, next: done, on_error: bye}
  done: {say: "{{ guest }} sits in {{ place }} on {{ day }}.", end: booked}
  bye: {say: "Goodbye.", end: lost}
`;

test("test: it has tools, time and context of the call, and no sensitive value", async () => {
  using desk = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      Response.json(url.includes("/find") ? { place: "the garden", spare: [1, 2] } : { code: "tangerine" }),
  });
  await using served = await serveCalls({ OUTBOUND_ALLOW: `127.0.0.1:${desk.port}` });
  const ada = await signUpAt(served);
  const { service } = ada;
  const text = tables(`GET http://127.0.0.1:${desk.port}`);
  const id = await called(served, ada, ["tomorrow"], { text, context: { guest: "Grace" } });
  const made = await answer<{ yaml: string; notes: string[] }>(
    served.ask(`/v1/calls/${id}/test`, { headers: service }),
  );
  expect(made.yaml).toContain("the garden");
  expect(made.yaml).not.toContain("tangerine");
  expect(made.notes).toEqual([expect.stringContaining("{} stands for it under mocks: book.")]);
  const report = await answer<{ passed: boolean; tests: object[] }>(
    served.ask("/v1/flows/test", json("POST", { yaml_content: text + made.yaml }, service)),
  );
  expect([report.passed, report.tests, made.yaml]).toEqual([true, report.tests, made.yaml]);
});
