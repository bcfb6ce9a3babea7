// Configuration of a command: its problems are printed rather than thrown.

import { Fault } from "../base/fault.ts";
import { type Config, readConfig } from "../config.ts";

/**
 * Undefined when it is wrong; its problems have then been printed. `unseals`: the command works on what the master key
 * protects.
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
