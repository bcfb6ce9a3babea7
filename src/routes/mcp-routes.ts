// Route of the Model Context Protocol: the tools of coding agents over HTTP, without sessions and without streams. Each
// tool asks the routes of the API with the credentials that came with it.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { idCharsMax, methodCharsMax } from "../mcp/rpc-message.ts";
import { credentialsOf, type Gate } from "./http/auth.ts";
import { requestBeside } from "./http/forwarded-request.ts";
import { operation } from "./http/route-operation.ts";
import { requestBody, standard } from "./http/route-schema.ts";

export interface McpRouteOptions {
  readonly gate: Pick<Gate, "callerOf">;
  /** Answers a request as if it had come from outside. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** A request or a notification of JSON-RPC 2.0. We ask nothing, so no response comes. */
const message = requestBody(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Optional(Type.Union([Type.String({ maxLength: idCharsMax }), Type.Integer()])),
    method: Type.String({ minLength: 1, maxLength: methodCharsMax }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] },
);
const answerExample = { jsonrpc: "2.0", id: 1, result: { tools: [] } };

export function mcpRoutes({ gate, handle }: McpRouteOptions) {
  return new Elysia({ name: "mcp" }).post(
    "/mcp",
    async ({ request, body }) => {
      const { headers } = request;
      // Few servers are asked, and it needs all that is known of the language.
      const [{ serverFor }, { answerMcp }] = [
        await import("../mcp/api-server.ts"),
        await import("../mcp/mcp-server.ts"),
      ];
      const caller = gate.callerOf(request);
      const server = serverFor(caller?.kind === "key", ({ method, path, body: sent, ifMatch }) =>
        handle(
          requestBeside(request, {
            method,
            path,
            body: sent,
            headers: { ...credentialsOf(request), ...(ifMatch !== undefined && { "if-match": ifMatch }) },
          }),
        ),
      );
      const answer = await answerMcp(server, body, {
        headers: {
          revision: headers.get("mcp-protocol-version"),
          method: headers.get("mcp-method"),
          name: headers.get("mcp-name"),
        },
        signal: request.signal,
      });
      if (answer.body === undefined) return new Response(null, { status: answer.status });
      return Response.json(answer.body, { status: answer.status });
    },
    {
      body: standard(message),
      detail: operation({
        summary: "Use the tools of coding agents",
        description:
          "Model Context Protocol (MCP), revisions 2024-11-05 to 2026-07-28, one message per request. The credential " +
          "can be an API key as bearer token. There are no sessions and no streams. Tools call routes of this API, so each " +
          "tool call also counts as a request.",
        tag: "flows",
        access: "account",
        keyAsBearer: true,
        answer: {
          says: "Response to the message, which may be a JSON-RPC error",
          others: {
            202: { says: "Notification accepted", empty: true },
            400: { says: "JSON-RPC error: unsupported revision or headers" },
            404: { says: "JSON-RPC error: unknown method" },
          },
          types: ["application/json"],
          json: { schema: { type: "object" }, example: answerExample },
        },
      }),
    },
  );
}
