// Operator: the user of a command, for the audit log, by the machine's user number, because a name in the environment
// can be set to anything.

import type { AuditAuthor } from "../../../db/port/audit-store.ts";

export function operator(): AuditAuthor {
  const uid = process.getuid?.();
  return {
    actor: { kind: "operator", id: uid === undefined ? null : `uid ${uid}`, address: null },
    requestId: null,
  };
}
