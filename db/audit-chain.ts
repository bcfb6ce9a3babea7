// Audit chain: the hashed bytes of an entry, and how entries become links of a chain. Both databases store what
// is made here, so a chain that is moved from one to the other stays whole.

import { newId } from "../src/base/id.ts";
import type { KeyOwner, KeyUser } from "./port/account-store.ts";
import type { AuditDraft, AuditHead, AuditRow } from "./port/audit-store.ts";

/** Head of an empty chain; also what the first entry has as the hash of the one before it. */
export const emptyHead: AuditHead = { number: 0, hash: "0".repeat(64) };

const version = "voice-flow/audit/1";
/** Ids, and names that are shorter than this; anything longer is no name. */
const textCharsMax = 256;

/** The drafts as rows behind `head`, in their order. */
export function linked(head: AuditHead, drafts: readonly AuditDraft[]): readonly AuditRow[] {
  let { number, hash: prevHash } = head;
  return drafts.map((draft) => {
    number += 1;
    const { actor, details } = draft;
    const unsealed = {
      chain: draft.chain,
      number,
      id: newId("aud", draft.at),
      at: draft.at,
      actorKind: actor.kind,
      actorId: storable(actor.id),
      actorAddress: storable(actor.address),
      action: draft.action,
      target: storable(draft.target),
      requestId: storable(draft.requestId),
      details: JSON.stringify(details),
      prevHash,
    };
    const row = { ...unsealed, hash: hashOfEntry(unsealed) };
    prevHash = row.hash;
    return row;
  });
}

/** Audit entry of a key's first use: the store alone knows that it is the first, and whose key it is. */
export function firstUse(
  { accountId, keyId }: KeyOwner,
  { address, requestId }: KeyUser,
  at: number,
): AuditDraft {
  return {
    chain: accountId,
    at,
    actor: { kind: "key", id: keyId, address },
    action: "key.first-used",
    target: keyId,
    requestId,
    details: {},
  };
}

/** SHA-256 over the JSON of all its columns in this order, in hexadecimal. JSON has one way to write each of them. */
export function hashOfEntry(row: Omit<AuditRow, "hash">): string {
  const columns = [
    version,
    row.chain,
    row.number,
    row.id,
    row.at,
    row.actorKind,
    row.actorId,
    row.actorAddress,
    row.action,
    row.target,
    row.requestId,
    row.details,
    row.prevHash,
  ];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(columns)).digest("hex");
}

/** Text that both databases return unchanged. */
function storable(text: string | null): string | null {
  return text === null
    ? null
    : text.replaceAll("\0", "\uFFFD").toWellFormed().slice(0, textCharsMax).toWellFormed();
}
