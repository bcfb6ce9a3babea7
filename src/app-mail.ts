// Composition of mail: the SMTP sender and the letters that it sends; nothing where SMTP_URL is unset.

import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import { PasswordMail } from "./cloud/password-mail.ts";
import type { Config } from "./config.ts";
import { OutgoingMail } from "./mail/outgoing-mail.ts";
import { SmtpSender } from "./mail/smtp-sender.ts";

interface MailParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly owned: AsyncDisposableStack;
}

export function openPasswordMail(
  { mail: server }: Pick<Config, "mail">,
  { owned, ...near }: MailParts,
): PasswordMail | undefined {
  if (server === undefined) return undefined;
  const sender = new SmtpSender({ server, clock: near.clock });
  const outgoing = owned.use(new OutgoingMail({ ...near, sender }));
  return owned.use(new PasswordMail({ ...near, origin: server.origin, outgoing }));
}
