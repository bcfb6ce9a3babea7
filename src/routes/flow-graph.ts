// A stored flow as nodes and edges, for editors: derived from its document, also from a draft's.

import { Elysia } from "elysia";
import { assert } from "../base/assert.ts";
import { checkFlow } from "../cloud/flow-check.ts";
import { flowGraph } from "../cloud/flow-graph.ts";
import { getFlow } from "../cloud/flows.ts";
import { etagOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows.ts";
import { operation } from "./operation.ts";
import { standard } from "./schema.ts";

export function flowGraphRoutes({ db, gate, checkLanguage }: Omit<FlowRouteOptions, "clock">) {
  return new Elysia({ name: "flow-graph" }).get(
    "/v1/flows/:flow_id/graph",
    ({ request, params, set }) => {
      const accountId = gate.accountOf(request);
      const flow = getFlow(db, { accountId, flowId: params.flow_id });
      const graph = flowGraph(flow);
      assert(graph !== undefined, "only documents are stored");
      set.headers["etag"] = etagOf(flow);
      return { ...graph, diagnostics: [...checkFlow(flow.source, checkLanguage, accountId)] };
    },
    {
      params: schemas.flowParams,
      response: { 200: standard(schemas.graph) },
      detail: operation({
        summary: "Read a flow as a graph",
        description:
          "Nodes with their exits, and edges with the JSON pointers of the places in the document that they come " +
          "from. What holds at every node, like a handler, comes from `*`. Works on drafts.",
        tag: "flows",
        etag: true,
        access: "account",
        problems: ["flow/not-found"],
      }),
    },
  );
}
