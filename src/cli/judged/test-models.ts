// Test models: the deployment's language model for the command `test`. It judges words, and answers in place of a test's
// script.

import { wallClock } from "../../base/clock.ts";
import { silentLog } from "../../base/log.ts";
import type { JudgeModel, LiveModel, TestModels } from "../../flow/author/testing/judged/test-model.ts";
import { type OutsideWorkers, runOutsideWork } from "../../flow/engine/outside-work.ts";
import type { Llm } from "../../providers/provider-contract.ts";
import { FlowModel } from "../../voice/flow-model.ts";
import { judgedClaim } from "../../voice/flow/judge-model.ts";
import { configOrSay } from "../command-config.ts";

export interface DeploymentModels extends TestModels {
  readonly judge: JudgeModel;
  readonly llm: Llm;
  /** Prompt of the deployment's assistants. */
  readonly systemPrompt: string;
}

/** Model with its name. Undefined: none is set, which has been printed. */
export async function testModels(): Promise<DeploymentModels | undefined> {
  const config = configOrSay();
  const { openLlm } = await import("../../providers/open-providers.ts");
  const llm = config?.llm && openLlm(config.llm);
  if (config === undefined || llm === undefined) {
    console.error(
      "No language model is set: set LLM_BASE_URL and LLM_MODEL, or LLM_PROVIDER, for --judge and --runs.",
    );
    return undefined;
  }
  const context = { clock: wallClock, log: silentLog };
  const model = new FlowModel({ llm, clock: wallClock, context });
  return {
    llm,
    systemPrompt: config.systemPrompt,
    live: liveModel(model),
    judge: (claim, texts) => judgedClaim(claim, texts, { llm, clock: wallClock, context }),
  };
}

const never = (): Promise<never> => Promise.reject(new Error("Only a model is asked"));

function liveModel(model: FlowModel): LiveModel {
  const outside: OutsideWorkers = {
    propose: (request, signal) => model.propose(request, signal),
    utter: (request, signal, said) => model.utter(request, signal, said),
    runTool: never,
    search: never,
    summarise: never,
    transfer: never,
    press: never,
    record: never,
  };
  const { signal } = new AbortController();
  return (request, meanwhile) => runOutsideWork(request, outside, { signal, meanwhile });
}
