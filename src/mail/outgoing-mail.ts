// Outgoing mail: letters that wait in the memory of this process for their turn, are sent one after the other, and
// again later when the server says so. Letters lost with the process are asked for again by their readers.

import { type Clock, delay, within } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { type Letter, MailError, type SmtpSender } from "./smtp-sender.ts";

export interface OutgoingMailOptions {
  readonly sender: Pick<SmtpSender, "send">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Letters that a hanging server may leave in memory. */
const lettersMax = 100;
/** Before another attempt. All of them together are over long before what is in a letter has expired. */
const againAfterMs = [10_000, 60_000, 300_000] as const;
/** For the letter that is being sent when the process stops. */
const closingMsMax = 5_000;

export class OutgoingMail implements AsyncDisposable {
  readonly #o: OutgoingMailOptions;
  readonly #letters = new Set<Promise<void>>();
  /** Ends the waiting, and later what is being sent. */
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(options: OutgoingMailOptions) {
    this.#o = options;
  }

  get hasRoom(): boolean {
    return this.#letters.size < lettersMax && !this.#stopping.signal.aborted;
  }

  /** Whether it will be sent, or at least tried. `account`: whom it is about, for the log. */
  post(letter: Letter, account: string): boolean {
    if (!this.hasRoom) return false;
    const sent = this.#deliver(letter, account);
    this.#letters.add(sent);
    void sent.then(() => this.#letters.delete(sent));
    return true;
  }

  /** A letter being sent may end; waiting ones are dropped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort(new MailError("stopped"));
    const all = Promise.all(this.#letters);
    await within(this.#o.clock, closingMsMax, all).catch(() => undefined);
    this.#cut.abort();
    await all;
  }

  /** Never rejects. */
  async #deliver(letter: Letter, account: string): Promise<void> {
    const { clock, log } = this.#o;
    for (let attempts = 1; ; attempts += 1) {
      const failure = await this.#attempt(letter);
      if (failure === undefined) return log.info("mail.sent", { account, attempts });
      const { reason, status, code } = failure;
      const told = { account, attempts, reason, status, code };
      const waitMs = failure.isTemporary ? againAfterMs[attempts - 1] : undefined;
      if (waitMs === undefined) return log.error("mail.failed", told);
      log.warn("mail.delayed", { ...told, wait_ms: waitMs });
      const isStopped = await delay(clock, waitMs, this.#stopping.signal).then(
        () => false,
        () => true,
      );
      if (isStopped) return log.error("mail.failed", { ...told, reason: "stopped" });
    }
  }

  /** In its turn: a server that is slow has one connection of ours, not a hundred. */
  #attempt(letter: Letter): Promise<MailError | undefined> {
    const attempt = this.#turn.then(async () => {
      try {
        if (this.#stopping.signal.aborted) return new MailError("stopped");
        await this.#o.sender.send(letter, this.#cut.signal);
        return undefined;
      } catch (error) {
        // Anything else is a bug, of which the log must not say more: a letter may be part of it.
        return error instanceof MailError ? error : new MailError("broken-off");
      }
    });
    this.#turn = attempt.then(() => undefined);
    return attempt;
  }
}
