// Stored flows: upload, list, read, change, delete, and check without storing.

import { Elysia } from "elysia";
import type { Db } from "../../db/open.ts";
import type { Clock } from "../base/clock.ts";
import { acceptFlow, type CheckLanguage, checkFlow } from "../cloud/flow-check.ts";
import {
  createFlow,
  deleteFlow,
  type FlowHead,
  getFlow,
  listFlows,
  saveFlow,
  type StoredFlow,
} from "../cloud/flows.ts";
import type { Gate } from "./auth.ts";
import * as schemas from "./flow-schemas.ts";
import { operation } from "./operation.ts";
import { standard } from "./schema.ts";
import { seconds } from "./seconds.ts";
import { checkText } from "./text.ts";

export interface FlowRouteOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly checkLanguage: CheckLanguage;
}

export function flowRoutes({ db, clock, gate, checkLanguage }: FlowRouteOptions) {
  return new Elysia({ name: "flows" })
    .post(
      "/v1/flows",
      ({ request, body, query, set }) => {
        const { name, yaml_content: source } = body;
        checkText(name, "/name");
        checkText(source, "/yaml_content");
        const diagnostics = acceptFlow(source, { draft: query.draft === "true", checkLanguage });
        const flow = createFlow(db, { accountId: gate.accountOf(request), name, source, at: clock.wall() });
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
            "A document that declares `voice_flow` is checked whole; any other mapping is kept as it is.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/invalid", "account/limit"],
        }),
      },
    )
    .get("/v1/flows", ({ request }) => listFlows(db, gate.accountOf(request)).map(headOf), {
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
      ({ body }) => {
        checkText(body.yaml_content, "/yaml_content");
        return { diagnostics: [...checkFlow(body.yaml_content, checkLanguage)] };
      },
      {
        body: standard(schemas.checkedText),
        response: { 200: standard(schemas.checkResult) },
        detail: operation({
          summary: "Check a flow",
          description: "Says what is wrong with a text, and where. Nothing is stored.",
          tag: "flows",
          limit: "check",
        }),
      },
    )
    .get(
      "/v1/flows/:flow_id",
      ({ request, params, set }) => {
        const flow = getFlow(db, { accountId: gate.accountOf(request), flowId: params.flow_id });
        set.headers["etag"] = etagOf(flow);
        return wholeOf(flow);
      },
      {
        params: schemas.flowParams,
        response: { 200: standard(schemas.flow) },
        detail: operation({
          summary: "Read a flow",
          description: "With its text. The ETag is its revision.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found"],
        }),
      },
    )
    .put(
      "/v1/flows/:flow_id",
      ({ request, params, query, headers, body, set }) => {
        const { name, yaml_content: source } = body;
        if (name !== undefined) checkText(name, "/name");
        checkText(source, "/yaml_content");
        const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
        // Nobody is told what is wrong with a text for a flow that is not theirs.
        getFlow(db, key);
        const diagnostics = acceptFlow(source, { draft: query.draft === "true", checkLanguage });
        const revisions = revisionsOf(headers["if-match"]);
        const flow = saveFlow(db, { ...key, revisions }, { name, source, at: clock.wall() });
        set.headers["etag"] = etagOf(flow);
        return { ...wholeOf(flow), diagnostics: [...diagnostics] };
      },
      {
        params: schemas.flowParams,
        query: schemas.draftQuery,
        headers: schemas.matchHeaders,
        body: standard(schemas.flowChange),
        response: { 200: standard(schemas.checkedFlow) },
        detail: operation({
          summary: "Change a flow",
          description: "Makes a new revision. Sessions that run keep the one they began with.",
          tag: "flows",
          etag: true,
          access: "account",
          problems: ["flow/not-found", "flow/invalid", "request/precondition"],
        }),
      },
    )
    .delete(
      "/v1/flows/:flow_id",
      ({ request, params, headers, set }) => {
        const revisions = revisionsOf(headers["if-match"]);
        deleteFlow(db, { accountId: gate.accountOf(request), flowId: params.flow_id, revisions });
        set.status = 204;
      },
      {
        params: schemas.flowParams,
        headers: schemas.matchHeaders,
        detail: operation({
          summary: "Delete a flow",
          description: "With all its revisions. Sessions that run go on.",
          tag: "flows",
          access: "account",
          problems: ["flow/not-found", "request/precondition"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}

export function wholeOf(flow: StoredFlow) {
  return {
    ...headOf(flow),
    yaml_content: flow.source,
    updated_at: seconds(flow.updatedAt),
    revision: flow.revision,
  };
}

export function etagOf({ revision }: StoredFlow): string {
  return `"${revision}"`;
}

/** The revisions that an If-Match allows. A weak tag matches nothing (RFC 9110, 13.1.1). */
export function revisionsOf(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((tag) => {
    const [, revision] = /^"(\d+)"$/.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}

function headOf({ id, name, createdAt }: FlowHead) {
  return { id, name, created_at: seconds(createdAt) };
}
