// Fault codes: which one an action is refused with.

import { Fault } from "../../src/base/fault.ts";

/** "no fault" when it is not; what is thrown besides, as a text. */
export function codeOf(action: () => unknown): string {
  try {
    action();
    return "no fault";
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}
