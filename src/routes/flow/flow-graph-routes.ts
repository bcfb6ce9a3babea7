// Route of flow graphs: a stored flow or its draft as nodes and edges, for editors, derived from its document.

import { Elysia } from "elysia";
import { getFlow } from "../../cloud/stored-flows.ts";
import { etagOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";

export function flowGraphRoutes({ store, gate, reader }: Omit<FlowRouteOptions, "clock" | "pages">) {
  return new Elysia({ name: "flow-graph" }).get(
    "/v1/flows/:flow_id/graph",
    async ({ request, params, set }) => {
      const accountId = gate.accountOf(request);
      const flow = await getFlow(store, { accountId, flowId: params.flow_id });
      const { graph, diagnostics } = await reader.graph(flow);
      set.headers["etag"] = etagOf(flow);
      return {
        start: graph.start,
        nodes: graph.nodes.map((node) => ({ ...node, ports: [...node.ports] })),
        edges: [...graph.edges],
        layout: Object.fromEntries(Object.entries(flow.layout ?? {}).map(([id, [x, y]]) => [id, [x, y]])),
        comments: Object.fromEntries(graph.comments),
        diagnostics: [...diagnostics],
      };
    },
    {
      params: schemas.flowParams,
      response: { 200: standard(schemas.graph) },
      detail: operation({
        summary: "Read a flow as a graph",
        description:
          "Nodes with their exits, and edges with JSON pointers to their places in the " +
          "document. Edges of every node, such as those of handlers, start at `*`. Works on drafts.",
        tag: "flows",
        etag: true,
        access: "account",
        problems: ["flow/not-found", "flow/too-slow", "flow/busy"],
      }),
    },
  );
}
