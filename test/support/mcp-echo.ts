// Echo server of the Model Context Protocol: one tool that returns its input, and helpers that read answers.

import { Type } from "typebox";
import { Fault } from "../../src/base/fault.ts";
import { tool } from "../../src/mcp/agent-tools.ts";
import type { McpAnswer, McpServer } from "../../src/mcp/mcp-server.ts";
import { type RpcErrorKind, rpcCodes } from "../../src/mcp/rpc-message.ts";

export const echo = { name: "echo", title: "Echo", description: "Says it again.", does: "read" } as const;

const hello = { uri: "echo://hello", name: "hello", title: "Hello", mimeType: "text/plain" };

export const server: McpServer = {
  name: "test",
  version: "1",
  instructions: "Say something.",
  tools: [
    tool(echo, { word: Type.String({ maxLength: 100 }) }, ({ word }) =>
      Promise.resolve({ text: String(word), data: { word } }),
    ),
  ],
  resources: {
    list: () => Promise.resolve([hello]),
    templates: [{ uriTemplate: "echo://{word}", name: "echo", title: "Echo", mimeType: "text/plain" }],
    read(uri) {
      if (uri === "echo://bug") return Promise.reject(new Error("a bug"));
      if (uri === "echo://refused") return Promise.reject(new Fault("flow/not-found", "It is gone."));
      return Promise.resolve(uri === hello.uri ? { mimeType: hello.mimeType, text: "hello" } : undefined);
    },
  },
  prompts: [
    {
      name: "say",
      title: "Say",
      description: "Says a word.",
      arguments: [{ name: "word", description: "The word" }],
      textOf: ({ word = "" }) => `Say ${word}.`,
    },
  ],
};

export const codeOf = (kind: RpcErrorKind): number => rpcCodes[kind];

/** The code of an error; undefined for other answers. */
export function errorOf({ body }: McpAnswer): number | undefined {
  return (body?.["error"] as { code: number } | undefined)?.code;
}
