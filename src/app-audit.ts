// Composition of the audit log: its writer, its seals, and the detection of attacks on logins and of leaking keys.

import type { AuditDraft } from "../db/port/audit-store.ts";
import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import { AuditSealing } from "./cloud/audit/audit-sealing.ts";
import { AuditTrail } from "./cloud/audit-trail.ts";
import { FailedLogins, type LoginAttack } from "./cloud/failed-logins.ts";
import { KeyWatch, type LeakSign } from "./cloud/key-use.ts";
import { deriveKey, type MasterKey } from "./cloud/master-key.ts";

interface AuditParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: {
    readonly access: {
      readonly attacked: (by: LoginAttack) => void;
      readonly keySuspected: (sign: LeakSign) => void;
    };
  };
  readonly owned: AsyncDisposableStack;
  readonly master: MasterKey;
  /** True if this process seals for all processes with this store. */
  readonly sends: boolean;
}

export function openAudit({ owned, metrics, master, sends, ...parts }: AuditParts) {
  if (sends) owned.use(new AuditSealing({ ...parts, key: deriveKey(master, "audit") }));
  const trail = owned.use(new AuditTrail(parts));
  const { attacked, keySuspected: suspected } = metrics.access;
  const append = (draft: AuditDraft): Promise<void> => trail.append(draft);
  const failedLogins = owned.use(new FailedLogins({ ...parts, attacked, append }));
  const keyWatch = owned.use(new KeyWatch({ ...parts, suspected }));
  return { trail, failedLogins, keyWatch };
}
