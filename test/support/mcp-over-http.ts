// MCP over HTTP: carries messages of a peer to POST /mcp of a served app, with its credentials.

import type { JsonObject } from "../../src/mcp/rpc-message.ts";
import type { Carry } from "./mcp-peer.ts";
import { json } from "./json-request.ts";
import { type TestServer } from "./servers/served.ts";

export const over =
  (served: Pick<TestServer, "ask">, credentials: Record<string, string>): Carry =>
  async (message, headers) => {
    const response = await served.ask("/mcp", json("POST", message, { ...headers, ...credentials }));
    const text = await response.text();
    return text === "" ? undefined : (JSON.parse(text) as JsonObject);
  };
