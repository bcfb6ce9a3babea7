// GET and PUT /v1/flows/{flow_id}/json: the document alone, in both directions.

import { expect, test } from "bun:test";
import { answer, type Person, problem, signUpAt } from "../support/people.ts";
import { json, type Served, serveTest } from "../support/served.ts";

const text = `# A greeting.
voice_flow: 1
id: greeting # its name
nodes:
  # The first thing that is said.
  hello: {say: Hello., end: done}
options: {10: ten, 2: two}
`;

async function stored(yaml_content = text): Promise<Served & { person: Person; path: string }> {
  const served = await serveTest();
  const person = await signUpAt(served);
  const body = { name: "Greeting", yaml_content };
  const { id } = await answer<{ id: string }>(
    served.ask("/v1/flows", json("POST", body, person.service)),
    201,
  );
  return { ...served, person, path: `/v1/flows/${id}` };
}

test("json: is the document itself, its keys in the order of the text", async () => {
  await using served = await stored();
  for (const headers of [served.person.login, served.person.service]) {
    const response = await served.ask(`${served.path}/json`, { headers });
    expect(response.headers.get("content-type")).toStartWith("application/json");
    expect([response.status, response.headers.get("etag")]).toEqual([200, '"1"']);
    expect(await response.text()).toBe(
      '{"voice_flow":1,"id":"greeting","nodes":{"hello":{"say":"Hello.","end":"done"}},"options":{"10":"ten","2":"two"}}',
    );
  }
});

test("json: what was read can be written back, and changes nothing", async () => {
  await using served = await stored();
  const { path, person } = served;
  const document = await answer<object>(served.ask(`${path}/json`, { headers: person.login }));
  const written = await answer(served.ask(`${path}/json`, json("PUT", document, person.login)));
  expect(written).toMatchObject({ yaml_content: text, revision: 1, diagnostics: [], rewritten: false });
});

test("json: a change comes back as the flow with its comments, by document and by wrapper", async () => {
  await using served = await stored();
  const { path, person } = served;
  const document = {
    voice_flow: 1,
    id: "other",
    nodes: { hello: { say: "Hi.", end: "done" } },
    options: { 2: "two" },
  };
  const put = (body: object) => served.ask(`${path}/json`, json("PUT", body, person.service));
  const response = await put(document);
  expect(response.headers.get("etag")).toBe('"2"');
  const written = await answer<{ yaml_content: string }>(response);
  expect(written).toEqual({
    id: path.split("/").at(-1)!,
    name: "Greeting",
    yaml_content: text
      .replace("greeting #", "other #")
      .replace("{say: Hello., end: done}", "{say: Hi., end: done}")
      .replace("{10: ten, 2: two}", "{2: two}"),
    created_at: expect.any(Number) as number,
    updated_at: expect.any(Number) as number,
    revision: 2,
    diagnostics: [],
    rewritten: false,
  } as typeof written);
  const wrapped = await answer<{ yaml_content: string }>(put({ document, layout: {}, renames: {} }));
  expect(wrapped.yaml_content).toBe(written.yaml_content);
});

const wrappers: readonly [name: string, body: object][] = [
  ["with a key of its own", { document: { a: 1 }, other: 2 }],
  ["with voice_flow beside it", { document: { a: 1 }, voice_flow: 1 }],
  ["that holds no mapping", { document: "a letter", layout: {} }],
];

test.each(wrappers)("json: a document called document %s is no wrapper", async (_name, body) => {
  await using served = await stored("a: 1\n");
  const { path, person } = served;
  await answer(served.ask(`${path}/json`, json("PUT", body, person.login)));
  expect(await answer<object>(served.ask(`${path}/json`, { headers: person.login }))).toEqual(body);
});

test("json: If-Match is honoured", async () => {
  await using served = await stored();
  const { path, person } = served;
  const put = (tag: string) =>
    served.ask(`${path}/json`, json("PUT", { a: tag }, { ...person.login, "if-match": tag }));
  await problem(put('"7"'), 412, "request/precondition");
  await answer(put('"1"'));
  await problem(put('"1"'), 412, "request/precondition");
});

const refused: readonly [name: string, body: unknown, status: number, code: string][] = [
  ["a list", [1], 422, "request/invalid"],
  ["a word", "voice_flow", 422, "request/invalid"],
  ["nothing", null, 422, "request/invalid"],
  ["what is too long as YAML", { a: "x".repeat(262_144) }, 413, "request/too-large"],
];

test.each(refused)("json: %s is refused", async (_name, body, status, code) => {
  await using served = await stored();
  const { path, person } = served;
  await problem(served.ask(`${path}/json`, json("PUT", body, person.login)), status, code);
  expect(await answer(served.ask(path, { headers: person.login }))).toMatchObject({ revision: 1 });
});

test("json: a flow that is not there is not found", async () => {
  await using served = await stored();
  const path = "/v1/flows/flow_00000000000000000000000000/json";
  await problem(served.ask(path, { headers: served.person.login }), 404, "flow/not-found");
  await problem(served.ask(path, json("PUT", {}, served.person.login)), 404, "flow/not-found");
});
