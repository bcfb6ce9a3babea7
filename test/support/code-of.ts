// Fault code: the code of the Fault that an action is refused with.

import { Fault } from "../../src/base/fault.ts";

/** Undefined when it is not refused. */
export async function refusal(action: () => unknown): Promise<Fault | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** "no fault" when it is not; other thrown values, as a text. */
export async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
    return "no fault";
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}
