// The outside of flows that reach nowhere.

import type { CallsOutside } from "../../src/calls/flow-outside.ts";
import type { FlowOutside } from "../../src/voice/flow-outside.ts";

const unreachable = () => Promise.resolve({ ok: false, failure: { kind: "network" } } as const);

export const noOutside: CallsOutside = {
  toolsOf: () => unreachable,
  keep: () => Promise.resolve("rec_1"),
};

export const nothingOutside: FlowOutside = {
  runTool: unreachable,
  propose: () => Promise.resolve(undefined),
  utter: () => Promise.resolve(undefined),
  keep: () => Promise.resolve("rec_1"),
};
