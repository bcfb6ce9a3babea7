// Composition of access: facts about the server's reach, and the log of the first request that shows it.

import type { Log } from "./base/log.ts";
import type { Config } from "./config.ts";
import { accessWarnings } from "./config/config-access.ts";
import { Gate, type GateOptions } from "./routes/http/auth.ts";
import { Reach } from "./routes/http/reach.ts";

export function openReach(config: Config, log: Log): Reach {
  return new Reach(config.access, (header) => {
    const warningsAtStart = accessWarnings(config);
    for (const message of accessWarnings(config, header))
      if (!warningsAtStart.includes(message)) log.warn("config.odd", { message });
  });
}

/** Warnings about the settings, and about their fit to received requests. */
export function oddities(config: Config, { seen }: Pick<Reach, "seen">): readonly string[] {
  return [...config.warnings, ...accessWarnings(config, seen)];
}

interface GateParts extends Omit<GateOptions, "limits" | "accountOfSession" | "keyUsed"> {
  readonly sessions: { readonly accountOf: NonNullable<GateOptions["accountOfSession"]> };
  readonly keyWatch: { readonly used: NonNullable<GateOptions["keyUsed"]> };
}

export function openGate({ limits }: Config, { sessions, keyWatch, ...parts }: GateParts): Gate {
  return new Gate({
    ...parts,
    limits,
    accountOfSession: (token) => sessions.accountOf(token),
    keyUsed: (use) => keyWatch.used(use),
  });
}
