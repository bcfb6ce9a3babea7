// Routes of flows: POST and GET /v1/flows; GET, PUT and DELETE /v1/flows/{flow_id}; POST /v1/flows/check.

import { expect, test } from "bun:test";
import { serve } from "../../support/servers/clocked.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

interface Flow {
  readonly id: string;
  readonly name: string;
  readonly yaml_content: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
  readonly diagnostics: { readonly severity: string; readonly code: string }[];
}

const yaml_content = `# mine
voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello: {say: Hello., end: done}
tests:
  - {name: it ends, script: [{ends: done}]}
`;
const notes = "groceries: [milk, bread]\n";

function upload(served: TestServer, { service }: Person, body: object, query = ""): Promise<Response> {
  return served.ask(`/v1/flows${query}`, json("POST", { name: "Greeting", yaml_content, ...body }, service));
}

async function uploaded(served: TestServer, person: Person, body: object = {}): Promise<Flow> {
  return await answer<Flow>(upload(served, person, body), 201);
}

test("upload: it answers 201 with id, name, text and time, by login and by key", async () => {
  await using served = await serve();
  const { login, service } = await signUpAt(served);
  for (const headers of [login, service]) {
    const response = await served.ask("/v1/flows", json("POST", { name: "Greeting", yaml_content }, headers));
    expect(response.headers.get("etag")).toBe('"1"');
    expect(await answer<Flow>(response, 201)).toEqual({
      id: expect.stringMatching(/^flow_[0-9A-Z]{26}$/) as string,
      name: "Greeting",
      yaml_content,
      created_at: served.clock.wall() / 1_000,
      updated_at: served.clock.wall() / 1_000,
      revision: 1,
      diagnostics: [],
    });
  }
});

const texts: readonly [name: string, yaml_content: string, codes: string[]][] = [
  ["a flow", yaml_content, []],
  ["a mapping that is no flow", notes, ["VF100"]],
  ["an empty mapping", "{}", ["VF100"]],
  ["Windows lines and a mark", `\ufeff${yaml_content.replaceAll("\n", "\r\n")}`, []],
  ["signs of all the world", yaml_content.replace("Hello.", "Grüße 你好 👋"), []],
  ["exactly 256 KiB", `${yaml_content}# ${"x".repeat(256 * 1_024 - yaml_content.length - 2)}`, []],
];

test.each(texts)("upload: %s is stored byte for byte", async (_name, text, codes) => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const made = await uploaded(served, person, { yaml_content: text });
  expect(made.diagnostics.map(({ severity, code }) => [severity, code])).toEqual(
    codes.map((code) => ["warning", code]),
  );
  const got = await answer<Flow>(served.ask(`/v1/flows/${made.id}`, { headers: person.service }));
  expect(got.yaml_content).toBe(text);
});

/** A layout with this number of nodes. */
function crowd(nodes: number): object {
  return Object.fromEntries(Array.from({ length: nodes }, (_, i) => [`n${i}`, [i, 0]]));
}

const refused: readonly [
  name: string,
  body: object,
  status: number,
  code: string,
  pointer: string | undefined,
][] = [
  ["no name", { name: undefined }, 422, "request/invalid", "/name"],
  ["an empty name", { name: "" }, 422, "request/invalid", "/name"],
  ["a blank name", { name: " \t" }, 422, "request/invalid", "/name"],
  ["a long name", { name: "x".repeat(201) }, 422, "request/invalid", "/name"],
  ["half a character", { name: "a\ud800" }, 422, "request/invalid", "/name"],
  ["a NUL", { yaml_content: "a: \u0000" }, 422, "request/invalid", "/yaml_content"],
  ["no text", { yaml_content: undefined }, 422, "request/invalid", "/yaml_content"],
  ["a text that is an object", { yaml_content: { a: 1 } }, 422, "request/invalid", "/yaml_content"],
  ["a layout that is a list", { layout: [] }, 422, "request/invalid", "/layout"],
  ["a place that is none", { layout: { hello: [1] } }, 422, "request/invalid", "/layout/hello"],
  ["a place out of sight", { layout: { hello: [0, 1e7] } }, 422, "request/invalid", "/layout/hello/1"],
  ["too many places", { layout: crowd(1_001) }, 422, "request/invalid", "/layout"],
  ["a text that is empty", { yaml_content: "" }, 422, "flow/invalid", undefined],
  ["a text that is no YAML", { yaml_content: "a: b: c" }, 422, "flow/invalid", undefined],
  ["a text that is a list", { yaml_content: "- a" }, 422, "flow/invalid", undefined],
  ["more than 256 KiB", { yaml_content: `a: ${"ü".repeat(131_072)}` }, 413, "request/too-large", undefined],
];

test.each(refused)(
  "upload: %s is refused, and nothing is stored",
  async (_name, body, status, code, pointer) => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const { errors } = await problem(upload(served, person, body), status, code);
    expect(errors?.[0]?.pointer).toBe(pointer);
    expect(await answer<object[]>(served.ask("/v1/flows", { headers: person.service }))).toEqual([]);
  },
);

test("upload: a problem has its line and column, also in a draft", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const body = { yaml_content: "voice_flow: 1\nid: x\nnodes:\n  a: {say: [1, 2}\n" };
  for (const query of ["", "?draft=true"]) {
    const { detail, diagnostics } = await problem(upload(served, person, body, query), 422, "flow/invalid");
    expect(diagnostics?.[0]).toEqual({
      severity: "error",
      code: "VF101",
      message: "a '[' is not closed before this",
      hint: "add ']'",
      pointer: "",
      line: 4,
      column: 17,
      end_line: 4,
      end_column: 18,
    });
    expect(detail).toContain("line 4");
  }
});

test("upload: a draft query is true or false", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  await problem(upload(served, person, {}, "?draft=1"), 422, "request/bad-query");
  expect((await upload(served, person, {}, "?draft=false")).status).toBe(201);
});

test("list: it has id, name and time of the account's own flows, newest first", async () => {
  await using served = await serve();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const made: Flow[] = [];
  for (const name of ["a", "b", "c"]) {
    made.push(await uploaded(served, ada, { name }));
    await served.clock.advance(10);
  }
  const shown = made.map(({ id, name, created_at }) => ({ id, name, created_at })).reverse();
  for (const headers of [ada.login, ada.service]) {
    expect(await answer<object[]>(served.ask("/v1/flows", { headers }))).toEqual(shown);
  }
  expect(await answer<object[]>(served.ask("/v1/flows", { headers: bob.login }))).toEqual([]);
});

test("read: the answer has the flow with its text, and its revision as ETag", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const { diagnostics: _, ...made } = await uploaded(served, person);
  const response = await served.ask(`/v1/flows/${made.id}`, { headers: person.login });
  expect(response.headers.get("etag")).toBe('"1"');
  expect(await answer<Flow>(response)).toEqual(made as Flow);
});

test("change: text and name make a new revision, and keep absent fields", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const made = await uploaded(served, person);
  await served.clock.advance(2_000);
  const put = (body: object, headers = {}) =>
    served.ask(`/v1/flows/${made.id}`, json("PUT", body, { ...person.service, ...headers }));
  const response = await put({ yaml_content: notes });
  expect(response.headers.get("etag")).toBe('"2"');
  expect(await answer<Flow>(response)).toEqual({
    ...made,
    yaml_content: notes,
    revision: 2,
    updated_at: made.created_at + 2,
    diagnostics: [expect.objectContaining({ code: "VF100" }) as Flow["diagnostics"][0]],
  });
  expect(await answer<Flow>(put({ name: "B", yaml_content: notes }))).toMatchObject({
    name: "B",
    revision: 3,
  });
  expect(await answer<Flow>(put({ name: "B", yaml_content: notes }))).toMatchObject({ revision: 3 });
  const sources = await served.data.rows("flowRevisions");
  expect(sources.map(({ revision, source }) => [revision, source])).toEqual([
    [1, yaml_content],
    [2, notes],
    [3, notes],
  ]);
  await problem(put({ yaml_content: "- a" }), 422, "flow/invalid");
  await problem(put({ name: "C" }), 422, "request/invalid");
  expect(await answer<Flow>(put({ yaml_content: notes }))).toMatchObject({ name: "B", revision: 3 });
});

const matches: readonly [ifMatch: string, status: number][] = [
  ['"2"', 200],
  ["*", 200],
  ['"1", "2"', 200],
  ['"1"', 412],
  ['W/"2"', 412],
  ["2", 412],
  ["", 412],
];

test.each(matches)(
  "change: If-Match %j of the second revision is answered with %d",
  async (ifMatch, status) => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const { id } = await uploaded(served, person);
    const headers = { ...person.service, "if-match": ifMatch };
    await answer(served.ask(`/v1/flows/${id}`, json("PUT", { yaml_content: notes }, person.service)));
    const put = await served.ask(`/v1/flows/${id}`, json("PUT", { name: "C", yaml_content: notes }, headers));
    expect(put.status).toBe(status);
    if (status === 412) await problem(put, 412, "request/precondition");
    const { revision } = await answer<Flow>(served.ask(`/v1/flows/${id}`, { headers: person.service }));
    expect(revision).toBe(status === 200 ? 3 : 2);
    if (status === 412) {
      const removal = served.ask(`/v1/flows/${id}`, { method: "DELETE", headers });
      await problem(removal, 412, "request/precondition");
    }
  },
);

test("change: the last fifty old revisions are kept", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const { id } = await uploaded(served, person);
  for (let i = 0; i < 60; i++) {
    await answer(served.ask(`/v1/flows/${id}`, json("PUT", { yaml_content: `a: ${i}` }, person.service)));
  }
  const kept = await served.data.rows("flowRevisions");
  expect([kept.length, Math.min(...kept.map(({ revision }) => revision))]).toEqual([50, 12]);
});

test("delete: it answers 204, then 404, and the text is gone from the file", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const { id } = await uploaded(served, person);
  const remove = () => served.ask(`/v1/flows/${id}`, { method: "DELETE", headers: person.login });
  const response = await remove();
  expect([response.status, await response.text()]).toEqual([204, ""]);
  await problem(remove(), 404, "flow/not-found");
  await problem(served.ask(`/v1/flows/${id}`, { headers: person.login }), 404, "flow/not-found");
  expect(await answer<object[]>(served.ask("/v1/flows", { headers: person.login }))).toEqual([]);
  expect(await served.data.rows("flowRevisions")).toEqual([]);
});

test("limit: an account stores at most 1,000 flows", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  const { id } = await uploaded(served, person);
  const row = (await served.data.rows("flows"))[0]!;
  for (let i = 1; i < 1_000; i++) await served.data.insert("flows", { ...row, id: `flow_${i}` });
  await problem(upload(served, person, {}), 409, "account/limit");
  await served.ask(`/v1/flows/${id}`, { method: "DELETE", headers: person.login });
  await uploaded(served, person);
});

test("check: it lists the problems for any client, and stores nothing", async () => {
  await using served = await serve();
  const check = (body: object) => served.ask("/v1/flows/check", json("POST", body));
  expect(await answer(check({ yaml_content }))).toEqual({ diagnostics: [] });
  expect(await answer(check({ yaml_content: notes }))).toMatchObject({
    diagnostics: [{ code: "VF100", severity: "warning" }],
  });
  expect(await answer(check({ yaml_content: "a: [" }))).toMatchObject({
    diagnostics: [{ code: "VF101", line: 1 }],
  });
  await problem(check({}), 422, "request/invalid");
  await problem(check({ yaml_content: `a: ${"x".repeat(262_144)}` }), 413, "request/too-large");
  expect(await served.data.rows("flows")).toEqual([]);
});
