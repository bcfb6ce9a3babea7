// Outgoing mail: letters wait in the memory of this process, are sent one after the other, and again later if the
// server asks for it. The readers of letters lost with the process ask for new ones.

import { type Clock, delay, within } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { type Letter, MailError, type SmtpSender } from "./smtp-sender.ts";

export interface OutgoingMailOptions {
  readonly sender: Pick<SmtpSender, "send">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Letters kept in memory while a server hangs. */
const lettersMax = 100;
/** Delay before another attempt. All attempts end long before the content of a letter expires. */
const againAfterMs = [10_000, 60_000, 300_000] as const;
/** Time for the letter being sent when the process stops. */
const closingMsMax = 5_000;

export class OutgoingMail implements AsyncDisposable {
  readonly #o: OutgoingMailOptions;
  readonly #letters = new Set<Promise<void>>();
  /** Ends the waiting, and later the letter being sent. */
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(options: OutgoingMailOptions) {
    this.#o = options;
  }

  get hasRoom(): boolean {
    return this.#letters.size < lettersMax && !this.#stopping.signal.aborted;
  }

  /** True if the letter will be sent, or at least tried. `account`: its subject, for the log. */
  post(letter: Letter, account: string): boolean {
    if (!this.hasRoom) return false;
    const sent = this.#deliver(letter, account);
    this.#letters.add(sent);
    void sent.then(() => this.#letters.delete(sent));
    return true;
  }

  /** The letter being sent may finish; waiting ones are dropped. */
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

  /** In turn: a slow server has one connection of ours, not a hundred. */
  #attempt(letter: Letter): Promise<MailError | undefined> {
    const attempt = this.#turn.then(async () => {
      try {
        if (this.#stopping.signal.aborted) return new MailError("stopped");
        await this.#o.sender.send(letter, this.#cut.signal);
        return undefined;
      } catch (error) {
        // Any other error is a bug; the log must not give its text, which may contain part of a letter.
        return error instanceof MailError ? error : new MailError("broken-off");
      }
    });
    this.#turn = attempt.then(() => undefined);
    return attempt;
  }
}
