// Fault code: the code of the Fault that an action is refused with.

import { Fault } from "../../src/base/fault.ts";

/** Undefined when it is not refused. */
export function refusal(action: () => unknown): Fault | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** "no fault" when it is not; what is thrown besides, as a text. */
export function codeOf(action: () => unknown): string {
  try {
    action();
    return "no fault";
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}
