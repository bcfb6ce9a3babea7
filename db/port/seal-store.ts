// Seal store: the master key of the sealed data, and its sealing with another key.

import type { AuditDraft, SealKeys } from "./audit-store.ts";
import type { ProviderKind } from "./stored-rows.ts";

/** Place of a sealed value. */
export type SealedPlace =
  | {
      readonly type: "key";
      readonly accountId: string;
      readonly kind: ProviderKind;
      readonly provider: string;
    }
  | { readonly type: "secret"; readonly accountId: string; readonly name: string }
  | { readonly type: "hook"; readonly accountId: string; readonly id: string }
  | { readonly type: "number"; readonly accountId: string; readonly id: string }
  | { readonly type: "phone-call"; readonly accountId: string; readonly id: string }
  /** Numbers of a session. */
  | { readonly type: "parties"; readonly id: string }
  /** Key of the index of sessions by subject. */
  | { readonly type: "subjects" };

export interface ResealOrder {
  /** Fingerprint of the new sealing key. */
  readonly fingerprint: string;
  /** Seals a value again; synchronous, because it runs in the transaction. */
  readonly reseal: (sealed: Uint8Array, place: SealedPlace) => Uint8Array;
  /** Keys of the audit log's seals; absent: the log is not sealed. */
  readonly auditKeys?: SealKeys;
  /** Audit entries of the change. */
  readonly entries?: readonly AuditDraft[];
}

export interface SealStore {
  /** Fingerprint of the sealing key; undefined: nothing is sealed yet. */
  fingerprint(): Promise<string | undefined>;
  setFingerprint(fingerprint: string): Promise<void>;
  /** Key of the index of subjects; stores this one if there is none. */
  subjectKey(sealed: Uint8Array): Promise<Uint8Array>;
  /** Reseals everything and sets the fingerprint, or does nothing. Returns the number of values of each type. */
  resealAll(resealing: ResealOrder): Promise<Readonly<Record<SealedPlace["type"], number>>>;
}
