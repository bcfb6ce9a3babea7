// Tried words: a conversation with a flow in text and in virtual time, restarted for each request. All words so far
// are its state; the mocks of the flow's own tests answer its tools.

import type { FlowTest, MockAnswer, StepInput, TestStep } from "../../language/compile/compile-tests.ts";
import type { LoadedFlow } from "../../language/load-flow.ts";
import { playTest } from "./run-test.ts";
import type { TestTranscriptLine } from "./test-report.ts";

/** Steps of the engine: a turn takes a few. */
const stepsMax = 20_000;
/** A weekday at noon, as for a test without a time. */
const now = "2026-01-05T12:00";

export interface TriedWords {
  readonly transcript: readonly TestTranscriptLine[];
  /** Entered nodes, in order. */
  readonly nodes: readonly string[];
  /** Null: the call is not over. */
  readonly outcome: string | null;
  /** Reason why it could not continue; null: it could. */
  readonly stopped: string | null;
}

/**
 * `says`: the caller's lines, turn by turn, as in `talk FILE`: words, keys such as `/12#`, `/silence` and `/bye`.
 * `goesOn`: called at intervals; false if time is up.
 */
export function tryWords(
  { program, tests }: Required<Pick<LoadedFlow, "program" | "tests">>,
  says: readonly string[],
  goesOn: () => boolean = () => true,
): TriedWords {
  const playing = playTest(program, { ...around(tests), steps: says.map(stepOf) });
  for (let step = 0; step < stepsMax && (step % 20 !== 0 || goesOn()); step++) {
    const next = playing.next();
    if (next.done !== true) continue;
    const { mistake, transcript, nodes, outcome } = next.value.outcome;
    return { transcript, nodes, outcome, stopped: mistake?.message ?? null };
  }
  return { transcript: [], nodes: [], outcome: null, stopped: "it takes too much computing" };
}

/** Answer of the first test with one, for each tool. */
export function firstMocks(tests: readonly FlowTest[]): ReadonlyMap<string, readonly MockAnswer[]> {
  const first = new Map<string, readonly MockAnswer[]>();
  for (const [name, answers] of tests.flatMap(({ mocks }) => [...mocks])) {
    if (!first.has(name)) first.set(name, answers);
  }
  return first;
}

function around(tests: readonly FlowTest[]): Omit<FlowTest, "steps"> {
  return {
    name: "tried",
    path: [],
    direction: "inbound",
    now: tests[0]?.now ?? now,
    context: {},
    metadata: {},
    mocks: firstMocks(tests),
    knowledge: new Map(tests.flatMap(({ knowledge }) => [...knowledge])),
    hasModel: false,
  };
}

function stepOf(words: string): TestStep {
  return { ...inputOf(words.trim()), path: [] };
}

function inputOf(words: string): StepInput {
  const [, keys] = /^\/([0-9*#]+)$/.exec(words) ?? [];
  if (keys !== undefined) return { type: "dtmf", keys };
  if (words === "/silence") return { type: "silence" };
  return words === "/bye" ? { type: "hangup" } : { type: "user", parts: [words], confidence: 1 };
}
