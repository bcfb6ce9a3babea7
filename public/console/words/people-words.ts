// Words about people: accounts, sign-up, and leaving.

export const peopleWords = {
  all: "Accounts",
  invite: "Invite a person",
  for: "Name",
  days: "Days until it expires",
  daysHint: "Optional. Default 7, at most 30",
  link: "Copy this link now: it is shown once. It creates one account.",
  rescueLink: (email: string): string =>
    `Copy this link now: it is shown once. Send it to ${email} in private. It sets a new password and expires after one hour.`,
  invitations: "Invitations",
  emptyTitle: "No invitations",
  empty: "An invitation link creates one account, even if sign-up is by invitation only.",
  noInvitations:
    "Invitations are off (SIGNUP=closed). Restart the server with SIGNUP=invite, or add a person with: voice-flow account EMAIL",
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
  rescueSurely: "Create password link",
  close: "Close",
  closeSurely: "Close account and end its calls",
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
  empty: "Logins from before version 0.1 are not listed.",
} as const;

export const exportWords = {
  title: "Export",
  about:
    "One ZIP file with settings (no keys or secrets), flows with their revisions, knowledge, calls with " +
    "transcripts, ledger and audit log. Recordings make it large.",
  make: "Export account",
  withRecordings: "Export with recordings",
  making: "Exporting…",
} as const;

export const leaveWords = {
  title: "Delete account",
  about:
    "Ends all calls, revokes all keys, and deletes sessions, recordings, flows, webhooks, widgets, knowledge and secrets. The " +
    "ledger and the audit log stay, without your email. Export your data first if you want to keep it.",
  password: "Confirm with your password",
  leave: "Delete account for good",
  owner:
    "The owner's account cannot be deleted. First make another account the owner: voice-flow owner EMAIL",
} as const;
