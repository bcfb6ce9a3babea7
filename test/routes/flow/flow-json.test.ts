// Flow as JSON: GET and PUT /v1/flows/{flow_id}/json, the document alone in both directions.

import { expect, test } from "bun:test";
import { withRenamedNodes } from "../../../src/flow/author/document/node-renames.ts";
import { compose } from "../../../src/flow/language/source/composer.ts";
import { documentLimits } from "../../../src/flow/language/source/splice.ts";
import { jsonText, plainOf } from "../../../src/flow/language/source/yaml-tree.ts";
import { anyEdit } from "../../support/fuzz/document-edit.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { textsOf } from "../../support/flow-texts.ts";
import { random, seedOf } from "../../support/random.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

const text = `# A greeting.
voice_flow: 1
id: greeting # its name
nodes:
  # The first thing that is said.
  hello: {say: Hello., end: done}
options: {10: ten, 2: two}
`;

async function stored(yaml_content = text): Promise<TestServer & { person: Person; path: string }> {
  const served = await serveTest();
  const person = await signUpAt(served);
  const body = { name: "Greeting", yaml_content };
  const { id } = await answer<{ id: string }>(
    served.ask("/v1/flows?draft=true", json("POST", body, person.service)),
    201,
  );
  return { ...served, person, path: `/v1/flows/${id}` };
}

test("json: it is the document itself, its keys in the order of the text", async () => {
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

test("json: a document can be written back, and changes nothing", async () => {
  await using served = await stored();
  const { path, person } = served;
  const document = await answer<object>(served.ask(`${path}/json`, { headers: person.login }));
  const written = await answer(served.ask(`${path}/json?draft=true`, json("PUT", document, person.login)));
  expect(written).toMatchObject({ yaml_content: text, revision: 1, rewritten: false });
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
  const put = (body: object) => served.ask(`${path}/json?draft=true`, json("PUT", body, person.service));
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
    diagnostics: expect.any(Array) as object[],
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
  await answer(served.ask(`${path}/json?draft=true`, json("PUT", body, person.login)));
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

test("json: an unknown flow is not found", async () => {
  await using served = await stored();
  const path = "/v1/flows/flow_00000000000000000000000000/json";
  await problem(served.ask(path, { headers: served.person.login }), 404, "flow/not-found");
  await problem(served.ask(path, json("PUT", {}, served.person.login)), 404, "flow/not-found");
});

const swapping = `voice_flow: 1
start: a
nodes:
  a: {next: b} # first
  b: {end: a} # second
`;

test("json: names given at once may swap, and comments go with their nodes", async () => {
  await using served = await stored(swapping);
  const { path, person } = served;
  const document = { voice_flow: 1, start: "b", nodes: { b: { next: "a" }, a: { end: "a" } } };
  const body = { document, renames: { a: "b", b: "a" } };
  const written = await answer<object>(
    served.ask(`${path}/json?draft=true`, json("PUT", body, person.login)),
  );
  expect(written).toMatchObject({
    yaml_content: swapping
      .replace("start: a", "start: b")
      .replace("a: {next: b}", "b: {next: a}")
      .replace("b: {end: a}", "a: {end: a}"),
    rewritten: false,
  });
});

test("json: a new name alone renames the node and its references", async () => {
  await using served = await stored(swapping);
  const { path, person } = served;
  const document = await answer<object>(served.ask(`${path}/json`, { headers: person.login }));
  const body = { document, renames: { a: "first" } };
  expect(
    await answer<object>(served.ask(`${path}/json?draft=true`, json("PUT", body, person.login))),
  ).toMatchObject({
    yaml_content: swapping.replace("start: a", "start: first").replace("  a:", "  first:"),
  });
});

test("json: a layout is stored with the revision, follows new names, and makes no revision of its own", async () => {
  await using served = await stored(swapping);
  const { path, person } = served;
  const document = await answer<object>(served.ask(`${path}/json`, { headers: person.login }));
  const put = (body: object) =>
    answer<{ revision: number }>(served.ask(`${path}/json?draft=true`, json("PUT", body, person.login)));
  const layout = async () =>
    (await answer<{ layout: object }>(served.ask(`${path}/graph`, { headers: person.login }))).layout;
  expect(await layout()).toEqual({});
  expect(await put({ document, layout: { a: [1, -2.5], b: [0, 0] } })).toMatchObject({ revision: 1 });
  expect(await layout()).toEqual({ a: [1, -2.5], b: [0, 0] });
  expect(await put({ document, renames: { a: "z" } })).toMatchObject({ revision: 2 });
  expect(await layout()).toEqual({ z: [1, -2.5], b: [0, 0] });
  const text = { yaml_content: `${swapping}# more\n` };
  await answer(served.ask(`${path}?draft=true`, json("PUT", text, person.login)));
  expect(await layout()).toEqual({ z: [1, -2.5], b: [0, 0] });
  await put({ document, layout: {} });
  expect(await layout()).toEqual({});
});

const unfit: readonly (readonly [name: string, part: object, pointer: string])[] = [
  ["a layout that is a list", { layout: [] }, "/layout"],
  ["a place that is none", { layout: { "a/b": [1] } }, "/layout/a~1b"],
  ["a place out of sight", { layout: { a: [1e7, 0] } }, "/layout/a"],
  ["names that are a list", { renames: ["a"] }, "/renames"],
  ["a name that is none", { renames: { a: 1 } }, "/renames/a"],
  ["one name for two", { renames: { a: "c", b: "c" } }, "/renames"],
];

test.each(unfit)("json: %s is refused with its place", async (_name, part, pointer) => {
  await using served = await stored();
  const { path, person } = served;
  const body = { document: { voice_flow: 1 }, ...part };
  const { errors } = await problem(
    served.ask(`${path}/json`, json("PUT", body, person.login)),
    422,
    "request/invalid",
  );
  expect(errors?.[0]?.pointer).toBe(pointer);
});

const seed = seedOf(7_706);
const runs = process.env["LONG"] === undefined ? 15 : 1_000;

test(`json: ${runs} random edits come back unchanged (SEED=${seed})`, async () => {
  const chance = random(seed);
  const texts = await textsOf("test/flow/language/source/fixtures");
  await using served = await stored();
  const { path, person } = served;
  for (let i = 0; i < runs; i += 4) {
    const [name, text] = chance.pick(texts);
    let yaml_content = text;
    await answer(served.ask(`${path}?draft=true`, json("PUT", { yaml_content }, person.login)));
    for (let j = 0; j < 4; j++) {
      const { document, renames = {}, what } = anyEdit(chance, compose(yaml_content, documentLimits).root!);
      const body = `{"document":${jsonText(document)},"renames":${JSON.stringify(renames)}}`;
      const init = { ...json("PUT", {}, person.login), body };
      const written = await answer<{ yaml_content: string; rewritten: boolean }>(
        served.ask(`${path}/json?draft=true`, init),
      );
      const wanted = jsonText(withRenamedNodes(document, renames));
      expect([name, what, written.rewritten]).toEqual([name, what, false]);
      expect(await answer<object>(served.ask(`${path}/json`, { headers: person.login }))).toEqual(
        JSON.parse(wanted) as object,
      );
      ({ yaml_content } = written);
      expect(jsonText(plainOf(compose(yaml_content, documentLimits).root!)).length).toBe(wanted.length);
    }
  }
}, 600_000);
