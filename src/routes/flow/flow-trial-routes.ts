// Routes of flow trials: the tests of an unsaved text, a conversation with it, and simulated callers, without a call.

import { Elysia } from "elysia";
import { testAnswer } from "../../flow/author/testing/test-answer.ts";
import { simulationLines } from "../../sim/simulation-lines.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";
import {
  callersUsual,
  simulatedAnswer,
  simulatedText,
  textReport,
  triedAnswer,
  triedText,
} from "./flow-run-schemas.ts";
import * as schemas from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";

type TrialOptions = Pick<FlowRouteOptions, "gate" | "reader">;

export function flowTrialRoutes({ gate, reader }: TrialOptions) {
  return new Elysia({ name: "flow-trial" })
    .use(simulationRoutes({ gate, reader }))
    .post(
      "/v1/flows/test",
      async ({ request, body }) => {
        checkText(body.yaml_content, "/yaml_content");
        const { report, problems } = await reader.testText(body.yaml_content, gate.accountOf(request));
        return { ...testAnswer(report), diagnostics: [...problems] };
      },
      {
        body: standard(schemas.checkedText),
        response: { 200: standard(textReport) },
        detail: operation({
          summary: "Run the tests of a text",
          description:
            "Like the tests of a stored flow, with the current revisions of the account's other flows. Nothing is stored.",
          tag: "flows",
          access: "account",
          limit: "check",
          problems: ["flow/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    )
    .post(
      "/v1/flows/say",
      async ({ request, body }) => {
        checkText(body.yaml_content, "/yaml_content");
        const { says } = body;
        for (const [at, words] of says.entries()) checkText(words, `/says/${at}`);
        const tried = await reader.say(body.yaml_content, says, gate.accountOf(request));
        return { ...tried, transcript: [...tried.transcript], nodes: [...tried.nodes] };
      },
      {
        body: standard(triedText),
        response: { 200: standard(triedAnswer) },
        detail: operation({
          summary: "Talk to a flow in text",
          description:
            "Runs a call from its start with the given inputs, in virtual time and without a network. The " +
            "mocks of the flow's tests answer for its tools. No state is kept: send all inputs each time.",
          tag: "flows",
          access: "account",
          limit: "check",
          problems: ["flow/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    );
}

function simulationRoutes({ gate, reader }: TrialOptions) {
  return new Elysia({ name: "flow-simulation" }).post(
    "/v1/flows/simulate",
    async ({ request, body }) => {
      const { yaml_content: text, callers = callersUsual, seed = 1 } = body;
      checkText(text, "/yaml_content");
      const report = await reader.simulate({ text, callers, seed }, gate.accountOf(request));
      return {
        callers: report.callers,
        seed,
        passed: report.broken.length === 0 && report.contract.every(({ state }) => state !== "broken"),
        contract: [...report.contract],
        outcomes: [...report.outcomes],
        asked_again: [...report.askedAgain],
        text: simulationLines(report).join("\n"),
      };
    },
    {
      body: standard(simulatedText),
      response: { 200: standard(simulatedAnswer) },
      detail: operation({
        summary: "Simulate calls of a flow",
        description:
          "Random but reproducible callers of different behaviour call in virtual time, without a network. Returns outcomes, " +
          "repeated questions, and edges that no caller took. The computing time is limited to one second.",
        tag: "flows",
        access: "account",
        limit: "check",
        problems: ["flow/invalid", "flow/too-slow", "flow/busy"],
      }),
    },
  );
}
