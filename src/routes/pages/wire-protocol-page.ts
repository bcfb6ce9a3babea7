// Page of the wire protocol: its route. The page is drawn when it is asked for.

import { Elysia } from "elysia";
import { operation } from "../http/route-operation.ts";
import { serve } from "./page-asset.ts";

export function wireProtocolRoutes() {
  return new Elysia({ name: "wire-protocol" }).get(
    "/wire-protocol",
    async ({ request }) => serve((await import("./drawn-protocol.ts")).protocolPage(), request),
    {
      detail: operation({
        summary: "Wire protocol",
        description: "All messages, rules, limits and close codes of the WebSocket, with examples.",
        tag: "pages",
        cached: true,
        answer: { says: "The page", types: ["text/html"] },
      }),
    },
  );
}
