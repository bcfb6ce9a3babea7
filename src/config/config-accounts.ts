// Account settings: sign-up, sessions and storage of one account, and the hashing of its password.

import { oneOf, row, whole } from "../base/setting-reader.ts";

const signupPolicies = ["open", "invite", "closed"] as const;

export const accountVariables = {
  SIGNUP: row("open", {
    unit: signupPolicies.join(", "),
    about:
      "Whether anyone may make an account; invite: with an address that the owner makes; closed: only `voice-flow account` makes them",
    parse: oneOf(signupPolicies),
  }),
  SESSIONS_PER_ACCOUNT_MAX: row("100", {
    unit: "sessions",
    about: "Sessions of one account at the same time",
    parse: whole(0, 1_000_000),
  }),
  SESSIONS_PER_ACCOUNT_SHARE: row("80", {
    unit: "percent",
    about:
      "Largest share (percent) of all call places (ENGINE_OPEN_SESSIONS_MAX of all servers) for one account while others are active; 100 is no limit",
    parse: whole(1, 100),
  }),
  STORAGE_PER_ACCOUNT_MIB: row("1024", {
    unit: "MiB",
    about:
      "Storage of one account for flows, secrets, knowledge, transcripts and recordings; above it, recordings stop first, then sessions",
    parse: whole(1, 1_000_000),
  }),
  PASSWORD_MEMORY_MIB: row("19", {
    unit: "MiB",
    about: "Memory for hashing a password; less is weaker",
    parse: whole(1, 1_024),
  }),
};
