// Settling loop: lets a conversation go on after an input until the caller must do something.

import type { StepInput } from "../../language/compile/compile-tests.ts";
import type { VirtualConversation } from "./virtual-conversation.ts";
import { endOf } from "./text-match.ts";

/**
 * Generator that yields after each step of the engine, so that its owner may stop or do other work in between. With a
 * live model it also yields promises to await.
 */
export type TestSteps<T = void> = Generator<Promise<void> | undefined, T>;

export interface Lookahead {
  /** The next input of the script. */
  readonly input: StepInput | undefined;
  /** True if it is the very next step, with nothing asked in between. */
  readonly isNext: boolean;
}

/** Runs timers, transfers and pauses until the next input of the script is due. */
export function* settle(conversation: VirtualConversation, ahead: Lookahead): TestSteps {
  for (;;) {
    for (let asked = conversation.asked.shift(); asked !== undefined; asked = conversation.asked.shift())
      yield asked;
    if (isCutIn(conversation, ahead)) return;
    const happens = nextOf(conversation, ahead);
    if (happens === undefined) return;
    happens();
    yield;
  }
}

/** The next input is spoken over the agent's last words. */
function isCutIn(conversation: VirtualConversation, { input }: Lookahead): boolean {
  if (input === undefined || !("over" in input) || input.over === undefined) return false;
  const { over } = input;
  return conversation.since.speeches.some(({ text }) => endOf(over, text) !== undefined);
}

function nextOf(conversation: VirtualConversation, { input, isNext }: Lookahead): (() => void) | undefined {
  const timer = conversation.next();
  if (timer !== undefined) return () => conversation.pass(timer);
  if (conversation.isTransferring && input?.type !== "transfer")
    return () => conversation.transferred({ ok: true });
  const { silenceDueMs } = conversation;
  if (silenceDueMs === undefined) return undefined;
  const { mode, accepts } = conversation.listening;
  const isPause = mode === "waiting" && accepts === "nothing";
  // An extensible key entry is complete, unless the very next step of the script adds to it.
  const isEntryDone = conversation.state.keys.keys !== "" && !(isNext && mayGoOn(input));
  return isPause || isEntryDone ? () => conversation.silence(silenceDueMs) : undefined;
}

function mayGoOn(input: StepInput | undefined): boolean {
  return input?.type === "dtmf" || input?.type === "silence" || input?.type === "hangup";
}
