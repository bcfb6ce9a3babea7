// Audit chain: the hashed bytes of an entry, and entries as links of a chain. Both databases store the result, so a
// chain survives a move from one to the other.

import { newId } from "../src/base/id.ts";
import type { KeyOwner, KeyUser } from "./port/account-store.ts";
import type { AuditDraft, AuditHead, AuditRow } from "./port/audit-store.ts";

/** Head of an empty chain, and the previous hash of its first entry. */
export const emptyHead: AuditHead = { number: 0, hash: "0".repeat(64) };

const version = "voice-flow/audit/1";
/** Longest id or name; a longer text is no name. */
const textCharsMax = 256;

/** The drafts as rows after `head`, in order. */
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

/** Audit entry of a key's first use: only the store knows that it is the first, and whose key it is. */
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

/** SHA-256 over the JSON of all columns in this order, in hexadecimal. Each value has one JSON form. */
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
