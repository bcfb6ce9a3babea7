// A stored flow as parsed JSON, for editors: the document alone, in both directions.

import { Elysia } from "elysia";
import { assert } from "../base/assert.ts";
import { acceptFlow } from "../cloud/flow-check.ts";
import { flowEditIn, layoutAfter, rewriteFlow } from "../cloud/flow-edit.ts";
import { getFlow, saveFlow } from "../cloud/flows.ts";
import { jsonTextOf, readYaml } from "../cloud/yaml.ts";
import { etagOf, revisionsOf, wholeOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows.ts";
import { operation } from "./operation.ts";
import { standard } from "./schema.ts";
import { checkText } from "./text.ts";

export function flowJsonRoutes({ db, clock, gate, checkLanguage }: FlowRouteOptions) {
  return new Elysia({ name: "flow-json" })
    .get(
      "/v1/flows/:flow_id/json",
      ({ request, params }) => {
        const flow = getFlow(db, { accountId: gate.accountOf(request), flowId: params.flow_id });
        const { document } = readYaml(flow.source);
        assert(document !== undefined, "only documents are stored");
        // As text, because an object would not keep the order of keys that look like numbers.
        return new Response(jsonTextOf(document), {
          headers: { "content-type": "application/json", etag: etagOf(flow) },
        });
      },
      {
        params: schemas.flowParams,
        response: { 200: standard(schemas.document) },
        detail: operation({
          summary: "Read a flow as JSON",
          description: "The parsed document, its keys in the order of the text.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found"],
        }),
      },
    )
    .put(
      "/v1/flows/:flow_id/json",
      ({ request, params, query, headers, body, set }) => {
        const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
        const revisions = revisionsOf(headers["if-match"]);
        // Nothing waits between reading and writing, so nobody can change the text in the meantime.
        const old = getFlow(db, key);
        const edit = flowEditIn(body);
        const { text, rewritten } = rewriteFlow(old.source, edit);
        checkText(text, "");
        const diagnostics = [...acceptFlow(text, { ...key, draft: query.draft === "true", checkLanguage })];
        const layout = layoutAfter(old.layout, edit);
        const flow = saveFlow(db, { ...key, revisions }, { source: text, layout, at: clock.wall() });
        set.headers["etag"] = etagOf(flow);
        return { ...wholeOf(flow), diagnostics, rewritten };
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
            "Takes the document, or `{document, layout?, renames?}`, and writes it into the stored YAML: only what " +
            "changed changes, comments and order stay. `renames` gives new names of nodes by their old ones, so that " +
            "a renamed node keeps its comments; `layout` is kept beside the text.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found", "flow/invalid", "request/precondition"],
        }),
      },
    );
}
