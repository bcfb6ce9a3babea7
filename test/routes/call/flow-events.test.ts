// Outside events: POST /v1/sessions/{session_id}/events.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { connect } from "../../support/callers/ws-client.ts";

interface Started {
  readonly session_id: string;
  readonly session_token: string;
}

function serveCalls(): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({}, { speech });
}

function begin(served: TestServer, { service }: Person): Promise<Started> {
  return answer<Started>(served.ask("/v1/sessions", json("POST", {}, service)));
}

interface Sending {
  readonly id: string;
  readonly body: object;
  readonly headers: Record<string, string>;
}

function send(served: TestServer, { id, body, headers }: Sending): Promise<Response> {
  return served.ask(`/v1/sessions/${id}/events`, json("POST", body, headers));
}

test("events: waiting and running sessions accept them, by login and by key", async () => {
  await using served = await serveCalls();
  const person = await signUpAt(served);
  const { session_id: id, session_token } = await begin(served, person);
  const body = { name: "payment.done", data: { amount: 42 } };
  const early = await send(served, { id, body, headers: person.service });
  expect([early.status, await early.text()]).toEqual([202, ""]);
  await using client = await connect(`${served.url()}/v1/ws/${session_token}`);
  await client.ready();
  for (const headers of [person.service, person.login])
    expect((await send(served, { id, body: { name: "later" }, headers })).status).toBe(202);
});

test("events: an ended, unknown or foreign session accepts none", async () => {
  await using served = await serveCalls();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { session_id: id, session_token } = await begin(served, ada);
  const body = { name: "payment.done" };
  await problem(send(served, { id, body, headers: bob.service }), 404, "session/not-found");
  const unknown = "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C";
  await problem(send(served, { id: unknown, body, headers: ada.service }), 404, "session/not-found");
  await (await connect(`${served.url()}/v1/ws/${session_token}`)).close();
  while ((await send(served, { id, body, headers: ada.service })).status === 202);
  await problem(send(served, { id, body, headers: ada.service }), 410, "session/over");
  await problem(send(served, { id, body, headers: bob.service }), 404, "session/not-found");
});

const fits: readonly object[] = [
  { name: "a" },
  { name: "client.ready" },
  { name: "a.b.c", data: null },
  { name: "x".repeat(64), data: [1, "two", { three: 3 }] },
  { name: "full", data: "x".repeat(16 * 1_024 - 2) },
];

test.each(fits.map((body) => [JSON.stringify(body).slice(0, 60), body] as const))(
  "events: %s is taken",
  async (_name, body) => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const { session_id: id } = await begin(served, person);
    expect((await send(served, { id, body, headers: person.service })).status).toBe(202);
  },
);

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
const unfit: readonly (readonly [body: object, pointer: string | undefined])[] = [
  [{}, "/name"],
  [{ name: "" }, "/name"],
  [{ name: "Payment" }, "/name"],
  [{ name: "a..b" }, "/name"],
  [{ name: "a b" }, "/name"],
  [{ name: "x".repeat(65) }, "/name"],
  [{ name: 7 }, "/name"],
  [{ name: "a", data: "x".repeat(16 * 1_024 - 1) }, "/data"],
  [{ name: "a", data: deep(40) }, undefined],
];

test.each(unfit.map(([body, pointer]) => [JSON.stringify(body).slice(0, 60), body, pointer] as const))(
  "events: %s is refused",
  async (_name, body, pointer) => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const { session_id: id } = await begin(served, person);
    const refused = await problem(
      send(served, { id, body, headers: person.service }),
      422,
      "request/invalid",
    );
    expect(refused.errors?.[0]?.pointer).toBe(pointer as string);
  },
);
