// Context of POST /v1/sessions: filled variables, refusals, and warnings about unread keys.

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ProblemDocument } from "../../../src/routes/http/problem-document.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { connect } from "../../support/callers/ws-client.ts";

interface Warning {
  readonly pointer: string;
  readonly detail: string;
}

const table = `voice_flow: 1
id: table
language: en
timezone: Europe/Paris
start: details
variables:
  guests: { type: number, integer: true, min: 1, max: 12, ask: For how many people? }
  day: { type: date, min: "{{ today() }}", ask: Which day? }
  seat: { type: choice, options: [{id: inside}, {id: outside, if: context.sunny == true}], ask: Inside or outside? }
  pin: { type: digits, length: 4, sensitive: true, ask: Your code? }
  note: { type: text, input: true, required: true, example: none }
defaults: { give_up: sorry }
nodes:
  details: { ask: guests, next: when }
  when: { ask: day, confirm: explicit, next: where }
  where: { ask: seat, next: code }
  code: { ask: pin, next: booked }
  booked: { say: "{{ guests }}, {{ note }}, {{ context.table['by window'] }}.", end: booked }
  sorry: { say: Sorry., end: none }
`;

let served: TestServer;
let person: Person;
let flowId: string;

beforeAll(async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  served = await serveTest({}, { speech });
  person = await signUpAt(served);
  flowId = await stored(table);
});
afterAll(() => served[Symbol.asyncDispose]());

async function stored(yaml_content: string): Promise<string> {
  const upload = json("POST", { name: "Table", yaml_content }, person.service);
  return (await answer<{ id: string }>(served.ask("/v1/flows", upload), 201)).id;
}

function start(context: object, flow_id: string | undefined = flowId): Promise<Response> {
  return served.ask("/v1/sessions", json("POST", { flow_id, context }, person.service));
}

async function warnings(context: object, flow_id = flowId): Promise<readonly Warning[]> {
  return (await answer<{ warnings: Warning[] }>(start(context, flow_id))).warnings;
}

async function refused(context: object): Promise<NonNullable<ProblemDocument["errors"]>> {
  return (await problem(start({ note: "x", ...context }), 422, "request/invalid")).errors ?? [];
}

/** First words of the agent in a session with this context. */
async function firstWords(context: object): Promise<unknown> {
  const { session_token: token } = await answer<{ session_token: string }>(start(context));
  await using client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  return (await client.message("bot-output")).data?.["text"];
}

test("a key with the name of any variable fills it, and its question is skipped", async () => {
  expect(await firstWords({ note: "late" })).toBe("For how many people?");
  expect(await firstWords({ note: "late", guests: 4 })).toBe("Which day?");
  expect(await firstWords({ note: "late", guests: 4, day: "2999-12-31" })).toBe("Inside or outside?");
});

test("a flow only says its known answers when all of its variables are filled, with other keys among them", async () => {
  const all = { note: "late", guests: 4, day: "2999-12-31", seat: "outside", pin: "0123" };
  expect(await firstWords({ ...all, table: { "by window": 7 } })).toBe("4, late, 7.");
  expect(await firstWords({ ...all, guests: null })).toBe("For how many people?");
});

const unfit: readonly (readonly [name: string, value: unknown, detail: RegExp | string])[] = [
  ["guests", "many", "Must be a whole number."],
  ["guests", 2.5, "Must be a whole number."],
  ["guests", 0, "Must be at least 1."],
  ["guests", 13, "Must be at most 12."],
  ["guests", [4], "Must be a whole number."],
  ["day", "tomorrow", "Must be a date, such as 2026-11-21."],
  ["day", "2026-02-30", "Must be a date, such as 2026-11-21."],
  ["day", "2020-01-01", /^Must be at least 20\d\d-\d\d-\d\d\.$/],
  ["seat", "terrace", "Must be one of inside, outside."],
  ["pin", "123", "Must be text of 4 digits."],
  ["pin", 1234, "Must be text of 4 digits."],
  ["note", null, "Is required by the flow."],
];

test.each(unfit)("%s of %p is refused at its place", async (name, value, detail) => {
  const [error, ...others] = await refused({ [name]: value });
  expect(others).toEqual([]);
  expect(error?.pointer).toBe(`/context/${name}`);
  expect(error?.detail).toMatch(detail);
});

test("a context nested too deep for a value is refused as a whole", async () => {
  let deep: object = {};
  for (let i = 0; i < 40; i += 1) deep = { deep };
  expect(await refused({ deep })).toEqual([
    { pointer: "/context", detail: "Is nested too deep, or holds too much." },
  ]);
});

test("all misfits are listed at once, and no session starts or is held", async () => {
  const errors = await refused({ guests: "many", day: 3, note: undefined });
  expect(errors.map(({ pointer }) => pointer)).toEqual(["/context/guests", "/context/day", "/context/note"]);
  const other = await signUpAt(served);
  const upload = json("POST", { name: "Table", yaml_content: table }, other.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const body = { flow_id: id, context: { guests: "many" } };
  await problem(served.ask("/v1/sessions", json("POST", body, other.service)), 422, "request/invalid");
  expect(await answer<object[]>(served.ask("/v1/sessions", { headers: other.service }))).toEqual([]);
  const balance = await answer<object>(served.ask("/v1/credits/balance", { headers: other.service }));
  expect(balance).toMatchObject({ held_usd_cents: 0 });
});

test("a context beyond a flow's limits is refused as a whole, not ignored", async () => {
  let deep: unknown = 1;
  for (let level = 0; level < 40; level++) deep = [deep];
  expect(await refused({ guests: 4, deep })).toEqual([
    { pointer: "/context", detail: "Is nested too deep, or holds too much." },
  ]);
});

test("unread keys are named, with the likely spelling", async () => {
  expect(await warnings({ note: "x", guests: 4, sunny: true, table: {}, language: "en" })).toEqual([]);
  expect(await warnings({ note: "x", dayy: "2999-01-01", "a/b~c": 1 })).toEqual([
    { pointer: "/context/dayy", detail: "Nothing in the flow reads this: did you mean 'day'?" },
    { pointer: "/context/a~1b~0c", detail: "Nothing in the flow reads this." },
  ]);
});

test("an unsupported language, and a missing input, are warnings", async () => {
  expect(await warnings({ note: "x", language: "fr" })).toEqual([
    { pointer: "/context/language", detail: "The flow does not speak this language: it speaks en." },
  ]);
  const wanting = await stored(`voice_flow: 1
id: wanting
language: en
start: a
variables: {guest: {type: text, input: true}}
nodes: {a: {say: "Hello {{ guest }}.", end: done}}
`);
  const told = await warnings({}, wanting);
  expect(told.map(({ pointer }) => pointer)).toEqual(["/context/guest"]);
});

test("a flow that reads its context as a whole, or by a computed name, gets no warning", async () => {
  const saying = (what: string): string =>
    `voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {say: "{{ ${what} }}", end: done}}\n`;
  for (const [what, expected] of [
    ["context.a ?? context['b']", ["/context/c"]],
    ["context[session.channel]", []],
    ["count(context) if true else 1", []],
  ] as const) {
    const id = await stored(saying(what));
    const told = await warnings({ a: 1, b: 2, c: 3 }, id);
    expect([what, told.map(({ pointer }) => pointer)]).toEqual([what, [...expected]]);
  }
});

test("keys read by a called flow count as read", async () => {
  const callee = `voice_flow: 1
id: inner
language: en
start: a
nodes: {a: {say: "{{ context.inside }}", end: done}}
`;
  await stored(callee);
  const caller = await stored(`voice_flow: 1
id: outer
language: en
start: a
nodes: {a: {call: inner, on_error: b, next: b}, b: {end: done}}
`);
  expect((await warnings({ inside: 1, outside: 2 }, caller)).map(({ pointer }) => pointer)).toEqual([
    "/context/outside",
  ]);
});

test("an assistant reads no context, and none of it reaches the flow in its place", async () => {
  const body = { context: { day: "friday", guests: 4 } };
  const { warnings: told, session_token: token } = await answer<{
    warnings: Warning[];
    session_token: string;
  }>(served.ask("/v1/sessions", json("POST", body, person.service)));
  expect(told).toEqual([
    { pointer: "/context/day", detail: "An assistant session reads no context." },
    { pointer: "/context/guests", detail: "An assistant session reads no context." },
  ]);
  await using client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  await client.message("bot-output");
  client.send({ type: "send-text", data: { content: "book a table" } });
  // The flow has both as variables too: if they were filled, it would not ask.
  await client.message(({ data }) => data?.["text"] === "For which day?");
});

test("the answer shows the present balance, and separately the amount held by running sessions", async () => {
  const other = await signUpAt(served);
  const begin = () => served.ask("/v1/sessions", json("POST", {}, other.service));
  for (const held of [3, 6, 9])
    expect(await answer<object>(begin())).toMatchObject({ credits_remaining: 200, held_usd_cents: held });
  expect(await answer<object>(served.ask("/v1/credits/balance", { headers: other.service }))).toMatchObject({
    balance_usd_cents: 200,
    held_usd_cents: 9,
  });
});

test("the name of a built-in flow is no flow of the account: the answer gives its address", async () => {
  const { detail } = await problem(start({}, "table-booking"), 404, "flow/not-found");
  expect(detail).toContain('"table-booking" is a built-in flow');
  expect(detail).toContain("/ws?mode=flow&program_id=table-booking");
  expect(detail).toContain("POST /v1/flows");
});

const named = `voice_flow: 1
id: named
language: en
start: hello
variables:
  name: { type: text, input: true, required: true, example: Grace }
nodes:
  hello: { say: "Hello {{ name }}.", end: done }
`;

test.each(["", "&features=resume"])(
  "context: a call without a session uses the flow's examples, %j",
  async (features) => {
    const id = await stored(named);
    const url = `${served.url()}/ws?mode=flow&program_id=${id}${features}`;
    await using client = await connect(url, { headers: person.service });
    await client.ready();
    expect((await client.message("bot-output")).data).toMatchObject({ text: "Hello Grace." });
    await client.closed;
  },
);
