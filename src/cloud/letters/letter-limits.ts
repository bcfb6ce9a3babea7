// Letter limits: how many letters a network, an account and all together may have sent, so that no stranger uses up
// the share of all others or mails the world. Counted in the store by the links that letters hold, so they hold for all nodes together.

import type { LinkEntry } from "../../../db/port/access-store.ts";

/** A letter that was or is to be sent, or a link that was handed out. */
export interface CountedLetter {
  readonly purpose: "email" | "password";
  readonly accountId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The hash of the network that asked for it; undefined: no mail, or one of an earlier version. */
  readonly network: string | undefined;
  /** Its account was made less than a day before. */
  readonly isToNewcomer: boolean;
  readonly isMailed: boolean;
}

export const letterLimits = ["letters", "waiting", "account", "network", "newcomers", "deployment"] as const;
export type LetterLimit = (typeof letterLimits)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** So long an account is a newcomer: a stranger makes as many as SIGNUP lets him. */
export const newcomerMs = dayMs;

interface Row {
  readonly limit: LetterLimit;
  readonly withinMs: number;
  readonly max: number;
  /** Whether one that was sent counts against one that is to be. */
  readonly counts: (sent: CountedLetter, next: CountedLetter) => boolean;
}

const isSame = (sent: CountedLetter, next: CountedLetter): boolean =>
  sent.isMailed && sent.accountId === next.accountId && sent.purpose === next.purpose;
const isOfNetwork = (sent: CountedLetter, next: CountedLetter): boolean =>
  sent.network !== undefined && sent.network === next.network;

const rows: readonly Row[] = [
  // A person who has lost the first letter asks again; more of them would fill another's mailbox.
  { limit: "account", withinMs: hourMs, max: 3, counts: isSame },
  // An address that is not confirmed gets no letters day after day.
  {
    limit: "account",
    withinMs: dayMs,
    max: 5,
    counts: (sent, next) => next.purpose === "email" && isSame(sent, next),
  },
  { limit: "network", withinMs: hourMs, max: 10, counts: isOfNetwork },
  { limit: "network", withinMs: dayMs, max: 30, counts: isOfNetwork },
  // From however many networks they come: most of the hour is left to those who were there before.
  {
    limit: "newcomers",
    withinMs: hourMs,
    max: 40,
    counts: (sent, next) => sent.isToNewcomer && next.isToNewcomer,
  },
  // So that the mail server takes this one for no sender of spam. Links of the owner's count, too.
  { limit: "deployment", withinMs: hourMs, max: 100, counts: () => true },
];

/** Links to read for the counts of each purpose: those of a day, at most 100 an hour. */
export const lettersLookedAt = 2_400;
export const lettersCountMs = dayMs;

/** The limit that keeps a letter from being sent. */
export function limitOf(next: CountedLetter, sent: readonly CountedLetter[]): LetterLimit | undefined {
  return rows.find(({ withinMs, max, counts }) => {
    const recent = sent.filter((each) => each.at > next.at - withinMs && counts(each, next));
    return recent.length >= max;
  })?.limit;
}

/** Tells those that were mailed from those that the owner handed out. */
const mailed = "mail";
const toNewcomer = "new";

/** Label of a letter's link. */
export function labelOf({ network, isToNewcomer }: CountedLetter): string {
  return [mailed, network ?? "", ...(isToNewcomer ? [toNewcomer] : [])].join(" ");
}

export function letterOf({ purpose, accountId, label, createdAt }: LinkEntry): CountedLetter | undefined {
  if (purpose !== "password" && purpose !== "email") return undefined;
  const [kind, network = "", newcomer] = label.split(" ");
  return {
    purpose,
    accountId,
    at: createdAt,
    network: network === "" ? undefined : network,
    isToNewcomer: newcomer === toNewcomer,
    isMailed: kind === mailed,
  };
}
