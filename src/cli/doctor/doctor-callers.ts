// Callers check: access to calls, and the settings by which others reach the server. Never a problem: the operator
// chooses.

import type { Config } from "../../config.ts";
import { accessWarnings, whoMayCall } from "../../config/config-access.ts";
import type { Result } from "./doctor-check.ts";

export function checkCallers(config: Pick<Config, "access" | "signup">): Result {
  const says = new Set([whoMayCall(config.access), ...accessWarnings(config)]);
  return { state: "ok", says: [...says].join(" ") };
}
