// Recorded test: turns a conversation into a test, the caller's part as inputs and the outcome as assertions. Pure.

import { scriptName, stepsOf } from "../../../src/flow/author/testing/recorded-steps.ts";
import { fragmentOf } from "../../../src/flow/author/testing/says-fragment.ts";
import { zonedTimeOf } from "../../../src/flow/value/zoned-time.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import type { ConversationEvent } from "./conversation-event.ts";
import { exampleMocks, recordedMocksOf, usedMocks } from "./recorded-mocks.ts";
import type { GivenValues } from "./setup-values.ts";
import { visitsOf } from "./node-visits.ts";

export interface RecordedConversation {
  /** The flow's text at the start of the conversation, and its program. */
  readonly text: string;
  readonly program: Program;
  readonly log: readonly ConversationEvent[];
  readonly given: GivenValues;
  /** Start time, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
}

export interface MadeTest {
  /** The test as written under `tests`. */
  readonly test: {
    readonly name: string;
    readonly now?: string;
    readonly context?: GivenValues["context"];
    readonly mocks?: GivenValues["mocks"];
    readonly script: readonly object[];
  };
  /** Sentences for the author about guessed or left-out parts. */
  readonly notes: readonly string[];
}

const scriptStepsMax = 500;

/** Undefined when the conversation has not reached a node. */
export function madeTest({
  text,
  program,
  log,
  given,
  startedAtMs,
}: RecordedConversation): MadeTest | undefined {
  const visits = visitsOf(program, log);
  if (visits.length === 0) return undefined;
  const { mocks, notes } =
    given.mocks === undefined
      ? recordedMocksOf(program, visits)
      : { mocks: { ...usedMocks(given.mocks, log, visits), ...exampleMocks(log) }, notes: [] };
  const steps = stepsOf(program, log, fragmentOf).slice(0, scriptStepsMax);
  if (steps.length === 0) return undefined;
  const { date, time } = zonedTimeOf(startedAtMs, program.timezone);
  const test = {
    name: scriptName(steps),
    ...(readsClock(text, program) ? { now: `${date}T${time}` } : {}),
    ...(Object.keys(given.context).length > 0 ? { context: given.context } : {}),
    ...(Object.keys(mocks).length > 0 ? { mocks } : {}),
    script: steps,
  };
  return { test, notes: [...notes, ...remarksOn({ program, log, given }, visits)] };
}

function remarksOn(
  { program, log, given }: Pick<RecordedConversation, "program" | "log" | "given">,
  visits: ReturnType<typeof visitsOf>,
): readonly string[] {
  const kinds = new Set(visits.map(({ act }) => act?.type));
  const filled = log.flatMap((one) => (one.what === "variable" ? [one.name] : []));
  return [
    ...(given.mocks === undefined && kinds.has("converse")
      ? [
          "A language model may have spoken here. Write its answer in the test as llm: {…} beside the caller's words.",
        ]
      : []),
    ...(filled.some((name) => program.variables.get(name)?.sensitive === true)
      ? ["The test contains your words for sensitive values. Replace them by invented ones."]
      : []),
  ];
}

/**
 * Whether the test needs a fixed time: for clock functions, and for spoken dates and times, which may be relative.
 */
function readsClock(text: string, { variables }: Program): boolean {
  const kinds = [...variables.values()].map(({ type }) => type.kind);
  return /\b(?:today|now|hour|weekday)\(/.test(text) || kinds.includes("date") || kinds.includes("time");
}
