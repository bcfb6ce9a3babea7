// Responses of a server of the Model Context Protocol to each kind of message, in both transports.

import { expect, test } from "bun:test";
import { Type } from "typebox";
import { Fault } from "../../src/base/fault.ts";
import { tool } from "../../src/mcp/agent-tools.ts";
import { answerMcp, type McpServer } from "../../src/mcp/mcp-server.ts";
import { failureOf } from "../support/failure-of.ts";
import { codeOf, echo, errorOf, server } from "../support/mcp-echo.ts";

const { signal } = new AbortController();
const versionKey = "io.modelcontextprotocol/protocolVersion";
const meta = { [versionKey]: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
const request = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 7, method, params });
const capabilities = { tools: {}, resources: {}, prompts: {} };
const listHeaders = { revision: "2026-07-28", method: "tools/list", name: null };

test.each([
  ["2025-06-18", "2025-06-18"],
  ["2024-11-05", "2024-11-05"],
  ["2026-07-28", "2025-11-25"],
  ["1999-01-01", "2025-11-25"],
  [undefined, "2025-11-25"],
])("a client that begins with %p gets %s", async (wanted, agreed) => {
  const { body } = await answerMcp(server, request("initialize", { protocolVersion: wanted }), { signal });
  expect(body).toMatchObject({ id: 7, result: { protocolVersion: agreed, capabilities } });
});

test("a client of the new transport discovers the server, and may cache the answer", async () => {
  const { body } = await answerMcp(server, request("server/discover", { _meta: meta }), { signal });
  expect(body).toMatchObject({
    result: {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities,
      ttlMs: 300_000,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "test" } },
    },
  });
});

test("a tool is listed with its arguments and whether it changes anything", async () => {
  const { body } = await answerMcp(server, request("tools/list"), { signal });
  expect(body).toMatchObject({
    result: {
      tools: [
        {
          name: "echo",
          inputSchema: { type: "object", required: ["word"], additionalProperties: false },
          annotations: { readOnlyHint: true, destructiveHint: false },
        },
      ],
    },
  });
});

test("a tool answers in text for the agent and as data for programs", async () => {
  const call = request("tools/call", { name: "echo", arguments: { word: "hello" } });
  const { status, body } = await answerMcp(server, call, { signal });
  const result = {
    content: [{ type: "text", text: "hello" }],
    structuredContent: { word: "hello" },
    isError: false,
  };
  expect([status, body]).toEqual([200, { jsonrpc: "2.0", id: 7, result }]);
});

test.each([
  [{ wrod: "x" }, "There is no argument wrod: did you mean 'word'?"],
  [{}, "word"],
  [{ word: 1 }, "The arguments at /word: must be text."],
])("misfitting arguments, %j, are reported to the agent, which can correct them", async (args, why) => {
  const call = request("tools/call", { name: "echo", arguments: args });
  const { body } = await answerMcp(server, call, { signal });
  expect(body).toMatchObject({ result: { isError: true } });
  expect(JSON.stringify(body)).toContain(why);
});

test("a refused tool call is an answer, and a bug is thrown", async () => {
  const failing = (error: Error): McpServer => ({
    ...server,
    tools: [tool(echo, { word: Type.Optional(Type.String()) }, () => Promise.reject(error))],
  });
  const call = request("tools/call", { name: "echo" });
  const { body } = await answerMcp(failing(new Fault("flow/not-found", "There is none.")), call, { signal });
  expect(body).toMatchObject({
    result: {
      isError: true,
      content: [{ text: "There is none." }],
      structuredContent: { code: "flow/not-found" },
    },
  });
  expect(await failureOf(answerMcp(failing(new Error("a bug")), call, { signal }))).toBe("a bug");
});

const refusals: readonly (readonly [
  what: string,
  message: unknown,
  status: number,
  kind: Parameters<typeof codeOf>[0],
])[] = [
  ["no object", 7, 400, "invalid"],
  ["a batch", [request("ping")], 400, "invalid"],
  ["another protocol", { id: 1, method: "ping" }, 400, "invalid"],
  ["no method", { jsonrpc: "2.0", id: 1 }, 400, "invalid"],
  ["an odd id", { jsonrpc: "2.0", id: {}, method: "ping" }, 400, "invalid"],
  ["params in a list", { jsonrpc: "2.0", id: 1, method: "ping", params: [] }, 400, "invalid"],
  ["a method that there is not", request("tasks/list"), 200, "noMethod"],
  ["such a method of the new way", request("tasks/list", { _meta: meta }), 404, "noMethod"],
  ["the handshake in the new way", request("initialize", { _meta: meta }), 404, "noMethod"],
  ["a tool that there is not", request("tools/call", { name: "nothing" }), 200, "params"],
  ["a resource that there is not", request("resources/read", { uri: "echo://x" }), 200, "params"],
  ["a resource without an address", request("resources/read", { uri: 7 }), 200, "params"],
  ["a prompt that there is not", request("prompts/get", { name: "nothing" }), 200, "params"],
  ["a prompt without its argument", request("prompts/get", { name: "say" }), 200, "params"],
  [
    "a prompt with more than fits",
    request("prompts/get", { name: "say", arguments: { word: "x".repeat(8_001) } }),
    200,
    "params",
  ],
  ["arguments in a list", request("tools/call", { name: "echo", arguments: [] }), 200, "params"],
  [
    "a revision of the future",
    request("tools/list", { _meta: { ...meta, [versionKey]: "2030-01-01" } }),
    400,
    "version",
  ],
  ["a revision that is no text", request("tools/list", { _meta: { [versionKey]: 1 } }), 400, "params"],
  ["no capabilities", request("tools/list", { _meta: { [versionKey]: "2026-07-28" } }), 400, "params"],
];

test.each(refusals)("%s is refused with its code", async (_what, message, status, kind) => {
  const answer = await answerMcp(server, message, { signal });
  expect([answer.status, errorOf(answer)]).toEqual([status, codeOf(kind)]);
});

test.each([
  ["nothing", { revision: null, method: null, name: null }, "headers"],
  ["another method", { ...listHeaders, method: "tools/call" }, "headers"],
  ["another revision", { ...listHeaders, revision: "2025-11-25" }, "headers"],
  ["what the body says", listHeaders, undefined],
] as const)(
  "a request of the new transport over HTTP must match its headers %s",
  async (_says, headers, kind) => {
    const answer = await answerMcp(server, request("tools/list", { _meta: meta }), { headers, signal });
    expect(errorOf(answer)).toBe(kind && codeOf(kind));
    expect(answer.status).toBe(kind === undefined ? 200 : 400);
  },
);

test("headers of the new transport without its body, and of an unknown one, are refused", async () => {
  const bare = request("tools/list");
  const asNew = await answerMcp(server, bare, { headers: listHeaders, signal });
  expect([asNew.status, errorOf(asNew)]).toEqual([400, codeOf("params")]);
  const odd = { ...listHeaders, revision: "2030-01-01" };
  expect(errorOf(await answerMcp(server, bare, { headers: odd, signal }))).toBe(codeOf("version"));
});

const hello = { uri: "echo://hello", name: "hello", title: "Hello", mimeType: "text/plain" };
const shown: readonly (readonly [
  method: string,
  params: object,
  result: object,
  ttlMs: number | undefined,
])[] = [
  ["resources/list", {}, { resources: [hello] }, 0],
  [
    "resources/templates/list",
    {},
    {
      resourceTemplates: [
        { uriTemplate: "echo://{word}", name: "echo", title: "Echo", mimeType: "text/plain" },
      ],
    },
    300_000,
  ],
  [
    "resources/read",
    { uri: "echo://hello" },
    { contents: [{ uri: "echo://hello", mimeType: "text/plain", text: "hello" }] },
    0,
  ],
  [
    "prompts/list",
    {},
    {
      prompts: [
        {
          name: "say",
          title: "Say",
          description: "Says a word.",
          arguments: [{ name: "word", description: "The word", required: true }],
        },
      ],
    },
    300_000,
  ],
  [
    "prompts/get",
    { name: "say", arguments: { word: "hi" } },
    {
      description: "Says a word.",
      messages: [{ role: "user", content: { type: "text", text: "Say hi." } }],
    },
    undefined,
  ],
];

test.each(shown)(
  "%s is answered in both transports, and cacheable while it is unchanged",
  async (method, params, result, ttlMs) => {
    const { body: old } = await answerMcp(server, request(method, params), { signal });
    expect(old).toEqual({ jsonrpc: "2.0", id: 7, result });
    const { body } = await answerMcp(server, request(method, { ...params, _meta: meta }), { signal });
    const isKept = ttlMs === undefined ? {} : { ttlMs, cacheScope: "private" };
    expect(body?.["result"]).toEqual({
      ...result,
      ...isKept,
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "test", version: "1" } },
    });
  },
);

test("a refused resource is reported, and a bug is thrown", async () => {
  const read = (uri: string) => answerMcp(server, request("resources/read", { uri }), { signal });
  expect((await read("echo://refused")).body).toMatchObject({ error: { message: "It is gone." } });
  expect(await failureOf(read("echo://bug"))).toBe("a bug");
});

test.each([
  ["resources/read", { uri: "echo://hello" }, "echo://hello"],
  ["prompts/get", { name: "say", arguments: { word: "x" } }, "say"],
])("the headers of %s over HTTP name its subject", async (method, params, name) => {
  const headers = { revision: "2026-07-28", method, name };
  const asked = request(method, { ...params, _meta: meta });
  expect((await answerMcp(server, asked, { headers, signal })).status).toBe(200);
  const other = await answerMcp(server, asked, { headers: { ...headers, name: "other" }, signal });
  expect([other.status, errorOf(other)]).toEqual([400, codeOf("headers")]);
});

test("the name of a tool may come encoded", async () => {
  const call = request("tools/call", { name: "echo", arguments: { word: "x" }, _meta: meta });
  const name = `=?base64?${Buffer.from("echo").toString("base64")}?=`;
  const headers = { revision: "2026-07-28", method: "tools/call", name };
  expect((await answerMcp(server, call, { headers, signal })).status).toBe(200);
});

test("a notification gets no answer", async () => {
  const told = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect(await answerMcp(server, told, { signal })).toEqual({ status: 202, body: undefined });
  const response = { jsonrpc: "2.0", id: 1, result: {} };
  expect(await answerMcp(server, response, { signal })).toEqual({ status: 202, body: undefined });
});
