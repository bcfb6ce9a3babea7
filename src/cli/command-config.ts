// Configuration of a command: its problems are printed rather than thrown.

import { Fault } from "../base/fault.ts";
import { type Config, readConfig } from "../config.ts";

/**
 * Undefined, with its problems printed, if it is wrong. `unseals`: the command works on data under the master key.
 */
export function configOrSay({ unseals = false } = {}): Config | undefined {
  try {
    return readConfig(undefined, { unseals });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
    return undefined;
  }
}
