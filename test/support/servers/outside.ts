// Empty outside: services for flows that reach no network.

import type { CallsOutside } from "../../../src/calls/flow-services.ts";
import type { FlowOutside } from "../../../src/voice/flow-works.ts";
import type { CallService } from "../../../src/voice/responder.ts";

const unreachable = () => Promise.resolve({ ok: false, failure: { kind: "network" } } as const);

export const noOutside: CallsOutside = {
  toolsOf: () => unreachable,
  search: () => Promise.resolve(undefined),
  keep: () => Promise.resolve("rec_1"),
};

export const nothingOutside: FlowOutside = {
  runTool: unreachable,
  search: () => Promise.resolve(undefined),
  propose: () => Promise.resolve(undefined),
  utter: () => Promise.resolve(undefined),
  summarise: () => Promise.resolve(undefined),
  keep: () => Promise.resolve("rec_1"),
};

/** A call without facts; started work runs. */
export const noService: CallService = {
  wake: () => undefined,
  tell: () => undefined,
  finished: () => undefined,
  run: (work) => void work(new AbortController().signal),
  record: () => Promise.resolve([]),
};
