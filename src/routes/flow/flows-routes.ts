// Routes of all stored flows: upload, list, and check without storing.

import { Elysia } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { layoutIn } from "../../cloud/flow-edit.ts";
import type { FlowPages } from "../../cloud/knowledge/flow-pages.ts";
import type { FlowReader } from "../../cloud/flow-reader.ts";
import type { Gate } from "../http/auth.ts";
import { etagOf, headOf, wholeOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface FlowRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly reader: FlowReader;
  readonly pages: FlowPages;
}

export function flowRoutes({ store, clock, gate, reader, pages }: FlowRouteOptions) {
  const flowsOf = async (accountId: string) => (await store.of(accountId).flows.list(accountId)).map(headOf);
  return new Elysia({ name: "flows" })
    .post(
      "/v1/flows",
      async ({ request, body, query, set }) => {
        const { name, yaml_content: source, layout } = body;
        checkText(name, "/name");
        checkText(source, "/yaml_content");
        const accountId = gate.accountOf(request);
        const accepted = await reader.accept(source, { accountId, draft: query.draft === "true" });
        const { flow, diagnostics } = await pages.create({
          ...accepted,
          accountId,
          name,
          layout: layout === undefined ? null : layoutIn(layout),
          at: clock.wall(),
          by: gate.authorOf(request),
          signal: request.signal,
        });
        set.status = 201;
        set.headers["etag"] = etagOf(flow);
        return { ...wholeOf(flow), diagnostics: [...diagnostics] };
      },
      {
        query: schemas.draftQuery,
        body: standard(schemas.newFlow),
        response: { 201: standard(schemas.checkedFlow) },
        detail: operation({
          summary: "Store a flow",
          description:
            "A document with `voice_flow` is checked; any other mapping is stored unchecked. The answer " +
            "waits up to 5 s for each page of its knowledge. Unreadable pages are reported as diagnostics.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/invalid", "flow/too-slow", "flow/busy", "account/limit"],
        }),
      },
    )
    .get("/v1/flows", ({ request }) => flowsOf(gate.accountOf(request)), {
      response: { 200: standard(schemas.flowList) },
      detail: operation({
        summary: "List flows",
        description: "All flows of the account, newest first.",
        tag: "flows",
        access: "account",
      }),
    })
    .post(
      "/v1/flows/check",
      async ({ body }) => {
        checkText(body.yaml_content, "/yaml_content");
        return { diagnostics: [...(await reader.check(body.yaml_content))] };
      },
      {
        body: standard(schemas.checkedText),
        response: { 200: standard(schemas.checkResult) },
        detail: operation({
          summary: "Check a flow",
          description: "Reports the problems of a text with their lines. Nothing is stored.",
          tag: "flows",
          limit: "check",
          problems: ["flow/too-slow", "flow/busy"],
        }),
      },
    );
}
