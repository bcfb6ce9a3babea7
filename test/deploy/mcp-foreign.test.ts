// Agents of other makers: the two official clients of the Model Context Protocol and its Inspector build the table flow
// from nothing, over stdio and over HTTP, with the old handshake and with self-contained requests.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../src/mcp/rpc-message.ts";
import { failureOf } from "../support/failure-of.ts";
import { buildTableFlow, type ToolSaid } from "../support/mcp-peer.ts";
import { type Person, signUpAt } from "../support/people.ts";
import { npmPackages } from "../support/providers/foreign-packages.ts";
import { Program } from "../support/servers/program.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

setDefaultTimeout(600_000);

const packages = [
  "@modelcontextprotocol/sdk@1.32.2",
  "@modelcontextprotocol/client@2.4.0",
  "@modelcontextprotocol/inspector@2.12.0",
];
const inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

let modules = "";
let top = "";
let served: TestServer;
let ada: Person;

beforeAll(async () => {
  modules = join(await npmPackages("mcp", packages), "node_modules");
  top = await mkdtemp(join(tmpdir(), "voice-flow-agents-"));
  served = await serveTest({ CHECKS_PER_MINUTE: "1000" });
  ada = await signUpAt(served);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(top, { recursive: true });
});

/** The used parts of the clients, which are not installed when types are checked. */
interface Client {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{
    readonly resourceTemplates: readonly { readonly uriTemplate: string }[];
  }>;
  readResource(of: { uri: string }): Promise<{ readonly contents: readonly { readonly text: string }[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  getPrompt(of: { name: string; arguments: Readonly<Record<string, string>> }): Promise<object>;
  callTool(call: { name: string; arguments: JsonObject }): Promise<ToolResult>;
  close(): Promise<void>;
}
interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: JsonObject;
  readonly isError: boolean;
}
type Made<T> = new (...given: object[]) => T;

/** Imports a package and returns its used exports. */
async function load<T>(path: string): Promise<T> {
  return (await import(join(modules, "@modelcontextprotocol", path))) as T;
}

interface Official {
  readonly client: Client;
  readonly stdio: Made<object>;
  readonly http: Made<object>;
}

async function firstClient(): Promise<Official> {
  const { Client } = await load<{ Client: Made<Client> }>("sdk/dist/esm/client/index.js");
  const { StdioClientTransport: stdio } = await load<{ StdioClientTransport: Made<object> }>(
    "sdk/dist/esm/client/stdio.js",
  );
  const { StreamableHTTPClientTransport: http } = await load<{ StreamableHTTPClientTransport: Made<object> }>(
    "sdk/dist/esm/client/streamableHttp.js",
  );
  return { client: new Client({ name: "agent", version: "1" }), stdio, http };
}

async function secondClient(options: object): Promise<Official> {
  const { Client, StreamableHTTPClientTransport: http } = await load<{
    Client: Made<Client>;
    StreamableHTTPClientTransport: Made<object>;
  }>("client/dist/index.mjs");
  const { StdioClientTransport: stdio } = await load<{ StdioClientTransport: Made<object> }>(
    "client/dist/stdio.mjs",
  );
  return { client: new Client({ name: "agent", version: "1" }, options), stdio, http };
}

const clients: readonly (readonly [name: string, open: () => Promise<Official>])[] = [
  ["the first official client", firstClient],
  ["the second one", () => secondClient({})],
  ["the second one, stateless", () => secondClient({ versionNegotiation: { mode: { pin: "2026-07-28" } } })],
];

const mcpIn = (folder: string) => ({
  command: process.execPath,
  args: [join(process.cwd(), "src/main.ts"), "mcp", "--dir", folder],
});

function said({ content, structuredContent, isError }: ToolResult): ToolSaid {
  return { text: content[0]!.text, data: structuredContent, failed: isError };
}

async function build(client: Client, file?: string): Promise<readonly string[]> {
  const flow = await buildTableFlow(
    async (name, args = {}) => said(await client.callTool({ name, arguments: args })),
    file,
  );
  const { tools } = await client.listTools();
  // Reads the resources as a person would who gives the agent the flow and the language.
  const { resources } = await client.listResources();
  const uri = `flow://${flow}`;
  expect(resources.map((each) => each.uri)).toEqual(expect.arrayContaining(["docs://schema", uri]));
  const [{ text } = { text: "" }] = (await client.readResource({ uri })).contents;
  expect(text).toContain("voice_flow: 1");
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["flow://{flow}"]);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("build_flow");
  const prompt = { name: "build_flow", arguments: { description: "Books tables" } };
  expect(JSON.stringify(await client.getPrompt(prompt))).toContain("Books tables");
  await client.close();
  return tools.map(({ name }) => name);
}

test.each(clients)("%s builds the table flow over stdio", async (_name, open) => {
  const folder = await mkdtemp(join(top, "flows-"));
  const { client, stdio } = await open();
  await client.connect(new stdio({ ...mcpIn(folder), cwd: process.cwd() }));
  expect(await build(client, "table.flow.yaml")).toContain("flow_simulate");
  expect(await readdir(folder)).toEqual(["table.flow.yaml"]);
});

test.each(clients)("%s builds the table flow over HTTP, with a bearer key", async (_name, open) => {
  const { client, http } = await open();
  const requestInit = { headers: { authorization: `Bearer ${ada.key}` } };
  await client.connect(new http(new URL("/mcp", served.url()), { requestInit }));
  expect(await build(client)).toContain("session_start");
});

test.each(clients)("%s is refused with an invalid key", async (_name, open) => {
  const { client, http } = await open();
  const requestInit = { headers: { authorization: `Bearer vfk_${"0".repeat(40)}` } };
  const opened = client.connect(new http(new URL("/mcp", served.url()), { requestInit }));
  expect(await failureOf(opened)).not.toBe("");
});

/** Runs Inspector with arguments for a server; returns its output. */
async function inspect(target: readonly string[], args: readonly string[]): Promise<JsonObject> {
  const command = [process.execPath, join(modules, inspector), "--cli", ...target, ...args];
  const env = { HOME: top, PATH: process.env["PATH"], MCP_INSPECTOR_SECRET_STORE: "memory" };
  const { out, err } = await new Program(command, { env, cwd: process.cwd() }).ended();
  const from = out.indexOf("{\n");
  if (from === -1) throw new Error(`The Inspector says ${out}${err}`);
  return JSON.parse(out.slice(from)) as JsonObject;
}

async function inspectTool(
  target: readonly string[],
  name: string,
  args: JsonObject = {},
): Promise<ToolSaid> {
  const pairs = Object.entries(args).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const given = pairs.length === 0 ? [] : ["--tool-arg", ...pairs];
  const result = await inspect(target, ["--method", "tools/call", "--tool-name", name, ...given]);
  return said(result as unknown as ToolResult);
}

test("the Inspector builds the table flow over stdio, and finds no fault in the tools", async () => {
  const folder = await mkdtemp(join(top, "flows-"));
  const config = join(top, "inspector.json");
  await Bun.write(config, JSON.stringify({ mcpServers: { flows: mcpIn(folder) } }));
  const target = ["--config", config, "--server", "flows"];
  await buildTableFlow((name, args) => inspectTool(target, name, args), "table.flow.yaml");
  expect(await readdir(folder)).toEqual(["table.flow.yaml"]);
  const command = [
    process.execPath,
    join(modules, inspector),
    "--cli",
    ...target,
    "--strict",
    "--method",
    "tools/list",
  ];
  const env = { HOME: top, PATH: process.env["PATH"], MCP_INSPECTOR_SECRET_STORE: "memory" };
  const { code, err } = await new Program(command, { env, cwd: process.cwd() }).ended();
  expect([code, err]).toEqual([0, expect.not.stringContaining("portab")]);
  const { resources } = await inspect(target, ["--method", "resources/list"]);
  expect(JSON.stringify(resources)).toContain("flow://table.flow.yaml");
  expect(JSON.stringify(await inspect(target, ["--method", "prompts/list"]))).toContain("build_flow");
});

test("the Inspector builds the table flow over HTTP", async () => {
  const target = [new URL("/mcp", served.url()).href, "--header", `Authorization: Bearer ${ada.key}`];
  await buildTableFlow((name, args) => inspectTool(target, name, args));
});
