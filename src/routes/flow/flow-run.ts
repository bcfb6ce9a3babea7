// Routes of flow runs: the embedded tests of a stored flow, and calls to an unsaved flow.

import { Elysia } from "elysia";
import { Fault } from "../../base/fault.ts";
import type { Previews } from "../../calls/flow-previews.ts";
import { testAnswer } from "../../flow/author/testing/test-answer.ts";
import { getFlow } from "../../cloud/stored-flows.ts";
import { etagOf } from "./flow-answer.ts";
import * as schemas from "./flow-schemas.ts";
import { preview, testReport } from "./flow-run-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface FlowRunRouteOptions extends Pick<FlowRouteOptions, "store" | "gate" | "reader"> {
  readonly previews: Previews;
}

export function flowRunRoutes({ store, gate, reader, previews }: FlowRunRouteOptions) {
  return new Elysia({ name: "flow-run" })
    .post(
      "/v1/flows/:flow_id/test",
      async ({ request, params, set }) => {
        const accountId = gate.accountOf(request);
        const stored = await getFlow(store, { accountId, flowId: params.flow_id });
        const { report, problems } = await reader.test(stored);
        set.headers["etag"] = etagOf(stored);
        return { revision: stored.revision, ...testAnswer(report), diagnostics: [...problems] };
      },
      {
        params: schemas.flowParams,
        response: { 200: standard(testReport) },
        detail: operation({
          summary: "Run a flow's tests",
          description:
            "Runs the conversations under `tests` with the engine of real calls, in virtual time, with their mocks " +
            "and without a network. Also returns 200 if tests fail: then `passed` is false. After 1.5 s of computing, the remaining tests fail.",
          tag: "flows",
          etag: true,
          access: "account",
          limit: "check",
          problems: ["flow/not-found", "flow/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    )
    .post(
      "/v1/flows/preview",
      async ({ request, body, set }) => {
        checkText(body.yaml_content, "/yaml_content");
        const caller = gate.callerOf(request);
        // Its holder may only talk in that session.
        if (caller?.kind === "session") throw sessionOnly();
        const accountId = caller?.accountId;
        const { programId, expiresAt } = await previews.keep(body.yaml_content, accountId);
        set.status = 201;
        return { program_id: programId, expires_at: seconds(expiresAt) };
      },
      {
        body: standard(schemas.checkedText),
        response: { 201: standard(preview) },
        detail: operation({
          summary: "Try a flow without storing it",
          description:
            "The returned `program_id` works at `/ws` and `/offer` with `mode=flow` for 15 minutes, unless too many other flows " +
            "are tried. Running calls continue.",
          tag: "flows",
          access: "engine",
          limit: "check",
          problems: ["flow/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    );
}

function sessionOnly(): Fault {
  const challenge = 'Bearer realm="voice-flow"';
  return new Fault("auth/wrong-kind", "A session token is only valid for calls of that session.", {
    challenge,
  });
}
