// Composition of mail: the SMTP sender and its letters; nothing if SMTP_URL is unset.

import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import { AccountMail } from "./cloud/letters/account-mail.ts";
import type { LetterLimit } from "./cloud/letters/letter-limits.ts";
import { deriveKey, type MasterKey } from "./cloud/master-key.ts";
import type { Config } from "./config.ts";
import { OutgoingMail } from "./mail/outgoing-mail.ts";
import { SmtpSender } from "./mail/smtp-sender.ts";

interface MailParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly owned: AsyncDisposableStack;
  readonly master: MasterKey;
  readonly metrics: { readonly access: { readonly letterLimited: (limit: LetterLimit) => void } };
}

export function openAccountMail(
  { mail: server }: Pick<Config, "mail">,
  { owned, master, metrics, ...near }: MailParts,
): AccountMail | undefined {
  if (server === undefined) return undefined;
  const sender = new SmtpSender({ server, clock: near.clock });
  const outgoing = owned.use(new OutgoingMail({ ...near, sender }));
  return owned.use(
    new AccountMail({
      ...near,
      origin: server.origin,
      networkKey: deriveKey(master, "letters"),
      outgoing,
      limited: metrics.access.letterLimited,
    }),
  );
}
