// SMTP sender: hands letters to the operator's mail server, over one connection each, and words refusals itself,
// because the server's words may contain the recipient's address.

import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { type Clock, within } from "../base/clock.ts";
import type { Secret } from "../base/secret.ts";

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `at-once`: from the first byte; `starttls`: before all commands; `off`: plain text. */
  readonly tls: "at-once" | "starttls" | "off";
  readonly login: { readonly user: string; readonly password: Secret } | undefined;
  /** Sender of letters: an address, or a name and an address in angle brackets. */
  readonly from: string;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Cause of a failure: `refused` concerns one letter, all others the server. */
export type MailReason =
  "unreachable" | "late" | "tls" | "certificate" | "login" | "refused" | "broken-off" | "stopped";

export class MailError extends Error {
  readonly reason: MailReason;
  /** Status of the server's answer, if any: 550. */
  readonly status: number | undefined;
  /** Error code of the operating system or of TLS: ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(
    reason: MailReason,
    { status, code }: { readonly status?: number; readonly code?: string } = {},
  ) {
    super(`The mail was not sent: ${reason}`);
    this.name = "MailError";
    this.reason = reason;
    this.status = status;
    this.code = code;
  }

  /** True if the same letter may be accepted later. */
  get isTemporary(): boolean {
    if (this.status !== undefined) return this.status < 500;
    return this.reason === "unreachable" || this.reason === "late" || this.reason === "broken-off";
  }
}

export interface SmtpSenderOptions {
  readonly server: SmtpServer;
  readonly clock: Pick<Clock, "after">;
  /** Trusted certificates in place of the usual ones, as PEM. */
  readonly trusted?: string | undefined;
}

/** Time for one letter, from the lookup of the server to its acceptance. */
const attemptMsMax = 30_000;
/** Time for a server's goodbye, which it does not owe after taking a letter. */
const goodbyeMsMax = 1_000;

export class SmtpSender {
  readonly #o: SmtpSenderOptions;

  constructor(options: SmtpSenderOptions) {
    this.#o = options;
  }

  /** Rejects with a MailError. An aborted letter may nevertheless have been accepted. */
  send(letter: Letter, signal: AbortSignal): Promise<void> {
    return this.#connected(signal, async (connection) => {
      const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
      const message = new MailComposer({
        from: this.#o.server.from,
        to: { name: "", address: letter.to },
        subject: letter.subject,
        text: letter.text,
        // Absence notices do not answer such mail.
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      }).compile();
      const { from } = message.getEnvelope();
      const bytes = await message.build();
      await called((done) => connection.send({ from, to: [letter.to] }, bytes, done));
    });
  }

  /** Checks that the server would accept letters; none is sent. Rejects with a MailError. */
  check(signal: AbortSignal): Promise<void> {
    return this.#connected(signal, () => Promise.resolve());
  }

  async #connected(signal: AbortSignal, use: (connection: SMTPConnection) => Promise<void>): Promise<void> {
    // Loaded with the first letter: most deployments never send one.
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const { server, clock, trusted } = this.#o;
    const { host, port, tls } = server;
    const connection = new Connection({
      host,
      port,
      secure: tls === "at-once",
      requireTLS: tls === "starttls",
      ignoreTLS: tls === "off",
      tls: trusted === undefined ? {} : { ca: trusted },
      socketCloseTimeout: 0,
    });
    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => undefined);
    const ended = new Promise<void>((resolve) => connection.once("end", resolve));
    connection.on("error", broken.reject);
    const stop = (): void => broken.reject(new MailError("stopped"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const late = clock.after(attemptMsMax, () => broken.reject(new MailError("late")));
    try {
      const work = async (): Promise<void> => {
        await called((done) => connection.connect(done));
        await this.#logIn(connection);
        await use(connection);
      };
      await Promise.race([work(), broken.promise]);
      connection.quit();
      await within(clock, goodbyeMsMax, ended).catch(() => undefined);
    } catch (error) {
      throw errorOf(error);
    } finally {
      late[Symbol.dispose]();
      signal.removeEventListener("abort", stop);
      connection.close();
    }
  }

  async #logIn(connection: SMTPConnection): Promise<void> {
    const { login } = this.#o.server;
    if (login === undefined) return;
    // Each connection gets its own object, because the library writes what it derives into it.
    const credentials = { user: login.user, pass: login.password.reveal() };
    await called((done) => connection.login(credentials, done));
  }
}

/** Callback function as a promise. */
function called(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) =>
    start((error) => (error === undefined || error === null ? resolve() : reject(error))),
  );
}

interface LibraryError {
  readonly code?: unknown;
  /** Code before the library replaced it by its own. */
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
}

const reasons: Readonly<Record<string, MailReason>> = {
  EDNS: "unreachable",
  ESOCKET: "unreachable",
  ETIMEDOUT: "late",
  ETLS: "tls",
  EAUTH: "login",
  ECONNECTION: "broken-off",
  // Fault found by the library itself.
  EENVELOPE: "refused",
};

/** Never the library's own message, which contains the server's words. */
function errorOf(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { code, originalCode, responseCode } = error as LibraryError;
  const errorCode =
    typeof originalCode === "string" ? originalCode : typeof code === "string" ? code : undefined;
  const status = typeof responseCode === "number" ? responseCode : undefined;
  const details = {
    ...(status !== undefined && { status }),
    ...(errorCode !== undefined && { code: errorCode }),
  };
  if (errorCode !== undefined && isOfCertificate(errorCode)) return new MailError("certificate", details);
  if (errorCode !== undefined && /SSL|TLS/.test(errorCode)) return new MailError("tls", details);
  const reason = typeof code === "string" ? reasons[code] : undefined;
  if (reason !== undefined && (status === undefined || reason === "login" || reason === "tls"))
    return new MailError(reason, details);
  return new MailError(status === undefined ? "broken-off" : "refused", details);
}

function isOfCertificate(code: string): boolean {
  return /CERT|ALTNAME|^UNABLE_TO_(?:GET|VERIFY)/.test(code);
}
