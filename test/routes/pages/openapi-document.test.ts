// API document and its page: complete, and from this server alone.

import { expect, test } from "bun:test";
import { faults } from "../../../src/base/fault.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Record<string, { schema: object; example?: unknown; examples?: object }>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly operationId: string;
  readonly tags: string[];
  readonly parameters?: { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  readonly responses: Record<string, Answer>;
}

interface Document {
  readonly openapi: string;
  readonly servers: { url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, { properties: { code: { enum: string[] } } }> };
}

async function read(env = {}): Promise<{ document: Document; routes: string[] }> {
  await using served = await serveTest(env);
  const document = (await (await served.ask("/swagger/json")).json()) as Document;
  const routes = served.app.routes.map(
    ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`,
  );
  return { document, routes };
}

function operations(document: Document): [name: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): [string, Operation] => [`${method} ${path}`, each]),
  );
}

test("openapi: it lists every served route and no other", async () => {
  const { document, routes } = await read();
  expect(
    operations(document)
      .map(([name]) => name)
      .sort(),
  ).toEqual(routes.sort());
  expect(routes.length).toBeGreaterThan(10);
});

test("openapi: every route has words, a unique id and answers", async () => {
  const { document } = await read();
  expect(document.openapi).toStartWith("3.");
  const all = operations(document);
  expect(new Set(all.map(([, each]) => each.operationId)).size).toBe(all.length);
  for (const [name, each] of all) {
    expect([name, each.summary.length > 3, each.description.length > 10]).toEqual([name, true, true]);
    expect(each.tags).toHaveLength(1);
    const statuses = Object.keys(each.responses);
    expect([name, statuses.some((status) => status < "400")]).toEqual([name, true]);
    expect([name, statuses.filter((status) => !/^[1-5]\d\d$/.test(status))]).toEqual([name, []]);
    for (const answer of Object.values(each.responses)) expect(answer.description.length).toBeGreaterThan(2);
  }
});

test("openapi: every change of stored data may lack room, and has a retry time", async () => {
  const { document } = await read();
  const said = operations(document).flatMap(([name, { responses }]) => (responses["507"] ? [name] : []));
  expect(said).toContainValues([
    "post /auth/signup",
    "post /auth/api-keys",
    "post /v1/flows",
    "put /v1/flows/{flow_id}",
    "put /v1/flows/{flow_id}/json",
    "delete /v1/flows/{flow_id}",
    "put /v1/secrets/{name}",
    "post /v1/hooks",
    "patch /v1/providers",
    "post /v1/sessions",
    "post /offer",
    "post /start",
  ]);
  expect(said.filter((name) => name.startsWith("get ") || name.startsWith("post /auth/login"))).toEqual([]);
  const { headers } = document.paths["/v1/flows"]!["post"]!.responses["507"]!;
  expect(Object.keys(headers ?? {})).toEqual(["Retry-After"]);
});

test("openapi: bodies are JSON or a sound, and JSON has an example; so have JSON answers and problems", async () => {
  const { document } = await read();
  for (const [name, each] of operations(document)) {
    if (name === "put /v1/sounds/{name}")
      expect(Object.keys(each.requestBody?.content ?? {})).toEqual(["audio/wav"]);
    else if (each.requestBody) {
      expect([name, Object.keys(each.requestBody.content)]).toEqual([name, ["application/json"]]);
      expect([name, each.requestBody.content["application/json"]?.example]).not.toEqual([name, undefined]);
      expect(Object.keys(each.responses)).toContainValues(["400", "403", "413", "422"]);
    }
    const answers = Object.entries(each.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, described]) => ({ name, status, type, ...described })),
    );
    // JSON-RPC has errors of its own.
    const others =
      name === "post /mcp" ? ["application/problem+json", "application/json"] : ["application/problem+json"];
    expect(answers.filter(({ status, type }) => status >= "400" && !others.includes(type))).toEqual([]);
    const isDocument = name === "get /swagger/json" || name === "get /flow-language/schema.json";
    const examples = answers.filter(({ type }) => type.endsWith("json") && !isDocument);
    expect(examples.filter(({ example, examples: several }) => (example ?? several) === undefined)).toEqual(
      [],
    );
  }
});

test("openapi: examples of bodies pass their own validation", async () => {
  await using served = await serveTest();
  const { document } = await read();
  for (const [name, each] of operations(document)) {
    const [method = "", path = ""] = name.split(" ");
    const example = each.requestBody?.content["application/json"]?.example;
    if (example === undefined) continue;
    const response = await served.ask(path.replace(/\{\w+\}/g, "x1"), json(method.toUpperCase(), example));
    expect([name, [400, 415, 422].includes(response.status)]).toEqual([name, false]);
  }
});

test("openapi: path parameters are required, and those with a default are not", async () => {
  const { document } = await read();
  const offer = document.paths["/offer"]?.["post"]?.parameters ?? [];
  expect(offer.map(({ name, required }) => [name, required])).toEqual([
    ["mode", false],
    ["program_id", false],
    ["last_seq", false],
    ["features", false],
    ["session_token", false],
  ]);
  const peer = document.paths["/offer/{pc_id}"]?.["patch"]?.parameters ?? [];
  expect(peer.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ["pc_id", "path", true],
  ]);
});

test("openapi: the problem's schema lists every code", async () => {
  const { document } = await read();
  expect(document.components.schemas["Problem"]?.properties.code.enum).toEqual(Object.keys(faults));
});

test("openapi: the server is this one, or the public one", async () => {
  expect((await read()).document.servers).toEqual([{ url: "/" }]);
  const { document } = await read({ PUBLIC_URL: "https://voice.example" });
  expect(document.servers).toEqual([{ url: "https://voice.example" }]);
});

test("swagger: the page and its files come from here, under a policy without eval", async () => {
  await using served = await serveTest();
  const response = await served.ask("/swagger");
  const page = await response.text();
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page).not.toMatch(/https?:|\/\/[a-z]/);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toStartWith("default-src 'none'");
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).not.toMatch(/https?:|\*/);
  expect(page).toContain('<a href="/flow-editor">Flow editor</a>');
  const loaded = [...page.replace(/<nav.*<\/nav>/s, "").matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
    (match) => match[1]!,
  );
  expect(loaded.length).toBe(7);
  for (const path of loaded) {
    const file = await served.ask(path);
    expect([path, file.status, (await file.bytes()).length > 50]).toEqual([path, 200, true]);
  }
});

test("pages: a cached page is not sent again", async () => {
  await using served = await serveTest();
  const first = await served.ask("/swagger");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  const again = await served.ask("/swagger", { headers: { "if-none-match": `"other", W/${etag}` } });
  expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
  expect((await served.ask("/swagger", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});

test("pages: the start page leads to the test page", async () => {
  await using served = await serveTest();
  const response = await served.ask("/");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/test"]);
});
