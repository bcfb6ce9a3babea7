// Routes of contracts: how a revision of a flow keeps its promises, and the broken ones of all flows of an account.

import { Elysia, t } from "elysia";
import { getFlow, getRevision } from "../../cloud/stored-flows.ts";
import { heldEnding, readWindow, standingsIn } from "../../flow/value/contract-window.ts";
import { contractNames, contractTerms } from "../../flow/value/contract-terms.ts";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import * as schemas from "./contract-schemas.ts";
import { flowParams } from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";

type ContractRouteOptions = Pick<FlowRouteOptions, "store" | "gate" | "reader">;

const query = t.Object({
  revision: t.Optional(
    t.String({
      pattern: "^[1-9][0-9]{0,8}$",
      [mustBe]: "the number of a revision",
      description: "Default: the revision that calls get",
    }),
  ),
});

const isoTime = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** Routes of one flow's contract, and of the broken terms of an account. */
export function contractRoutes({ store, gate, reader }: ContractRouteOptions) {
  return new Elysia({ name: "flow-contracts" })
    .get(
      "/v1/contracts",
      async ({ request }) => {
        const accountId = gate.accountOf(request);
        const all = await store.of(accountId).flows.contracts(accountId, heldEnding);
        const broken = all.flatMap(({ flowId, name: flowName, revision, contract }) => {
          const { broken: terms } = readWindow(contract);
          return contractNames.flatMap((name) => {
            const since = isoTime(terms[name]);
            return since === null ? [] : [{ flow_id: flowId, flow_name: flowName, revision, name, since }];
          });
        });
        return { broken };
      },
      {
        response: { 200: standard(schemas.brokenContracts) },
        detail: operation({
          summary: "List broken contracts",
          description: "Terms of the contracts of flows that their live revisions break now.",
          tag: "flows",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/flows/:flow_id/contract",
      async ({ request, params, query: { revision: wanted } }) => {
        const key = { accountId: gate.accountOf(request), flowId: params.flow_id };
        const newest = await getFlow(store, key);
        const revision = wanted === undefined ? (newest.published ?? newest.revision) : Number(wanted);
        const flow = await getRevision(store, { ...key, revision });
        const { contract = {} } = await reader.stored(flow);
        const { flows } = store.of(key.accountId);
        const window = readWindow(await flows.contract({ flowId: key.flowId, revision }));
        const terms = standingsIn(contract, window).map((term) => ({
          ...term,
          unit: contractTerms[term.name].unit,
          since: isoTime(window.broken[term.name]),
        }));
        return { flow_id: key.flowId, revision, calls: window.calls.length, terms };
      },
      {
        params: flowParams,
        query,
        response: { 200: standard(schemas.flowContract) },
        detail: operation({
          summary: "Read how a flow keeps its contract",
          description: "The terms of a revision's contract, measured over its last calls on all nodes.",
          tag: "flows",
          access: "account",
          problems: [
            "flow/not-found",
            "flow/revision-not-found",
            "flow/invalid",
            "flow/too-slow",
            "flow/busy",
          ],
        }),
      },
    );
}
