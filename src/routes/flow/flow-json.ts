// Routes of flow documents: a stored flow as parsed JSON, for editors, read and written without its metadata.

import { Elysia } from "elysia";
import { flowEditIn } from "../../cloud/flow-edit.ts";
import { getFlow } from "../../cloud/stored-flows.ts";
import { etagOf, revisionsOf, wholeOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export function flowJsonRoutes({ store, clock, gate, reader, pages }: FlowRouteOptions) {
  return new Elysia({ name: "flow-json" })
    .get(
      "/v1/flows/:flow_id/json",
      async ({ request, params }) => {
        const flow = await getFlow(store, { accountId: gate.accountOf(request), flowId: params.flow_id });
        // As text, because an object would not keep the order of keys that look like numbers.
        return new Response(await reader.json(flow), {
          headers: { "content-type": "application/json", etag: etagOf(flow) },
        });
      },
      {
        params: schemas.flowParams,
        response: { 200: standard(schemas.document) },
        detail: operation({
          summary: "Read a flow as JSON",
          description: "The parsed document, with keys in the order of the text.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found", "flow/too-slow", "flow/busy"],
        }),
      },
    )
    .put(
      "/v1/flows/:flow_id/json",
      async ({ request, params, query, headers, body, set }) => {
        const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
        const wanted = revisionsOf(headers["if-match"]);
        const old = await getFlow(store, key);
        const edit = flowEditIn(body);
        const { text, rewritten } = await reader.rewrite(old, edit);
        checkText(text, "");
        const accepted = await reader.accept(text, { ...key, draft: query.draft === "true" });
        // Another request may have changed the text in the meantime.
        const revisions = (wanted ?? [old.revision]).filter((revision) => revision === old.revision);
        const { layout, renames } = edit;
        const change = { ...accepted, layout, renames, at: clock.wall() };
        const { signal } = request;
        const saving = { ...change, by: gate.authorOf(request), signal };
        const { flow, diagnostics } = await pages.save({ ...key, revisions }, saving);
        set.headers["etag"] = etagOf(flow);
        return { ...wholeOf(flow), diagnostics: [...diagnostics], rewritten };
      },
      {
        params: schemas.flowParams,
        query: schemas.draftQuery,
        headers: schemas.matchHeaders,
        body: standard(schemas.document),
        response: { 200: standard(schemas.rewrittenFlow) },
        detail: operation({
          summary: "Change a flow by its JSON",
          description:
            "Takes the document, or `{document, layout?, renames?}`, and updates the stored YAML: only changed " +
            "parts change; comments and order stay. `renames` maps old node names to new names, so that " +
            "a renamed node keeps its comments; `layout` is stored beside the text.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found", "flow/invalid", "flow/too-slow", "flow/busy", "request/precondition"],
        }),
      },
    );
}
