// Fault code: the code of the Fault that refuses an action.

import { Fault } from "../../src/base/fault.ts";

/** Undefined if the action is not refused. */
export async function refusal(action: () => unknown): Promise<Fault | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** "no fault" if the action is not refused; other thrown values as a text. */
export async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
    return "no fault";
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}
