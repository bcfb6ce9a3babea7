// Doctor check of SMTP_URL: connects and signs in to the mail server, and sends no mail.

import { wallClock } from "../../base/clock.ts";
import type { Config } from "../../config.ts";
import { MailError, type MailReason, SmtpSender } from "../../mail/smtp-sender.ts";
import type { Result } from "./doctor-check.ts";

export async function checkMail({ mail: server }: Pick<Config, "mail">): Promise<Result> {
  if (server === undefined)
    return {
      state: "skipped",
      says: "No mail is sent, because SMTP_URL is not set. The owner resets forgotten passwords.",
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
  return {
    state: "ok",
    says: `${place} accepts connections ${tls} and ${login}. Mail is sent from ${server.from}.`,
    ms,
  };
}

const wayOut: Readonly<Record<MailReason, string>> = {
  unreachable:
    "cannot be reached…. Correct SMTP_URL, or open the port in the firewall. Many networks allow only port 587.",
  late: "accepts a connection but does not answer. Correct the port of SMTP_URL, or ask its operator.",
  tls: "does not start TLS…. Use smtp:// for STARTTLS (port 587) and smtps:// for implicit TLS (port 465).",
  certificate:
    "has an untrusted certificate…. Use the host name in the certificate, or add its issuer to NODE_EXTRA_CA_CERTS.",
  login: "rejects the user and password of SMTP_URL…. Correct them. Percent-encode special characters.",
  refused: "refuses this machine…. Ask its operator for permission to send.",
  "broken-off": "closes the connection…. Ask its operator for permission to send.",
  stopped: "was not tested completely.",
};
