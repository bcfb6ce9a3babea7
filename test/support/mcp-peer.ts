// MCP peer: sends requests to our server in either transport, over any carrier of messages and answers.

import { expect } from "bun:test";
import type { JsonObject } from "../../src/mcp/rpc-message.ts";

export const ways = ["handshake", "stateless"] as const;
export type Way = (typeof ways)[number];

export interface ToolSaid {
  readonly text: string;
  readonly data: JsonObject;
  readonly failed: boolean;
}

/** Undefined: the message needs no answer. `headers` are those that HTTP needs. */
export type Carry = (message: JsonObject, headers: Record<string, string>) => Promise<unknown>;

const stateless = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": stateless,
  "io.modelcontextprotocol/clientCapabilities": {},
};

export class McpPeer {
  readonly #carry: Carry;
  readonly #way: Way;
  #id = 0;

  constructor(carry: Carry, way: Way) {
    this.#carry = carry;
    this.#way = way;
  }

  /** Starts the session as its transport requires. */
  async open(): Promise<void> {
    if (this.#way === "stateless") {
      const { supportedVersions } = await this.result("server/discover");
      expect(supportedVersions).toContain(stateless);
      return;
    }
    const clientInfo = { name: "peer", version: "1" };
    const wanted = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    expect((await this.result("initialize", wanted))["protocolVersion"]).toBe("2025-06-18");
    await this.#carry({ jsonrpc: "2.0", method: "notifications/initialized" }, {});
  }

  async tools(): Promise<readonly string[]> {
    const { tools } = await this.result("tools/list");
    return (tools as readonly { name: string }[]).map(({ name }) => name);
  }

  async call(name: string, args: JsonObject = {}): Promise<ToolSaid> {
    const { content, structuredContent, isError } = await this.result("tools/call", {
      name,
      arguments: args,
    });
    const [{ text = "" } = {}] = content as readonly { text?: string }[];
    return { text, data: structuredContent as JsonObject, failed: isError === true };
  }

  async result(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const { result, error } = await this.ask(method, params);
    if (result === undefined) throw new Error(`${method} was answered ${JSON.stringify(error)}`);
    return result;
  }

  async ask(method: string, params: JsonObject = {}): Promise<{ result?: JsonObject; error?: JsonObject }> {
    const id = ++this.#id;
    const isNew = this.#way === "stateless";
    const message = { jsonrpc: "2.0", id, method, params: { ...params, ...(isNew && { _meta: meta }) } };
    const about = params["name"] ?? params["uri"];
    const name = typeof about === "string" ? { "mcp-name": about } : {};
    const headers = { "mcp-protocol-version": stateless, "mcp-method": method, ...name };
    const answer = (await this.#carry(message, isNew ? headers : {})) as JsonObject;
    expect([answer["jsonrpc"], answer["id"]]).toEqual(["2.0", id]);
    return answer;
  }
}

/**
 * From nothing to a stored flow, as an agent does it: check, correct, test, talk, save. Resolves to the flow's id
 * there.
 */
export async function buildTableFlow(
  call: (name: string, args?: JsonObject) => Promise<ToolSaid>,
  file?: string,
): Promise<string> {
  expect((await call("flow_reference")).text).toContain("## Verbs of a node");
  const right = (await call("flow_reference", { topic: "example" })).text;
  const wrong = right.replace("goto:", "gto:");
  const checked = await call("flow_check", { yaml: wrong });
  expect(checked.text).toContain("did you mean 'goto'?");
  const target = file === undefined ? {} : { flow: file };
  const refused = await call("flow_save", { ...target, yaml: wrong });
  expect([refused.failed, refused.data["code"]]).toEqual([true, "flow/invalid"]);
  expect((await call("flow_check", { yaml: right })).data["passed"]).toBe(true);
  const failing = right.replace("ends: booked", "ends: not_booked");
  const failed = await call("flow_test", { yaml: failing });
  expect([failed.failed, failed.text]).toEqual([true, expect.stringContaining("FAIL  ")]);
  const tested = await call("flow_test", { yaml: right });
  expect([tested.failed, tested.data["passed"]]).toEqual([false, true]);
  const talked = await call("flow_say", { yaml: right, says: ["a table for four on friday"] });
  expect(talked.text).toContain("agent: At what time?");
  const saved = await call("flow_save", { ...target, yaml: right });
  expect(saved.failed).toBe(false);
  const flow = String(saved.data["flow"]);
  expect((await call("flow_list")).text).toContain(flow);
  const simulated = await call("flow_simulate", { flow, callers: 2 });
  expect([simulated.failed, simulated.text]).toEqual([
    false,
    expect.stringMatching(/^ {2}[12] callers, seed 1: /),
  ]);
  const kept = await call("flow_get", { flow });
  expect([kept.text, kept.data["revision"]]).toEqual([right, saved.data["revision"]!]);
  return flow;
}
