// Work on flow files for an agent: the commands `check`, `test`, `talk FILE` and `simulate`, without a server.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Diagnostic, Fault } from "../../base/fault.ts";
import type { Config } from "../../config.ts";
import { checkDocument } from "../../documents/flow-text-check.ts";
import { runnableFlow } from "../../documents/run-tests.ts";
import { runFlowTests } from "../../flow/author/testing/flow-tests.ts";
import { testAnswer } from "../../flow/author/testing/test-answer.ts";
import { tryWords } from "../../flow/author/testing/tried-words.ts";
import type { LoadedFlow } from "../../flow/language/load-flow.ts";
import type { FlowWork } from "../../mcp/agent-tools.ts";
import { simulateFlow } from "../../sim/simulation.ts";
import { simulationLines } from "../../sim/simulation-lines.ts";
import { flowLoader, heardHere } from "../flow-files.ts";
import type { FlowFolder } from "./flow-folder.ts";

/** Each call reads the present files. */
export function folderWork(folder: FlowFolder, config: Config): FlowWork {
  const { outboundAllow: allow } = config;
  const loader = async () => {
    const { root } = folder;
    const others = await Promise.all(
      (await folder.names()).map(async (name) => ({
        path: join(root, name),
        text: await folder.read(name).catch(() => ""),
      })),
    );
    return flowLoader(others, { allow, folder: root, ...heardHere(config) });
  };
  const runnable = async (yaml: string): Promise<Required<LoadedFlow>> => runnableFlow(yaml, await loader());
  const check = async (yaml: string): Promise<readonly Diagnostic[]> => {
    const load = await loader();
    return checkDocument(yaml, (text) => load(text).problems).diagnostics;
  };
  return {
    named: "A file below the folder, such as table.flow.yaml",
    list: async () => (await folder.names()).map((flow) => ({ flow, name: flow })),
    async get(flow) {
      const yaml = await folder.read(flow);
      return { flow, yaml, revision: revisionOf(yaml) };
    },
    check,
    async save({ flow = "", yaml, draft, revision }) {
      const diagnostics = await check(yaml);
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      if (errors.length > 0 && !draft) throw new Fault("flow/invalid", errorsIn(errors), { diagnostics });
      if (revision !== undefined && revision !== revisionOf(await folder.read(flow)))
        throw new Fault(
          "request/precondition",
          `${flow} has changed since you read it. Read it again with flow_get.`,
        );
      await folder.write(flow, yaml);
      return { flow, revision: revisionOf(yaml), diagnostics };
    },
    test: async (yaml) => testAnswer(runFlowTests(yaml, await runnable(yaml))),
    // More callers find little more, and an agent waits for them.
    callers: { max: 1_000, usual: 100 },
    async simulate(yaml, wanted) {
      const here = { troubles: false, threads: availableParallelism(), progress: () => undefined };
      const report = await simulateFlow({ ...(await runnable(yaml)), ...wanted, ...here, text: yaml });
      const text = simulationLines(report).join("\n");
      return { text, data: { ...report }, failed: report.broken.length > 0 };
    },
    say: async (yaml, says) => tryWords(await runnable(yaml), says),
  };
}

function errorsIn(errors: readonly Diagnostic[]): string {
  const [first] = errors;
  const number = errors.length === 1 ? "one error" : `${errors.length} errors`;
  return `The flow has ${number}, the first in line ${first?.line ?? 1}: ${first?.message ?? ""}. Correct it, or save it as a draft.`;
}

function revisionOf(yaml: string): string {
  return Bun.hash(yaml).toString(36);
}
