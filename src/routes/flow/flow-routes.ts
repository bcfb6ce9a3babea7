// Routes of one stored flow: read, change, delete.

import { Elysia } from "elysia";
import type { Static } from "typebox";
import { layoutIn } from "../../cloud/flow-edit.ts";
import { getFlow } from "../../cloud/stored-flows.ts";
import { etagOf, revisionsOf, wholeOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

const deletion = operation({
  summary: "Delete a flow",
  description: "Deletes the flow, all its revisions and its knowledge files. Running sessions continue.",
  tag: "flows",
  access: "account",
  problems: ["flow/not-found", "request/precondition"],
  answer: { status: 204, says: "Deleted" },
});

const alteration = operation({
  summary: "Change a flow",
  description:
    "Creates a new revision, with the newest revisions of the flows that it calls and includes. Running sessions " +
    "keep their revision. A `layout` alone creates no revision; without `layout`, the layout stays. Pages of its " +
    "knowledge are fetched again if the last time was over a minute ago.",
  tag: "flows",
  etag: true,
  access: "account",
  problems: ["flow/not-found", "flow/invalid", "flow/too-slow", "flow/busy", "request/precondition"],
});

export function singleFlowRoutes({ store, clock, gate, reader, pages }: FlowRouteOptions) {
  const doing = (request: Request) => ({ by: gate.authorOf(request), at: clock.wall() });
  const keyOf = (request: Request, flowId: string) => ({ accountId: gate.accountOf(request), flowId });
  return new Elysia({ name: "flow" })
    .get(
      "/v1/flows/:flow_id",
      async ({ request, params, set }) => {
        const flow = await getFlow(store, keyOf(request, params.flow_id));
        set.headers["etag"] = etagOf(flow);
        return wholeOf(flow);
      },
      {
        params: schemas.flowParams,
        response: { 200: standard(schemas.flow) },
        detail: operation({
          summary: "Read a flow",
          description: "The flow with its text. The ETag is its revision.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found"],
        }),
      },
    )
    .put(
      "/v1/flows/:flow_id",
      async ({ request, params, query, headers, body, set }) => {
        const key = keyOf(request, params.flow_id);
        // First the owner is checked: a text for a flow of another account gets no diagnostics.
        await getFlow(store, key);
        const { source, ...besides } = changeIn(body);
        const accepted = await reader.accept(source, { ...key, draft: query.draft === "true" });
        const since = { ...key, revisions: revisionsOf(headers["if-match"]) };
        const change = { ...accepted, ...besides, ...doing(request), signal: request.signal };
        const { flow, diagnostics } = await pages.save(since, change);
        set.headers["etag"] = etagOf(flow);
        return { ...wholeOf(flow), diagnostics: [...diagnostics] };
      },
      {
        params: schemas.flowParams,
        query: schemas.draftQuery,
        headers: schemas.matchHeaders,
        body: standard(schemas.flowChange),
        response: { 200: standard(schemas.checkedFlow) },
        detail: alteration,
      },
    )
    .delete(
      "/v1/flows/:flow_id",
      async ({ request, params, headers, set }) => {
        const key = keyOf(request, params.flow_id);
        const since = { ...key, revisions: revisionsOf(headers["if-match"]) };
        await pages.remove(since, doing(request));
        set.status = 204;
      },
      {
        params: schemas.flowParams,
        headers: schemas.matchHeaders,
        detail: deletion,
      },
    );
}

function changeIn({ name, yaml_content: source, layout }: Static<typeof schemas.flowChange>) {
  if (name !== undefined) checkText(name, "/name");
  checkText(source, "/yaml_content");
  return { name, source, layout: layout && layoutIn(layout) };
}
