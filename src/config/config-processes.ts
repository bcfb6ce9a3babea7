// Configuration of processes: the number that serves calls on this machine.

import { availableParallelism } from "node:os";
import { oneOf, row, whole, type ValuesOf } from "../base/setting-reader.ts";

/** Each has its own models in memory. */
const processesMax = 64;

export const processVariables = {
  PROCESSES: row("1", {
    unit: "processes, auto",
    about:
      "Number of processes that share calls at one port; auto: one per core. Limits of calls, speech and ports are divided among them",
    parse: (text) => (text === "auto" ? Math.min(processesMax, availableParallelism()) : count(text)),
  }),
  TAKE_OVER: row("off", {
    unit: "on, off",
    about: "on: take over data, port and running calls from the running process, which then ends",
    parse: oneOf(["on", "off"]),
  }),
};

const count = whole(1, processesMax);

type Values = ValuesOf<typeof processVariables> & {
  readonly DATA_DIR: string;
  readonly ICE_PORTS: readonly [first: number, last: number] | undefined;
};

/** Conditions of several processes. */
export function processContradictions(values: Values): string[] {
  const { PROCESSES: processes, DATA_DIR: dataDir, ICE_PORTS: ports } = values;
  const problems: string[] = [];
  if (processes > 1 && dataDir === ":memory:")
    problems.push("PROCESSES above 1 needs a folder as DATA_DIR for the shared master key.");
  if (ports !== undefined && ports[1] - ports[0] + 1 < processes)
    problems.push(
      `ICE_PORTS has fewer ports than there are PROCESSES: each of the ${processes} needs its own.`,
    );
  return problems;
}
