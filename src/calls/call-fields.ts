// Call fields: fields of each log line of a call, so that it is found by its session, account or key.

import type { Fields } from "../base/log.ts";

interface CallOwner {
  readonly accountId?: string | undefined;
  /** The API key's id. */
  readonly keyId?: string | undefined;
}

export function callFields(sessionId: string, { accountId, keyId }: CallOwner): Fields {
  return { session: sessionId, account: accountId, key: keyId };
}
