// Letter limits: letters for a network, an account and all together, so that no stranger uses up the share of others
// or mails the world. Counted in the store by the letters' links, so they hold for all nodes together.

import type { LinkEntry } from "../../../db/port/access-store.ts";

/** A letter sent or about to be sent, or a link handed out. */
export interface CountedLetter {
  readonly purpose: "email" | "password";
  readonly accountId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Hash of the requesting network; undefined: no mail, or from an earlier version. */
  readonly network: string | undefined;
  /** Whether the receiver's account was made less than a day before. */
  readonly isToNewcomer: boolean;
  readonly isMailed: boolean;
}

export const letterLimits = ["letters", "waiting", "account", "network", "newcomers", "deployment"] as const;
export type LetterLimit = (typeof letterLimits)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time for which an account is a newcomer: a stranger makes as many as SIGNUP allows. */
export const newcomerMs = dayMs;

interface Row {
  readonly limit: LetterLimit;
  readonly withinMs: number;
  readonly max: number;
  /** True if a sent letter counts against the next one. */
  readonly counts: (sent: CountedLetter, next: CountedLetter) => boolean;
}

const isSame = (sent: CountedLetter, next: CountedLetter): boolean =>
  sent.isMailed && sent.accountId === next.accountId && sent.purpose === next.purpose;
const isOfNetwork = (sent: CountedLetter, next: CountedLetter): boolean =>
  sent.network !== undefined && sent.network === next.network;

const rows: readonly Row[] = [
  // A person who lost the first letter asks again; more would fill another's mailbox.
  { limit: "account", withinMs: hourMs, max: 3, counts: isSame },
  // An unconfirmed address gets no letters day after day.
  {
    limit: "account",
    withinMs: dayMs,
    max: 5,
    counts: (sent, next) => next.purpose === "email" && isSame(sent, next),
  },
  { limit: "network", withinMs: hourMs, max: 10, counts: isOfNetwork },
  { limit: "network", withinMs: dayMs, max: 30, counts: isOfNetwork },
  // Limit for strangers on any number of networks: most of the hour is left to existing accounts.
  {
    limit: "newcomers",
    withinMs: hourMs,
    max: 40,
    counts: (sent, next) => sent.isToNewcomer && next.isToNewcomer,
  },
  // Limit for the mail server, which could take the sender for a spammer. Links of the owner count too.
  { limit: "deployment", withinMs: hourMs, max: 100, counts: () => true },
];

/** Links to read for the counts of each purpose: those of a day, at most 100 an hour. */
export const lettersLookedAt = 2_400;
export const lettersCountMs = dayMs;

/** Limit that prevents a letter. */
export function limitOf(next: CountedLetter, sent: readonly CountedLetter[]): LetterLimit | undefined {
  return rows.find(({ withinMs, max, counts }) => {
    const recent = sent.filter((each) => each.at > next.at - withinMs && counts(each, next));
    return recent.length >= max;
  })?.limit;
}

/** Marks mailed links among those handed out by the owner. */
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
