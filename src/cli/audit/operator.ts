// Operator: who runs a command, for the audit log: the user of this machine that it runs as, by number, because a name in
// the environment is anybody's to choose.

import type { AuditAuthor } from "../../../db/port/audit-store.ts";

export function operator(): AuditAuthor {
  const uid = process.getuid?.();
  return {
    actor: { kind: "operator", id: uid === undefined ? null : `uid ${uid}`, address: null },
    requestId: null,
  };
}
