// Account settings: sign-up, sessions and storage of one account, and the hashing of its password.

import { oneOf, row, whole } from "../base/setting-reader.ts";

const signupPolicies = ["open", "invite", "closed"] as const;

export const accountVariables = {
  SIGNUP: row("open", {
    unit: signupPolicies.join(", "),
    about:
      "Who can create accounts. open: everyone; invite: people with an invitation link; closed: only `voice-flow account`",
    parse: oneOf(signupPolicies),
  }),
  SESSIONS_PER_ACCOUNT_MAX: row("100", {
    unit: "sessions",
    about: "Maximum number of simultaneous sessions of one account",
    parse: whole(0, 1_000_000),
  }),
  SESSIONS_PER_ACCOUNT_SHARE: row("80", {
    unit: "percent",
    about:
      "Largest share (percent) of ENGINE_OPEN_SESSIONS_MAX, added up over all servers, that one account can use while others are active; 100: no limit",
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
    about: "Memory for hashing a password; less memory is less secure",
    parse: whole(1, 1_024),
  }),
};
