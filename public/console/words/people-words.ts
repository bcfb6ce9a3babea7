// Words about people: accounts, sign-up, and leaving.

export const peopleWords = {
  all: "Accounts",
  invite: "Invite a person",
  for: "Name",
  days: "Days",
  daysHint: "Optional. 7 by default, at most 30",
  link: "Copy this link now and send it to the person. It creates one account and is shown once.",
  rescueLink: (email: string): string =>
    `Copy this link now and send it to ${email} in private. It sets a new password, once, within an hour.`,
  invitations: "Invitations",
  emptyTitle: "No invitations",
  empty: "Anyone with an invitation link can create one account, even when sign-up is by invitation only.",
  noInvitations:
    "Invitations are off, because this server runs with SIGNUP=closed. Start it with SIGNUP=invite, or add one person with: voice-flow account EMAIL",
  unnamed: "Invitation",
  until: "expires",
  states: { open: "open", used: "used", revoked: "revoked", expired: "expired" },
  revoke: "Revoke",
  revokeForGood: "Revoke invitation",
  since: "since",
  lastLogin: "last login",
  never: "none",
  closed: "closed",
  owner: "owner",
  rescue: "New password",
  rescueSurely: "Create link for a new password",
  close: "Close",
  closeSurely: "Close account, end its logins and calls",
  open: "Reopen",
  more: "Older accounts",
} as const;

export const loginWords = {
  title: "Logins",
  here: "this browser",
  unknown: "Unknown program",
  since: "since",
  used: "last used",
  from: "from",
  end: "End",
  endSurely: "End this login",
  emptyTitle: "No logins",
  empty: "This list begins with version 0.1.",
} as const;

export const exportWords = {
  title: "Export",
  about:
    "One ZIP of the account: settings without keys and secrets, flows with their revisions, knowledge, calls with " +
    "their words, ledger and audit log. Recordings make it large.",
  make: "Export account",
  withRecordings: "Export with recordings",
  making: "Exporting…",
} as const;

export const leaveWords = {
  title: "Delete account",
  about:
    "Calls end, keys stop, and sessions, recordings, flows, webhooks, widgets, knowledge and secrets are deleted. The " +
    "ledger and the audit log stay, without your email. Export first what you want to keep.",
  password: "Confirm with your password",
  leave: "Delete account for good",
  owner: "The owner's account cannot be deleted. Name another owner first: voice-flow owner EMAIL.",
} as const;
