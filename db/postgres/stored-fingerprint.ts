// Stored fingerprint: the fingerprint of the master key in a database, read past the store.

import type { SQL } from "bun";
import { fingerprintKey } from "../operations/seals-in-store.ts";

/** Result of `fingerprint` for a database that may have no tables yet. */
export async function storedFingerprint(client: SQL): Promise<string | undefined> {
  const [metaTable] = (await client`SELECT to_regclass('meta') IS NOT NULL AS is_there`) as unknown as [
    { readonly is_there: boolean },
  ];
  if (!metaTable.is_there) return undefined;
  const [row] = (await client`SELECT value FROM meta WHERE key = ${fingerprintKey}`) as unknown as [
    { readonly value: string }?,
  ];
  return row?.value;
}
