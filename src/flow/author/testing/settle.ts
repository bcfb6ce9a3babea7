// Lets a conversation go on after an input until the caller must do something.

import type { StepInput } from "../../language/compile/compile-tests.ts";
import type { Stage } from "./virtual-conversation.ts";
import { endOf } from "./text-match.ts";

/** Yields after each step of the engine, so that whoever runs it may stop, or do something else in between. */
export type Steps<T = void> = Generator<undefined, T>;

export interface Ahead {
  /** The next input of the script. */
  readonly input: StepInput | undefined;
  /** Whether it is the very next step, with nothing asked in between. */
  readonly isNext: boolean;
}

export function* settle(stage: Stage, ahead: Ahead): Steps {
  for (;;) {
    if (isCutIn(stage, ahead)) return;
    const happens = nextOf(stage, ahead);
    if (happens === undefined) return;
    happens();
    yield;
  }
}

/** The next input is spoken into what the agent has just said. */
function isCutIn(stage: Stage, { input }: Ahead): boolean {
  if (input === undefined || !("over" in input) || input.over === undefined) return false;
  const { over } = input;
  return stage.since.speeches.some(({ text }) => endOf(over, text) !== undefined);
}

function nextOf(stage: Stage, { input, isNext }: Ahead): (() => void) | undefined {
  const timer = stage.next();
  if (timer !== undefined) return () => stage.pass(timer);
  if (stage.isTransferring && input?.type !== "transfer") return () => stage.transferred(true);
  const { silenceDueMs } = stage;
  if (silenceDueMs === undefined) return undefined;
  const { mode, accepts } = stage.listening;
  const isPause = mode === "waiting" && accepts === "nothing";
  // Keys that could go on: they do not, unless the script says so at once.
  const isEntryDone = stage.state.keys.keys !== "" && !(isNext && mayGoOn(input));
  return isPause || isEntryDone ? () => stage.silence(silenceDueMs) : undefined;
}

function mayGoOn(input: StepInput | undefined): boolean {
  return input?.type === "dtmf" || input?.type === "silence" || input?.type === "hangup";
}
