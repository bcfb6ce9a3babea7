// Unknown keys of request bodies and parameters of queries: refused with a suggestion, except in free objects and where
// published clients send names of their own.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { answer, ownerAt, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serve } from "../../support/servers/clocked.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

let served: TestServer;
let person: Person;

beforeAll(async () => {
  served = await serveTest();
  person = await signUpAt(served);
});
afterAll(() => served[Symbol.asyncDispose]());

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: Record<string, unknown>; example: object }>>;
  };
}

/** Operations with a body, their schema and an example of it. */
async function bodies(): Promise<
  readonly [method: string, path: string, schema: Record<string, unknown>, example: object][]
> {
  const { paths } = await answer<{ paths: Record<string, Record<string, Described>> }>(
    served.ask("/swagger/json"),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const body = requestBody?.content["application/json"];
      return body === undefined ? [] : [[method.toUpperCase(), path, body.schema, body.example] as const];
    }),
  ) as never;
}

const isOffer = (path: string): boolean => /(^|\/)offer(\/|$)/.test(path);

test("every route that lists its keys refuses others, and its document says so", async () => {
  await using owned = await serve();
  const owner = await ownerAt(owned);
  const all = await bodies();
  const listed = all.filter(([, path, schema]) => "properties" in schema && !isOffer(path));
  expect(listed.map(([method, path]) => `${method} ${path}`).toSorted()).toEqual([
    "PATCH /v1/calls/{call_id}",
    "PATCH /v1/embeds/{embed}",
    "PATCH /v1/hooks/{hook_id}",
    "PATCH /v1/people/{account_id}",
    "PATCH /v1/phone/numbers/{number_id}",
    "PATCH /v1/providers",
    "POST /auth/api-keys",
    "POST /auth/confirmation",
    "POST /auth/exchange",
    "POST /auth/login",
    "POST /auth/password",
    "POST /auth/password/mail",
    "POST /auth/signup",
    "POST /ice-check",
    "POST /mcp",
    "POST /v1/account/deletion",
    "POST /v1/account/password",
    "POST /v1/assistants",
    "POST /v1/embeds",
    "POST /v1/embeds/{embed}/sessions",
    "POST /v1/erasures",
    "POST /v1/flows",
    "POST /v1/flows/check",
    "POST /v1/flows/preview",
    "POST /v1/flows/say",
    "POST /v1/flows/simulate",
    "POST /v1/flows/test",
    "POST /v1/flows/{flow_id}/replay",
    "POST /v1/flows/{flow_id}/replay/{call_id}",
    "POST /v1/hooks",
    "POST /v1/invitations",
    "POST /v1/knowledge/{base}/sources",
    "POST /v1/knowledge/{base}/try",
    "POST /v1/phone/calls",
    "POST /v1/phone/numbers",
    "POST /v1/providers/try",
    "POST /v1/sessions",
    "POST /v1/sessions/{session_id}/end",
    "POST /v1/sessions/{session_id}/events",
    "POST /v1/sessions/{session_id}/say",
    "POST /v1/sessions/{session_id}/transfer",
    "PUT /v1/assistant",
    "PUT /v1/assistants/{assistant}",
    "PUT /v1/budget",
    "PUT /v1/flows/{flow_id}",
    "PUT /v1/flows/{flow_id}/live",
    "PUT /v1/retention",
    "PUT /v1/secrets/{name}",
  ]);
  for (const [method, path, schema, example] of listed) {
    expect([path, schema["additionalProperties"]]).toEqual([path, false]);
    const headers = method === "POST" && path === "/v1/sessions" ? owner.service : owner.login;
    const ask = (body: object) =>
      owned.ask(path.replace(/\{\w+\}/g, "x1"), json(method, body, { ...headers }));
    const { errors } = await problem(ask({ ...example, "odd/key": 1 }), 422, "request/invalid");
    expect(errors).toEqual([
      {
        pointer: "/odd~1key",
        detail: expect.stringMatching(/^Is not a known key: there (is|are) /) as string,
      },
    ]);
  }
});

test("an unknown parameter of an account's address is refused, with the known ones", async () => {
  const told: readonly (readonly [path: string, headers: object, says: RegExp])[] = [
    ["/v1/sessions?from=2026-11-01", person.login, /no parameter "from" in the query: this address has none/],
    ["/v1/flows?limit=1", person.service, /"limit" in the query: this address has none/],
    ["/v1/figures?until=2026-11-01", person.login, /"until" in the query: there is days/],
    ["/v1/calls?colour=red", person.service, /"colour" in the query: there are .*from.*limit/],
    ["/v1/calls?fro=2026-11-01", person.service, /did you mean 'from'\?/],
  ];
  for (const [path, headers, says] of told) {
    const { errors, detail } = await problem(
      served.ask(path, { headers: { ...headers } }),
      422,
      "request/bad-query",
    );
    expect(detail).toMatch(says);
    expect(errors?.[0]?.pointer).toBe(`/${/\?(\w+)=/.exec(path)?.[1]}`);
  }
});

test("a foreign parameter is ignored at pages and at addresses of published clients", async () => {
  for (const path of ["/health?probe=1", "/ice-servers?client=pipecat", "/test?utm_source=mail"])
    expect([path, (await served.ask(path)).status]).toEqual([path, 200]);
});

const start = (body: string, { service } = person): Promise<Response> =>
  served.ask("/v1/sessions", { ...json("POST", {}, { ...service }), body });

test("a misspelt flow_id starts no assistant: the answer suggests flow_id", async () => {
  const ada = await signUpAt(served);
  for (const key of ["flowId", "flow_ID", "flowid", "Flow_id"]) {
    const { errors, detail } = await problem(
      start(JSON.stringify({ [key]: "flow_x" }), ada),
      422,
      "request/invalid",
    );
    expect(errors).toEqual([{ pointer: `/${key}`, detail: "Is not a known key: did you mean 'flow_id'?" }]);
    expect(detail).toBe(
      `The body does not fit its schema at "/${key}": Is not a known key: did you mean 'flow_id'?`,
    );
  }
  expect(await answer<object[]>(served.ask("/v1/sessions", { headers: ada.service }))).toEqual([]);
});

test("keys with a meaning in JavaScript are unknown keys, too", async () => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty", ""]) {
    const { errors } = await problem(start(`{"${key}": {"flow_id": 1}}`), 422, "request/invalid");
    expect(errors).toEqual([
      {
        pointer: `/${key}`,
        detail: "Is not a known key: there are flow_id, context, metadata, subject, direction, record.",
      },
    ]);
  }
});

test("a missing key and the unknown one in its place are reported together", async () => {
  const login = served.ask("/auth/login", json("POST", { emial: person.email, password: "x" }));
  const { errors } = await problem(login, 422, "request/invalid");
  expect(errors).toEqual([
    { pointer: "/email", detail: "Is required." },
    { pointer: "/emial", detail: "Is not a known key: did you mean 'email'?" },
  ]);
});

test("the first few of thousands of unknown keys are listed at once", async () => {
  const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`flow_id_${at}`, 1]));
  const { errors } = await problem(start(JSON.stringify(many)), 422, "request/invalid");
  expect(errors?.length).toBeWithin(1, 65);
  expect(errors?.[0]).toEqual({
    pointer: "/flow_id_0",
    detail: "Is not a known key: did you mean 'flow_id'?",
  });
});

test("context, metadata, an event's data, a layout and a flow's document hold any keys", async () => {
  const body = { context: { flowId: 1, a: { b: 1 } }, metadata: { flowId: 1 } };
  const { session_id } = await answer<{ session_id: string }>(start(JSON.stringify(body)));
  const event = json("POST", { name: "paid", data: { flowId: 1 } }, person.service);
  expect((await served.ask(`/v1/sessions/${session_id}/events`, event)).status).toBe(202);
  const yaml_content = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n";
  const upload = json("POST", { name: "F", yaml_content, layout: { a: [1, 2] } }, person.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const document = await answer<object>(served.ask(`/v1/flows/${id}/json`, { headers: person.service }));
  const put = json("PUT", { ...document, colour: "red" }, person.service);
  // The flow language knows its own keys, and reports unknown ones in its own way.
  const { diagnostics } = await problem(served.ask(`/v1/flows/${id}/json`, put), 422, "flow/invalid");
  expect(diagnostics?.map(({ code }) => code)).toContain("VF110");
});

test("offers and candidates are taken with the keys that published clients add", async () => {
  const all = await bodies();
  const offers = all.filter(([, path]) => isOffer(path));
  expect(offers.length).toBe(7);
  for (const [method, path, schema, example] of offers) {
    expect([path, schema["additionalProperties"]]).toEqual([path, undefined]);
    const extra = { ...example, requestData: { a: 1 }, request_data: {}, restart_pc: false, anything: [1] };
    const response = await served.ask(path.replace(/\{\w+\}/g, "x1"), json(method, extra));
    expect([method, path, response.status === 422]).toEqual([method, path, false]);
  }
});
