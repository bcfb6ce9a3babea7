// Outgoing telephone calls: an account connects a number and orders calls; a small PBX answers, is busy or only rings.

import { expect, setDefaultTimeout, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { type Callee, smallPbx } from "../support/callers/small-pbx.ts";
import { json } from "../support/json-request.ts";
import { answer, type Person, problem, signUpAt } from "../support/people.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";
import { until } from "../support/until.ts";

// On a machine with other work it takes long until the silence is long enough.
setDefaultTimeout(240_000);

interface ShownNumber {
  readonly number_id: string;
  readonly state: string;
  readonly problem: string | null;
}

interface ShownCall {
  readonly call_id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly answered_by: string | null;
  readonly session_id: string | null;
  readonly attempts: number;
}

/** A server whose account has a registered number. */
async function phoning(callee: Callee, settings: object = { dials: ["+49", "1"] }) {
  const pbx = await smallPbx(callee);
  const tts = hummingTts();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts, vad: loudnessVad() };
  const served = await serveTest({ OUTBOUND_ALLOW: "127.0.0.1" }, { speech });
  const person = await signUpAt(served);
  const login = { registrar: `127.0.0.1:${pbx.port}`, user: "620", password: "secret" };
  const made = await answer<ShownNumber>(
    served.ask("/v1/phone/numbers", json("POST", { ...login, ...settings }, person.login)),
    201,
  );
  const numbers = () => answer<ShownNumber[]>(served.ask("/v1/phone/numbers", { headers: person.login }));
  await until("registration", async () => (await numbers())[0]?.state === "registered");
  return {
    pbx,
    served,
    person,
    tts,
    numberId: made.number_id,
    numbers,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      pbx[Symbol.dispose]();
    },
  };
}

interface Calling {
  readonly served: TestServer;
  readonly person: Person;
  readonly numberId: string;
}

const ask = ({ served, person, numberId }: Calling, body: object) =>
  served.ask(
    "/v1/phone/calls",
    json("POST", { number_id: numberId, to: "+49 30 1", ...body }, person.service),
  );

async function called(it: Calling, body: object = {}): Promise<ShownCall> {
  const { call_id: id } = await answer<ShownCall>(ask(it, body), 202);
  const look = () =>
    answer<ShownCall>(it.served.ask(`/v1/phone/calls/${id}`, { headers: it.person.service }));
  await until("end of the call", async () => (await look()).state === "ended");
  return look();
}

const balance = ({ served, person }: Calling) =>
  answer<{ held_usd_cents: number }>(served.ask("/v1/credits/balance", { headers: person.login }));

test("an answered call is held with the agent, and hung up at its end", async () => {
  await using it = await phoning(() => 200);
  const { call_id: id } = await answer<ShownCall>(ask(it, {}), 202);
  // The telephone is silent, so a person is waiting.
  await until("words of the agent", () => it.tts.texts.length > 0);
  const { served, person } = it;
  const look = () => answer<ShownCall>(served.ask(`/v1/phone/calls/${id}`, { headers: person.login }));
  expect(await look()).toMatchObject({ state: "talking", answered_by: "human", attempts: 1 });
  expect(it.pbx.asked).toEqual(["REGISTER", "REGISTER", "INVITE +49301", "INVITE +49301", "ACK"]);
  expect((await balance(it)).held_usd_cents).toBeGreaterThan(0);
  const listed = async (query: string) =>
    (await answer<{ calls: object[] }>(served.ask(`/v1/calls?${query}`, { headers: person.service }))).calls;
  const shown = { direction: "outbound", from_number: "620", to_number: "+49301" };
  expect(await listed("direction=outbound")).toMatchObject([shown]);
  expect(await listed("subject=%2B49301")).toMatchObject([shown]);
  expect(await listed("direction=inbound")).toEqual([]);
  expect(await listed("subject=%2B49302")).toEqual([]);
});

test("a busy call ends without a cost, and one that rings too long is withdrawn", async () => {
  await using it = await phoning((number) => (number === "+49301" ? 486 : "rings"));
  const busy = await called(it);
  expect(busy).toMatchObject({ state: "ended", outcome: "busy", answered_by: null, attempts: 1 });
  const session = await answer<{ status: string }>(
    it.served.ask(`/v1/sessions/${busy.session_id}`, { headers: it.person.login }),
  );
  expect(session.status).toBe("ended");
  expect(await called(it, { to: "100", ring_seconds: 5 })).toMatchObject({ outcome: "no_answer" });
  expect(it.pbx.asked).toContain("CANCEL");
  await until("return of what was held", async () => (await balance(it)).held_usd_cents === 0);
}, 240_000);

test("forbidden numbers are not dialled", async () => {
  await using it = await phoning(() => 200);
  const refused = async (body: object) => problem(ask(it, body), 403, "phone/not-allowed");
  await refused({ to: "0049301" });
  await refused({ to: "+49 900 1234567" });
  await problem(ask(it, { to: "sip:a@b" }), 422, "request/invalid");
  await problem(ask(it, { number_id: "num_other" }), 404, "phone/not-found");
  expect(it.pbx.asked).toEqual(["REGISTER", "REGISTER"]);
});

test("a number without prefixes makes no calls, and a wrong password is reported", async () => {
  await using it = await phoning(() => 200, {});
  await problem(ask(it, {}), 403, "phone/not-allowed");
  const { served, person, numberId } = it;
  const changed = served.ask(
    `/v1/phone/numbers/${numberId}`,
    json("PATCH", { dials: ["+49"] }, person.login),
  );
  expect(JSON.stringify(await answer(changed))).not.toContain("secret");
  await answer(ask(it, { window: { from: Date.now() / 1_000 + 3_000 } }), 202);
  const events = JSON.stringify(it.served.events.filter(({ event }) => event.startsWith("phone.")));
  expect(events).not.toContain("620");
  expect(
    (await served.ask(`/v1/phone/numbers/${numberId}`, { method: "DELETE", headers: person.login })).status,
  ).toBe(204);
  expect(await it.numbers()).toEqual([]);
  expect(await answer(served.ask("/v1/phone/calls", { headers: person.login }))).toEqual([]);
});

test("a call with an unknown demand is refused by its name", async () => {
  await using it = await phoning(() => 486);
  const { status, reason, headers } = await it.pbx.call([["require", "timer, precondition"]]);
  expect([status, reason]).toEqual([420, "Bad Extension"]);
  expect(headers).toContainEqual(["unsupported", "precondition"]);
});

test("a waiting call is cancelled, and a finished one is not", async () => {
  await using it = await phoning(() => 486);
  const { served, person } = it;
  const cancel = (id: string) =>
    served.ask(`/v1/phone/calls/${id}`, { method: "DELETE", headers: person.service });
  const from = Date.now() / 1_000 + 3_000;
  const { call_id: id } = await answer<ShownCall>(ask(it, { window: { from } }), 202);
  expect(await answer(cancel(id))).toMatchObject({ call_id: id, state: "ended", outcome: "cancelled" });
  await problem(cancel(id), 409, "phone/call-begun");
  await problem(cancel("call_other"), 404, "phone/call-not-found");
  const over = await called(it);
  await problem(cancel(over.call_id), 409, "phone/call-begun");
});

const through = (to: string): string => `voice_flow: 1
id: through
language: en
timezone: UTC
start: desk
nodes:
  desk: {say: The automated desk. I connect you., transfer: "tel:${to}", bridge: true, on_no_answer: nobody, on_failed: broken}
  nobody: {say: They are busy., end: nobody}
  broken: {say: That does not work., end: broken}
`;

test.each([
  ["is busy", "111", "nobody", ["INVITE 111", "INVITE 111"]],
  ["may not be called", "+33140000000", "broken", []],
  ["answers", "112", "transferred", ["INVITE 112", "INVITE 112", "ACK"]],
] as const)("a caller is transferred by a bridge to a person who %s", async (_, to, outcome, asked) => {
  await using it = await phoning((number) => (number === "111" ? 486 : 200));
  const { served, person, pbx } = it;
  const stored = json("POST", { name: "Through", yaml_content: through(to) }, person.login);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", stored), 201);
  const { call_id: call } = await answer<ShownCall>(ask(it, { flow_id: id }), 202);
  const look = () => answer<ShownCall>(served.ask(`/v1/phone/calls/${call}`, { headers: person.login }));
  await until("session of the call", async () => (await look()).session_id !== null);
  const { session_id: session } = await look();
  const shown = () =>
    answer<{ outcome: string | null; end_reason: string | null }>(
      served.ask(`/v1/calls/${session}`, { headers: person.login }),
    );
  await until("end of the session", async () => (await shown()).end_reason !== null);
  expect(await shown()).toMatchObject({ outcome, end_reason: "completed" });
  const first = pbx.asked.lastIndexOf("ACK", pbx.asked.indexOf(asked[0] ?? "BYE") - 1);
  expect(pbx.asked.slice(first + 1, first + 1 + asked.length)).toEqual([...asked]);
  const isJoined = outcome === "transferred";
  expect(served.events.some(({ event }) => event === "phone.bridged")).toBe(isJoined);
  // Two people who talk with each other do so without the session, until both are silent for good.
  const ends = (): number => pbx.asked.filter((each) => each.startsWith("BYE")).length;
  if (isJoined) expect(ends()).toBe(0);
  pbx.quiet();
  await until("end of the call", async () => (await look()).state === "ended");
  await until("word to each telephone", () => ends() === (isJoined ? 2 : 1));
});

test("the callee is erased with the call on request", async () => {
  await using it = await phoning(() => 486);
  const { served, person } = it;
  await called(it, { to: "+49 30 1" });
  await called(it, { to: "+49 30 2", subject: "Ada" });
  const listed = () => answer<ShownCall[]>(served.ask("/v1/phone/calls", { headers: person.login }));
  expect(await listed()).toHaveLength(2);
  await answer(served.ask("/v1/erasures", json("POST", { subject: "+49301" }, person.login)), 202);
  await until("erasure of one call", async () => (await listed()).length === 1);
  await answer(served.ask("/v1/erasures", json("POST", { subject: "Ada" }, person.login)), 202);
  await until("erasure of the other call", async () => (await listed()).length === 0);
});
