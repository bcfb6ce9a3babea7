// Operator: who runs a command, for the audit log: the user of this machine that it runs as.

import { userInfo } from "node:os";
import type { AuditAuthor } from "../../../db/port/audit-store.ts";

export function operator(): AuditAuthor {
  return { actor: { kind: "operator", id: userName(), address: null }, requestId: null };
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
