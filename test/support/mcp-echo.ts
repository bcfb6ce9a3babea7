// Echo server of the Model Context Protocol: one tool that says what it was told, and what answers mean.

import { Type } from "typebox";
import { tool } from "../../src/mcp/agent-tools.ts";
import type { McpAnswer, McpServer } from "../../src/mcp/mcp-server.ts";
import { type RpcErrorKind, rpcCodes } from "../../src/mcp/rpc-message.ts";

export const echo = { name: "echo", title: "Echo", description: "Says it again.", does: "read" } as const;

export const server: McpServer = {
  name: "test",
  version: "1",
  instructions: "Say something.",
  tools: [
    tool(echo, { word: Type.String({ maxLength: 100 }) }, ({ word }) =>
      Promise.resolve({ text: String(word), data: { word } }),
    ),
  ],
};

export const codeOf = (kind: RpcErrorKind): number => rpcCodes[kind];

/** The code of the error that it is; undefined for none. */
export function errorOf({ body }: McpAnswer): number | undefined {
  return (body?.["error"] as { code: number } | undefined)?.code;
}
