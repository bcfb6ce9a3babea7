// Doctor check of SMTP_URL: connects and signs in to the mail server, and sends no mail.

import { wallClock } from "../../base/clock.ts";
import type { Config } from "../../config.ts";
import { MailError, type MailReason, SmtpSender } from "../../mail/smtp-sender.ts";
import type { Result } from "./doctor-check.ts";

export async function checkMail({ mail: server }: Pick<Config, "mail">): Promise<Result> {
  if (server === undefined)
    return {
      state: "skipped",
      says: "No mail is sent, as SMTP_URL is not set: the owner resets forgotten passwords.",
    };
  const place = `${server.host}:${server.port}`;
  const from = wallClock.now();
  try {
    await new SmtpSender({ server, clock: wallClock }).check(new AbortController().signal);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { status, code } = error;
    const what = status === undefined ? (code === undefined ? "" : ` (${code})`) : ` (${status})`;
    return { state: "problem", says: `${place} ${wayOut[error.reason].replace("…", what)}` };
  }
  const tls = server.tls === "off" ? "without TLS" : "with TLS";
  const login = server.login === undefined ? "without a login" : "with its login";
  const ms = { all: Math.round(wallClock.now() - from) };
  return { state: "ok", says: `${place} lets us in ${tls} and ${login}; mail is from ${server.from}.`, ms };
}

const wayOut: Readonly<Record<MailReason, string>> = {
  unreachable:
    "cannot be reached…: correct SMTP_URL, or open the way there; many networks let only port 587 out.",
  late: "accepts a connection and stays silent: correct the port of SMTP_URL, or ask its operator.",
  tls: "does not begin TLS…: smtp:// goes with STARTTLS (587), smtps:// with TLS from the first byte (465).",
  certificate:
    "has a certificate that is not trusted…: use the name in it, or name its issuer in NODE_EXTRA_CA_CERTS.",
  login:
    "refuses the user and the password of SMTP_URL…: correct them; special characters are percent-encoded.",
  refused: "refuses us…: ask its operator whether this machine may send.",
  "broken-off": "breaks the connection off…: ask its operator whether this machine may send.",
  stopped: "was not asked to the end.",
};
