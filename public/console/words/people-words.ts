// Words about people: who has an account, how somebody gets one, and how an account of one's own is left.

export const peopleWords = {
  all: "Accounts",
  invite: "Invite somebody",
  for: "For whom",
  days: "Valid for days",
  daysHint: "7 if empty, 30 at most",
  link: "Send this address to whom it is for. It makes one account, and is shown this once.",
  rescueLink: (email: string): string =>
    `Hand this address to ${email} in a way that nobody else reads. It sets a new password once, within an hour.`,
  invitations: "Invitations",
  emptyTitle: "Nobody was invited",
  empty: "Anyone with an invitation link can create one account, even when sign-up is by invitation only.",
  noInvitations:
    "Invitations are switched off: this server runs with SIGNUP=closed. To invite people, start it with SIGNUP=invite. To add one person, run: voice-flow account EMAIL",
  somebody: "Somebody",
  until: "holds until",
  states: { open: "open", used: "used", revoked: "revoked", expired: "expired" },
  revoke: "Revoke",
  revokeForGood: "Revoke for good",
  since: "since",
  lastLogin: "last login",
  never: "none",
  closed: "closed",
  owner: "owner",
  rescue: "New password",
  rescueSurely: "Make an address for a new password",
  close: "Close",
  closeSurely: "Close: end its logins, keys and calls",
  open: "Open again",
  more: "Earlier accounts",
} as const;

export const loginWords = {
  title: "Logins",
  here: "this one",
  unknown: "Unknown program",
  since: "since",
  used: "last used",
  from: "from",
  end: "End",
  endSurely: "End this login",
  emptyTitle: "No logins",
  empty: "Logins of earlier versions are not listed.",
} as const;

export const exportWords = {
  title: "Take your data along",
  about:
    "One ZIP with what the account owns: settings without keys and secrets, flows with their revisions, knowledge, " +
    "calls with what was said, the ledger and the log. With recordings it may be large and take a while.",
  make: "Export the account",
  withRecordings: "Export it with recordings",
  making: "Being made and loaded",
} as const;

export const leaveWords = {
  title: "Delete this account",
  about:
    "Calls end, keys stop, and sessions, recordings, flows, hooks, embeds, knowledge and secrets are deleted for good. " +
    "The ledger and the log stay, by a number and without your email. Export it first if you want to keep something.",
  password: "Password, to be sure",
  leave: "Delete the account for good",
  owner: "The owner's account stays. Name another owner first: voice-flow owner EMAIL.",
} as const;
