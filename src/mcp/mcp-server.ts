// MCP server: one answer to one message, without a connection and without memory. It supports both forms of the
// protocol: the older handshake, and self-contained requests.

import { didYouMean } from "../base/closest-word.ts";
import {
  agreedRevision,
  eraOf,
  type Era,
  type McpHeaders,
  type Refusal,
  serverInfoKey,
  statelessRevisions,
} from "./mcp-revision.ts";
import { describePrompt, type Prompt, promptResult, readResource, type Resources } from "./mcp-resource.ts";
import { callTool, describeTool, type Tool, toolResult } from "./mcp-tool.ts";
import {
  isObject,
  type JsonObject,
  readRpc,
  rpcError,
  type RpcErrorKind,
  type RpcRequest,
  rpcResult,
} from "./rpc-message.ts";

export interface McpServer {
  readonly name: string;
  readonly version: string;
  /** Use of the tools together, for the agent. */
  readonly instructions: string;
  /** Tools that the client may call: others are hidden. */
  readonly tools: readonly Tool[];
  readonly resources: Resources;
  readonly prompts: readonly Prompt[];
}

export interface McpAnswer {
  /** Status for HTTP. */
  readonly status: number;
  /** Undefined: the message expects no answer. */
  readonly body: JsonObject | undefined;
}

export interface ClientContext {
  /** Absent on stdio. */
  readonly headers?: McpHeaders;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/** Time that a client may keep the list of tools, which changes only with the program. */
const listMs = 300_000;
/** Refusals of the protocol itself, before a method is looked at. */
const refusedStatus: Partial<Record<RpcErrorKind, number>> = { noMethod: 404 };

/** @param value JSON, of any shape. Rejects with bugs of ours only. */
export async function answerMcp(
  server: McpServer,
  value: unknown,
  { headers, signal }: ClientContext,
): Promise<McpAnswer> {
  const message = readRpc(value);
  if (message.type === "invalid") return refused(message.id, { kind: "invalid", message: message.why });
  if (message.type !== "request") return { status: 202, body: undefined };
  const era = eraOf(message, headers);
  if (typeof era !== "string") return refused(message.id, era);
  const done = await resultOf(message, { server, era, signal });
  if (!isRefusal(done)) return { status: 200, body: rpcResult(message.id, stamped(done, { server, era })) };
  // In the older transports an error takes the place of the answer, and a status reports a transport failure.
  const status = era === "handshake" ? 200 : (refusedStatus[done.kind] ?? 200);
  return { status, body: rpcError(message.id, done) };
}

interface Method {
  readonly server: McpServer;
  readonly era: Era;
  readonly signal: AbortSignal;
}

const capabilities = { tools: {}, resources: {}, prompts: {} };

async function resultOf(request: RpcRequest, { server, era, signal }: Method): Promise<JsonObject | Refusal> {
  const { name, version, instructions } = server;
  switch (`${era} ${request.method}`) {
    case "handshake initialize":
      return {
        protocolVersion: agreedRevision(request.params["protocolVersion"]),
        capabilities,
        serverInfo: { name, version },
        instructions,
      };
    case "handshake ping":
      return {};
    case "stateless server/discover":
      return { supportedVersions: statelessRevisions, capabilities, instructions, ...kept(listMs) };
  }
  // Content for both transports; in the newer one with its lifetime.
  const told = await contentOf(request, server, signal);
  if (told === undefined) return { kind: "noMethod", message: `There is no method ${request.method}.` };
  if (isRefusal(told)) return told;
  const ms = keptMs[request.method];
  return era === "stateless" && ms !== undefined ? { ...told, ...kept(ms) } : told;
}

/** Undefined: no such method. */
async function contentOf(
  { method, params }: RpcRequest,
  { tools, resources, prompts }: McpServer,
  signal: AbortSignal,
): Promise<JsonObject | Refusal | undefined> {
  switch (method) {
    case "tools/list":
      return { tools: tools.map(describeTool) };
    case "tools/call":
      return await called(params, tools, signal);
    case "resources/list":
      return { resources: await resources.list() };
    case "resources/templates/list":
      return { resourceTemplates: resources.templates };
    case "resources/read":
      return orRefused(await readResource(resources, params));
    case "prompts/list":
      return { prompts: prompts.map(describePrompt) };
    case "prompts/get":
      return orRefused(promptResult(prompts, params));
    default:
      return undefined;
  }
}

function orRefused(result: JsonObject | string): JsonObject | Refusal {
  return typeof result === "string" ? { kind: "params", message: result } : result;
}

/** Time that a client may keep answers: some change only with the program, flows at any time. */
const keptMs: Readonly<Record<string, number>> = {
  "tools/list": listMs,
  "prompts/list": listMs,
  "resources/templates/list": listMs,
  "resources/list": 0,
  "resources/read": 0,
};
const kept = (ttlMs: number): JsonObject => ({ ttlMs, cacheScope: "private" });

async function called(
  { name, arguments: args = {} }: JsonObject,
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<JsonObject | Refusal> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined)
    return { kind: "params", message: `There is no tool of this name: ${toolsNear(name, tools)}` };
  if (!isObject(args)) return { kind: "params", message: "The arguments must be an object." };
  return toolResult(await callTool(tool, args, signal));
}

function toolsNear(name: unknown, tools: readonly Tool[]): string {
  const names = tools.map((each) => each.name);
  const hint = typeof name === "string" ? didYouMean(name, names) : undefined;
  return hint ?? `there are ${names.join(", ")}.`;
}

function stamped(result: JsonObject, { server, era }: Pick<Method, "server" | "era">): JsonObject {
  if (era === "handshake") return result;
  const { name, version } = server;
  return { resultType: "complete", ...result, _meta: { [serverInfoKey]: { name, version } } };
}

function refused(id: RpcRequest["id"] | null, refusal: Refusal): McpAnswer {
  return { status: 400, body: rpcError(id, refusal) };
}

function isRefusal(done: JsonObject | Refusal): done is Refusal {
  return "kind" in done;
}
