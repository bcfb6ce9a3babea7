// Composition of the audit log: its writer, and what tells attacks on logins and leaking keys.

import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import { AuditTrail } from "./cloud/audit-trail.ts";
import { FailedLogins } from "./cloud/failed-logins.ts";
import { KeyWatch, type LeakSign } from "./cloud/key-use.ts";

interface AuditParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: { readonly access: { readonly keySuspected: (sign: LeakSign) => void } };
  readonly owned: AsyncDisposableStack;
}

export function openAudit({ owned, metrics, ...parts }: AuditParts) {
  const trail = owned.use(new AuditTrail(parts));
  const failedLogins = owned.use(new FailedLogins({ ...parts, append: (draft) => trail.append(draft) }));
  const keyWatch = owned.use(new KeyWatch({ ...parts, suspected: metrics.access.keySuspected }));
  return { trail, failedLogins, keyWatch };
}
