// Routes of a flow's revisions: their list with their calls, the text of each, the one for new calls, and recorded
// calls on each.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { FlowFigures } from "../../../db/port/call-store.ts";
import type { StoredFlow } from "../../../db/port/flow-store.ts";
import { microsPerCent } from "../../billing/price.ts";
import { getFlow, getRevision } from "../../cloud/stored-flows.ts";
import { firstDay } from "../calls/call-answer.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";
import { revisionsOf } from "./flow-answer.ts";
import { contractRoutes } from "./contract-routes.ts";
import { replayRoutes } from "./replay-routes.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";

/** Number of days over which the routes sum the calls. */
const days = 30;
const msPerMinute = 60_000;

const revision = Type.Integer({ minimum: 1 });
const live = {
  live_revision: Type.Integer({ minimum: 1, description: "Live revision" }),
  follows_newest: Type.Boolean({ description: "true: each new revision goes live when it is stored" }),
};
const liveExample = { live_revision: 3, follows_newest: false };

const revisionList = Type.Object(
  {
    newest_revision: revision,
    ...live,
    revisions: Type.Array(
      Type.Object({
        revision,
        created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
        chars: Type.Integer(),
        calls: Type.Integer({ description: `That ended in the last ${days} days` }),
        failed: Type.Integer(),
        minutes: Type.Number(),
        cost_cents: Type.Number(),
      }),
      {
        description: "Newest first: the last 50, the live revision, and revisions that other flows call",
      },
    ),
  },
  {
    examples: [
      {
        newest_revision: 4,
        ...liveExample,
        revisions: [
          {
            revision: 4,
            created_at: 1_795_168_800.25,
            chars: 812,
            calls: 0,
            failed: 0,
            minutes: 0,
            cost_cents: 0,
          },
        ],
      },
    ],
  },
);

const publication = requestBody(
  {
    revision: Type.Union([revision, Type.Null()], {
      description: "null: always the newest revision",
    }),
  },
  { examples: [{ revision: 3 }] },
);
const published = Type.Object(live, { examples: [liveExample] });

const text = Type.Object(
  { revision, yaml_content: Type.String() },
  { examples: [{ revision: 3, yaml_content: schemas.yaml }] },
);

const revisionParams = t.Object({
  flow_id: t.String(),
  revision: t.String({ pattern: "^[1-9][0-9]{0,8}$" }),
});

/** All routes of revisions. */
export function revisionRoutes(options: FlowRouteOptions) {
  return new Elysia({ name: "flow-revisions" })
    .use(readRoutes(options))
    .use(publishRoute(options))
    .use(contractRoutes(options))
    .use(replayRoutes(options));
}

function readRoutes({ store, clock, gate }: FlowRouteOptions) {
  return new Elysia({ name: "flow-revisions-read" })
    .get(
      "/v1/flows/:flow_id/revisions",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
        const flow = await getFlow(store, key);
        const { flows, calls } = store.of(key.accountId);
        const [kept, figures] = await Promise.all([
          flows.revisions(key),
          calls.flowFigures(key.accountId, firstDay(days, clock.wall())),
        ]);
        const figuresByRevision = new Map(
          figures.filter(({ flowId }) => flowId === flow.id).map((each) => [each.revision, each]),
        );
        return {
          newest_revision: flow.revision,
          ...liveOf(flow),
          revisions: kept.map(({ revision: number, createdAt, chars }) => ({
            revision: number,
            created_at: seconds(createdAt),
            chars,
            ...trafficOf(figuresByRevision.get(number)),
          })),
        };
      },
      {
        params: schemas.flowParams,
        response: { 200: standard(revisionList) },
        detail: operation({
          summary: "List the revisions of a flow",
          description: "Revisions with their numbers of calls, and the live revision.",
          tag: "flows",
          access: "account",
          problems: ["flow/not-found"],
        }),
      },
    )
    .get(
      "/v1/flows/:flow_id/revisions/:revision",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
        const storedFlow = await getRevision(store, { ...key, revision: Number(params.revision) });
        return { revision: storedFlow.revision, yaml_content: storedFlow.source };
      },
      {
        params: revisionParams,
        response: { 200: standard(text) },
        detail: operation({
          summary: "Read a revision of a flow",
          description: "The text of the revision.",
          tag: "flows",
          access: "account",
          problems: ["flow/not-found", "flow/revision-not-found"],
        }),
      },
    );
}

function publishRoute({ store, clock, gate, reader, pages }: FlowRouteOptions) {
  return new Elysia({ name: "flow-publish" }).put(
    "/v1/flows/:flow_id/live",
    async ({ request, params, headers, body }) => {
      const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
      const wanted =
        body.revision === null
          ? await getFlow(store, key)
          : await getRevision(store, { ...key, revision: body.revision });
      // Visitors must not meet a flow that cannot run.
      await reader.program(wanted);
      const since = { ...key, revisions: revisionsOf(headers["if-match"]) };
      const doing = { by: gate.authorOf(request), at: clock.wall() };
      const { signal } = request;
      return liveOf(await pages.publish(since, { ...doing, revision: body.revision, signal }));
    },
    {
      params: schemas.flowParams,
      headers: schemas.matchHeaders,
      body: standard(publication),
      response: { 200: standard(published) },
      detail: operation({
        summary: "Publish or restore a revision of a flow",
        description:
          "New calls use this revision, and so do flows that call this flow when they are stored again. Later " +
          "revisions wait until they are published. Running sessions keep their revision.",
        tag: "flows",
        access: "account",
        problems: [
          "flow/not-found",
          "flow/revision-not-found",
          "flow/invalid",
          "flow/too-slow",
          "flow/busy",
          "request/precondition",
        ],
      }),
    },
  );
}

function liveOf({ revision: newest, published: chosen }: StoredFlow) {
  return { live_revision: chosen ?? newest, follows_newest: chosen === null };
}

function trafficOf(figures: FlowFigures | undefined) {
  const { calls = 0, failed = 0, connectedMs = 0, costMicros = 0 } = figures ?? {};
  return { calls, failed, minutes: connectedMs / msPerMinute, cost_cents: costMicros / microsPerCent };
}
