// Routes of hooks: GET and POST /v1/hooks, DELETE /v1/hooks/{hook_id}, and the events of a session.

import { expect, test } from "bun:test";
import { cpSync } from "node:fs";
import type { Environment } from "../../../src/config.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { failureOf } from "../../support/failure-of.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { connect } from "../../support/callers/ws-client.ts";

interface Created {
  readonly hook_id: string;
  readonly url: string;
  readonly events: string[];
  readonly created_at: number;
  readonly secret: string;
}

const address = "https://crm.example.com/hooks?account=7";

function create(served: TestServer, { login }: Person, body: object): Promise<Response> {
  return served.ask("/v1/hooks", json("POST", body, login));
}

test("hooks: the secret is in the first answer and nowhere else", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const events = ["session.ended", "plan.chosen"];
  const made = await answer<Created>(create(served, person, { url: address, events }), 201);
  expect(made).toEqual({
    hook_id: expect.stringMatching(/^hook_[0-9A-Z]{26}$/) as string,
    url: address,
    events,
    created_at: expect.any(Number) as number,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
  });
  const { secret: _secret, ...shown } = made;
  expect(await answer(served.ask("/v1/hooks", { headers: person.login }))).toEqual([shown]);
});

test("hooks: a hook without a list gets all of our events", async () => {
  await using served = await serveTest();
  const { events } = await answer<Created>(create(served, await signUpAt(served), { url: address }), 201);
  expect(events).toEqual(["session.started", "node.entered", "turn.completed", "session.ended"]);
});

const unfit: readonly (readonly [body: object, pointer: string, says: string])[] = [
  [{}, "/url", "required"],
  [{ url: "" }, "/url", ""],
  [{ url: "crm" }, "/url", "not a URL"],
  [{ url: "http://crm.example.com/" }, "/url", "without https"],
  [{ url: "https://user:pw@crm.example.com/" }, "/url", "a user name or a password"],
  [{ url: "https://127.0.0.1/" }, "/url", "this machine itself"],
  [{ url: "https://[::ffff:10.0.0.1]/" }, "/url", "IPv4 within IPv6"],
  [{ url: "https://169.254.169.254/" }, "/url", "metadata"],
  [{ url: "https://crm.example.com/{{ session.id }}" }, "/url", "cannot contain {{ }}"],
  [{ url: `https://crm.example.com/${"x".repeat(2_048)}` }, "/url", ""],
  [{ url: `https://crm.example.com/${"é".repeat(1_024)}` }, "/url", "at most 2048 bytes"],
  [{ url: address, events: [] }, "/events", ""],
  [{ url: address, events: ["session.ended", "session.paused"] }, "/events/1", "plan.chosen"],
  [{ url: address, events: ["*"] }, "/events/0", "plan.chosen"],
  [{ url: address, events: "session.ended" }, "/events", ""],
];

test.each(unfit)("hooks: %j is refused", async (body, pointer, says) => {
  await using served = await serveTest();
  const refused = await problem(create(served, await signUpAt(served), body), 422, "request/invalid");
  expect(refused.errors?.[0]?.pointer).toBe(pointer);
  expect(refused.detail.toLowerCase()).toContain(says.toLowerCase());
});

test("hooks: a deleted hook is gone, another account's is not found, and the limit is twenty", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { hook_id } = await answer<Created>(create(served, ada, { url: address }), 201);
  const remove = ({ login }: Person) =>
    served.ask(`/v1/hooks/${hook_id}`, { method: "DELETE", headers: login });
  await problem(remove(bob), 404, "hook/not-found");
  const response = await remove(ada);
  expect([response.status, await response.text()]).toEqual([204, ""]);
  await problem(remove(ada), 404, "hook/not-found");
  expect(await answer<object[]>(served.ask("/v1/hooks", { headers: ada.login }))).toEqual([]);
  for (let i = 0; i < 20; i++) await answer(create(served, ada, { url: address }), 201);
  await problem(create(served, ada, { url: address }), 409, "account/limit");
  await answer(create(served, bob, { url: address }), 201);
});

const greeting = `voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello:
    say: Hello.
    next: bye
  bye:
    say: Goodbye.
    end: done
`;

function serveCalls(environment: Environment): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest(environment, { speech });
}

/** Runs a whole session of this flow. */
async function talk(served: TestServer, { service }: Person, metadata: object): Promise<string> {
  const upload = json("POST", { name: "Greeting", yaml_content: greeting }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const begin = json("POST", { flow_id: id, metadata }, service);
  const { session_id, session_token } = await answer<{ session_id: string; session_token: string }>(
    served.ask("/v1/sessions", begin),
  );
  const client = await connect(`${served.url()}/v1/ws/${session_token}`);
  await client.ready();
  await client.closed;
  return session_id;
}

test("hooks: a receiver gets a session from its start to its end, in order, signed, with its metadata", async () => {
  using receiver = new HookReceiver();
  await using served = await serveCalls({ OUTBOUND_ALLOW: receiver.origin });
  const person = await signUpAt(served);
  const { secret } = await answer<Created>(create(served, person, { url: receiver.url }), 201);
  receiver.secret = secret;
  const metadata = { campaign: "autumn", deep: { n: [1, null] } };
  const session = await talk(served, person, metadata);
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.ended"));
  const told = receiver.taken;
  expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(told.map(({ type, data }) => [type, data["node"] ?? data["turn"] ?? data["outcome"]])).toEqual([
    ["session.started", undefined],
    ["node.entered", "hello"],
    ["node.entered", "bye"],
    ["turn.completed", { number: 1, agent: "Hello. Goodbye." }],
    ["session.ended", "done"],
  ]);
  expect(told.at(-1)?.data).toMatchObject({ reason: "completed", outputs: {}, revision: 1 });
  for (const event of told) expect([event.session, event.data["metadata"]]).toEqual([session, metadata]);
  expect(receiver.complaints).toEqual([]);
});

test("hooks: missed events reach the receiver after a restart of the whole service", async () => {
  using folder = tempFolder();
  using receiver = new HookReceiver();
  const env = { OUTBOUND_ALLOW: receiver.origin, DATA_DIR: folder.path };
  receiver.mood = "hangs";
  let session = "";
  {
    await using served = await serveCalls(env);
    const person = await signUpAt(served);
    const made = await answer<Created>(create(served, person, { url: receiver.url }), 201);
    receiver.secret = made.secret;
    session = await talk(served, person, {});
    await receiver.until(({ received }) => received.length > 0);
  }
  expect(receiver.taken).toEqual([]);
  receiver.mood = "takes";
  await using _again = await serveCalls(env);
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.ended"));
  expect(receiver.taken.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(receiver.taken.map((event) => event.session))).toEqual(new Set([session]));
  expect(receiver.complaints).toEqual([]);
});

test("hooks: the end of a session left by a crash is sent, with the next number", async () => {
  using before = tempFolder();
  using after = tempFolder();
  using receiver = new HookReceiver();
  const env = { OUTBOUND_ALLOW: receiver.origin };
  await using served = await serveCalls({ ...env, DATA_DIR: before.path });
  const person = await signUpAt(served);
  const { secret } = await answer<Created>(create(served, person, { url: receiver.url }), 201);
  receiver.secret = secret;
  const begin = json("POST", { metadata: { campaign: "autumn" } }, person.service);
  const started = await answer<{ session_id: string; session_token: string }>(
    served.ask("/v1/sessions", begin),
  );
  await using client = await connect(`${served.url()}/v1/ws/${started.session_token}`);
  await client.ready();
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "node.entered"));
  // Reading the session writes its waiting events; for the other folder the machine then stops.
  await answer(served.ask(`/v1/sessions/${started.session_id}`, { headers: person.service }));
  cpSync(before.path, after.path, { recursive: true });
  await using _next = await serveCalls({ ...env, DATA_DIR: after.path });
  const crashed = (): (typeof receiver.taken)[number] | undefined =>
    receiver.taken.find(({ data }) => data["reason"] === "crashed");
  await receiver.until(() => crashed() !== undefined);
  const last = crashed();
  expect(last).toMatchObject({ type: "session.ended", session: started.session_id });
  expect(last?.data).toMatchObject({ outcome: null, metadata: { campaign: "autumn" } });
  // The first two events have the numbers of its start and its first node.
  expect(last?.seq).toBeGreaterThan(2);
  expect(receiver.complaints).toEqual([]);
});

test("hooks: a hanging receiver delays no call", async () => {
  using receiver = new HookReceiver();
  receiver.mood = "hangs";
  await using served = await serveCalls({ OUTBOUND_ALLOW: receiver.origin });
  const person = await signUpAt(served);
  const { secret } = await answer<Created>(create(served, person, { url: receiver.url }), 201);
  receiver.secret = secret;
  await talk(served, person, {});
  await talk(served, person, {});
  await receiver.until(({ received }) => received.length >= 2);
  expect(receiver.received.map(({ seq }) => seq)).toEqual([1, 1]);
});

test("hooks: a test whose client leaves is cancelled", async () => {
  using receiver = new HookReceiver();
  const left = Promise.withResolvers<void>();
  receiver.mood = ({ signal }) => {
    signal.addEventListener("abort", () => left.resolve());
    return "hangs";
  };
  await using served = await serveTest({ OUTBOUND_ALLOW: receiver.origin });
  const ada = await signUpAt(served);
  const { hook_id: id } = await answer<Created>(create(served, ada, { url: receiver.url }), 201);
  const asker = new AbortController();
  const url = `${served.url()}/v1/hooks/${id}/test`;
  const asked = fetch(url, { method: "POST", headers: ada.login, signal: asker.signal });
  await receiver.until(({ received }) => received.length === 1);
  asker.abort();
  expect(await failureOf(asked)).toContain("aborted");
  await left.promise;
});

test("hooks: they are changed in part, keep their secret, and are tested with a signed event", async () => {
  using receiver = new HookReceiver();
  await using served = await serveTest({ OUTBOUND_ALLOW: receiver.origin });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { secret, ...hook } = await answer<Created>(create(served, ada, { url: address }), 201);
  const path = `/v1/hooks/${hook.hook_id}`;
  const change = (body: object, { login }: Person = ada) => served.ask(path, json("PATCH", body, login));
  expect(await answer(change({ url: receiver.url }))).toEqual({ ...hook, url: receiver.url });
  const events = ["budget.reached"];
  expect(await answer(change({ events }))).toEqual({ ...hook, url: receiver.url, events });
  expect(await answer(served.ask("/v1/hooks", { headers: ada.login }))).toEqual([
    { ...hook, url: receiver.url, events },
  ]);
  await problem(change({ url: "crm" }), 422, "request/invalid");
  await problem(change({ events: ["session.nothing"] }), 422, "request/invalid");
  await problem(change({ events }, bob), 404, "hook/not-found");

  receiver.secret = secret;
  const attempt = ({ login }: Person = ada) => served.ask(`${path}/test`, { method: "POST", headers: login });
  expect(await answer(attempt())).toMatchObject({ status: 204, says: "" });
  receiver.mood = "fails";
  expect(await answer(attempt())).toMatchObject({ status: 500 });
  expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
    ["hook.test", { hook: hook.hook_id }],
    ["hook.test", { hook: hook.hook_id }],
  ]);
  expect(receiver.complaints).toEqual([]);
  receiver[Symbol.dispose]();
  const { status, says } = await answer<{ status: number | null; says: string }>(attempt());
  expect([status, says]).toEqual([null, expect.stringMatching(/\w/) as string]);
  await problem(attempt(bob), 404, "hook/not-found");
});
