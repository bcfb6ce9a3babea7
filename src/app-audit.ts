// Composition of the audit log: its writer, and the counter of failed logins.

import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import { AuditTrail } from "./cloud/audit-trail.ts";
import { FailedLogins } from "./cloud/failed-logins.ts";

interface AuditParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly owned: AsyncDisposableStack;
}

export function openAudit({ owned, ...parts }: AuditParts) {
  const trail = owned.use(new AuditTrail(parts));
  const failedLogins = owned.use(new FailedLogins({ ...parts, append: (draft) => trail.append(draft) }));
  return { trail, failedLogins };
}
