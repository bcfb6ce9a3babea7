// Password mail: sends an address that sets another password to the email of an account, for whoever asks. All of it
// happens after the answer, so that nobody learns from that, or from its time, whether there is such an account.

import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, delay } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { accountOfEmail } from "./accounts.ts";
import { linkAddress, makeLink, passwordLinkMinutes } from "./one-time-links.ts";

interface PasswordLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface PasswordMailOptions {
  readonly store: Pick<Store, "accounts" | "access">;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the pages are. */
  readonly origin: string;
  /** What sends letters. */
  readonly outgoing: {
    readonly hasRoom: boolean;
    readonly post: (letter: PasswordLetter, account: string) => boolean;
  };
}

/** In an hour. Who has lost the first one asks again; more is somebody who fills another's mailbox. */
const accountMailsMax = 3;
/** In an hour, so that the mail server takes this one for no sender of spam. Links of the owner's count, too. */
const deploymentLinksMax = 100;
const hourMs = 3_600_000;
/** What strangers may leave in memory. */
const waitingMax = 100;
/**
 * Work for an account that there is takes the process a moment longer. Who asks something else at the same time, to
 * measure that, does not know when.
 */
const beginMsMax = 1_000;
/** Tells those that were mailed from those that the owner handed out. */
const mailed = "mail";
/** An account may have any text with an @; what could be read as several addresses, or none, gets no mail. */
const plainAddress = /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u;

export class PasswordMail implements AsyncDisposable {
  readonly #o: PasswordMailOptions;
  readonly #closing = new AbortController();
  #waiting = 0;
  /** One after the other, so that the limits hold for those who ask at once. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: PasswordMailOptions) {
    this.#o = options;
  }

  /** Answers at once and tells nothing. */
  ask(email: string, by: AuditAuthor): void {
    const { clock, log } = this.#o;
    if (this.#waiting >= waitingMax) return log.warn("mail.limited", { limit: "waiting" });
    this.#waiting += 1;
    const begun = delay(clock, Math.random() * beginMsMax, this.#closing.signal);
    const before = this.#last;
    this.#last = begun
      .then(() => before)
      .then(() => this.#make(email, by))
      .catch((error: unknown) => {
        // The store's own words may hold the email.
        if (!this.#closing.signal.aborted) log.error("mail.failed", { reason: (error as Error).name });
      })
      .finally(() => (this.#waiting -= 1));
  }

  /** What is being made is made; what has not begun is dropped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error("The process stops"));
    await this.#last;
  }

  async #make(email: string, by: AuditAuthor): Promise<void> {
    const { store, clock, log, origin, outgoing } = this.#o;
    const found = await accountOfEmail(store.accounts, email);
    if (found === undefined || found.closedAt !== null) return;
    const { id: accountId, email: to } = found;
    const limit = outgoing.hasRoom ? await this.#limitOf(accountId) : "letters";
    if (limit !== undefined) return log.warn("mail.limited", { account: accountId, limit });
    if (!plainAddress.test(to)) return log.error("mail.failed", { account: accountId, reason: "address" });
    const at = clock.wall();
    const wanted = {
      purpose: "password",
      label: mailed,
      at,
      minutes: passwordLinkMinutes,
      accountId,
    } as const;
    const { token } = await makeLink(store, wanted, { doing: { by, at } });
    const letter = letterWith(to, linkAddress(origin, token, "reset"));
    // Others were posted meanwhile, or the process stops.
    if (!outgoing.post(letter, accountId)) log.warn("mail.limited", { account: accountId, limit: "letters" });
  }

  /** Which limit is reached. Counted in the store, so that they hold for all nodes together. */
  async #limitOf(accountId: string): Promise<string | undefined> {
    const since = this.#o.clock.wall() - hourMs;
    const links = await this.#o.store.access.links("password", deploymentLinksMax);
    const recent = links.filter(({ createdAt }) => createdAt > since);
    if (recent.length >= deploymentLinksMax) return "deployment";
    const own = recent.filter((link) => link.accountId === accountId && link.label === mailed);
    return own.length >= accountMailsMax ? "account" : undefined;
  }
}

function letterWith(to: string, url: string): PasswordLetter {
  return {
    to,
    subject: "Set a new password",
    text: [
      `Somebody asked for a new password of the Voice Flow account ${to}.`,
      `This address sets one, once and within ${passwordLinkMinutes} minutes:`,
      "",
      url,
      "",
      "It ends all logins of the account. If it was not you who asked, do nothing: the password stays as it is.",
      "",
    ].join("\n"),
  };
}
