// First test generator: makes a test that expects the flow's present beginning. Pure.

import { type Knowledge, loadFlow } from "../../../src/flow/language/load-flow.ts";
import { type PlayedTest, playTest } from "../../../src/flow/author/testing/run-test.ts";
import type { TestSteps } from "../../../src/flow/author/testing/settle.ts";
import { fragmentOf } from "../../../src/flow/author/testing/says-fragment.ts";

/** No request is sent here, so every address is allowed. */
const everywhere: Knowledge = { outboundAllowed: () => true };

/** The test as it is written under `tests`. Undefined when the flow has errors and cannot begin. */
export function makeFirstTest(text: string): object | undefined {
  const { program } = loadFlow(text, everywhere);
  if (program === undefined) return undefined;
  const none = { context: {}, metadata: {}, mocks: new Map(), knowledge: new Map() };
  const empty = { name: "", path: [], now: "2026-01-05T12:00", ...none };
  const { outcome } = playedToEnd(
    playTest(program, { ...empty, direction: "inbound", hasModel: false, steps: [] }),
  );
  const lines = outcome.transcript.filter(({ from }) => from === "agent").map((line) => line.text);
  const says = fragmentOf(lines);
  const at = outcome.nodes.findLast((node) => !node.includes("/"));
  const steps = [
    ...(program.startSpeaker === "user" && lines.length === 0 ? [{ user: "hello" }] : []),
    ...(says === undefined ? [] : [{ says }]),
    ...(outcome.outcome === null ? [] : [{ ends: outcome.outcome }]),
    ...(at === undefined || says !== undefined || outcome.outcome !== null ? [] : [{ at }]),
  ];
  return steps.length === 0 ? undefined : { name: "begins", script: steps };
}

function playedToEnd(steps: TestSteps<PlayedTest>): PlayedTest {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}
