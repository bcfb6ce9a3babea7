// Account mail: sends links that confirm an account's email, or set another password, on request. All work follows
// the answer, so that neither the answer nor its time reveals if there is such an account. An unconfirmed email gets
// only confirmation letters.

import { createHmac } from "node:crypto";
import type { StoredAccount } from "../../../db/port/account-store.ts";
import type { AuditAuthor } from "../../../db/port/audit-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { type Clock, delay } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { accountOfEmail } from "../accounts.ts";
import {
  type CountedLetter,
  labelOf,
  type LetterLimit,
  letterOf,
  lettersCountMs,
  lettersLookedAt,
  limitOf,
  newcomerMs,
} from "./letter-limits.ts";
import { emailLinkHours, linkAddress, makeLink, passwordLinkMinutes } from "../one-time-links.ts";

interface AccountLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface AccountMailOptions {
  readonly store: Pick<Store, "accounts" | "access">;
  readonly clock: Clock;
  readonly log: Log;
  /** Origin of the pages. */
  readonly origin: string;
  /** Key for hashing networks before they are stored. */
  readonly networkKey: Uint8Array;
  /** Sender of letters. */
  readonly outgoing: {
    readonly hasRoom: boolean;
    readonly post: (letter: AccountLetter, account: string) => boolean;
  };
  /** Receives each letter that a limit prevents. */
  readonly limited: (limit: LetterLimit) => void;
}

/** Origin of a letter's request. */
export interface LetterAsker {
  readonly by: AuditAuthor;
  /** Counted network of the request. */
  readonly network: string;
}

type Purpose = CountedLetter["purpose"];

/** Limit of strangers' letters in memory. */
const waitingMax = 100;
/**
 * Random delay: work for an existing account takes a moment longer, and a client that measures the time does not know
 * the start.
 */
const beginMsMax = 1_000;
/** Characters of a network's hash: enough to distinguish networks. */
const networkChars = 16;
/** An account may have any text with an @; one that reads as several addresses, or none, gets no mail. */
const plainAddress = /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u;

export class AccountMail implements AsyncDisposable {
  readonly #o: AccountMailOptions;
  readonly #closing = new AbortController();
  #waiting = 0;
  /** One after the other, so that the limits hold for simultaneous requests. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: AccountMailOptions) {
    this.#o = options;
  }

  /** Handles a forgotten password. Returns at once and reveals nothing. */
  forgotten(email: string, asker: LetterAsker): void {
    this.#ask("password", () => accountOfEmail(this.#o.store.accounts, email), asker);
  }

  /** Requests the confirmation of an email, unless confirmed. Returns at once. */
  confirm(accountId: string, asker: LetterAsker): void {
    this.#ask("email", () => this.#o.store.accounts.byId(accountId), asker);
  }

  #ask(wanted: Purpose, find: () => Promise<StoredAccount | undefined>, asker: LetterAsker): void {
    const { clock, log } = this.#o;
    if (this.#waiting >= waitingMax) return this.#limited("waiting");
    this.#waiting += 1;
    const begun = delay(clock, Math.random() * beginMsMax, this.#closing.signal);
    const before = this.#last;
    this.#last = begun
      .then(() => before)
      .then(find)
      .then((storedAccount) => this.#make(storedAccount, wanted, asker))
      .catch((error: unknown) => {
        // The store's own words may contain the email.
        if (!this.#closing.signal.aborted) log.error("mail.failed", { reason: (error as Error).name });
      })
      .finally(() => (this.#waiting -= 1));
  }

  /** A letter being sent is finished; waiting ones are dropped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error("The process stops"));
    await this.#last;
  }

  async #make(
    storedAccount: StoredAccount | undefined,
    wanted: Purpose,
    { by, network }: LetterAsker,
  ): Promise<void> {
    const { store, clock, log, origin, outgoing } = this.#o;
    if (storedAccount === undefined || storedAccount.closedAt !== null) return;
    const { id: accountId, email: to, confirmedAt, createdAt } = storedAccount;
    const isConfirmed = confirmedAt !== null;
    if (isConfirmed && wanted === "email") return;
    const at = clock.wall();
    const purpose = isConfirmed ? "password" : "email";
    const isToNewcomer = at - createdAt < newcomerMs;
    const next = {
      purpose,
      accountId,
      at,
      network: this.#hashOf(network),
      isToNewcomer,
      isMailed: true,
    } as const;
    const limit = outgoing.hasRoom ? limitOf(next, await this.#sent(at)) : "letters";
    if (limit !== undefined) return this.#limited(limit, accountId);
    if (!plainAddress.test(to)) return log.error("mail.failed", { account: accountId, reason: "address" });
    const minutes = isConfirmed ? passwordLinkMinutes : emailLinkHours * 60;
    const link = { purpose, label: labelOf(next), at, minutes, accountId } as const;
    const { token } = await makeLink(store, link, { doing: { by, at } });
    const letter = isConfirmed ? passwordLetter : wanted === "email" ? confirmingLetter : askedLetter;
    const url = linkAddress(origin, token, isConfirmed ? "reset" : "confirm");
    // Others were posted meanwhile, or the process is stopping.
    if (!outgoing.post({ to, ...letter(to, url) }, accountId)) this.#limited("letters", accountId);
  }

  async #sent(at: number): Promise<readonly CountedLetter[]> {
    const { access } = this.#o.store;
    // Older ones stay for a month, and reading them all would delay calls.
    const after = at - lettersCountMs;
    const links = await Promise.all([
      access.links("password", lettersLookedAt, after),
      access.links("email", lettersLookedAt, after),
    ]);
    return links.flat().flatMap((link) => letterOf(link) ?? []);
  }

  #limited(limit: LetterLimit, account?: string): void {
    this.#o.log.warn("mail.limited", { ...(account !== undefined && { account }), limit });
    this.#o.limited(limit);
  }

  #hashOf(network: string): string {
    const hash = createHmac("sha256", this.#o.networkKey).update(network).digest("base64url");
    return hash.slice(0, networkChars);
  }
}

type Written = Pick<AccountLetter, "subject" | "text">;

function passwordLetter(to: string, url: string): Written {
  return {
    subject: "Set a new password",
    text: [
      `A new password was requested for the Voice Flow account ${to}.`,
      `Set a new password with this link. It works once and for ${passwordLinkMinutes} minutes:`,
      "",
      url,
      "",
      "The new password ends all logins of the account and deletes API keys, hooks and embeds that were made before this email was confirmed.",
      "If you did not ask for this, do nothing: the password stays the same.",
      "",
    ].join("\n"),
  };
}

const confirmation = (url: string): readonly string[] => [
  `Confirm with this link that the email is yours. It works for ${emailLinkHours} hours:`,
  "",
  url,
  "",
  "If it was not you, do nothing: you get no other mail than letters like this one.",
  "",
];

function confirmingLetter(to: string, url: string): Written {
  const made = `A Voice Flow account was created with the email ${to}.`;
  return { subject: "Confirm your email", text: [made, ...confirmation(url)].join("\n") };
}

function askedLetter(to: string, url: string): Written {
  const asked = [
    `A new password was requested for the Voice Flow account ${to}.`,
    "This email is not confirmed yet: confirm it first, then request the new password again.",
    // A stranger may have made it, to get in once its holder uses it.
    "The new password deletes the API keys, hooks and embeds that were made before, because a stranger may have made them.",
  ];
  return { subject: "Confirm your email", text: [...asked, ...confirmation(url)].join("\n") };
}
