// Route of flow diagrams: a stored flow as an SVG picture for documents, drawn from its text, or its draft's, and its
// author's node positions.

import { Elysia } from "elysia";
import { getFlow } from "../../cloud/stored-flows.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";
import { operation } from "../http/route-operation.ts";
import { isKnown } from "../pages/page-asset.ts";

/** The page also opens on its own; then nothing in it may run or be fetched. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const example =
  '<svg xmlns="http://www.w3.org/2000/svg" width="340" height="104"><title>Hello</title><rect width="276" height="40"/></svg>';

export function flowDiagramRoutes({ store, gate, reader }: Omit<FlowRouteOptions, "clock" | "pages">) {
  return new Elysia({ name: "flow-diagram" }).get(
    "/v1/flows/:flow_id/diagram.svg",
    async ({ request, params, query }) => {
      const flow = await getFlow(store, { accountId: gate.accountOf(request), flowId: params.flow_id });
      const svg = await reader.diagram(flow, query.theme);
      // The revision is not enough: moving a node does not create one.
      const etag = `"${Bun.hash(svg).toString(36)}"`;
      const headers = { etag, "cache-control": "private, no-cache", "content-security-policy": policy };
      if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
      return new Response(svg, { headers: { ...headers, "content-type": "image/svg+xml; charset=utf-8" } });
    },
    {
      params: schemas.flowParams,
      query: schemas.diagramQuery,
      detail: operation({
        summary: "Draw a flow",
        description:
          "Draws the flow as SVG: nodes with their edges, and above them the handlers of every node. Nodes are placed as in " +
          "the layout, others automatically. Works on drafts.",
        tag: "flows",
        access: "account",
        cached: true,
        problems: ["flow/not-found", "flow/too-slow", "flow/busy"],
        answer: { says: "The picture", types: ["image/svg+xml"], example },
      }),
    },
  );
}
